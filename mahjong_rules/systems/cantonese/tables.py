"""Tiles and walls of both systems, as presets say them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mahjong_rules.seats import Wind
from mahjong_rules.tiles import TileStock
from mahjong_rules.wall import CountFrom, FirstDealt, ReplacementSource, WallRules, lengths_for

_LEAST_MARKED: Final = 4
"""Tiles of the reserve that `WallRules` marks at least: two stacks for the replacements."""
_RESERVES: Final = (0, *range(8, 61, 2))
"""None at all, or enough to replace eight flowers that are drawn last; beyond 60 hardly a turn each is left."""


class _Opened:
    """Walls that replace from their end and keep no tile back for a kong."""

    __slots__ = ()
    throws: int
    fixed_break: int
    count_from: CountFrom
    first_dealt: FirstDealt
    reserve_tiles: int

    def _check(self) -> None:
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


@dataclass(frozen=True)
class HongkongTable(_Opened):
    """Tiles and walls."""

    bonus_tiles: bool = True
    """Four flowers and four seasons are played with: 144 tiles, walls of 18; otherwise 136."""
    throws: int = 1
    """Throws of two dice for the break: 1, or 2 whose pips are added up."""
    fixed_break: int = 0
    """Without dice the wall is opened as if they showed this sum, 2 to 24 (an automatic table); 0: East throws."""
    count_from: CountFrom = CountFrom.RIGHT
    """The end of the own wall, as the opener sees it, where the count for the break begins."""
    first_dealt: FirstDealt = FirstDealt.AFTER
    """Dealing begins after the stack the count ends on, or at it."""
    reserve_tiles: int = 0
    """Tiles at the end of the walls that are never drawn, 8 to 60; 0: every tile is."""

    def __post_init__(self) -> None:
        """Refuse walls that cannot be opened."""
        self._check()

    @property
    def stock(self) -> TileStock:
        """The pieces of one set."""
        return TileStock(bonus=self.bonus_tiles)


@dataclass(frozen=True)
class ZungjungTable(_Opened):
    """Walls; there are no flowers."""

    throws: int = 1
    """Throws of two dice for the break: 1, or 2 whose pips are added up."""
    fixed_break: int = 0
    """Without dice the wall is opened as if they showed this sum, 2 to 24 (an automatic table); 0: East throws."""
    count_from: CountFrom = CountFrom.RIGHT
    """The end of the own wall, as the opener sees it, where the count for the break begins."""
    first_dealt: FirstDealt = FirstDealt.AFTER
    """Dealing begins after the stack the count ends on, or at it."""
    reserve_tiles: int = 14
    """Tiles at the end of the walls that are never drawn, 8 to 60; 0: every tile is."""

    def __post_init__(self) -> None:
        """Refuse walls that cannot be opened."""
        self._check()

    @property
    def bonus_tiles(self) -> bool:
        """Not played with."""
        return False
