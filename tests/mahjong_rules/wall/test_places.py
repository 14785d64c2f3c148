"""The lengths of walls, and stacks counted across their corners."""

from __future__ import annotations

import pytest

from mahjong_rules.seats import Seat
from mahjong_rules.wall import (
    JP_CLASSIC_WALL,
    StackPlace,
    lengths_for,
    open_wall,
)


def test_a_count_beyond_the_wall_turns_the_corner_of_walls_of_unequal_length() -> None:
    wall = open_wall(JP_CLASSIC_WALL.with_lengths(lengths_for(140)), Seat(0), (12, 12))
    assert (wall.opener, wall.last_counted) == (3, StackPlace(Seat(2), 7))
    longer = open_wall(JP_CLASSIC_WALL.with_lengths(lengths_for(140)), Seat(1), (12, 12))
    assert (longer.opener, longer.last_counted) == (0, StackPlace(Seat(3), 6))


@pytest.mark.parametrize(
    ("tiles", "lengths"), [(136, (17,) * 4), (140, (18, 17, 18, 17)), (144, (18,) * 4), (152, (19,) * 4)]
)
@pytest.mark.clause("A-19", "Kanai French l.45")
def test_a_set_makes_walls_of_its_length(tiles: int, lengths: tuple[int, ...]) -> None:
    assert lengths_for(tiles) == lengths


@pytest.mark.parametrize("tiles", [0, 135, 138, -8])
def test_a_set_that_makes_no_walls_is_refused(tiles: int) -> None:
    with pytest.raises(ValueError, match="make no four walls"):
        lengths_for(tiles)
