"""Seats and winds: a seat is furniture, a wind is a role.

Seats are numbered 0-3 counter-clockwise seen from above; seat + 1 is the player to the right and the
next in turn (WRC 2015 §4.2). Where fewer people play, seats stay empty: turns, winds and payments go round
`seats`, those at which people play, and everything else keeps four places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final, NewType

from mahjong_rules.tiles import Suit, Tile

Seat = NewType("Seat", int)
SEATS: Final[tuple[Seat, ...]] = (Seat(0), Seat(1), Seat(2), Seat(3))


class Wind(IntEnum):
    """The four winds in turn order."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def tile(self) -> Tile:
        """The wind's tile."""
        return Tile(Suit.HONOURS, self.value + 1)

    @property
    def letter(self) -> str:
        """E, S, W or N."""
        return "ESWN"[self.value]


def seats_without(empty: Seat | None) -> tuple[Seat, ...]:
    """The seats at which people play when this one stays empty; None: at all four."""
    return tuple(seat for seat in SEATS if seat != empty)


def turns_between(first: Seat, seat: Seat, seats: Sequence[Seat] = SEATS) -> int:
    """How many turns `seat` comes after `first`, 0 for `first` itself."""
    return (seats.index(seat) - seats.index(first)) % len(seats)


def seat_wind(seat: Seat, dealer: Seat, seats: Sequence[Seat] = SEATS) -> Wind:
    """The wind that `seat` plays while `dealer` is East."""
    return Wind(turns_between(dealer, seat, seats))


def seat_after(seat: Seat, steps: int = 1, seats: Sequence[Seat] = SEATS) -> Seat:
    """The seat whose turn comes `steps` turns later: to the right (counter-clockwise), past empty seats."""
    return seats[(seats.index(seat) + steps) % len(seats)]


def seats_from(seat: Seat, seats: Sequence[Seat] = SEATS) -> Iterator[Seat]:
    """All seats in turn order, beginning with `seat`."""
    return (seat_after(seat, steps, seats) for steps in range(len(seats)))
