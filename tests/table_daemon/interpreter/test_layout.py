"""Where pieces belong, by geometry alone: rows of a river, open hands, hands on their faces, added tiles."""

import pytest
from laid_pieces import HEIGHT_MM, WIDTH_MM, piece, row

from mahjong_rules.seats import Seat
from table_daemon.interpreter.layout import (
    is_laid_face_down,
    lies_beside,
    open_hand,
    place_in_hand,
    reading_order,
)
from vision.sightings import Face, Observation, Zone

EAST = Seat(0)


def seen(*pieces) -> Observation:
    return Observation(0.0, 1, tuple(pieces), frozenset())


def test_a_river_is_read_row_by_row_even_where_a_row_is_crooked():
    second = row(10, "45m", Zone.RIVER, v_mm=-HEIGHT_MM + 5.0)
    first = [piece(track, "1m", at=(place * WIDTH_MM, place * 1.5)) for place, track in enumerate((1, 2, 3))]
    assert [found.track for found in reading_order([*second, *reversed(first)])] == [1, 2, 3, 10, 11]


@pytest.mark.parametrize(("gap", "is_apart"), [(0.5, True), (0.4, True), (0.2, False), (0.0, False)])
def test_the_winning_tile_lies_half_a_tile_from_the_hand(gap, is_apart):
    hand = row(1, "123456789m", Zone.HAND)
    last = piece(20, "1p", zone=Zone.HAND, at=(hand[-1].u_mm + (1.0 + gap) * WIDTH_MM, 0.0))
    found = open_hand(seen(last, *hand), EAST, WIDTH_MM)
    assert (found.apart is not None) is is_apart
    assert len(found.row) == (9 if is_apart else 10)


def test_a_hand_that_nobody_opened_has_no_row():
    assert open_hand(seen(), EAST, WIDTH_MM).row == ()


def test_a_tile_of_an_open_hand_has_a_number_from_the_players_left():
    hand, meld = row(1, "2345m", Zone.HAND), piece(20, "1p", zone=Zone.MELDS)
    down = piece(30, "", zone=Zone.HAND, face=Face.DOWN, at=(hand[0].u_mm - WIDTH_MM, 0.0))
    table = seen(hand[2], meld, down, hand[0], hand[3], hand[1])
    assert [place_in_hand(table, tile) for tile in (*hand, meld, down)] == [(1, 4), (2, 4), (3, 4), (4, 4), None, None]


def test_a_hand_lies_on_its_faces_when_all_but_a_hidden_one_do_and_none_is_open():
    down = [piece(track, "", zone=Zone.HAND, face=Face.DOWN, at=(track * WIDTH_MM, 0.0)) for track in range(12)]
    assert is_laid_face_down(seen(*down), EAST, 13)
    assert not is_laid_face_down(seen(*down[:-1]), EAST, 13)
    assert not is_laid_face_down(seen(*down, piece(99, "1m", zone=Zone.HAND)), EAST, 13)


@pytest.mark.parametrize(("at", "expected"), [((0.0, WIDTH_MM), True), ((WIDTH_MM, WIDTH_MM), False)])
def test_an_added_tile_lies_above_the_sideways_one(at, expected):
    pung = [piece(1, "1m", zone=Zone.MELDS, is_sideways=True), piece(2, "1m", zone=Zone.MELDS, at=(24.0, 0.0))]
    assert lies_beside(piece(3, "1m", zone=Zone.MELDS, at=at, is_sideways=True), pung) is expected
