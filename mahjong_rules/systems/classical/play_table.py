"""What the common play asks of a preset's tiles and walls; every family with flowers and a reserve can answer."""

from __future__ import annotations

from typing import Protocol

from mahjong_rules.seats import Wind
from mahjong_rules.tiles import TileStock
from mahjong_rules.wall import ReplacementSource, WallRules


class PlayTable(Protocol):
    """Tiles and walls as drawing, discarding, claiming and laying flowers need them."""

    @property
    def reserve_tiles(self) -> int:
        """Tiles that are never drawn."""

    @property
    def reserve_grows(self) -> bool:
        """Every declared kong keeps one tile more from being drawn."""

    @property
    def replacements(self) -> ReplacementSource:
        """Where the tiles for kongs and flowers come from."""

    @property
    def stock(self) -> TileStock:
        """The pieces of one set."""

    @property
    def wall(self) -> WallRules:
        """How the walls are built, counted, broken and drawn from."""


class ValuedTable(PlayTable, Protocol):
    """What valuing a hand asks beside it."""

    @property
    def winds_of_flowers(self) -> tuple[Wind, ...]:
        """The winds of flowers 1 to 4."""
