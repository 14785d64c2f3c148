from __future__ import annotations

from hypothesis import settings

# The machine's speed is no property of the rules, and a failure must come back when the test is run again.
settings.register_profile("rules", deadline=None, derandomize=True)
settings.load_profile("rules")
