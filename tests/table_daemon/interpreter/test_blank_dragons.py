"""Backs that can be no backs are white dragons of sets whose white dragon is blank."""

import pytest
from laid_pieces import WIDTH_MM, piece, row

from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.blank_dragons import with_blanks
from table_daemon.interpreter.certainty import MIN_TO_COUNT
from vision.sightings import Face, Observation, SettledTile, Zone

WHITE = parse_tile("5z")


def back(track: int, zone: Zone, place: int = 0) -> SettledTile:
    return piece(track, "", zone=zone, at=(place * WIDTH_MM, 0.0), face=Face.DOWN)


def whites(*pieces: SettledTile) -> dict[int, float]:
    seen = with_blanks(Observation(0.0, 1, pieces, frozenset()))
    return {found.track: found.confidence for found in seen.tiles if found.tile == WHITE}


@pytest.mark.parametrize(("zone", "counts"), [(Zone.RIVER, False), (Zone.MELDS, True)])
def test_a_back_in_a_meld_counts_and_one_in_a_river_is_asked(zone, counts):
    assert (whites(back(1, zone))[1] >= MIN_TO_COUNT) is counts


def test_the_outer_tiles_of_a_concealed_kong_are_backs():
    middle = [piece(2, "1z", zone=Zone.MELDS, at=(WIDTH_MM, 0)), piece(3, "1z", zone=Zone.MELDS, at=(2 * WIDTH_MM, 0))]
    assert whites(back(1, Zone.MELDS), *middle, back(4, Zone.MELDS, 3)) == {}


def test_a_back_in_an_open_hand_is_a_white_dragon_and_a_hand_on_its_faces_holds_none():
    hand = row(10, "123456789m", Zone.HAND)
    assert list(whites(*hand, back(1, Zone.HAND, 9))) == [1]
    assert whites(*(back(track, Zone.HAND, track) for track in range(13))) == {}


def test_a_table_without_backs_is_left_as_it_is():
    seen = Observation(0.0, 1, tuple(row(1, "123m", Zone.RIVER)), frozenset())
    assert with_blanks(seen) is seen
    walls = Observation(0.0, 1, (back(1, Zone.WALL),), frozenset())
    assert with_blanks(walls) is walls
