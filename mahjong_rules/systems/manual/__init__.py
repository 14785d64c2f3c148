"""Any game of thirteen tiles that nothing here values: the table plays it along, people type who gets what.

* `manual_rules`: the interface. `options`: what a preset says. `traits`: how it looks.
* `transitions`: which function answers which event. `results`: wins, typed payments, drawn deals.
* `game_flow`: who deals next, when the game ends.

Draws, discards, claims and flowers are those of the classical systems (`play`, `replacements`, `claims`, `flowers`).
"""

from mahjong_rules.systems.manual.manual_rules import ManualRules
from mahjong_rules.systems.manual.options import ManualOptions
from mahjong_rules.systems.manual.results import score_table

__all__ = ["ManualOptions", "ManualRules", "score_table"]
