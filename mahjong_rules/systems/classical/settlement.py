"""Who pays whom in the classical systems: the winner by everybody, losers among themselves, fines, money.

Rules this file keeps: payments between players cancel out; a tally is paid by the table (`payer` None).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final

from mahjong_rules.deal_result import Payment
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.systems.classical.jp_values import Rounding

SOU: Final = 5
"""Money is paid in whole sous of five centimes (Tchou 1924 ch.V; R-19)."""


class Mode(StrEnum):
    """Who pays the high coefficient to the winner (Tchou 1924 l.304-318)."""

    NEW = "new"
    """The discarder, or everybody when the last tile was drawn."""
    OLD = "old"
    """The first hand; everybody when the first hand wins."""


@dataclass(frozen=True, slots=True)
class TchouSettlement:
    """What players agree on before the game (Tchou 1924 l.280-322)."""

    mode: Mode = Mode.NEW
    """Who pays the high coefficient: new or old mode."""
    low_coefficient: int = 1
    """1, 2 or 4; the high coefficient is twice as much (Tchou 1924 l.300)."""
    centimes_per_1000: int = 0
    """Price of a thousand points in centimes, for example 1000 for ten francs; 0: no money, points are counted."""
    losers_settle: bool = True
    """Losers pay each other the difference of their hands (Tchou 1924 l.316)."""

    def __post_init__(self) -> None:
        """Refuse coefficients and prices that Tchou 1924 does not know."""
        if self.low_coefficient not in (1, 2, 4):
            raise ValueError(f"low_coefficient must be 1, 2 or 4, not {self.low_coefficient}")
        if not 0 <= self.centimes_per_1000 <= 1_000_000:
            raise ValueError(f"centimes_per_1000 must be a number from 0 to 1000000, not {self.centimes_per_1000}")

    @property
    def high_coefficient(self) -> int:
        """Always twice the low one."""
        return 2 * self.low_coefficient

    def price(self, points: int, coefficient: int) -> int:
        """What so many points cost: points, or whole sous in centimes, each payment rounded by itself, halves up."""
        if not self.centimes_per_1000:
            return points * coefficient
        return self._sous(2 * points * coefficient * self.centimes_per_1000)

    def half_price(self, points: int, coefficient: int) -> int:
        """Half of what so many points cost, the exact half rounded up as any payment is."""
        if not self.centimes_per_1000:
            return (points * coefficient + 1) // 2
        return self._sous(points * coefficient * self.centimes_per_1000)

    @staticmethod
    def _sous(twice_millicentimes: int) -> int:
        """Whole sous, halves up, of twice as many thousandths of a centime."""
        return (twice_millicentimes + SOU * 1000) // (2 * SOU * 1000) * SOU


@dataclass(frozen=True, slots=True)
class ImprudentPlay:
    """A dangerous discard that is fined: `is_full` when it gave the winning tile (Tchou 1924 l.631-651)."""

    offender: Seat
    is_full: bool


def tchou_settlement(
    totals: Sequence[int], winner: Seat, discarder: Seat | None, first_hand: Seat, options: TchouSettlement
) -> tuple[Payment, ...]:
    """Losers to the winner, then losers among themselves (Tchou 1924 l.304-318, ch.V).

    Args:
        totals: the four hands' totals, by seat.
        winner: whose hand is complete.
        discarder: who gave the last tile, also by a kong that was robbed; None when it was drawn.
        first_hand: East of this deal, who pays high in the old mode.
        options: what was agreed on.
    """
    payments = _winner_payments(totals, winner, discarder, first_hand, options)
    if options.losers_settle:
        payments += _loser_payments(totals, winner, options)
    return tuple(payment for payment in payments if payment.points)


def fined_settlement(  # noqa: PLR0913 - the figures of one settlement, as the book names them
    totals: Sequence[int],
    winner: Seat,
    discarder: Seat | None,
    first_hand: Seat,
    options: TchouSettlement,
    fines: Sequence[ImprudentPlay],
    *,
    is_maximum: bool,
) -> tuple[Payment, ...]:
    """The settlement with fines for dangerous play.

    A full fine: the offender pays what every loser owes the winner; beside a winner at the limit the losers do not
    settle. A half fine: half of what each other loser owes the winner (R-17). A full fine absorbs half fines, of
    several half fines the last one counts (R-18).
    """
    full = next((fine for fine in fines if fine.is_full), None)
    to_winner = _winner_payments(totals, winner, discarder, first_hand, options)
    others = _loser_payments(totals, winner, options) if options.losers_settle else []
    if full is not None:
        to_winner = [_instead(payment, full.offender, "fine_full") for payment in to_winner]
        others = [] if is_maximum else others
    elif fines:
        offender, total = fines[-1].offender, totals[winner]
        to_winner = [part for payment in to_winner for part in _halved(payment, offender, total, options)]
    return tuple(payment for payment in (*to_winner, *others) if payment.points)


def false_win_settlement(offender: Seat, points: int, options: TchouSettlement) -> tuple[Payment, ...]:
    """Each partner gets the price of a hand of `points` at the high coefficient (Tchou 1924 l.643)."""
    each = options.price(points, options.high_coefficient)
    return tuple(Payment(offender, seat, each, "false_win") for seat in SEATS if seat != offender and each)


def _winner_payments(
    totals: Sequence[int], winner: Seat, discarder: Seat | None, first_hand: Seat, options: TchouSettlement
) -> list[Payment]:
    payments = []
    for payer in SEATS:
        if payer == winner:
            continue
        if options.mode is Mode.NEW:
            is_high = discarder is None or payer == discarder
        else:
            is_high = first_hand in (winner, payer)
        coefficient = options.high_coefficient if is_high else options.low_coefficient
        reason = "winner_high" if is_high else "winner_low"
        payments.append(Payment(payer, winner, options.price(totals[winner], coefficient), reason))
    return payments


def _loser_payments(totals: Sequence[int], winner: Seat, options: TchouSettlement) -> list[Payment]:
    payments = []
    for one, other in combinations([seat for seat in SEATS if seat != winner], 2):
        payer, receiver = (one, other) if totals[one] < totals[other] else (other, one)
        points = options.price(totals[receiver] - totals[payer], options.low_coefficient)
        payments.append(Payment(payer, receiver, points, "between_losers"))
    return payments


def _instead(payment: Payment, offender: Seat, reason: str) -> Payment:
    if payment.payer == offender:
        return payment
    return Payment(offender, payment.receiver, payment.points, reason)


def _halved(payment: Payment, offender: Seat, total: int, options: TchouSettlement) -> list[Payment]:
    if payment.payer == offender:
        return [payment]
    is_high = payment.reason == "winner_high"
    half = options.half_price(total, options.high_coefficient if is_high else options.low_coefficient)
    return [
        Payment(payment.payer, payment.receiver, payment.points - half, payment.reason),
        Payment(offender, payment.receiver, half, "fine_half"),
    ]


class SimpleScheme(StrEnum):
    """How the points of the simple game are counted; La Règle does not say (A-11)."""

    TALLY = "tally"
    """Everybody adds the points of the own hand to the own total."""
    WINNER_ONLY = "winner_only"
    """Each loser pays the winner's points."""
    CLASSICAL = "classical"
    """Each loser pays the winner, losers pay each other the difference; East pays and receives double."""
    TCHOU = "tchou"
    """As Tchou 1924, in the new mode and with the coefficients 1 and 2."""


