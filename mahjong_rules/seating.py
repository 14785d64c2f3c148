"""Who sits where and who deals first: the procedures of the sources, with throws and drawn tiles as arguments.

Rules this file keeps:
* Before seats are drawn, a person is named by the seat they sit at, 0-3 counter-clockwise.
* Dice are counted counter-clockwise, the thrower is 1 (all sources).
* Chance and people stay outside: a throw is the sum of two dice, drawn tiles come in the order they were drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mahjong_rules.seats import SEATS, Seat, Wind, seat_after


class FirstThrower(StrEnum):
    """Who throws for the first dealer of `jp_classic` (A-2)."""

    EAST_TILE = "east_tile"
    """Who drew the East tile, as in the English original and Tchou 1924 l.264."""
    TEMPORARY_EAST = "temporary_east"
    """Who was East for the time of the draw, as Kanai French l.8 has it."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The outcome of a draw of wind tiles.

    Attributes:
        east_place: the seat that belongs to the East tile.
        first_picker: who drew the first tile, by their old seat.
        drawn: the wind each person drew, by their old seat.
    """

    east_place: Seat
    first_picker: Seat
    drawn: tuple[Wind, Wind, Wind, Wind]

    def new_seat(self, old_seat: Seat) -> Seat:
        """Where the person from `old_seat` sits now: South right of East, West opposite, North left."""
        return seat_after(self.east_place, self.drawn[old_seat])

    def moved_from(self, new_seat: Seat) -> Seat:
        """The old seat of the person who sits at `new_seat` now."""
        return next(old for old in SEATS if self.new_seat(old) == new_seat)

    @property
    def east_drawer(self) -> Seat:
        """The old seat of the person who drew East."""
        return self.moved_from(self.east_place)


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """Who deals first and whom the dice passed on the way."""

    passed: tuple[Seat, ...]
    dealer: Seat


@dataclass(frozen=True, slots=True)
class HighestThrow:
    """The outcome of one throw each: East, or those who throw again."""

    highest: int
    tied: tuple[Seat, ...]

    @property
    def east(self) -> Seat | None:
        """The only one with the highest throw; None when several throw again."""
        return self.tied[0] if len(self.tied) == 1 else None


def count_dice(thrower: Seat, total: int) -> Seat:
    """The seat two dice point to, counted to the right with the thrower as 1.

    Raises:
        ValueError: two dice cannot show `total`.
    """
    if not 2 <= total <= 12:
        raise ValueError(f"Two dice show 2 to 12, not {total}.")
    return seat_after(thrower, total - 1)


def jp_classic_seats(thrower: Seat, throws: tuple[int, int], tiles: tuple[Wind, ...]) -> Seating:
    """Kanai French l.3-6: the first throw names the temporary East, whose throw names who draws first.

    Args:
        thrower: any player.
        throws: the thrower's sum and the temporary East's.
        tiles: the four winds in the order they are drawn, the rightmost (for the temporary East) first.

    Raises:
        ValueError: impossible dice or not the four winds.
    """
    temporary_east = count_dice(thrower, throws[0])
    return draw_seats(temporary_east, count_dice(temporary_east, throws[1]), tiles)


def jp_classic_first_thrower(seating: Seating, rule: FirstThrower = FirstThrower.EAST_TILE) -> Seat:
    """The (new) seat of who throws for the first dealer: A-2."""
    match rule:
        case FirstThrower.EAST_TILE:
            return seating.east_place
        case FirstThrower.TEMPORARY_EAST:
            return seating.new_seat(seating.east_place)


def first_dealer(thrower: Seat, throws: tuple[int, ...]) -> FirstDealer:
    """The throws by which Kanai French l.8-9 and Tchou 1924 l.264-272 find East: who is counted throws in turn.

    Args:
        thrower: who throws first: `jp_classic_first_thrower`, or the occupant of East's place (Tchou 1924 l.264).
        throws: two sums; Kanai French l.9 allows a single one.

    Raises:
        ValueError: impossible dice, no throw or more than two.
    """
    if len(throws) not in (1, 2):
        raise ValueError(f"The first dealer is found with one or two throws of the dice, not {len(throws)}.")
    counted: list[Seat] = []
    for total in throws:
        thrower = count_dice(thrower, total)
        counted.append(thrower)
    return FirstDealer(tuple(counted[:-1]), counted[-1])


def tchou_seats(thrower: Seat, throws: tuple[int, int], tiles: tuple[Wind, ...]) -> Seating:
    """Tchou 1924 l.238-253: both throws are the thrower's; one fixes East's place, one who draws first.

    Args:
        thrower: who laid the four tiles in a column; later the last winner (Tchou 1924 l.296).
        throws: two sums of two dice.
        tiles: the four winds in the order of the column, from the top.

    Raises:
        ValueError: impossible dice or not the four winds.
    """
    return draw_seats(count_dice(thrower, throws[0]), count_dice(thrower, throws[1]), tiles)


def riichi_seats(shuffler: Seat, tiles: tuple[Wind, ...], east_place: Seat | None = None) -> Seating:
    """WRC 2015 §4.4: each draws one of the four winds, who shuffled them last; East deals first.

    Args:
        shuffler: draws last; the player to the right begins.
        tiles: the four winds in the order they are drawn.
        east_place: where East sits; without it who drew East keeps their seat (WRC 2015 fixes winds, no seats).

    Raises:
        ValueError: not the four winds.
    """
    first_picker = seat_after(shuffler)
    if east_place is None and Wind.EAST in tiles:
        east_place = seat_after(first_picker, tiles.index(Wind.EAST))
    return draw_seats(first_picker if east_place is None else east_place, first_picker, tiles)


def simple_east(throws: dict[Seat, int]) -> HighestThrow:
    """La Règle l.53: everybody throws, the highest is East; those who are tied throw again (A-17).

    Args:
        throws: the sum of two dice of everybody, or of those who throw again.

    Raises:
        ValueError: impossible dice, or fewer than two who throw.
    """
    if len(throws) < 2:
        raise ValueError(f"East is found among two or more throws, not {len(throws)}.")
    for total in throws.values():
        count_dice(Seat(0), total)
    highest = max(throws.values())
    return HighestThrow(highest, tuple(seat for seat in SEATS if throws.get(seat) == highest))


def draw_seats(east_place: Seat, first_picker: Seat, tiles: tuple[Wind, ...]) -> Seating:
    """The seating when `tiles` are drawn in this order, from `first_picker` to the right.

    Raises:
        ValueError: these are not the four winds.
    """
    if sorted(tiles) != sorted(Wind):
        letters = " ".join(wind.letter for wind in tiles)
        raise ValueError(f"Seats are drawn with one tile of each wind, not with {letters or 'none'}.")
    first, second, third, fourth = (tiles[(seat - first_picker) % 4] for seat in SEATS)
    return Seating(east_place, first_picker, (first, second, third, fourth))
