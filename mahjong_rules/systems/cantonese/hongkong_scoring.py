"""How Hong Kong old style values hands and settles, as the classical moves ask it (`Scoring`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mahjong_rules import hands
from mahjong_rules.counted_hands import CountedFigures
from mahjong_rules.deal_result import HandValue, Payment
from mahjong_rules.events import ToldHand
from mahjong_rules.melds import Meld
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.systems.cantonese.faan_options import FaanTable
from mahjong_rules.systems.cantonese.faan_payments import FaanPayments, WonUnits, win_payments
from mahjong_rules.systems.cantonese.faan_values import winner_value
from mahjong_rules.systems.cantonese.liability import (
    FedCase,
    Liability,
    fed_case,
    liable_payments,
    new_tile_payments,
    was_brought_about,
)
from mahjong_rules.systems.classical.hand import ClassicalHand, WinCircumstances, value_of_lines
from mahjong_rules.systems.classical.system import Settled
from mahjong_rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class HongkongScoring:
    """Hong Kong old style: faan of the winner by a table of payments; who fed a great hand pays for it."""

    table: FaanTable
    prices: FaanPayments
    liability: Liability

    @property
    def losers_count(self) -> bool:
        """Only the winner is paid."""
        return False

    @property
    def people_judge(self) -> bool:
        """Who is liable shows from the melds."""
        return False

    @property
    def unit(self) -> str:
        """Points, or cents."""
        return "points"

    @property
    def step(self) -> int:
        """The price of a chicken."""
        return self.prices.chicken

    @property
    def figures(self) -> CountedFigures:
        """Faan, from the least that wins to the limit (HK §7)."""
        return CountedFigures(fan=(self.table.values.minimum_faan, self.table.values.limit_faan))

    def counted(self, hand: ToldHand, *, is_east: bool) -> HandValue:  # noqa: ARG002 - one signature for all systems
        """What the table of payments says."""
        return HandValue(hand.fan, 0, (), (), "", self.prices.unit(hand.fan))

    def winner(self, hand: ClassicalHand, how: WinCircumstances) -> HandValue:
        """HK §6-39, and what the table of payments says."""
        value = winner_value(hand, how, self.table)
        return replace(value, base_points=self.prices.unit(min(value.fan, self.table.values.limit_faan)))

    def loser(self, hand: ClassicalHand) -> HandValue:  # noqa: ARG002 - one signature for all systems
        """Nothing."""
        return value_of_lines((), None)

    def waits(self, concealed: Sequence[Tile], melds: Sequence[Meld]) -> tuple[Tile, ...]:
        """What completes the hand, whether or not it then has faan enough."""
        return hands.waits(concealed, melds, shapes=self.table.values.shapes)

    def payments(self, deal: Settled) -> tuple[Payment, ...]:
        """HK §40-49, HK §55."""
        value = deal.values[deal.winner]
        unit = value.base_points if value is not None else 0
        won = WonUnits(unit, deal.winner, deal.discarder, (deal.winner, *deal.others))
        if not deal.fines:
            return (new_tile_payments if deal.is_late_new else win_payments)(won, self.prices.gun)
        fed = deal.fines[0]
        return liable_payments(
            won, fed.offender, FedCase(fed.case), self.prices.gun, self.liability, was_won=fed.is_full
        )

    def false_win(self, offender: Seat, points: int) -> tuple[Payment, ...]:
        """So many shares of a self-drawn limit hand to each other player (HK §53)."""
        share = 2 * self.prices.unit(self.table.values.limit_faan) * points
        return tuple(Payment(offender, seat, share, "false_win") for seat in SEATS if seat != offender and share)

    def danger(self, melds: Sequence[Meld], tile: Tile, *, wins: bool) -> str | None:
        """What makes liable (HK §45-48)."""
        case = fed_case(melds, tile.plain, self.liability, wins=wins)
        return None if case is None else case.value

    def is_finable(self, case: str, value: HandValue) -> bool:
        """The hand that won is the one that was fed."""
        return was_brought_about(FedCase(case), value, self.liability)

    def waits_for_great_hand(self, hand: ClassicalHand) -> bool:  # noqa: ARG002 - one signature for all systems
        """Nothing excuses."""
        return False
