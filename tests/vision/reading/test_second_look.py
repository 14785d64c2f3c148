"""What one place holds by a look at its own pixels."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.certainty import MIN_TO_COUNT
from vision.reading.classification import Reading
from vision.reading.detection import Box
from vision.reading.second_look import (
    as_white,
    is_back,
    is_doubtful,
    is_nothing,
    looked_at,
    under_glare,
    whole_when_turned,
)
from vision.reading.side_colours import SideColours, has_print, side_colour
from vision.sightings import Face


def reading_of(whole: float, chances: str) -> Reading:
    """A reading upside down from words such as "5z 0.4 3m 0.2"."""
    words = chances.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return Reading(tuple((parse_tile(kind), float(chance)) for kind, chance in pairs), is_upside_down=True, whole=whole)


@pytest.mark.parametrize(
    ("certainty", "seen", "is_turned"),
    [
        (0.49, reading_of(0.19, "5z 0.73"), True),  # the sideways white dragon of world 9210
        (0.42, reading_of(0.19, "5z 0.97"), False),  # the top of a standing tile, by its certainty
        (0.6, reading_of(0.19, "6p 0.97"), False),  # print tells its way itself
        (0.6, reading_of(0.72, "5z 0.36"), True),
        (0.6, reading_of(0.84, "5z 0.36"), False),  # hardly more of a whole tile when it is turned
    ],
)
def test_a_blank_face_is_turned_where_that_makes_it_whole_and_no_top_is(certainty, seen, is_turned):
    box = Box(Face.UP, 0, 0, 15.0, certainty)
    assert (whole_when_turned(box, seen) <= 0.82) is is_turned


@pytest.mark.parametrize(
    ("seen", "is_none"),
    [
        (reading_of(0.97, "y1 0.75 5z 0.07 f1 0.04"), False),  # a blue card, the spring of the set in world 10901
        (reading_of(0.98, "1s 0.63 y1 0.18 f1 0.11"), True),
        (reading_of(0.9, "y1 0.75 5z 0.07 f1 0.04"), True),  # a hand, or half a tile
        (reading_of(0.97, "9m 0.44 6m 0.36"), True),
    ],
)
def test_where_the_detector_sees_next_to_nothing_a_whole_tile_that_is_some_flower_lies(seen, is_none):
    assert is_nothing(Box(Face.UP, 0, 0, 0.0, 0.2), seen) is is_none


def test_a_whole_tile_of_no_sure_kind_is_doubtful():
    assert is_doubtful(reading_of(0.9, "y3 0.22 5z 0.19"))
    assert not is_doubtful(reading_of(0.9, "y3 0.8 5z 0.1"))
    assert not is_doubtful(reading_of(0.2, "y3 0.22 5z 0.19"))


def test_a_doubtful_face_without_a_drawing_is_more_likely_a_white_dragon_than_anything_else():
    white = as_white(reading_of(0.9, "3m 0.42 5z 0.19 1p 0.12"))
    assert [str(tile) for tile, _ in white.candidates] == ["5z", "3m", "1p"]
    assert sum(chance for _, chance in white.candidates) == pytest.approx(1.0)
    assert white.candidates[0][1] >= 0.6
    assert not white.is_upside_down
    assert white.whole == 0.9


def test_a_white_dragon_that_is_all_glare_is_no_surer_than_what_is_asked_about():
    white = under_glare(reading_of(1.0, "5z 0.995 1p 0.003"))
    assert [chance for _, chance in white.candidates] == [0.5, 0.003]
    assert white.candidates[0][1] < MIN_TO_COUNT


def side(colour: tuple[int, int, int], *, framed: bool) -> np.ndarray:
    """A tile's side in one colour (BGR), with a frame or blank."""
    piece = np.full((56, 40, 3), colour, np.uint8)
    if framed:
        cv2.rectangle(piece, (10, 14), (29, 41), (60, 40, 30), 3)
    return piece


@pytest.mark.parametrize(
    ("framed", "chance", "back"), [(True, 0.99, False), (True, 0.9, True), (False, 0.99, True), (False, 0.5, True)]
)
def test_a_tinted_white_dragon_is_a_back_unless_its_frame_is_surely_read(framed, chance, back):
    colours = SideColours()
    for light in range(8):
        colours.learn_body(side_colour(side((190 + light, 210 + light, 220 + light), framed=True)), is_printed=True)
    tinted = side((90, 170, 110), framed=framed)
    assert has_print(tinted) is framed
    assert is_back(reading_of(1.0, f"5z {chance}"), tinted, colours) is back
    assert not is_back(reading_of(1.0, f"5z {chance}"), side((195, 215, 225), framed=framed), colours)


@pytest.mark.parametrize(("back_seen", "is_taken_for_one"), [((60, 150, 20), False), ((205, 225, 190), True)])
def test_a_blank_face_that_a_lamp_bleached_is_no_back_where_all_backs_are_of_another_colour(
    back_seen, is_taken_for_one
):
    """In world 10940 a lamp stood over two of them, the backs are green, and a win waited for a tile that lay there."""
    colours, bleached = SideColours(), side((245, 250, 251), framed=False)
    for light in range(8):
        colours.learn_body(side_colour(side((190 + light, 210 + light, 220 + light), framed=True)), is_printed=True)
    assert is_back(reading_of(1.0, "5z 0.54"), bleached, colours)
    for light in range(3):
        colours.learn_back(side_colour(side(tuple(level + light for level in back_seen), framed=False)))
    assert is_back(reading_of(1.0, "5z 0.54"), bleached, colours) is is_taken_for_one


@pytest.mark.parametrize("said", ["5z 0.95", "y3 0.3 5z 0.2"])
def test_a_blank_face_of_a_set_without_one_is_a_back(said):
    box, blank = Box(Face.UP, 0, 0, 0.0, 0.9), side((190, 210, 220), framed=False)
    assert looked_at(box, reading_of(1.0, said), blank, SideColours())[1].candidates[0][0] == parse_tile("5z")
    there, reading = looked_at(box, reading_of(1.0, said), blank, SideColours(), has_blank_face=False)
    assert (there.face, reading) == (Face.DOWN, None)


@pytest.mark.parametrize(
    ("said", "crop"),
    [
        ("5z 0.95", side((190, 210, 220), framed=True)),
        ("5z 0.95", np.full((56, 40, 3), 252, np.uint8)),  # glare may hide any print
        ("2p 0.95", side((190, 210, 220), framed=False)),  # the network sees what the eye of a threshold does not
    ],
)
def test_a_set_without_a_blank_face_keeps_what_may_bear_print(said, crop):
    box = Box(Face.UP, 0, 0, 0.0, 0.9)
    there, reading = looked_at(box, reading_of(1.0, said), crop, SideColours(), has_blank_face=False)
    assert (there, reading.candidates[0][0]) == (box, parse_tile(said.split()[0]))


def test_a_white_dragon_in_doubt_stays_one():
    assert as_white(reading_of(0.7, "5z 0.5 3m 0.1")).candidates[1] == (parse_tile("3m"), pytest.approx(0.1))
