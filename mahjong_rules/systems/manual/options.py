"""Options of the manual game: each class is a section of its presets (config/rules/manual.toml)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from mahjong_rules.rule_system import PeopleSettle
from mahjong_rules.systems.classical.end_drawn_walls import EndDrawnWalls
from mahjong_rules.systems.classical.option_sections import ClaimOptions, DealerAfterDraw, DealerAfterWin
from mahjong_rules.tiles import TileStock
from mahjong_rules.wall import CountFrom, FirstDealt

KONGS: Final = ClaimOptions(robbing_kong=True, kong_in_claim_turn=True)
"""What some game allows the table takes: people know their own rules."""


@dataclass(frozen=True, slots=True)
class ManualTable(EndDrawnWalls):
    """Tiles and walls."""

    bonus_tiles: bool = False
    """Four flowers and four seasons are played with: 144 tiles, walls of 18; otherwise 136."""
    red_fives: bool = False
    """One five of each suit is red; in riichi each is worth a fan."""
    throws: int = 2
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
        return TileStock(red_fives=self.red_fives, bonus=self.bonus_tiles)


@dataclass(frozen=True, slots=True)
class ManualClaims:
    """Claims and winners."""

    chow_from_anybody: bool = False
    """A chow may be claimed from every player, not only from the one before."""
    winners_on_discard: int = 3
    """How many players may win on one discard: 1, 2 or 3."""

    def __post_init__(self) -> None:
        """Refuse what four players cannot do."""
        if not 1 <= self.winners_on_discard <= 3:
            raise ValueError(f"winners_on_discard must be 1, 2 or 3, not {self.winners_on_discard}")


@dataclass(frozen=True, slots=True)
class ManualSettlement:
    """What people type after a win."""

    sums_to_zero: bool = True
    """What some players get the others pay; other sums are refused."""
    score_step: int = 1
    """Payments and scores are whole multiples of this."""

    def __post_init__(self) -> None:
        """Refuse a step that counts nothing."""
        if not 1 <= self.score_step <= 1000:
            raise ValueError(f"score_step must be a number from 1 to 1000, not {self.score_step}")

    @property
    def by_people(self) -> PeopleSettle:
        """As the traits say it."""
        return PeopleSettle(self.sums_to_zero)


@dataclass(frozen=True, slots=True)
class ManualCourse:
    """Course and end of a game."""

    start_points: int = 0
    """What everybody begins with."""
    rounds: int = 4
    """How often the deal goes round the table; 0: until people call the time."""
    dealer_after_win: DealerAfterWin = DealerAfterWin.STAYS
    """Who deals after a deal that the dealer won; when another player wins, the next deals."""
    dealer_after_draw: DealerAfterDraw = DealerAfterDraw.STAYS
    """Who deals after a deal that nobody won."""
    deals_after_time: int = 0
    """Deals that still begin after the one in which the time is called."""
    seats_drawn_every: int = 0
    """Rounds after which seats are drawn anew while the game goes on; 0: people stay."""

    def __post_init__(self) -> None:
        """Refuse counts that no evening has."""
        for name, most in (("rounds", 16), ("deals_after_time", 16), ("seats_drawn_every", 16)):
            if not 0 <= getattr(self, name) <= most:
                raise ValueError(f"{name} must be a number from 0 to {most}, not {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class ManualOptions:
    """A preset of the manual game."""

    name: str
    table: ManualTable = field(default_factory=ManualTable)
    claims: ManualClaims = field(default_factory=ManualClaims)
    settlement: ManualSettlement = field(default_factory=ManualSettlement)
    course: ManualCourse = field(default_factory=ManualCourse)

    def __post_init__(self) -> None:
        """Refuse start points that the step does not count."""
        if self.course.start_points % self.settlement.score_step:
            raise ValueError(
                f"start_points must be whole multiples of score_step {self.settlement.score_step},"
                f" not {self.course.start_points}"
            )
