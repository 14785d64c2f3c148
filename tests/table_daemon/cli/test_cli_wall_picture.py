"""The four walls drawn in text."""

from __future__ import annotations

import pytest

from mahjong_rules.seats import Seat
from mahjong_rules.wall import (
    JP_CLASSIC_WALL,
    RIICHI_WALL,
    SIMPLE_WALL,
    TCHOU_WALL,
    StackPlace,
    WallRules,
    lengths_for,
    open_wall,
)
from table_daemon.cli.wall_picture import wall_marks, wall_picture


@pytest.mark.parametrize("walls", [RIICHI_WALL, JP_CLASSIC_WALL, SIMPLE_WALL, TCHOU_WALL])
@pytest.mark.parametrize("tiles", [136, 140, 144, 152])
def test_the_picture_has_a_cell_for_every_stack(walls: WallRules, tiles: int) -> None:
    wall = open_wall(walls.with_lengths(lengths_for(tiles)), Seat(1), (11,) * walls.throws)
    drawn = "\n".join(line for line in wall_picture(wall, Seat(1)))
    marks = wall_marks(wall)
    assert len(marks) == wall.shape.stacks
    assert drawn.count("'") == 4
    for mark in set(marks.values()):
        assert drawn.count(mark) == list(marks.values()).count(mark), mark


@pytest.mark.clause("La Règle l.73", "A-10")
def test_a_lifted_stack_and_its_loose_tiles_are_marked_in_the_order_they_are_taken() -> None:
    marks = wall_marks(open_wall(SIMPLE_WALL, Seat(0), (8, 5)))
    assert [marks[StackPlace(Seat(3), number)] for number in (6, 5, 4, 3, 2, 1)] == [">>", "__", "L2", "##", "L1", "##"]


def test_the_picture_shows_seat_0_at_the_bottom_and_each_wall_from_its_owners_right() -> None:
    lines = wall_picture(open_wall(RIICHI_WALL, Seat(0), (5,)), Seat(0))
    assert [lines[0].strip(), lines[-1].strip()] == ["seat 2 (W)", "seat 0 (E)"]
    assert lines[-2].endswith("'")
    assert lines[1].strip()[2] == "'"
    assert "R2 R1 " not in lines[-2]
    assert ">> R1 R2 D1 ## ##'" in lines[-2]
