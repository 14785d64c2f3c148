"""How Zung Jung values hands and settles, as the classical moves ask it (`Scoring`).

Rules this file keeps: the winner always gets three times the hand; the payments only part it (Zung Jung play §1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mahjong_rules import hands
from mahjong_rules.counted_hands import CountedFigures
from mahjong_rules.deal_result import HandValue, Payment
from mahjong_rules.events import ToldHand
from mahjong_rules.melds import Meld
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.systems.cantonese.zungjung_values import (
    CHICKEN,
    HIGHEST_PATTERN,
    SHAPES,
    ZungjungValues,
    winner_value,
)
from mahjong_rules.systems.classical.hand import ClassicalHand, WinCircumstances, told_value, value_of_lines
from mahjong_rules.systems.classical.scoring import WithoutDanger
from mahjong_rules.systems.classical.system import Settled
from mahjong_rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class ZungjungPayments:
    """Who pays for a discard."""

    par_points: int = 25
    """For a discard, who is not responsible pays no more than this; the responsible player pays the rest."""
    same_turn_immunity: bool = True
    """Who only followed an earlier discard of the same kind is not responsible: who gave it first since the winner's
    own last discard is; nobody, if that one was the winner's."""

    def __post_init__(self) -> None:
        """Refuse what is no share."""
        if not 0 <= self.par_points <= 320:
            raise ValueError(f"par_points must be a number from 0 to 320, not {self.par_points}")


@dataclass(frozen=True, slots=True)
class ZungjungScoring(WithoutDanger):
    """Zung Jung: patterns add up, and only the winner is paid."""

    values: ZungjungValues
    prices: ZungjungPayments

    @property
    def losers_count(self) -> bool:
        """Zung Jung rules §1: only the winning hand is scored."""
        return False

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
        """Points, from the least that wins to the highest pattern (Zung Jung rules §6)."""
        return CountedFigures(points=(max(CHICKEN, self.values.minimum_points), HIGHEST_PATTERN))

    def counted(self, hand: ToldHand, *, is_east: bool) -> HandValue:  # noqa: ARG002 - one signature for all systems
        """The points as told."""
        return told_value(hand, None)

    def winner(self, hand: ClassicalHand, how: WinCircumstances) -> HandValue:
        """The sum of the patterns."""
        return winner_value(hand, how, self.values)

    def loser(self, hand: ClassicalHand) -> HandValue:  # noqa: ARG002 - one signature for all systems
        """Nothing."""
        return value_of_lines((), None)

    def waits(self, concealed: Sequence[Tile], melds: Sequence[Meld]) -> tuple[Tile, ...]:
        """Also for seven pairs, two of them perhaps the same, and for the thirteen terminals."""
        return hands.waits(concealed, melds, shapes=SHAPES)

    def payments(self, deal: Settled) -> tuple[Payment, ...]:
        """Zung Jung play §1-4."""
        value = deal.values[deal.winner]
        points = value.base_points if value is not None else 0
        responsible = deal.responsible if self.prices.same_turn_immunity else deal.discarder
        losers = [seat for seat in SEATS if seat != deal.winner]
        if deal.discarder is None or responsible not in losers or points <= self.prices.par_points:
            return tuple(Payment(seat, deal.winner, points, "winner") for seat in losers)
        par = self.prices.par_points
        return tuple(
            Payment(seat, deal.winner, 3 * points - 2 * par, "responsible")
            if seat == responsible
            else Payment(seat, deal.winner, par, "par")
            for seat in losers
        )

    def false_win(self, offender: Seat, points: int) -> tuple[Payment, ...]:
        """So many points to each other player."""
        return tuple(Payment(offender, seat, points, "false_win") for seat in SEATS if seat != offender and points)
