"""The classical systems: old Japanese (Kanai French), simple (La Règle) and Tchou Kia-kien's (Tchou 1924)."""

from mahjong_rules.systems.classical.assembly import jp_classic_rules, simple_rules, tchou_rules
from mahjong_rules.systems.classical.classical_rules import ClassicalRules
from mahjong_rules.systems.classical.options import JpClassicOptions, SimpleOptions, TchouOptions

__all__ = [
    "ClassicalRules",
    "JpClassicOptions",
    "SimpleOptions",
    "TchouOptions",
    "jp_classic_rules",
    "simple_rules",
    "tchou_rules",
]
