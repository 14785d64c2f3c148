"""Seats and winds: a seat is furniture, a wind is a role.

Seats are numbered 0-3 counter-clockwise seen from above; seat + 1 is the player to the right and the
next in turn (WRC 2015 §4.2).
"""

from __future__ import annotations

from collections.abc import Iterator
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


def seat_wind(seat: Seat, dealer: Seat) -> Wind:
    """The wind that `seat` plays while `dealer` is East."""
    return Wind((seat - dealer) % 4)


def seat_after(seat: Seat, steps: int = 1) -> Seat:
    """The seat `steps` places to the right (counter-clockwise)."""
    return Seat((seat + steps) % 4)


def seats_from(seat: Seat) -> Iterator[Seat]:
    """All four seats in turn order, beginning with `seat`."""
    return (seat_after(seat, steps) for steps in range(4))
