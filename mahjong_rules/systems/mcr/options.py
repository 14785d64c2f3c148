"""Options of the Chinese official game: each class is a section of its presets (config/rules/mcr.toml)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from mahjong_rules.reseating import Exchange
from mahjong_rules.seats import Wind
from mahjong_rules.systems.classical.option_sections import ClaimOptions
from mahjong_rules.systems.mcr.settlement import McrSettlement
from mahjong_rules.systems.mcr.values import McrValues
from mahjong_rules.tiles import TileStock
from mahjong_rules.wall import ReplacementSource, WallRules, lengths_for

_MARKED: Final = 4
"""Tiles at the end of the walls that `WallRules` marks at least: two stacks, from which replacements come."""
_NEIGHBOURS: Final = (Wind.SOUTH, Wind.EAST, Wind.NORTH, Wind.WEST)
_ACROSS: Final = (Wind.WEST, Wind.NORTH, Wind.SOUTH, Wind.EAST)
EXCHANGES: Final[tuple[Exchange, ...]] = (_NEIGHBOURS, _ACROSS, _NEIGHBOURS)
"""After the first and the third round East and South change places, and West and North; after the second East goes to
West, West to South, South to North, North to East (MCR 2006 §3.5). So everybody begins one round as East."""


class SeatMoves(StrEnum):
    """What people do after each round."""

    EXCHANGE = "exchange"
    """They change places by the scheme of the rules."""
    STAY = "stay"
    """They keep their seats."""


@dataclass(frozen=True, slots=True)
class McrTable:
    """Tiles and walls."""

    bonus_tiles: bool = True
    """Four flowers and four seasons are played with: 144 tiles, walls of 18; otherwise 136."""
    fixed_break: int = 0
    """Without dice the wall is opened as if they showed this sum (an automatic table); 0: people throw."""

    def __post_init__(self) -> None:
        """Refuse a break that two throws of two dice cannot show."""
        if self.fixed_break not in (0, *range(2, 25)):
            raise ValueError(f"fixed_break must be 0 or a number from 2 to 24, not {self.fixed_break}")

    @property
    def reserve_tiles(self) -> int:
        """Every tile is drawn."""
        return 0

    @property
    def reserve_grows(self) -> bool:
        """No kong keeps a tile from being drawn."""
        return False

    @property
    def replacements(self) -> ReplacementSource:
        """Tiles for kongs and flowers come from the end of the walls."""
        return ReplacementSource.QUEUE

    @property
    def stock(self) -> TileStock:
        """The pieces of one set."""
        return TileStock(bonus=self.bonus_tiles)

    @property
    def wall(self) -> WallRules:
        """How the walls are built, counted, broken and drawn from."""
        wall = WallRules(lengths=lengths_for(self.stock.count), throws=2, reserve_tiles=_MARKED)
        return wall.with_fixed_break(self.fixed_break) if self.fixed_break else wall


@dataclass(frozen=True, slots=True)
class McrCourse:
    """Course and end of a game."""

    start_points: int = 0
    """What everybody begins with."""
    rounds: int = 4
    """How often the deal goes round the table."""
    deals_after_time: int = 0
    """Deals that still begin after the one in which the time is called."""
    seat_moves: SeatMoves = SeatMoves.EXCHANGE
    """What people do after each round: change places by the scheme of the rules, or stay."""

    def __post_init__(self) -> None:
        """Refuse a game without an end."""
        if not 1 <= self.rounds <= 16:
            raise ValueError(f"rounds must be a number from 1 to 16, not {self.rounds}")
        if not 0 <= self.deals_after_time <= 16:
            raise ValueError(f"deals_after_time must be a number from 0 to 16, not {self.deals_after_time}")

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """The places that people change to after each round, in turn."""
        return EXCHANGES if self.seat_moves is SeatMoves.EXCHANGE else ()


@dataclass(frozen=True, slots=True)
class McrPenalties:
    """False wins."""

    false_win_points: int = 10
    """What a false win costs to each other player; the hand is dead then and the deal goes on."""

    def __post_init__(self) -> None:
        """Refuse a fine below nothing."""
        if not 0 <= self.false_win_points <= 1000:
            raise ValueError(f"false_win_points must be a number from 0 to 1000, not {self.false_win_points}")


@dataclass(frozen=True, slots=True)
class McrOptions:
    """A preset of the Chinese official game."""

    name: str
    table: McrTable = field(default_factory=McrTable)
    claims: ClaimOptions = field(default_factory=ClaimOptions)
    values: McrValues = field(default_factory=McrValues)
    settlement: McrSettlement = field(default_factory=McrSettlement)
    course: McrCourse = field(default_factory=McrCourse)
    penalties: McrPenalties = field(default_factory=McrPenalties)
