"""The classical systems: old Japanese (Kanai French), simple (La Règle) and Tchou Kia-kien's (Tchou 1924).

Their moves (`play`, `replacements`, `claims`, `flowers`) serve the manual game too, and all of it Hong Kong old style.

* `classical_rules`: the interface. `transitions`: which function answers which event. `traits`: how it looks.
  `play`, `replacements`, `claims`, `flowers`, `endings` (wins), `counted` (wins told by value), `drawn_deals`,
  `settling`, `game_flow`: what each event does; `play_table`: what play asks of a preset, `end_drawn_walls`: those that
  keep back no tile for a kong.
* `system` and `assembly`: what one system adds; `options` and `option_sections`: what a preset says.
* Values: `hand`, `winning`, `score_rules` (lines as data) with `tchou_values`, `jp_values`, `simple_values`;
  `scoring` chooses, `score_tables` lists them for people; `keys` names; `finished` and `finished_fines` for
  `jantaku score`.
* Money: `settlement`, `danger` and `fines`, `penalties`.
"""

from mahjong_rules.systems.classical.assembly import jp_classic_rules, simple_rules, tchou_rules
from mahjong_rules.systems.classical.classical_rules import ClassicalRules
from mahjong_rules.systems.classical.options import JpClassicOptions, SimpleOptions, TchouOptions
from mahjong_rules.systems.classical.score_tables import jp_classic_table, simple_table, tchou_table

__all__ = [
    "ClassicalRules",
    "JpClassicOptions",
    "SimpleOptions",
    "TchouOptions",
    "jp_classic_rules",
    "jp_classic_table",
    "simple_rules",
    "simple_table",
    "tchou_rules",
    "tchou_table",
]
