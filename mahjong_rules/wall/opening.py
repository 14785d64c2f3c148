"""An opened wall: where it breaks and where every special tile lies.

Rules this file keeps:
* Every tile of the walls is either live or in the reserve when the walls are opened.
* The reserve lies counter-clockwise of the break, the first stack dealt clockwise of it.
* A loose tile keeps the name of the place it was lifted from; `Break.standing` says where it lies now.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from mahjong_rules.seats import Seat, seat_after, seats_from
from mahjong_rules.wall.places import StackLevel, StackPlace, TilePlace, WallShape
from mahjong_rules.wall.wall_rules import (
    INDICATORS,
    CountFrom,
    FirstDealt,
    ReplacementSource,
    WallRules,
)

_TAKEN_AT_ONCE: Final = 4
"""Two stacks: what each player takes in a round of the dealing (WRC 2015 §4.9)."""


class SpecialPlace(StrEnum):
    """What is marked when a wall is shown."""

    COUNTED = "counted"
    BREAK = "break"
    FIRST_DEALT = "first_dealt"
    LIFTED = "lifted"
    LOOSE = "loose"
    DEAD_WALL = "dead_wall"
    HILL = "hill"
    RESERVE = "reserve"
    DORA_INDICATOR = "dora_indicator"
    URA_INDICATOR = "ura_indicator"
    REPLACEMENTS = "replacements"


@dataclass(frozen=True, slots=True)
class TilePosition:
    """Where a tile lies once the walls are open: on which stack, and how many tiles are below it."""

    stack: StackPlace
    tiles_below: int


@dataclass(frozen=True, slots=True)
class Break:
    """An opened wall.

    Attributes:
        rules: how it was built and opened.
        opener: the seat before whom it was opened.
        last_counted: the stack the count ended on.
        first_dealt: the stack dealing begins with.
        lifted: the stack that was lifted; None where none is.
        dead_wall: the standing stacks of the reserve (dead wall, hill), counter-clockwise from the break.
    """

    rules: WallRules
    opener: Seat
    last_counted: StackPlace
    first_dealt: StackPlace
    lifted: StackPlace | None
    dead_wall: tuple[StackPlace, ...]

    @property
    def shape(self) -> WallShape:
        """Stacks per side."""
        return WallShape(self.rules.lengths)

    @property
    def loose(self) -> tuple[StackPlace, ...]:
        """The stacks on which the loose tiles lie: next to the break and third from it (La Règle l.73, R-27)."""
        return (self.dead_wall[0], self.dead_wall[2]) if self.lifted else ()

    @property
    def loose_tiles(self) -> tuple[TilePlace, ...]:
        """The tiles on `loose`: the lifted stack's top lies next to the break, its bottom on the third stack.

        La Règle l.73: the first tile goes to the next stack, the second two stacks further.
        """
        return TilePlace.both(self.lifted) if self.lifted else ()

    @property
    def indicators(self) -> tuple[TilePlace, ...]:
        """Top of the third stack from the break, then onwards for kan dora: WRC 2015 §4.8; empty without dora.

        Behind more replacement tiles they begin further on; the last ones then lie on stacks that were live, which
        nobody draws from: each kong and each tile laid aside has taken one from the end of the live wall.
        """
        if not self.rules.has_indicators:
            return ()
        stacks = self.shape.walk(self.dead_wall[0], self.rules.replacement_stacks, INDICATORS, direction=-1)
        return tuple(TilePlace(stack, StackLevel.TOP) for stack in stacks)

    @property
    def ura_indicators(self) -> tuple[TilePlace, ...]:
        """Below each indicator."""
        return tuple(TilePlace(place.stack, StackLevel.BOTTOM) for place in self.indicators)

    @property
    def reserve(self) -> tuple[TilePlace, ...]:
        """The tiles kept back, from the break on, the loose ones first: third stack, then next (A-10)."""
        return self.loose_tiles[::-1] + _tiles_of(self.dead_wall)

    @property
    def replacements(self) -> tuple[TilePlace, ...]:
        """The tiles for kongs and flowers in the order they are taken.

        Riichi: four (of three players eight), top before bottom from the break (WRC 2015 §4.7). Hill: all of it. Queue:
        the reserve, then on along the walls as far as no tile is dealt, more than kongs and flowers can ever take.
        """
        match self.rules.replacements:
            case ReplacementSource.DEAD_WALL:
                return self._replacements_of_reserve
            case ReplacementSource.HILL:
                return self.reserve
            case ReplacementSource.QUEUE:
                dealt = set(self.live_tiles()[: self.rules.dealt_tiles])
                return self.reserve + tuple(
                    place for place in _tiles_of(reversed(self._live_stacks())) if place not in dealt
                )

    def standing(self, place: TilePlace) -> TilePosition:
        """Where a tile lies after the walls were opened and before any was taken."""
        for stack, tile in zip(self.loose, self.loose_tiles, strict=True):
            if tile == place:
                return TilePosition(stack, 2)
        return TilePosition(place.stack, int(place.level is StackLevel.TOP))

    def live_tiles(self) -> tuple[TilePlace, ...]:
        """All tiles outside the reserve as they leave the wall, clockwise from the break, top before bottom."""
        return _tiles_of(self._live_stacks())

    def draw_order(self) -> tuple[TilePlace, ...]:
        """The tiles as they may leave the head of the wall: the dealt ones, then those that are drawn.

        Where replacements come from the queue the reserve is a number of tiles and no fixed place, so the order goes
        on through it up to the break; the engine counts and stops.
        """
        if self.rules.replacements is not ReplacementSource.QUEUE:
            return self.live_tiles()
        on_top = dict(zip(self.loose, self.loose_tiles, strict=True))
        rest: list[TilePlace] = []
        for stack in reversed(self.dead_wall):
            rest += [on_top[stack]] if stack in on_top else []
            rest += TilePlace.both(stack)
        return self.live_tiles() + tuple(rest)

    def deal_order(self, dealer: Seat) -> tuple[tuple[Seat, TilePlace], ...]:
        """The dealt tiles in order: rounds of two stacks each, then one more (WRC 2015 §4.9, Tchou 1924 l.355).

        In the end the dealer takes two tiles from the top of the stacks that are left: of four players the first and
        the fifth tile, of three the first and the third (A-45).
        """
        in_turn = tuple(seats_from(dealer, self.rules.seats))
        places = self.live_tiles()[: self.rules.dealt_tiles]
        rounds = self.rules.hand_tiles // _TAKEN_AT_ONCE * _TAKEN_AT_ONCE * len(in_turn)
        dealt = [
            (in_turn[number // _TAKEN_AT_ONCE % len(in_turn)], place) for number, place in enumerate(places[:rounds])
        ]
        first, *others = places[rounds:]
        second = others.pop(len(in_turn) // 2 * 2 - 1)
        return (*dealt, (dealer, first), (dealer, second), *zip(in_turn[1:], others, strict=True))

    def special_places(self) -> tuple[tuple[SpecialPlace, tuple[StackPlace | TilePlace, ...]], ...]:
        """What is marked when the wall is shown, in this order; names without places are left out.

        `break` is the stack on each side of the gap, reserve side first; loose tiles are named by the stacks that
        they lie on; of the replacements of a queue only those of the reserve are named.
        """
        named: tuple[tuple[SpecialPlace, tuple[StackPlace | TilePlace, ...]], ...] = (
            (SpecialPlace.COUNTED, (self.last_counted,)),
            (SpecialPlace.BREAK, (self.dead_wall[0], self.first_dealt)),
            (SpecialPlace.FIRST_DEALT, (self.first_dealt,)),
            (SpecialPlace.LIFTED, (self.lifted,) if self.lifted else ()),
            (SpecialPlace.LOOSE, self.loose),
            (self._reserve_name, self.dead_wall),
            (SpecialPlace.DORA_INDICATOR, self.indicators[:1]),
            (SpecialPlace.URA_INDICATOR, self.ura_indicators[:1]),
            (SpecialPlace.REPLACEMENTS, self._replacements_of_reserve),
        )
        return tuple((name, places) for name, places in named if places)

    @property
    def _replacements_of_reserve(self) -> tuple[TilePlace, ...]:
        is_dead_wall = self.rules.replacements is ReplacementSource.DEAD_WALL
        return self.reserve[: 2 * self.rules.replacement_stacks if is_dead_wall else self.rules.reserve_tiles]

    @property
    def _reserve_name(self) -> SpecialPlace:
        match self.rules.replacements:
            case ReplacementSource.DEAD_WALL:
                return SpecialPlace.DEAD_WALL
            case ReplacementSource.HILL:
                return SpecialPlace.HILL
            case ReplacementSource.QUEUE:
                return SpecialPlace.RESERVE

    def _live_stacks(self) -> tuple[StackPlace, ...]:
        kept = self.rules.reserve_tiles // 2
        return self.shape.walk(self.first_dealt, 0, self.shape.stacks - kept)


# Pure, and asked for one deal ten times a second; its value is frozen.
@lru_cache(maxsize=64)
def open_wall(rules: WallRules, dealer: Seat, dice: tuple[int, ...], added: int = 0) -> Break:
    """Where the walls of a deal are opened.

    Args:
        rules: how this rule system builds and opens its walls.
        dealer: East of this deal (first hand), who throws first.
        dice: the sum of each throw of two dice, in order; none where the break is fixed.
        added: pips the dealer announced before his throw and adds to it (Tchou 1924 l.765-769); 0 without.

    Raises:
        ValueError: a dealer at an empty seat, another number of throws, a sum two dice cannot show, or a negative
            announcement.
    """
    if dealer not in rules.seats:
        raise ValueError(f"Nobody plays at seat {dealer}: the dealer is one of {', '.join(map(str, rules.seats))}.")
    first, total = _counts(rules, dice, added)
    opener = seat_after(dealer, first - 1, rules.seats)
    shape = WallShape(rules.lengths)
    if rules.count_from is CountFrom.RIGHT:
        counted = shape.step(StackPlace(opener, 1), total - 1)
    else:
        counted = shape.step(StackPlace(opener, rules.lengths[opener]), 1 - total)
    return Break(
        rules=rules,
        opener=opener,
        last_counted=counted,
        first_dealt=counted if rules.first_dealt is FirstDealt.AT else shape.step(counted, 1),
        lifted=counted if rules.lifts_stack else None,
        dead_wall=shape.walk(counted, int(_is_outside(rules)), rules.reserve_stacks, direction=-1),
    )


def _counts(rules: WallRules, dice: tuple[int, ...], added: int) -> tuple[int, int]:
    """What the dealer counts to find the opener, and what the opener counts along the wall."""
    if rules.throws == 0 and dice:
        raise ValueError("These rules open the wall at a fixed place: no dice are thrown.")
    if len(dice) != rules.throws:
        throws = "one throw" if rules.throws == 1 else "two throws"
        raise ValueError(f"These rules open the wall with {throws} of two dice, but {len(dice)} came.")
    for total in dice:
        if not 2 <= total <= 12:
            raise ValueError(f"Two dice show 2 to 12, not {total}.")
    if added < 0:
        raise ValueError(f"Pips can be added to the dice, not taken away: {added} was announced.")
    if rules.throws == 0:
        return rules.fixed_count + added, rules.fixed_count + added
    return dice[0] + added, sum(dice) + added


def _is_outside(rules: WallRules) -> bool:
    """True when the stack the count ends on stands outside the reserve: it is lifted or dealt first."""
    return rules.lifts_stack or rules.first_dealt is FirstDealt.AT


def _tiles_of(stacks: Iterable[StackPlace]) -> tuple[TilePlace, ...]:
    return tuple(place for stack in stacks for place in TilePlace.both(stack))
