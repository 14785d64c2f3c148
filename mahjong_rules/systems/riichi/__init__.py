"""Riichi: the rule system of WRC 2015 and the Doman guide and of every preset of that family.

* `riichi_rules`: the interface. `transitions`: which function answers which event. `traits`: how it looks. `play`,
  `claims`, `endings` (wins), `counted` (wins told by value), `won_deals`, `drawn_deals`, `penalties`,
  `game_flow`: what each event does. `riichi_hands`: what a hand in riichi must show. `kita`: norths laid aside where
  three play, `empty_seats`: nobody acts where nobody sits.
* `options`: what a preset says, in the words of `choices`; `player_options` of it, what changes where three play.
* Values: `winning` (who may win with what), `values` (the only file that knows the library), `keys`; `score_table`:
  what people look up; `finished` and `finished_checks` for `jantaku score`. `settlement`: who pays whom.
"""

from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.riichi_rules import RiichiRules
from mahjong_rules.systems.riichi.score_table import score_table

__all__ = ["RiichiOptions", "RiichiRules", "score_table"]
