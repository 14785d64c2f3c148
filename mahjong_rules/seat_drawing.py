"""How a rule system finds who sits where and who deals first, carried out with given dice and tiles.

Rules this file keeps: chance is an argument; people are named by the seat they sit at before the draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mahjong_rules.seating import (
    FirstThrower,
    Seating,
    first_dealer,
    jp_classic_first_thrower,
    jp_classic_seats,
    riichi_seats,
    simple_east,
    tchou_seats,
)
from mahjong_rules.seats import SEATS, Seat, Wind, seat_after

Throw = Callable[[], int]
"""Throws two dice: their sum."""


class SeatDrawing(StrEnum):
    """The procedures of the sources."""

    FOUR_TILES = "four_tiles"
    """Each draws a wind; East deals first (WRC 2015 §4.4)."""
    TEMPORARY_EAST = "temporary_east"
    """Dice find a temporary East, winds the seats, dice the first dealer; who drew East throws (A-2)."""
    TEMPORARY_EAST_THROWS = "temporary_east_throws"
    """The same, but the temporary East throws for the first dealer (the letter of Kanai French l.8)."""
    HIGHEST_THROW = "highest_throw"
    """People stay; the highest throw deals first (La Règle l.53)."""
    COLUMN = "column"
    """Dice fix East's place and who draws first from a column of winds, then the first hand (Tchou 1924 l.238-272)."""


@dataclass(frozen=True, slots=True)
class DrawingStep:
    """One thing that happened: `who` (by old seat) threw `total`, or drew `wind`; `found` is the seat it led to."""

    what: str
    who: Seat
    total: int | None = None
    wind: Wind | None = None
    found: Seat | None = None

    @property
    def finds_new_seat(self) -> bool:
        """Whether `found` is a seat after the draw, not one before it."""
        return self.what in ("draws", "throws_for_thrower", "throws_for_dealer")


@dataclass(frozen=True, slots=True)
class DrawnSeats:
    """`new_seats` by old seat; `first_dealer` is a new seat."""

    new_seats: tuple[Seat, Seat, Seat, Seat]
    first_dealer: Seat
    steps: tuple[DrawingStep, ...]


def draw(
    drawing: SeatDrawing,
    throw: Throw,
    winds: Sequence[Wind],
    starter: Seat = SEATS[0],
    seats: tuple[Seat, ...] = SEATS,
) -> DrawnSeats:
    """Carry a procedure out.

    Args:
        drawing: which one.
        throw: throws two dice.
        winds: the four winds in the order in which they will be drawn.
        starter: who begins (who shuffled the tiles under WRC 2015, who throws first elsewhere).
        seats: where people sit; only the highest throw is among others than four.

    Raises:
        ValueError: impossible dice or not the four winds.
    """
    match drawing:
        case SeatDrawing.FOUR_TILES:
            seating = riichi_seats(starter, tuple(winds))
            return _seated(seating, seating.east_place, [])
        case SeatDrawing.HIGHEST_THROW:
            return _highest_throw(throw, seats)
        case SeatDrawing.COLUMN:
            return _column(throw, tuple(winds), starter)
        case SeatDrawing.TEMPORARY_EAST:
            return _temporary_east(throw, tuple(winds), starter, FirstThrower.EAST_TILE)
        case SeatDrawing.TEMPORARY_EAST_THROWS:
            return _temporary_east(throw, tuple(winds), starter, FirstThrower.TEMPORARY_EAST)


def drawn_by_people(
    order: Sequence[Seat], east_place: Seat | None = None, first_dealer: Seat | None = None
) -> DrawnSeats:
    """The seats when people have drawn the wind tiles themselves; everybody is named by the old seat.

    Args:
        order: who drew East, South, West and North.
        east_place: where East sits, as people's dice said; without it who drew East stays (WRC 2015 §4.4 as it is
            read by `riichi_seats`).
        first_dealer: who deals first, as people's dice said; without it who drew East.

    Raises:
        ValueError: the order does not name everybody once.
    """
    if sorted(order) != list(SEATS):
        raise ValueError(f"Seats 0, 1, 2 and 3 each draw one wind, not {', '.join(map(str, order)) or 'nobody'}.")
    east = order[0]
    first, second, third, fourth = (Wind(order.index(seat)) for seat in SEATS)
    seating = Seating(east if east_place is None else east_place, east, (first, second, third, fourth))
    steps = tuple(DrawingStep("draws", seat, wind=seating.drawn[seat], found=seating.new_seat(seat)) for seat in order)
    one, two, three, four = (seating.new_seat(seat) for seat in SEATS)
    return DrawnSeats((one, two, three, four), seating.new_seat(east if first_dealer is None else first_dealer), steps)


def _seated(seating: Seating, dealer: Seat, before: list[DrawingStep], after: Sequence[DrawingStep] = ()) -> DrawnSeats:
    order = [seat_after(seating.first_picker, steps) for steps in range(4)]
    drawn = [DrawingStep("draws", seat, wind=seating.drawn[seat], found=seating.new_seat(seat)) for seat in order]
    one, two, three, four = (seating.new_seat(seat) for seat in SEATS)
    return DrawnSeats((one, two, three, four), dealer, (*before, *drawn, *after))


def _highest_throw(throw: Throw, seats: tuple[Seat, ...]) -> DrawnSeats:
    steps: list[DrawingStep] = []
    throwing = seats
    while True:
        totals = {seat: throw() for seat in throwing}
        steps += [DrawingStep("throws_for_east", seat, total=total) for seat, total in totals.items()]
        outcome = simple_east(totals)
        if outcome.east is not None:
            one, two, three, four = SEATS
            return DrawnSeats((one, two, three, four), outcome.east, tuple(steps))
        throwing = outcome.tied


def _column(throw: Throw, winds: tuple[Wind, ...], starter: Seat) -> DrawnSeats:
    totals = (throw(), throw())
    seating = tchou_seats(starter, totals, winds)
    before = [
        DrawingStep("throws_for_place", starter, total=totals[0], found=seating.east_place),
        DrawingStep("throws_for_picker", starter, total=totals[1], found=seating.first_picker),
    ]
    return _with_first_dealer(seating, seating.east_place, throw, before)


def _temporary_east(throw: Throw, winds: tuple[Wind, ...], starter: Seat, rule: FirstThrower) -> DrawnSeats:
    totals = (throw(), throw())
    seating = jp_classic_seats(starter, totals, winds)
    before = [
        DrawingStep("throws_for_temporary_east", starter, total=totals[0], found=seating.east_place),
        DrawingStep("throws_for_picker", seating.east_place, total=totals[1], found=seating.first_picker),
    ]
    return _with_first_dealer(seating, jp_classic_first_thrower(seating, rule), throw, before)


def _with_first_dealer(seating: Seating, thrower: Seat, throw: Throw, before: list[DrawingStep]) -> DrawnSeats:
    """Two throws at the new seats: who is counted by the first throws the second."""
    totals = (throw(), throw())
    found = first_dealer(thrower, totals)
    (second,) = found.passed
    after = (
        DrawingStep("throws_for_thrower", seating.moved_from(thrower), total=totals[0], found=second),
        DrawingStep("throws_for_dealer", seating.moved_from(second), total=totals[1], found=found.dealer),
    )
    return _seated(seating, found.dealer, before, after)
