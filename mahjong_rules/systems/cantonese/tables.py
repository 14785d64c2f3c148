"""Tiles and walls of both systems, as presets say them."""

from __future__ import annotations

from dataclasses import dataclass

from mahjong_rules.systems.classical.end_drawn_walls import EndDrawnWalls
from mahjong_rules.tiles import TileStock
from mahjong_rules.wall import CountFrom, FirstDealt


@dataclass(frozen=True)
class HongkongTable(EndDrawnWalls):
    """Tiles and walls."""

    bonus_tiles: bool = True
    """Four flowers and four seasons are played with: 144 tiles, walls of 18; otherwise 136."""
    throws: int = 1
    """Throws of two dice for the break: 1, or 2 whose pips are added up."""
    fixed_break: int = 0
    """Without dice the wall is opened as if they showed this sum (an automatic table); 0: people throw."""
    count_from: CountFrom = CountFrom.RIGHT
    """The end of the own wall, as the opener sees it, where the count for the break begins."""
    first_dealt: FirstDealt = FirstDealt.AFTER
    """Dealing begins after the stack the count ends on, or at it."""
    reserve_tiles: int = 0
    """Tiles at the end of the walls that are never drawn."""

    def __post_init__(self) -> None:
        """Refuse walls that cannot be opened."""
        self.check()

    @property
    def stock(self) -> TileStock:
        """The pieces of one set."""
        return TileStock(bonus=self.bonus_tiles)


@dataclass(frozen=True)
class ZungjungTable(EndDrawnWalls):
    """Walls; there are no flowers."""

    throws: int = 1
    """Throws of two dice for the break: 1, or 2 whose pips are added up."""
    fixed_break: int = 0
    """Without dice the wall is opened as if they showed this sum (an automatic table); 0: people throw."""
    count_from: CountFrom = CountFrom.RIGHT
    """The end of the own wall, as the opener sees it, where the count for the break begins."""
    first_dealt: FirstDealt = FirstDealt.AFTER
    """Dealing begins after the stack the count ends on, or at it."""
    reserve_tiles: int = 14
    """Tiles at the end of the walls that are never drawn."""

    def __post_init__(self) -> None:
        """Refuse walls that cannot be opened."""
        self.check()
