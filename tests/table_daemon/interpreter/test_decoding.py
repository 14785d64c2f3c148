"""Readings of a group of pieces, likeliest first, and the first one that the rules accept."""

import math

import pytest
from laid_pieces import piece

from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.interpreter.decoding import first_accepted, likely_readings, readings_of

UNSURE = [piece(1, "1m 0.6, 2m 0.3, 3m 0.05"), piece(2, "7p 0.9, 8p 0.08")]


def test_readings_of_one_piece_leave_out_what_is_far_fetched_unless_nothing_else_is_left():
    assert [tile for tile, _ in readings_of(piece(1, "1m 0.6, 2m 0.009"))] == [parse_tile("1m")]
    assert [tile for tile, _ in readings_of(piece(1, "1m 0.005, 2m 0.004"))] == [parse_tile("1m")]
    assert readings_of(piece(1, "")) == ()


def test_readings_of_a_group_come_likeliest_first_and_each_once():
    found = list(likely_readings(UNSURE))
    chances = [
        math.prod(dict(readings_of(piece))[tile] for piece, tile in zip(UNSURE, tiles, strict=True)) for tiles in found
    ]
    assert found[0] == parse_tiles("1m7p")
    assert chances == sorted(chances, reverse=True)
    assert len(set(found)) == len(found)


def test_a_reading_much_less_likely_than_the_first_is_never_taken():
    assert parse_tiles("3m8p") not in list(likely_readings(UNSURE))
    assert parse_tiles("2m7p") in list(likely_readings(UNSURE))


@pytest.mark.parametrize("most", [1, 2])
def test_no_more_readings_are_tried_than_asked_for(most):
    assert len(list(likely_readings(UNSURE, most))) == most


def test_a_group_with_a_piece_that_cannot_be_read_has_no_reading():
    assert list(likely_readings([*UNSURE, piece(3, "")])) == []


def test_the_likeliest_accepted_reading_is_taken():
    assert first_accepted(UNSURE, lambda tiles: tiles if tiles[0] == parse_tile("2m") else None) == parse_tiles("2m7p")
    assert first_accepted(UNSURE, lambda _: None) is None
