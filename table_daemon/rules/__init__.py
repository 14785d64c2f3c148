"""Presets of rules, for everybody who is not the rules.

* `presets`: config/rules/*.toml becomes a rule system. `option_values`: options as people write them;
  `attribute_texts`: what they mean. `house_rules`: presets with options that differ, kept under a name.
  `replay`: records through the rules alone.
"""
