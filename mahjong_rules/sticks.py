"""Scores as sticks: what everybody holds, and which sticks change hands when a deal is paid.

Rules this file keeps:
* No stick appears or is lost: what somebody gives, somebody else gets. The table is a fifth place, empty at the start:
  stakes lie there.
* A payment moves as few sticks as it can; what is given too much comes back as change.
* Where two people cannot make the change a third changes first; where that does not help either, all four put their
  sticks together and share them out anew.
* Nobody gives what he does not hold: the rest of a payment stays owed, and is paid as soon as its debtor has sticks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add, mul, sub
from typing import Final

from mahjong_rules.deal_result import Payment
from mahjong_rules.reseating import moved
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Game

Counts = tuple[int, ...]
"""How many sticks of each value, the most valuable first."""
Place = int
"""A seat, or the table."""
TABLE: Final[Place] = len(SEATS)
_PLACES: Final = range(len(SEATS) + 1)
_KEPT: Final = 512
"""Settlements that are kept: more than the deals of the longest game, whose sticks are counted after every event."""


@dataclass(frozen=True, slots=True)
class StickSet:
    """The sticks of a game: the points of each kind, most first, and what everybody begins with."""

    values: Counts
    start: Counts

    def worth(self, counts: Counts) -> int:
        """The points of so many sticks."""
        return sum(map(mul, counts, self.values))


@dataclass(frozen=True, slots=True)
class Handover:
    """One hand to another: what is given, and what comes back."""

    giver: Place
    taker: Place
    given: Counts
    back: Counts


@dataclass(frozen=True, slots=True, order=True)
class Debt:
    """Points that somebody had no sticks for."""

    debtor: Place
    creditor: Place
    points: int


@dataclass(frozen=True, slots=True)
class Holdings:
    """Who has which sticks, the table last, and who owes whom."""

    purses: tuple[Counts, ...]
    debts: tuple[Debt, ...] = ()


@dataclass(frozen=True, slots=True)
class PaidInSticks:
    """Sticks after a payment, and how they went."""

    holdings: Holdings
    handovers: tuple[Handover, ...] = ()


def first_holdings(sticks: StickSet) -> Holdings:
    """What is handed out before the first deal."""
    nothing = (0,) * len(sticks.values)
    return Holdings((*(sticks.start for _ in SEATS), nothing))


@lru_cache(maxsize=_KEPT)
def settle(sticks: StickSet, holdings: Holdings, dues: tuple[Debt, ...]) -> PaidInSticks:
    """Every due paid as far as sticks reach, old debts with them.

    Who receives and pays in the same deal may pay with what was received: dues are gone through until none moves.
    """
    purses = list(holdings.purses)
    handovers: list[Handover] = []
    left = _netted((*holdings.debts, *dues))
    goes_on = True
    while goes_on:
        goes_on = False
        for due in left:
            points = min(due.points, sticks.worth(purses[due.debtor]))
            done = _pay(sticks, purses, Debt(due.debtor, due.creditor, points)) if points else ()
            if done:
                handovers += done
                goes_on = True
                left = _netted((*left, Debt(due.creditor, due.debtor, points)))
                break
    return PaidInSticks(Holdings(tuple(purses), left), tuple(handovers))


def _netted(dues: Iterable[Debt]) -> tuple[Debt, ...]:
    """One due between two places at most, the largest first."""
    owed: dict[tuple[Place, Place], int] = {}
    for due in dues:
        pair, sign = ((due.debtor, due.creditor), 1)
        if pair[0] > pair[1]:
            pair, sign = (pair[1], pair[0]), -1
        owed[pair] = owed.get(pair, 0) + sign * due.points
    found = [Debt(*(pair if points > 0 else pair[::-1]), abs(points)) for pair, points in owed.items() if points]
    return tuple(sorted(found, key=lambda due: (-due.points, due.debtor, due.creditor)))


def _pay(sticks: StickSet, purses: list[Counts], due: Debt) -> list[Handover]:
    """One payment that the debtor's sticks are worth; changes `purses`. Empty where nothing makes the change."""
    paid = _direct(sticks, purses, due)
    if paid is not None:
        return [_moved(purses, due.debtor, due.creditor, paid)]
    for helper in (seat for seat in SEATS if seat not in (due.debtor, due.creditor)):
        for swap in sorted(_nets(sticks, purses[due.debtor], purses[helper], 0), key=_sticks_moved):
            after = list(purses)
            change = _moved(after, due.debtor, helper, swap)
            paid = _direct(sticks, after, due)
            if paid is not None:
                purses[:] = after
                return [change, _moved(purses, due.debtor, due.creditor, paid)]
    return _shared_out(sticks, purses, due)


def _direct(sticks: StickSet, purses: Sequence[Counts], due: Debt) -> Counts | None:
    """The fewest sticks from one to the other (minus: back) that make the payment."""
    ways = _nets(sticks, purses[due.debtor], purses[due.creditor], due.points)
    return min(ways, key=_sticks_moved, default=None)


