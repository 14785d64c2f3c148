"""Walls that are drawn to their end, or to a fixed reserve: those of the games that borrow the classical moves."""

from __future__ import annotations

from typing import Final

from mahjong_rules.seats import Wind
from mahjong_rules.tiles import TileStock
from mahjong_rules.wall import CountFrom, FirstDealt, ReplacementSource, WallRules, lengths_for

_LEAST_MARKED: Final = 4
"""Tiles of the reserve that `WallRules` marks at least: two stacks for the replacements."""
_RESERVES: Final = (0, *range(8, 61, 2))
"""None at all, or enough to replace eight flowers that are drawn last; beyond 60 hardly a turn each is left."""


class EndDrawnWalls:
    """Walls that replace from their end and keep no tile back for a kong."""

    __slots__ = ()
    throws: int
    fixed_break: int
    count_from: CountFrom
    first_dealt: FirstDealt
    reserve_tiles: int

    def check(self) -> None:
        """Refuse walls that cannot be opened."""
        if self.throws not in (1, 2):
            raise ValueError(f"throws must be 1 or 2, not {self.throws}")
        if self.fixed_break not in (0, *range(2, 25)):
            raise ValueError(f"fixed_break must be 0 or a number from 2 to 24, not {self.fixed_break}")
        if self.reserve_tiles not in _RESERVES:
            raise ValueError(f"reserve_tiles must be 0 or an even number from 8 to 60, not {self.reserve_tiles}")

    @property
    def reserve_grows(self) -> bool:
        """No kong keeps a tile from being drawn."""
        return False

    @property
    def replacements(self) -> ReplacementSource:
        """Tiles for kongs and flowers come from the end of the walls."""
        return ReplacementSource.QUEUE

    @property
    def winds_of_flowers(self) -> tuple[Wind, ...]:
        """By the numbers printed on them: 1 East to 4 North."""
        return tuple(Wind)

    @property
    def stock(self) -> TileStock:
        """The pieces of one set."""
        return TileStock()

    @property
    def wall(self) -> WallRules:
        """How the walls are built, counted, broken and drawn from."""
        wall = WallRules(
            lengths=lengths_for(self.stock.count),
            throws=self.throws,
            count_from=self.count_from,
            first_dealt=self.first_dealt,
            reserve_tiles=max(self.reserve_tiles, _LEAST_MARKED),
        )
        return wall.with_fixed_break(self.fixed_break) if self.fixed_break else wall
