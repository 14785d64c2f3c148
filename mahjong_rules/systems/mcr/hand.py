"""How a hand of the Chinese official game was won."""

from __future__ import annotations

from dataclasses import dataclass

from mahjong_rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class McrWin:
    """The last tile and where it came from."""

    winning_tile: Tile
    self_drawn: bool
    replacement_tile: bool = False
    """It replaced a tile for a kong; the one for a flower does not count (MCR 2006 §3.8.46)."""
    robbed_kong: bool = False
    wall_is_empty: bool = False
    """It is the last tile of the wall, or the discard after it."""
    last_of_its_kind: bool = False
    """The other three lay open on the table."""
