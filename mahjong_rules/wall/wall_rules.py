"""How a rule system builds and opens its walls, as data.

The bag of the simple game (La Règle l.61-66) has no walls and so no `WallRules`: 14 tiles are drawn from
the bag for the hill, 13 for each player and one more for East; the rest is "the wall", in chance order.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from mahjong_rules.melds import HAND_TILES
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.wall.places import Lengths

INDICATORS: Final = 5
"""The first dora indicator, and one for each of four kongs (WRC 2015 §4.8)."""


class CountFrom(StrEnum):
    """From which end of his own wall the opener counts, as he sees it."""

    RIGHT = "right"
    LEFT = "left"


class FirstDealt(StrEnum):
    """Whether the stack the count ends on stays in the reserve or is the first to be dealt (A-3)."""

    AFTER = "after"
    AT = "at"


class ReplacementSource(StrEnum):
    """Where the tiles for kongs and flowers come from."""

    DEAD_WALL = "dead_wall"
    """The first tiles of the dead wall, the live wall's end moves up: WRC 2015 §4.7."""
    QUEUE = "queue"
    """The end of the walls, so that the reserve moves towards the head: Kanai French l.28, Tchou 1924 l.404."""
    HILL = "hill"
    """The hill, which shrinks: La Règle l.107."""


@dataclass(frozen=True, slots=True)
class WallRules:
    """Walls and break of one rule system.

    Attributes:
        lengths: stacks per side, by seat.
        throws: throws of two dice for the break, 1 or 2; two are added up. 0: `fixed_count` stands for them.
        fixed_count: what is counted without dice, by players from East and by stacks of the player found.
        count_from: the end of the opener's wall where counting begins.
        first_dealt: whether dealing begins after the stack the count ends on or with it.
        lifts_stack: that stack is lifted and its two tiles lie loose on the reserve.
        reserve_tiles: tiles kept back when the walls are opened, loose tiles included.
        replacements: where tiles for kongs and flowers come from.
        has_indicators: whether the reserve shows dora indicators.
        replacement_stacks: stacks of a dead wall that are taken for kongs; indicators lie behind them.
        seats: where people play: openers are found among them, and they are dealt to.
        hand_tiles: what everybody is dealt; the dealer gets one more.

    Raises:
        ValueError: these cannot go together; the text says why.
    """

    lengths: Lengths = (17, 17, 17, 17)
    throws: int = 2
    fixed_count: int = 0
    count_from: CountFrom = CountFrom.RIGHT
    first_dealt: FirstDealt = FirstDealt.AFTER
    lifts_stack: bool = False
    reserve_tiles: int = 14
    replacements: ReplacementSource = ReplacementSource.QUEUE
    has_indicators: bool = False
    replacement_stacks: int = 2
    seats: tuple[Seat, ...] = SEATS
    hand_tiles: int = HAND_TILES

    def __post_init__(self) -> None:
        if self.throws not in (1, 2) and not (self.throws == 0 < self.fixed_count):
            raise ValueError(f"Walls are opened with one or two throws of the dice, not {self.throws}.")
        least = [int(seat in self.seats) for seat in SEATS]  # before an empty seat no wall need stand
        if len(self.lengths) != len(SEATS) or any(map(operator.lt, self.lengths, least)):
            raise ValueError(f"Four walls need four lengths of at least one stack, not {self.lengths}.")
        if self.lifts_stack and self.first_dealt is FirstDealt.AT:
            raise ValueError("A stack that is lifted cannot be dealt first; let dealing begin after it.")
        if self.reserve_tiles % 2 or self.reserve_stacks < self._min_reserve_stacks:
            raise ValueError(
                f"A reserve of {self.reserve_tiles} tiles cannot be kept; it takes whole stacks, and enough of"
                " them for loose tiles, replacement tiles and an indicator."
            )
        if 2 * sum(self.lengths) < self.dealt_tiles + self.reserve_tiles:
            raise ValueError(f"Walls of {self.lengths} stacks are too short to deal and keep {self.reserve_tiles}.")

    @property
    def _min_reserve_stacks(self) -> int:
        return self.replacement_stacks + int(self.lifts_stack or self.has_indicators)

    @property
    def dealt_tiles(self) -> int:
        """A hand for everybody, and the dealer's one more."""
        return len(self.seats) * self.hand_tiles + 1

    @property
    def reserve_stacks(self) -> int:
        """Stacks of the reserve that stand in the walls, so without a lifted one."""
        return self.reserve_tiles // 2 - self.lifts_stack

    def with_fixed_break(self, count: int) -> WallRules:
        """The same walls, opened without dice where this count leads: an automatic table has them dealt from there."""
        return replace(self, throws=0, fixed_count=count)

    def for_seats(self, seats: tuple[Seat, ...], replacement_stacks: int) -> WallRules:
        """The same walls for those who play at these seats, with so many stacks of replacements in the dead wall."""
        return replace(self, seats=seats, replacement_stacks=replacement_stacks)

    def with_lengths(self, lengths: Lengths) -> WallRules:
        """The same rules for walls of other lengths, by seat; `lengths_for` knows those of a set."""
        return replace(self, lengths=lengths)


RIICHI_WALL: Final = WallRules(throws=1, replacements=ReplacementSource.DEAD_WALL, has_indicators=True)
"""WRC 2015 §4.5-4.8."""
JP_CLASSIC_WALL: Final = WallRules()
"""Kanai French l.14 with A-3; walls of 18 with flowers (Kanai French l.45)."""
SIMPLE_WALL: Final = WallRules(count_from=CountFrom.LEFT, lifts_stack=True, replacements=ReplacementSource.HILL)
"""La Règle l.55-74, counted from the left (A-6). The bag variant has no walls."""
TCHOU_WALL: Final = WallRules(lifts_stack=True)
"""Tchou 1924 l.339-364 for 136 tiles; 18 or 19 stacks a side with one or two series of flowers."""
