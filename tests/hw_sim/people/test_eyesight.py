"""A person knows a tile from its picture, in any direction and in a bad light."""

import cv2
import numpy as np
import pytest

from hw_sim.people.eyesight import recognised
from hw_sim.picture.textures import FACE_ORDER, held_out_style_names, load_faces
from mahjong_rules.tiles import ALL_KINDS


def photograph(face, turns):
    """In the size of the tablet's cut-outs, on a green felt, turned and dark."""
    felt = np.full((60, 48, 3), (70, 90, 40), np.uint8)
    felt[6:54, 6:42] = cv2.resize(face, (36, 48), interpolation=cv2.INTER_AREA)
    dark = cv2.convertScaleAbs(np.ascontiguousarray(np.rot90(felt, turns)), alpha=0.6)
    return cv2.imencode(".jpg", dark)[1].tobytes()


@pytest.mark.parametrize("style", ["parlour", held_out_style_names()[0]])
def test_faces_are_known_in_any_direction(style):
    faces = load_faces(style)
    shown = {tile: photograph(faces[tile], turns % 4) for turns, tile in enumerate(ALL_KINDS[::3])}
    assert {str(tile): str(recognised(shown[tile], ALL_KINDS, style)) for tile in shown} == {
        str(t): str(t) for t in shown
    }


def test_only_what_lies_there_is_named():
    faces = load_faces("parlour")
    one_pin, others = ALL_KINDS[9], ALL_KINDS[:5]
    assert recognised(photograph(faces[one_pin], 0), others, "parlour") in others


def test_what_is_no_picture_names_nothing():
    assert recognised(b"no picture", FACE_ORDER, "parlour") is None
    assert recognised(photograph(load_faces("parlour")[ALL_KINDS[0]], 0), (), "parlour") is None
