"""Walls of all rule systems: how they are built and opened, and where every special tile lies.

* `wall_rules`: how a system builds and opens its walls, as data. `places`: where tiles stand. `opening`: an opened
  wall.
"""

from mahjong_rules.wall.opening import Break, SpecialPlace, TilePosition, open_wall
from mahjong_rules.wall.places import Lengths, StackLevel, StackPlace, TilePlace, WallShape, lengths_for
from mahjong_rules.wall.wall_rules import (
    JP_CLASSIC_WALL,
    RIICHI_WALL,
    SIMPLE_WALL,
    TCHOU_WALL,
    CountFrom,
    FirstDealt,
    ReplacementSource,
    WallRules,
)

__all__ = [
    "JP_CLASSIC_WALL",
    "RIICHI_WALL",
    "SIMPLE_WALL",
    "TCHOU_WALL",
    "Break",
    "CountFrom",
    "FirstDealt",
    "Lengths",
    "ReplacementSource",
    "SpecialPlace",
    "StackLevel",
    "StackPlace",
    "TilePlace",
    "TilePosition",
    "WallRules",
    "WallShape",
    "lengths_for",
    "open_wall",
]
