"""The four walls drawn in text, seen from above with seat 0 at the bottom.

Rules this file keeps: one cell a stack, two characters wide; a stack is marked with the most special thing about it.
"""

from __future__ import annotations

from mahjong_rules.seats import SEATS, Seat, seat_wind
from mahjong_rules.wall import Break, StackPlace

LEGEND = (
    ">> dealt first   :: dealt   .. live   ## reserve   __ lifted   L1 L2 loose tile on the reserve,"
    " in the order taken\nD1 first dora indicator   R1 R2 stacks of the replacement tiles   (stack 1 is marked ')"
)
_INSET = "     "


def wall_picture(wall: Break, dealer: Seat) -> tuple[str, ...]:
    """The lines of the picture; unequal walls are drawn from their owners' right ends."""
    cells = wall_marks(wall)
    names = [f"seat {seat} ({_role(wall, Seat(seat), dealer)})" for seat in SEATS]
    top, bottom = ([_cell(cells, seat, number) for number in _numbers(wall, seat)] for seat in (2, 0))
    right, left = ([_cell(cells, seat, number) for number in _numbers(wall, seat)] for seat in (1, 3))
    width = 3 * max(len(top), len(bottom))
    height = max(len(left), len(right))
    left = [""] * (height - len(left)) + left[::-1]
    right += [""] * (height - len(right))
    rows = [f"{west:3} {'':{width}} {east:3}".rstrip() for west, east in zip(left, right, strict=True)]
    middle = height // 2
    rows[middle] = f"{left[middle]:3} {names[3] + names[1].rjust(width - len(names[3]))} {right[middle]:3}".rstrip()
    return (
        f"{_INSET[:4]}{names[2]:^{width}}".rstrip(),
        f"{_INSET[:4]}{''.join(top)}".rstrip(),
        *rows,
        f"{_INSET[:4]}{''.join(reversed(bottom)):>{width}}".rstrip(),
        f"{_INSET[:4]}{names[0]:^{width}}".rstrip(),
    )


def _role(wall: Break, seat: Seat, dealer: Seat) -> str:
    seats = wall.rules.seats
    return seat_wind(seat, dealer, seats).letter if seat in seats else "empty"


def _numbers(wall: Break, seat: int) -> range:
    return range(1, wall.rules.lengths[seat] + 1)


def _cell(marks: dict[StackPlace, str], seat: int, number: int) -> str:
    mark = marks[StackPlace(Seat(seat), number)]
    return f"{mark}{chr(39) if number == 1 else ' '}"


def wall_marks(wall: Break) -> dict[StackPlace, str]:
    """The two characters that stand for each stack."""
    marks = dict.fromkeys(wall.shape.ring(), "..")
    marks |= dict.fromkeys((place.stack for place in wall.live_tiles()[: wall.rules.dealt_tiles]), "::")
    marks |= dict.fromkeys(wall.dead_wall, "##")
    marks[wall.first_dealt] = ">>"
    if wall.lifted is not None:
        marks[wall.lifted] = "__"
        taken_from = (wall.standing(place).stack for place in reversed(wall.loose_tiles))
        return marks | {stack: f"L{number}" for number, stack in enumerate(taken_from, start=1)}
    replacing = dict.fromkeys(place.stack for place in wall.replacements[: 2 * wall.rules.replacement_stacks])
    marks |= {stack: f"R{number}" for number, stack in enumerate(replacing, start=1)}
    return marks | {place.stack: "D1" for place in wall.indicators[:1]}
