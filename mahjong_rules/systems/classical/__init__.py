"""The classical systems: old Japanese (seed 000), simple (seed 001) and Tchou Kia-kien's (seed 002)."""

from mahjong_rules.systems.classical.assembly import jp_classic_rules, simple_rules, tchou_rules
from mahjong_rules.systems.classical.options import JpClassicOptions, SimpleOptions, TchouOptions
from mahjong_rules.systems.classical.rules import ClassicalRules

__all__ = [
    "ClassicalRules",
    "JpClassicOptions",
    "SimpleOptions",
    "TchouOptions",
    "jp_classic_rules",
    "simple_rules",
    "tchou_rules",
]
