"""Presets of rules, for everybody who is not the rules.

* `presets`: config/rules/*.toml becomes a rule system. `option_values`: options as people write them;
  `attribute_texts`: what they mean. `replay`: records through the rules alone.
"""
