"""People change places while a game goes on: names and scores go along, and old results still find their people.

Rules this file keeps: what a result says by seat is never rewritten; who sat there follows from the changes after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from mahjong_rules.deal_result import SeatChange
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import SeatsRedrawn
from mahjong_rules.game_flow import check_not_over, is_between_deals
from mahjong_rules.seats import SEATS, Seat, Wind, seat_after, seat_wind
from mahjong_rules.state import Game
from mahjong_rules.told import joined, sentence

_T = TypeVar("_T")
Exchange = tuple[Wind, Wind, Wind, Wind]
"""The places to which the people at those of East, South, West and North go; East's is that of the first dealer."""


def are_seats_due(game: Game, every: int) -> bool:
    """Whether seats are drawn anew before the next deal, which begins a round after so many (Tchou 1924 l.296).

    Args:
        game: at any moment.
        every: rounds after which people change places; 0: never.
    """
    if not every or game.is_over or not is_between_deals(game) or not game.results:
        return False
    rounds = game.header.round_number
    begins = game.results[-1].header.round_number < rounds and rounds % every == 0
    return begins and not is_before_change(game, len(game.results))


def redraw_seats(game: Game, event: SeatsRedrawn, every: int) -> Game:
    """Everybody sits at the new seat, and its first dealer begins.

    Raises:
        IllegalEvent: seats stay, or not now; or the new seats are not four different ones.
    """
    check_not_over(game)
    if not every:
        raise IllegalEvent("people keep their seats for the whole game under these rules (option seats_drawn_every)")
    if not are_seats_due(game, every):
        if every == 1:
            raise IllegalEvent("people change places once after each round, before the next deal")
        raise IllegalEvent("people change places once after every {rounds} rounds, before the next deal", rounds=every)
    if game.dice_added:
        raise IllegalEvent("a stake is announced for the next dice: seats are drawn before it is laid")
    if sorted(event.seats) != list(SEATS):
        raise IllegalEvent(
            "four people need four different seats, not {places}", places=", ".join(map(str, event.seats))
        )
    last = replace(game.results[-1], change=SeatChange(game.first_dealer, event.seats))
    return replace(
        game,
        names=moved(game.names, event.seats),
        scores=moved(game.scores, event.seats),
        penalty_points=moved(game.penalty_points, event.seats),
        first_dealer=event.first_dealer,
        header=replace(game.header, dealer=event.first_dealer),
        results=(*game.results[:-1], last),
    )


def exchanged(game: Game, exchanges: Sequence[Exchange]) -> SeatsRedrawn:
    """Where everybody goes now, one exchange after each round; the place of the first dealer stays where it is."""
    exchange = exchanges[(game.header.round_number - 1) % len(exchanges)]
    one, two, three, four = (
        seat_after(game.first_dealer, exchange[seat_wind(seat, game.first_dealer)]) for seat in SEATS
    )
    return SeatsRedrawn((one, two, three, four), game.first_dealer)


def exchange_seats(game: Game, event: SeatsRedrawn, exchanges: Sequence[Exchange]) -> Game:
    """Everybody sits where the scheme of the rules says, after each round.

    Raises:
        IllegalEvent: seats stay, or not now; or these are other seats than those of the scheme.
    """
    if not exchanges:
        raise IllegalEvent("people keep their seats for the whole game under these rules (option seat_moves)")
    after = redraw_seats(game, event, every=1)
    expected = exchanged(game, exchanges)
    if event != expected:
        moves = zip(SEATS, expected.seats, strict=True)
        places = joined((sentence("seat {seat} to {next_seat}", seat=old, next_seat=new) for old, new in moves), ", ")
        raise IllegalEvent("people change places by the scheme of these rules: {places}", places=places)
    return after


def moved(by_seat: Sequence[_T], seats: Sequence[Seat]) -> tuple[_T, ...]:
    """What belonged to old seats, by new seat."""
    return tuple(by_seat[seats.index(seat)] for seat in SEATS)


def _changes_since(game: Game, deals: int) -> Iterator[SeatChange]:
    """After the `deals`-th result, in their order."""
    return (result.change for result in game.results[deals - 1 :] if result.change is not None)


def first_dealer_of(game: Game, deals: int) -> Seat:
    """Who dealt first in the round count of the result that was the `deals`-th."""
    return next((change.first_dealer for change in _changes_since(game, deals)), game.first_dealer)


def by_seat_of_now(game: Game, deals: int, by_seat: Sequence[_T]) -> tuple[_T, ...]:
    """What the `deals`-th result says by seat, in the order in which the same people sit now."""
    found = tuple(by_seat)
    for change in _changes_since(game, deals):
        found = moved(found, change.seats)
    return found


def names_in_deal(game: Game, deals: int) -> tuple[str, ...]:
    """Who sat where when the `deals`-th result was played."""
    names = game.names
    for change in reversed(tuple(_changes_since(game, deals))):
        names = tuple(names[new] for new in change.seats)
    return names


def as_of_deal(game: Game, deals: int) -> Game:
    """The game with the `deals`-th result as its last, before anybody changed places after it."""
    *earlier, last = game.results[:deals]
    return replace(
        game,
        names=names_in_deal(game, deals),
        first_dealer=first_dealer_of(game, deals),
        results=(*earlier, replace(last, change=None)),
    )


def is_before_change(game: Game, deals: int) -> bool:
    """Whether people have changed places since the `deals`-th result."""
    return any(True for _ in _changes_since(game, deals))


def has_changed_since_deal(game: Game) -> bool:
    """Whether the deal that lies finished on the table was played at other seats."""
    is_finished = game.deal is not None and game.deal.result is not None
    return is_finished and is_before_change(game, len(game.results))
