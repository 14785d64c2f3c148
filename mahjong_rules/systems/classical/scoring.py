"""How each classical system values hands and settles: the tables of its source behind one interface (`Scoring`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mahjong_rules import hands
from mahjong_rules.counted_hands import CountedFigures
from mahjong_rules.deal_result import HandValue, Payment
from mahjong_rules.events import ToldHand
from mahjong_rules.melds import Meld, concealed_count
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.systems.classical import jp_values, simple_values, tchou_values
from mahjong_rules.systems.classical.danger import DangerCase, brought_about, danger_of, waits_for_a_great_hand
from mahjong_rules.systems.classical.hand import ClassicalHand, WinCircumstances, told_value
from mahjong_rules.systems.classical.settlement import (
    SOU,
    ImprudentPlay,
    SimpleScheme,
    TchouSettlement,
    false_win_settlement,
    fined_settlement,
    jp_settlement,
    simple_settlement,
)
from mahjong_rules.systems.classical.system import Settled
from mahjong_rules.tiles import Tile

MOST_DOUBLINGS: Final = 12
"""Chosen: the smallest hand reaches every limit with fewer."""
MOST_SIMPLE_POINTS: Final = 1000
"""Chosen: beyond what four concealed kongs of honours bring (La Règle l.121-131): a slip of the finger shows."""
_STICK: Final = 10
"""The smallest stick of the old Japanese game (Kanai French l.56)."""


def _totals(deal: Settled) -> tuple[int, ...]:
    """The four totals; a hand that does not count is worth nothing."""
    return tuple(value.base_points if value is not None else 0 for value in deal.values)


def _flat_fine(offender: Seat, points: int) -> tuple[Payment, ...]:
    return tuple(Payment(offender, seat, points, "false_win") for seat in SEATS if seat != offender and points)


class WithoutDanger:
    """A system without fines for dangerous discards."""

    __slots__ = ()

    @property
    def people_judge(self) -> bool:
        """Nothing is to be judged."""
        return False

    def danger(self, melds: Sequence[Meld], tile: Tile, *, wins: bool) -> str | None:  # noqa: ARG002 - one signature for all systems
        """None: no discard is dangerous."""
        return None

    def is_finable(self, case: str, value: HandValue) -> bool:  # noqa: ARG002 - one signature for all systems
        """False: no hand brings a fine about."""
        return False

    def waits_for_great_hand(self, hand: ClassicalHand) -> bool:  # noqa: ARG002 - one signature for all systems
        """False: there is nothing to be excused from."""
        return False


@dataclass(frozen=True, slots=True)
class TchouScoring:
    """Tchou 1924: everybody's hand counts, the winner is paid by a coefficient, losers settle, imprudence is fined."""

    values: tchou_values.TchouValues
    settlement: TchouSettlement
    fines: bool

    @property
    def losers_count(self) -> bool:
        """Losers are paid by losers, unless that was agreed away."""
        return self.settlement.losers_settle

    @property
    def unit(self) -> str:
        """Money, when a price was agreed."""
        return "centimes" if self.settlement.centimes_per_1000 else "points"

    @property
    def step(self) -> int:
        """Single points, or whole sous."""
        return SOU if self.settlement.centimes_per_1000 else 1

    @property
    def figures(self) -> CountedFigures:
        """Points of a complete hand up to the limit, and fan that double them (Tchou 1924 §24)."""
        points = (self.values.base_points, self.values.limit)
        return CountedFigures((0, MOST_DOUBLINGS), points=points, losers=self.losers_count)

    def counted(self, hand: ToldHand, *, is_east: bool) -> HandValue:  # noqa: ARG002 - one signature for all systems
        """Cut to the limit."""
        return told_value(hand, self.values.limit)

    def winner(self, hand: ClassicalHand, how: WinCircumstances) -> HandValue:
        """Tchou 1924 ch.IV."""
        return tchou_values.winner_value(hand, how, self.values)

    def loser(self, hand: ClassicalHand) -> HandValue:
        """Tchou 1924 ch.IV, what counts without a complete hand."""
        return tchou_values.loser_value(hand, self.values)

    def waits(self, concealed: Sequence[Tile], melds: Sequence[Meld]) -> tuple[Tile, ...]:
        """Also for the thirteen."""
        return hands.waits(concealed, melds, shapes=self.values.shapes)

    def payments(self, deal: Settled) -> tuple[Payment, ...]:
        """The settlement with its fines (Tchou 1924 ch.V, l.621-651)."""
        winner = deal.values[deal.winner]
        return fined_settlement(
            _totals(deal),
            deal.winner,
            deal.discarder,
            deal.dealer,
            self.settlement,
            [ImprudentPlay(fine.offender, fine.is_full) for fine in deal.fines],
            is_maximum=winner is not None and winner.base_points >= self.values.limit,
        )

    def false_win(self, offender: Seat, points: int) -> tuple[Payment, ...]:
        """The price at the high coefficient (Tchou 1924 l.643)."""
        return false_win_settlement(offender, points, self.settlement)

    @property
    def people_judge(self) -> bool:
        """Whether only harmful tiles were left people judge (Tchou 1924 l.649)."""
        return True

    def danger(self, melds: Sequence[Meld], tile: Tile, *, wins: bool) -> str | None:  # noqa: ARG002 - one signature
        """The case that this discard serves, to win or for a set (Tchou 1924 l.621-629)."""
        found = danger_of(melds, tile) if self.fines else None
        return found.case.value if found is not None else None

    def is_finable(self, case: str, value: HandValue) -> bool:
        """Not below three fan (Tchou 1924 l.649)."""
        return brought_about(DangerCase(case), value)

    def waits_for_great_hand(self, hand: ClassicalHand) -> bool:
        """The hand waits for the last tile of one of three fan or of a maximum (Tchou 1924 l.641)."""
        if len(hand.concealed) != concealed_count(hand.melds):
            return False
        completed = (
            WinCircumstances(winning_tile=tile, self_drawn=is_drawn)
            for tile in self.waits(hand.concealed, hand.melds)
            for is_drawn in (False, True)
        )
        return waits_for_a_great_hand([self.winner(hand, how) for how in completed])


