"""Options of the three classical systems: their sections, and the defaults that their sources name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from mahjong_rules.seat_drawing import SeatDrawing
from mahjong_rules.seating import FirstThrower
from mahjong_rules.sticks import StickSet
from mahjong_rules.systems.classical.jp_values import JpValues
from mahjong_rules.systems.classical.option_sections import (
    ClaimOptions,
    CourseOptions,
    DealerAfterDraw,
    NineIsolated,
    PenaltyOptions,
    TableOptions,
    WindLetter,
)
from mahjong_rules.systems.classical.settlement import SimpleScheme, TchouSettlement
from mahjong_rules.systems.classical.simple_values import SimpleValues
from mahjong_rules.systems.classical.tchou_values import TchouValues
from mahjong_rules.tiles import TileStock
from mahjong_rules.wall import CountFrom, ReplacementSource

GAME_TOURS: Final = (4, 8, 12)
"""Lengths of a game (Tchou 1924 l.282: always by fours)."""
_FLOWER_SERIES: Final = (0, 2, 4)
"""Tchou 1924 l.137 knows two or four series, Tchou 1924 l.193 a game without any."""


@dataclass(frozen=True, slots=True)
class DangerOptions:
    """Dangerous discards."""

    danger_fines: bool = True
    """Who serves a hand that threatens openly with a great win is fined, unless people excuse it."""


@dataclass(frozen=True, slots=True)
class TchouTable(TableOptions):
    """Tiles and walls, with the larger set that only this book knows."""

    flower_series: int = 0
    """Series of four flowers: 2 make 144 tiles, 4 make 152 (each flower twice); 0: two or none, as bonus_tiles says."""

    def __post_init__(self) -> None:
        """Refuse another number of series."""
        if self.flower_series not in _FLOWER_SERIES:
            raise ValueError(f"flower_series must be 0, 2 or 4, not {self.flower_series}")
        # A class with slots is made anew: `super()` without arguments does not know it.
        TableOptions.__post_init__(self)

    @property
    def stock(self) -> TileStock:
        """The pieces of one set: the third and fourth series repeat the faces of the first two."""
        copies = 2 if self.flower_series == max(_FLOWER_SERIES) else 1
        return TileStock(bonus=self.bonus_tiles or self.flower_series > 0, flower_copies=copies)


@dataclass(frozen=True, slots=True)
class TchouOptions:
    """A preset of Tchou Kia-kien's game (Tchou 1924)."""

    name: str
    table: TchouTable = field(default_factory=lambda: TchouTable(lifts_stack=True, reserve_grows=True))
    claims: ClaimOptions = field(default_factory=ClaimOptions)
    values: TchouValues = field(default_factory=TchouValues)
    settlement: TchouSettlement = field(default_factory=TchouSettlement)
    danger: DangerOptions = field(default_factory=DangerOptions)
    course: CourseOptions = field(
        default_factory=lambda: CourseOptions(
            dealer_after_draw=DealerAfterDraw.STAYS_WITHOUT_KONG, seats_drawn_every=GAME_TOURS[0]
        )
    )
    penalties: PenaltyOptions = field(
        default_factory=lambda: PenaltyOptions(false_win_points=100, nine_isolated=NineIsolated.DISTINCT, stakes=True)
    )

    def __post_init__(self) -> None:
        """Refuse a length that the game has not: it goes in fours (Tchou 1924 l.282)."""
        if self.course.rounds not in GAME_TOURS:
            raise ValueError(f"rounds must be 4, 8 or 12 tours, not {self.course.rounds}")


@dataclass(frozen=True, slots=True)
class SimpleSettlement:
    """How points are counted."""

    scheme: SimpleScheme = SimpleScheme.TALLY
    """Everybody adds up the own hands, or the winner and perhaps the losers are paid."""


@dataclass(frozen=True, slots=True)
class SimpleOptions:
    """A preset of the simple family game (La Règle)."""

    name: str
    table: TableOptions = field(
        default_factory=lambda: TableOptions(
            bonus_tiles=False, count_from=CountFrom.LEFT, lifts_stack=True, replacements=ReplacementSource.HILL
        )
    )
    claims: ClaimOptions = field(default_factory=ClaimOptions)
    values: SimpleValues = field(default_factory=SimpleValues)
    settlement: SimpleSettlement = field(default_factory=SimpleSettlement)
    course: CourseOptions = field(default_factory=CourseOptions)
    penalties: PenaltyOptions = field(default_factory=PenaltyOptions)


_STICKS: Final = StickSet((500, 100, 10), (2, 9, 10))
"""8 of 500, 36 of 100 and 40 of 10, all of them handed out (Kanai French l.56, l.59)."""
_PLANTS_OF_KANAI_FRENCH = (WindLetter.NORTH, WindLetter.EAST, WindLetter.WEST, WindLetter.SOUTH)
"""Plum N, orchid E, chrysanthemum W, bamboo S (Kanai French l.41-44)."""


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """Seats and first dealer."""

    first_thrower: FirstThrower = FirstThrower.EAST_TILE
    """Who throws for the first dealer: the one who drew the East tile, or the temporary East."""

    @property
    def drawing(self) -> SeatDrawing:
        """The procedure."""
        is_letter = self.first_thrower is FirstThrower.TEMPORARY_EAST
        return SeatDrawing.TEMPORARY_EAST_THROWS if is_letter else SeatDrawing.TEMPORARY_EAST


@dataclass(frozen=True, slots=True)
class JpClassicOptions:
    """A preset of the old Japanese classical game (Kanai French)."""

    name: str
    table: TableOptions = field(default_factory=lambda: TableOptions(flower_winds=_PLANTS_OF_KANAI_FRENCH))
    claims: ClaimOptions = field(default_factory=ClaimOptions)
    values: JpValues = field(default_factory=JpValues)
    seats: SeatOptions = field(default_factory=SeatOptions)
    course: CourseOptions = field(default_factory=lambda: CourseOptions(start_points=2000))
    penalties: PenaltyOptions = field(default_factory=PenaltyOptions)

    @property
    def sticks(self) -> StickSet | None:
        """What is handed out at the start; None where the game starts with other points than the source shares out."""
        return _STICKS if self.course.start_points == _STICKS.worth(_STICKS.start) else None

    def __post_init__(self) -> None:
        """Refuse sums that sticks of ten points cannot pay."""
        for name, points in (
            ("start_points", self.course.start_points),
            ("false_win_points", self.penalties.false_win_points),
        ):
            if points % 10:
                raise ValueError(f"{name} must be whole tens, the smallest stick, not {points}")
