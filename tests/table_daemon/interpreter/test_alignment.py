"""Pieces of a row bound to the tiles of a game by order and readings alone."""

import pytest
from laid_pieces import piece, row

from mahjong_rules.tiles import parse_tiles
from table_daemon.interpreter.alignment import aligned
from vision.sightings import Zone


def tracks(tiles: str, pieces) -> dict[int, int]:
    return {place: found.track for place, found in aligned(parse_tiles(tiles), pieces)}


@pytest.mark.parametrize(
    ("tiles", "shown", "expected"),
    [
        ("123m", "123m", {0: 1, 1: 2, 2: 3}),
        ("123m", "1239m", {0: 1, 1: 2, 2: 3}),
        ("123m", "13m", {0: 1, 2: 2}),
        ("13m", "123m", {0: 1, 1: 3}),
    ],
    ids=["all", "a new one at the end", "one not seen", "a strange one between"],
)
def test_pieces_are_bound_in_order(tiles, shown, expected):
    assert tracks(tiles, row(1, shown, Zone.RIVER)) == expected


def test_a_tile_that_a_person_corrected_is_bound_although_no_reading_says_so():
    assert tracks("1m9s3m", [piece(1, "1m"), piece(2, "9p"), piece(3, "3m")]) == {0: 1, 1: 2, 2: 3}
