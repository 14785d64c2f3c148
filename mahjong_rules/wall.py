"""Wall geometry: where the wall breaks and where every special tile lies.

Stacks of a wall are numbered 1..W from the owner's right end; tiles leave the wall clockwise:
(s,1) .. (s,W), then the left neighbour's wall (s-1,1) (seed 002 l.362-364, seed 003 §4.9).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mahjong_rules.seats import Seat, seat_after


class Level(StrEnum):
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
    """One tile of the wall."""

    stack: StackPlace
    level: Level


@dataclass(frozen=True, slots=True)
class WallShape:
    """Stacks per side, by seat; 17 each for 136 tiles."""

    lengths: tuple[int, int, int, int] = (17, 17, 17, 17)

    @property
    def stacks(self) -> int:
        """Number of stacks all round."""
        return sum(self.lengths)

    def ring(self) -> tuple[StackPlace, ...]:
        """All stacks clockwise, beginning with seat 0's right end."""
        return tuple(
            StackPlace(Seat(-side % 4), number) for side in range(4) for number in range(1, self.lengths[-side % 4] + 1)
        )

    def step(self, place: StackPlace, stacks: int) -> StackPlace:
        """The stack `stacks` places further clockwise (negative: counter-clockwise)."""
        ring = self.ring()
        return ring[(ring.index(place) + stacks) % len(ring)]


@dataclass(frozen=True, slots=True)
class Break:
    """An opened wall of the riichi family.

    `dead_wall` runs counter-clockwise from the opening; `indicators[k]` is the place of the k-th dora
    indicator, its ura indicator lies below it; `replacements` is the order of kong replacement tiles.
    """

    opener: Seat
    shape: WallShape
    last_counted: StackPlace
    first_dealt: StackPlace
    dead_wall: tuple[StackPlace, ...]

    @property
    def indicators(self) -> tuple[TilePlace, ...]:
        """Top of the third stack from the opening, then onwards for kan dora: seed 003 §4.8."""
        return tuple(TilePlace(stack, Level.TOP) for stack in self.dead_wall[2:])

    @property
    def ura_indicators(self) -> tuple[TilePlace, ...]:
        """Below each indicator."""
        return tuple(TilePlace(place.stack, Level.BOTTOM) for place in self.indicators)

    @property
    def replacements(self) -> tuple[TilePlace, ...]:
        """Top before bottom, from the opening: seed 003 §4.7."""
        return tuple(TilePlace(stack, level) for stack in self.dead_wall[:2] for level in Level)

    def draw_order(self) -> tuple[TilePlace, ...]:
        """The places of all live-wall tiles as they leave the wall after the break, stack by stack."""
        live = self.shape.stacks - len(self.dead_wall)
        stacks = (self.shape.step(self.first_dealt, steps) for steps in range(live))
        return tuple(TilePlace(stack, level) for stack in stacks for level in Level)

    def deal_order(self, dealer: Seat) -> tuple[tuple[Seat, TilePlace], ...]:
        """The 53 dealt tiles in order: three rounds of two stacks, then seed 003 §4.9's last five."""
        places = self.draw_order()
        dealt = [(seat_after(dealer, (number // 4) % 4), place) for number, place in enumerate(places[:48])]
        top_a, bottom_a, top_b, bottom_b, top_c = places[48:53]
        dealt += [(dealer, top_a), (dealer, top_c)]
        dealt += [
            (seat_after(dealer, steps), place) for steps, place in enumerate((bottom_a, top_b, bottom_b), start=1)
        ]
        return tuple(dealt)


def open_riichi_wall(dealer: Seat, dice_total: int, shape: WallShape | None = None) -> Break:
    """The break of seed 003 §4.6-4.7: one throw of two dice by the dealer.

    Args:
        dealer: East of this deal.
        dice_total: sum of the two dice, 2-12.
        shape: stacks per side, 17 each unless given.

    Raises:
        ValueError: the dice cannot show this sum.
    """
    if not 2 <= dice_total <= 12:
        raise ValueError(f"two dice show 2 to 12, not {dice_total}")
    shape = shape or WallShape()
    opener = seat_after(dealer, dice_total - 1)
    last_counted = StackPlace(opener, dice_total)
    return Break(
        opener=opener,
        shape=shape,
        last_counted=last_counted,
        first_dealt=shape.step(last_counted, 1),
        dead_wall=tuple(shape.step(last_counted, -steps) for steps in range(7)),
    )