def _sticks_moved(net: Counts) -> tuple[int, Counts]:
    return (sum(map(abs, net)), net)


def _nets(sticks: StickSet, mine: Counts, yours: Counts, points: int) -> Iterator[Counts]:
    """Every way to hand over so many points: sticks given of each value, minus for those that come back."""
    if not mine:
        if points == 0:
            yield ()
        return
    value, *others = sticks.values
    rest = StickSet(tuple(others), ())
    least = -(-(points - rest.worth(mine[1:])) // value)
    most = (points + rest.worth(yours[1:])) // value
    for count in range(max(least, -yours[0]), min(most, mine[0]) + 1):
        for more in _nets(rest, mine[1:], yours[1:], points - count * value):
            yield (count, *more)


def _moved(purses: list[Counts], giver: Place, taker: Place, net: Counts) -> Handover:
    purses[giver] = tuple(map(sub, purses[giver], net))
    purses[taker] = tuple(map(add, purses[taker], net))
    return Handover(giver, taker, tuple(max(count, 0) for count in net), tuple(max(-count, 0) for count in net))


def _shared_out(sticks: StickSet, purses: list[Counts], due: Debt) -> list[Handover]:
    """All sticks lie in the middle and everybody takes what he has now, the smallest sticks as they must fall."""
    wanted = [sticks.worth(purse) for purse in purses]
    wanted[due.debtor] -= due.points
    wanted[due.creditor] += due.points
    shares = _shares(sticks.values, [sum(column) for column in zip(*purses, strict=True)], wanted)
    if shares is None:
        return []
    seats = [place for place in _PLACES if place != TABLE and shares[place] != purses[place]]
    return [_moved(purses, seat, TABLE, tuple(map(sub, purses[seat], shares[seat]))) for seat in seats]


def _shares(values: Counts, stock: Sequence[int], wanted: Sequence[int]) -> list[Counts] | None:
    """All sticks of the stock divided so that everybody has what is wanted; None where they cannot be."""
    left, columns = list(wanted), []
    for place in range(len(values) - 1, 0, -1):
        value, larger = values[place], values[place - 1]
        column = [points % larger // value for points in left]
        lot, over = larger // value, stock[place] - sum(column)
        if over < 0 or over % lot:
            return None
        left = [points - points % larger for points in left]
        for _ in range(over // lot):
            richest = max(_PLACES, key=lambda who: left[who])
            column[richest] += lot
            left[richest] -= larger
        columns.append(column)
    columns.append([points // values[0] for points in left])
    is_whole = min(left) >= 0 and not any(points % values[0] for points in left)
    return [tuple(reversed(row)) for row in zip(*columns, strict=True)] if is_whole else None


# A whole game


@dataclass(frozen=True, slots=True)
class Counted:
    """The sticks of a game as they are now, and how those of its last deal went."""

    holdings: Holdings
    last_handovers: tuple[Handover, ...] = ()


def counted(sticks: StickSet, game: Game) -> Counted:
    """Every deal of the game paid in sticks; what changed a score besides (a stake, a person's word) goes first."""
    holdings = first_holdings(sticks)
    before: tuple[int, ...] = (game.start_points,) * len(SEATS)
    handovers: tuple[Handover, ...] = ()
    for result in game.results:
        unpaid = tuple(map(sub, result.scores, result.deltas))
        holdings = settle(sticks, holdings, _other_dues(before, unpaid)).holdings
        settled = settle(sticks, holdings, tuple(map(_due, result.payments)))
        holdings, handovers, before = settled.holdings, settled.handovers, result.scores
        if result.change is not None:
            holdings, before = _seated(holdings, result.change.seats), moved(before, result.change.seats)
    return Counted(settle(sticks, holdings, _other_dues(before, game.scores)).holdings, handovers)


def _due(payment: Payment) -> Debt:
    payer, receiver = (TABLE if seat is None else int(seat) for seat in (payment.payer, payment.receiver))
    return Debt(payer, receiver, payment.points)


def _other_dues(before: Sequence[int], after: Sequence[int]) -> tuple[Debt, ...]:
    """Who lost points pays who got them, in turn; the table gives or takes what they do not come to."""
    changes = list(map(sub, after, before))
    changes.append(-sum(changes))
    dues: list[Debt] = []
    for winner in _PLACES:
        for loser in _PLACES:
            part = min(changes[winner], -changes[loser])
            if part > 0:
                dues.append(Debt(loser, winner, part))
                changes[loser] += part
                changes[winner] -= part
    return tuple(dues)


def _seated(holdings: Holdings, seats: Sequence[Seat]) -> Holdings:
    """Everybody takes the own sticks along, and the own debts."""
    places = (*(int(seat) for seat in seats), TABLE)
    purses = (*moved(holdings.purses[:TABLE], seats), holdings.purses[TABLE])
    debts = (Debt(places[debt.debtor], places[debt.creditor], debt.points) for debt in holdings.debts)
    return Holdings(purses, tuple(sorted(debts)))
