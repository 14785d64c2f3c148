"""Mahjong Competition Rules, the Chinese official game (国标麻将): 81 fan, eight points to win.

* `mcr_rules`: the interface. `options`: what a preset says. `traits`: how it looks.
* `transitions`: which function answers which event. `winning`, `endings`, `counted`, `penalties`, `opening_flowers`,
  `game_flow`: what each event does.
* Values: `fan` (numbers, points, what is implied), `chow_fan` and `pung_fan` (sets together), `tile_fan` (tiles as
  such), `form` and `form_fan` (one reading), `values` (the best one), `hand` (how it was won).
* `score_table`: what a hand can be worth, for people.
* Money: `settlement`; `finished` for `jantaku score`.

Draws, discards, claims and flowers are those of the classical systems (`play`, `claims`, `flowers`).
"""

from mahjong_rules.systems.mcr.mcr_rules import McrRules
from mahjong_rules.systems.mcr.options import McrOptions
from mahjong_rules.systems.mcr.score_table import score_table

__all__ = ["McrOptions", "McrRules", "score_table"]
