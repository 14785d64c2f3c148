"""What one classical system adds to the common play: its sections, and how it values hands and settles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mahjong_rules.counted_hands import CountedFigures
from mahjong_rules.deal_result import Fine, HandValue, Payment
from mahjong_rules.events import ToldHand
from mahjong_rules.melds import Meld
from mahjong_rules.seat_drawing import SeatDrawing
from mahjong_rules.seats import Seat
from mahjong_rules.sticks import StickSet
from mahjong_rules.systems.classical.hand import ClassicalHand, WinCircumstances
from mahjong_rules.systems.classical.option_sections import (
    ClaimOptions,
    CourseOptions,
    DealerAfterWin,
    PenaltyOptions,
)
from mahjong_rules.systems.classical.play_table import ValuedTable
from mahjong_rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Settled:
    """One win of a deal as the settlement sees it; who wins the same tile is settled apart.

    `values` are those of all hands that count, by seat; `discarder` gave the winning tile, or added it to a pung.
    """

    winner: Seat
    discarder: Seat | None
    dealer: Seat
    values: tuple[HandValue | None, ...]
    fines: tuple[Fine, ...] = ()
    others: tuple[Seat, ...] = ()
    """Who wins the same tile too."""
    responsible: Seat | None = None
    """Who gave a tile of the winning kind first since the winner's own last discard, that one included; usually the
    discarder, and the winner where the own discard was of that kind."""
    is_late_new: bool = False
    """The winning discard was of a kind that lay open nowhere, with few tiles left (`new_tile_from`)."""


class Scoring(Protocol):
    """Values, waits and payments of one system."""

    @property
    def losers_count(self) -> bool:
        """The losers' hands are opened and counted."""

    @property
    def people_judge(self) -> bool:
        """People confirm or waive a fine; otherwise it is due as soon as it is found."""

    @property
    def unit(self) -> str:
        """What scores are counted in: "points" or "centimes"."""

    @property
    def step(self) -> int:
        """Scores are whole multiples of this."""

    @property
    def figures(self) -> CountedFigures:
        """What people may say that a hand is worth without its tiles."""

    def counted(self, hand: ToldHand, *, is_east: bool) -> HandValue:
        """The value of such a hand, whose figures were checked."""

    def winner(self, hand: ClassicalHand, how: WinCircumstances) -> HandValue:
        """The value of a hand that wins.

        Raises:
            NotComplete: it cannot win.
        """

    def loser(self, hand: ClassicalHand) -> HandValue:
        """The value of a hand that does not win."""

    def waits(self, concealed: Sequence[Tile], melds: Sequence[Meld]) -> tuple[Tile, ...]:
        """The kinds that complete a hand of 13 tiles less 3 a meld."""

    def payments(self, deal: Settled) -> tuple[Payment, ...]:
        """Who pays whom after a win."""

    def false_win(self, offender: Seat, points: int) -> tuple[Payment, ...]:
        """What a false win costs: the price of a hand of so many points to each other player."""

    def danger(self, melds: Sequence[Meld], tile: Tile, *, wins: bool) -> str | None:
        """The case in which a discard of `tile` serves the threatening hand with these melds; None: in none.

        `wins`: the tile wins; otherwise it is claimed for a set.
        """

    def is_finable(self, case: str, value: HandValue) -> bool:
        """A winner's hand of this value is one that the case warned of."""

    def waits_for_great_hand(self, hand: ClassicalHand) -> bool:
        """A loser's hand waits for the last tile of a great hand, which excuses a dangerous discard."""


@dataclass(frozen=True, slots=True)
class ClassicalSystem:
    """One preset: the sections that all systems share, and its own scoring."""

    name: str
    table: ValuedTable
    claims: ClaimOptions
    course: CourseOptions
    penalties: PenaltyOptions
    scoring: Scoring
    seat_drawing: SeatDrawing
    has_prevalent_wind: bool
    claimed_kong_hides_two: bool
    max_winners: int = 1
    """On one discard; with 1 the first after the discarder wins."""
    dealer_after_win: DealerAfterWin = DealerAfterWin.STAYS
    sticks: StickSet | None = None
    """What is paid with, where the rules name it."""
    new_tile_from: int = 0
    """With so many tiles left to draw or fewer a discard of a kind that lies open nowhere is late; 0: never."""
