"""Where tiles stand: stacks of the four walls and the ring they form.

Stacks of a wall are numbered 1..W from the owner's right end; tiles leave the wall clockwise:
(s,1) .. (s,W), then the left neighbour's wall (s-1,1) (Tchou 1924 l.362-364, WRC 2015 §4.9).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Self

from mahjong_rules.seats import Seat

Lengths = tuple[int, int, int, int]
"""Stacks per side, by seat."""


class StackLevel(StrEnum):
    """Which tile of a stack."""

    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True, order=True)
class StackPlace:
    """A stack: the seat whose wall it stands in and its number from that owner's right end, from 1."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class TilePlace:
    """One tile of the wall, named by where it stood when the walls were built."""

    stack: StackPlace
    level: StackLevel

    @classmethod
    def both(cls, stack: StackPlace) -> tuple[Self, Self]:
        """The two tiles of a stack in the order they are taken: La Règle l.87."""
        return (cls(stack, StackLevel.TOP), cls(stack, StackLevel.BOTTOM))


@dataclass(frozen=True, slots=True)
class WallShape:
    """Stacks per side, by seat; 17 each for 136 tiles."""

    lengths: Lengths = (17, 17, 17, 17)

    @property
    def stacks(self) -> int:
        """Number of stacks all round."""
        return sum(self.lengths)

    def ring(self) -> tuple[StackPlace, ...]:
        """All stacks clockwise, beginning with seat 0's right end."""
        return _ring(self.lengths)

    def step(self, place: StackPlace, stacks: int) -> StackPlace:
        """The stack `stacks` places further clockwise (negative: counter-clockwise)."""
        return self.walk(place, stacks, 1)[0]

    def walk(self, start: StackPlace, skipped: int, count: int, direction: int = 1) -> tuple[StackPlace, ...]:
        """`count` stacks in a row, the first `skipped` places from `start`; direction 1 is clockwise, -1 the other."""
        ring = self.ring()
        first = ring.index(start) + direction * skipped
        return tuple(ring[(first + direction * number) % len(ring)] for number in range(count))


@cache
def _ring(lengths: Lengths) -> tuple[StackPlace, ...]:
    return tuple(
        StackPlace(Seat(-side % 4), number) for side in range(4) for number in range(1, lengths[-side % 4] + 1)
    )


def lengths_for(tiles: int) -> Lengths:
    """The walls of a set of this many tiles: 17 each for 136, 18 for 144, 19 for 152, 18 17 18 17 for 140.

    Sets that make no equal walls get one stack more before seats 0 and 2 (A-19).

    Raises:
        ValueError: this many tiles make no such walls.
    """
    stacks, odd_tiles = divmod(tiles, 2)
    side, rest = divmod(stacks, 4)
    if odd_tiles or rest not in (0, 2) or side < 1:
        raise ValueError(f"{tiles} tiles make no four walls; expected for example 136, 140, 144 or 152.")
    longer = side + rest // 2
    return (longer, side, longer, side)