@dataclass(frozen=True, slots=True)
class SimpleScoring(WithoutDanger):
    """La Règle: a table of points, counted by a scheme that families agree on."""

    values: simple_values.SimpleValues
    scheme: SimpleScheme

    @property
    def losers_count(self) -> bool:
        """Except where only the winner is paid."""
        return self.scheme is not SimpleScheme.WINNER_ONLY

    @property
    def unit(self) -> str:
        """Points."""
        return "points"

    @property
    def step(self) -> int:
        """Single points."""
        return 1

    @property
    def figures(self) -> CountedFigures:
        """Points alone: nothing doubles and nothing limits them."""
        return CountedFigures(points=(self.values.mahjong_points, MOST_SIMPLE_POINTS), losers=self.losers_count)

    def counted(self, hand: ToldHand, *, is_east: bool) -> HandValue:  # noqa: ARG002 - one signature for all systems
        """The points as told."""
        return told_value(hand, None)

    def winner(self, hand: ClassicalHand, how: WinCircumstances) -> HandValue:
        """Lines 121-131."""
        return simple_values.winner_value(hand, how, self.values)

    def loser(self, hand: ClassicalHand) -> HandValue:
        """Lines 121-130."""
        return simple_values.loser_value(hand, self.values)

    def waits(self, concealed: Sequence[Tile], melds: Sequence[Meld]) -> tuple[Tile, ...]:
        """Four sets and a pair only."""
        return hands.waits(concealed, melds, shapes=self.values.shapes)

    def payments(self, deal: Settled) -> tuple[Payment, ...]:
        """By the scheme."""
        return simple_settlement(_totals(deal), deal.winner, deal.discarder, deal.dealer, self.scheme)

    def false_win(self, offender: Seat, points: int) -> tuple[Payment, ...]:
        """So many points to each other player."""
        return _flat_fine(offender, points)


@dataclass(frozen=True, slots=True)
class JpScoring(WithoutDanger):
    """Kanai French: only the winner is paid, in sticks of ten points and more."""

    values: jp_values.JpValues

    @property
    def losers_count(self) -> bool:
        """Kanai French l.61: the losers pay the winner."""
        return False

    @property
    def unit(self) -> str:
        """Points."""
        return "points"

    @property
    def step(self) -> int:
        """The smallest stick."""
        return _STICK

    @property
    def figures(self) -> CountedFigures:
        """Points, which fan double, up to what East may receive (Kanai French l.60)."""
        return CountedFigures((0, MOST_DOUBLINGS), points=(self.values.least_points, self.values.limit_east))

    def counted(self, hand: ToldHand, *, is_east: bool) -> HandValue:
        """Cut to the limit of the winner's wind."""
        return told_value(hand, self.values.limit_east if is_east else self.values.limit)

    def winner(self, hand: ClassicalHand, how: WinCircumstances) -> HandValue:
        """By the table of A-18."""
        return jp_values.winner_value(hand, how, self.values)

    def loser(self, hand: ClassicalHand) -> HandValue:
        """Nothing."""
        return jp_values.loser_value(hand, self.values)

    def waits(self, concealed: Sequence[Tile], melds: Sequence[Meld]) -> tuple[Tile, ...]:
        """Also for the thirteen orphans."""
        return hands.waits(concealed, melds, shapes=self.values.shapes)

    def payments(self, deal: Settled) -> tuple[Payment, ...]:
        """Only the winner is paid, by A-18."""
        limit = self.values.limit_east if deal.winner == deal.dealer else self.values.limit
        total = _totals(deal)[deal.winner]
        value = deal.values[deal.winner]
        return jp_settlement(
            total,
            limit,
            deal.winner,
            deal.discarder,
            deal.dealer,
            self.values.rounding,
            is_maximum=value is not None and value.limit == "maximum",
        )

    def false_win(self, offender: Seat, points: int) -> tuple[Payment, ...]:
        """So many points to each other player."""
        return _flat_fine(offender, points)
