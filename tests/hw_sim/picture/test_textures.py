"""The committed tile art."""

import itertools

import cv2
import numpy as np
import pytest

from hw_sim.picture.textures import (
    CELL_HEIGHT_PX,
    CELL_WIDTH_PX,
    FACE_ORDER,
    UnknownStyleError,
    load_faces,
    style_names,
)
from mahjong_rules.tiles import parse_tile

BLANK_WHITE = {"grass", "mincho", "notebook", "old_hall", "parlour", "poster", "scribe"}


def test_there_are_at_least_six_styles():
    assert len(style_names()) >= 6


@pytest.mark.parametrize("style", style_names())
def test_a_style_has_45_faces_of_one_size(style):
    faces = load_faces(style)
    assert len(FACE_ORDER) == len(set(FACE_ORDER)) == 45
    assert set(faces) == set(FACE_ORDER)
    assert {face.shape for face in faces.values()} == {(CELL_HEIGHT_PX, CELL_WIDTH_PX, 3)}


@pytest.mark.parametrize("style", style_names())
def test_only_the_white_dragon_of_some_styles_is_blank(style):
    blank = {str(tile) for tile, face in load_faces(style).items() if face.min() > 240}
    assert blank == ({"5z"} if style in BLANK_WHITE else set())


@pytest.mark.parametrize("style", style_names())
def test_no_two_faces_of_a_style_look_alike(style):
    small = {tile: cv2.resize(face, (24, 33), interpolation=cv2.INTER_AREA) for tile, face in load_faces(style).items()}
    for first, second in itertools.combinations(FACE_ORDER, 2):
        assert np.abs(small[first].astype(int) - small[second]).mean() > 2.5, (str(first), str(second))


@pytest.mark.parametrize("style", style_names())
@pytest.mark.parametrize("name", ["0m", "0p", "0s", "7z"])
def test_red_fives_and_the_red_dragon_are_red_all_over(style, name):
    face = load_faces(style)[parse_tile(name)].astype(int)
    ink = face[face.min(axis=2) < 128]
    assert (ink[:, 2] > ink[:, 0] + 40).mean() > 0.95


def test_an_unknown_style_is_refused_with_the_known_ones():
    with pytest.raises(UnknownStyleError, match=r"choose one of .*parlour"):
        load_faces("baroque")
