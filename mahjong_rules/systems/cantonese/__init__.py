"""Hong Kong old style, and Zung Jung, the system that Alan Kwan made of its kind of play.

Both are played by the classical moves and differ by a `Scoring` of their own (`mahjong_rules.systems.classical`).

* `assembly`: the two systems. `options` and `tables`: what a preset says. `keys`: the names of lines and payments.
* Hong Kong: `faan_options`, `faan_values` (lines as data), `faan_payments` (tables of payment, guns), `liability` (who
  fed the hand pays), `hongkong_scoring`.
* Zung Jung: `zungjung_values`, `zungjung_patterns` (the 44 patterns by series), `zungjung_scoring` with its payments.
* `shapes` of a hand that both ask: suits, honours, terminals. `score_tables`: what a hand can be worth, for people.
"""

from mahjong_rules.systems.cantonese.assembly import hongkong_rules, zungjung_rules
from mahjong_rules.systems.cantonese.options import HongkongOptions, ZungjungOptions
from mahjong_rules.systems.cantonese.score_tables import hongkong_table, zungjung_table

__all__ = [
    "HongkongOptions",
    "ZungjungOptions",
    "hongkong_rules",
    "hongkong_table",
    "zungjung_rules",
    "zungjung_table",
]
