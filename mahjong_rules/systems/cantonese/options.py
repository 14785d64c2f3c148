"""Options of Hong Kong old style and of Zung Jung: each class is a section of their presets (config/rules/*.toml)."""

from __future__ import annotations

from dataclasses import dataclass, field

from mahjong_rules.systems.cantonese.faan_options import FaanValues, FlowerFaan
from mahjong_rules.systems.cantonese.faan_payments import FaanPayments
from mahjong_rules.systems.cantonese.liability import Liability
from mahjong_rules.systems.cantonese.tables import HongkongTable, ZungjungTable
from mahjong_rules.systems.cantonese.zungjung_scoring import ZungjungPayments
from mahjong_rules.systems.cantonese.zungjung_values import ZungjungValues
from mahjong_rules.systems.classical.option_sections import (
    ClaimOptions,
    CourseOptions,
    DealerAfterDraw,
    DealerAfterWin,
)


@dataclass(frozen=True, slots=True)
class WinnerClaims:
    """Claims, kongs and winners."""

    robbing_kong: bool = True
    """A tile added to an exposed pung may be won by another player."""
    kong_in_claim_turn: bool = False
    """A player who has just claimed a chow or pung may declare a kong in the same turn."""
    winners_on_discard: int = 1
    """How many players may win on one discard: 1, 2 or 3."""

    def __post_init__(self) -> None:
        """Refuse what four players cannot do."""
        if not 1 <= self.winners_on_discard <= 3:
            raise ValueError(f"winners_on_discard must be 1, 2 or 3, not {self.winners_on_discard}")

    @property
    def claims(self) -> ClaimOptions:
        """As the classical moves ask it."""
        return ClaimOptions(self.robbing_kong, self.kong_in_claim_turn)


@dataclass(frozen=True, slots=True)
class DealerCourse:
    """Course and end of a game."""

    start_points: int = 0
    """What everybody begins with."""
    rounds: int = 4
    """How often the deal goes round the table."""
    dealer_after_win: DealerAfterWin = DealerAfterWin.STAYS
    """Who deals after a deal that the dealer won; when another player wins, the next deals."""
    dealer_after_draw: DealerAfterDraw = DealerAfterDraw.STAYS
    """Who deals after a deal that nobody won."""
    deals_after_time: int = 0
    """Deals that still begin after the one in which the time is called."""
    seats_drawn_every: int = 0
    """Rounds after which seats are drawn anew while the game goes on; 0: people stay."""

    def __post_init__(self) -> None:
        """Refuse a game without an end."""
        self.course  # noqa: B018 - its own check has the limits

    @property
    def course(self) -> CourseOptions:
        """As the classical course asks it."""
        return CourseOptions(
            self.start_points, self.rounds, self.dealer_after_draw, self.deals_after_time, self.seats_drawn_every
        )


@dataclass(frozen=True, slots=True)
class FalseWinFaan:
    """What a false win costs."""

    false_win_shares: int = 1
    """Who declares a hand that is not complete pays each other player so often what a loser of a self-drawn limit hand
    pays: 1, or 3 for the whole hand; 0: nothing."""

    def __post_init__(self) -> None:
        """Refuse what no table takes."""
        if self.false_win_shares not in (0, 1, 3):
            raise ValueError(f"false_win_shares must be 0, 1 or 3, not {self.false_win_shares}")


@dataclass(frozen=True, slots=True)
class HongkongOptions:
    """A preset of Hong Kong old style."""

    name: str
    table: HongkongTable = field(default_factory=HongkongTable)
    claims: WinnerClaims = field(default_factory=WinnerClaims)
    values: FaanValues = field(default_factory=FaanValues)
    flowers: FlowerFaan = field(default_factory=FlowerFaan)
    payments: FaanPayments = field(default_factory=FaanPayments)
    liability: Liability = field(default_factory=Liability)
    course: DealerCourse = field(default_factory=DealerCourse)
    penalties: FalseWinFaan = field(default_factory=FalseWinFaan)

    def __post_init__(self) -> None:
        """Refuse start points that no payment can reach."""
        if self.course.start_points % self.payments.chicken:
            raise ValueError(
                f"start_points must be whole multiples of chicken {self.payments.chicken},"
                f" not {self.course.start_points}"
            )


@dataclass(frozen=True, slots=True)
class FalseWinPoints:
    """What a false win costs."""

    false_win_points: int = 25
    """Who declares a hand that is not complete pays so many points to each other player."""

    def __post_init__(self) -> None:
        """Refuse a fine below nothing."""
        if not 0 <= self.false_win_points <= 1000:
            raise ValueError(f"false_win_points must be a number from 0 to 1000, not {self.false_win_points}")


@dataclass(frozen=True, slots=True)
class ZungjungOptions:
    """A preset of Zung Jung."""

    name: str
    table: ZungjungTable = field(default_factory=ZungjungTable)
    claims: ClaimOptions = field(default_factory=ClaimOptions)
    values: ZungjungValues = field(default_factory=ZungjungValues)
    payments: ZungjungPayments = field(default_factory=ZungjungPayments)
    course: DealerCourse = field(
        default_factory=lambda: DealerCourse(
            dealer_after_win=DealerAfterWin.PASSES, dealer_after_draw=DealerAfterDraw.PASSES
        )
    )
    penalties: FalseWinPoints = field(default_factory=FalseWinPoints)