def simple_settlement(
    totals: Sequence[int], winner: Seat, discarder: Seat | None, east: Seat, scheme: SimpleScheme
) -> tuple[Payment, ...]:
    """The payments of the simple game under a scheme."""
    losers = [seat for seat in SEATS if seat != winner]
    match scheme:
        case SimpleScheme.TALLY:
            payments = [Payment(None, seat, totals[seat], "tally") for seat in SEATS]
        case SimpleScheme.WINNER_ONLY:
            payments = [Payment(seat, winner, totals[winner], "winner") for seat in losers]
        case SimpleScheme.CLASSICAL:
            payments = [_doubled(Payment(seat, winner, totals[winner], "winner"), east) for seat in losers]
            payments += [_doubled(part, east) for part in _loser_payments(totals, winner, TchouSettlement())]
        case SimpleScheme.TCHOU:
            return tchou_settlement(totals, winner, discarder, east, TchouSettlement())
    return tuple(payment for payment in payments if payment.points)


def _doubled(payment: Payment, east: Seat) -> Payment:
    factor = 2 if east in (payment.payer, payment.receiver) else 1
    return Payment(payment.payer, payment.receiver, payment.points * factor, payment.reason)


def jp_settlement(  # noqa: PLR0913 - the figures of one settlement, as the book names them
    total: int,
    limit: int,
    winner: Seat,
    discarder: Seat | None,
    east: Seat,
    rounding: Rounding,
    *,
    is_maximum: bool = False,
) -> tuple[Payment, ...]:
    """Only the winner is paid; East pays and receives double; a discarder pays for everybody (A-18).

    The unit is rounded to tens before it is doubled for East.

    Args:
        total: the hand's total.
        limit: the most that this winner receives.
        winner: whose hand is complete.
        discarder: who gave the last tile; None when it was drawn.
        east: East of this deal.
        rounding: of the unit, to tens.
        is_maximum: the hand is worth the limit by its form, so nothing was cut.
    """
    shares = {seat: 2 if east in (seat, winner) else 1 for seat in SEATS if seat != winner}
    unit, most = _to_tens(total, rounding), limit // sum(shares.values())
    reason = "winner_limit" if unit > most and not is_maximum else "winner"
    unit = min(unit, most)
    if discarder is not None:
        return (Payment(discarder, winner, unit * sum(shares.values()), reason),)
    return tuple(Payment(seat, winner, unit * share, reason) for seat, share in shares.items())


def _to_tens(points: int, rounding: Rounding) -> int:
    if rounding is Rounding.UP:
        return -(-points // 10) * 10
    return (points + 5) // 10 * 10
