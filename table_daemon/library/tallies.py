"""What each person did in a game, counted from the results that the rules engine gave: the material of all careers.

Rules this file keeps: pure; a person is followed through changes of seats; a deal that was voided counts nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mahjong_rules.deal_result import DealResult, Outcome, WinResult
from mahjong_rules.reseating import by_seat_of_now
from mahjong_rules.seats import SEATS, Seat
from table_daemon.game.archive import ArchivedGame
from table_daemon.library.deals import ArchivedDeal, deals_of
from tablet_page.results import NOT_FOR_THE_HAND, result_document, win_points
from wire.messages import Json


@dataclass(slots=True)
class Tally:
    """What one person did in one game.

    Attributes:
        deals: that were played and count.
        wins: hands won; `tsumo` of them self-drawn, `won` points received for the hands themselves.
        deal_ins: deals in which the own discard was won; `paid` points given for those hands.
        riichi: deals with a declared riichi.
        calls: deals with a set claimed from somebody.
        best: points of the best hand, `best_hand` that hand as a `WinDocument`, `best_deal` which deal it was.
    """

    deals: int = 0
    wins: int = 0
    tsumo: int = 0
    won: int = 0
    deal_ins: int = 0
    paid: int = 0
    riichi: int = 0
    calls: int = 0
    best: int = 0
    best_deal: int = 0
    best_hand: Json | None = None


def tallies_of(archived: ArchivedGame) -> tuple[Tally, ...]:
    """By the seats at the end of the game."""
    tallies = tuple(Tally() for _ in SEATS)
    for deal in deals_of(archived):
        if deal.result is None:
            continue
        places = by_seat_of_now(archived.game, deal.result + 1, SEATS)
        people = tuple(tallies[places.index(seat)] for seat in SEATS)
        _count(people, deal, archived)
    return tallies


def _count(people: tuple[Tally, ...], played: ArchivedDeal, archived: ArchivedGame) -> None:
    """Add one deal; `people` by the seats of that deal."""
    deal = played.deal
    result = deal.result
    if result is None or result.outcome is Outcome.VOID:
        return
    for seat in deal.header.seats:
        person = people[seat]
        person.deals += 1
        person.riichi += any(tile.riichi for tile in deal.rivers[seat])
        person.calls += any(meld.is_open for meld in deal.melds[seat])
    for place, win in enumerate(result.wins):
        _win(people[win.seat], win, place, played, archived)
    for seat in {win.discarder for win in result.wins if win.discarder is not None}:
        people[seat].deal_ins += 1
        people[seat].paid += _paid(seat, result)


def _win(person: Tally, win: WinResult, place: int, played: ArchivedDeal, archived: ArchivedGame) -> None:
    result = played.last.results[-1]
    points = win_points(win, result)
    person.wins += 1
    person.tsumo += win.discarder is None
    person.won += points
    if points > person.best:
        document: Any = result_document(played.last, archived.rules.traits)
        person.best, person.best_deal, person.best_hand = points, played.number, document["wins"][place]


def _paid(seat: Seat, result: DealResult) -> int:
    """What the discarder gave for the hands that won the discard."""
    winners = {win.seat for win in result.wins}
    return sum(
        payment.points
        for payment in result.payments
        if payment.payer == seat and payment.receiver in winners and payment.reason not in NOT_FOR_THE_HAND
    )
