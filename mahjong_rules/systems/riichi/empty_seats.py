"""Events of a seat where nobody plays are refused, whatever they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mahjong_rules.events import Event, ExhaustiveDraw, ScoresSet, WinsCounted, WinsDeclared, actor_of
from mahjong_rules.game_start import nobody_plays_at
from mahjong_rules.seats import SEATS, Seat


def check_seats(event: Event, seats: Sequence[Seat]) -> None:
    """Refuse what somebody would have done, shown or owned at an empty seat.

    Raises:
        IllegalEvent: names the seat.
    """
    if len(seats) == len(SEATS):
        return
    for seat in _seats_of(event):
        if seat not in seats:
            raise nobody_plays_at(seat, seats)


def _seats_of(event: Event) -> Iterator[Seat]:
    """Everybody who takes part in an event."""
    actor = actor_of(event)
    if actor is not None:
        yield actor
    match event:
        case WinsDeclared() | WinsCounted():
            yield from (win.seat for win in event.wins)
            yield from () if event.discarder is None else (event.discarder,)
        case ExhaustiveDraw() if len(event.hands) == len(SEATS):
            yield from (seat for seat in SEATS if event.hands[seat] is not None)
        case ScoresSet() if len(event.scores) == len(SEATS):
            yield from (seat for seat in SEATS if event.scores[seat])
        case _:
            pass
