"""A person knows a tile from its picture, in any direction and in a bad light."""

import cv2
import numpy as np
import pytest

from hw_sim.people.eyesight import recognised
from hw_sim.picture.textures import FACE_ORDER, held_out_style_names, load_faces
from mahjong_rules.tiles import ALL_KINDS, parse_tile


def photograph(face, turns, *neighbours):
    """A cut-out as the tablet shows it, on a green felt, turned and dark: the tile in the middle, others beside it."""
    felt = np.full((248, 248, 3), (70, 90, 40), np.uint8)
    for place, shown in zip((0, -1, 1), (face, *neighbours), strict=False):
        left = 83 + 84 * place
        whole = cv2.resize(shown, (82, 112), interpolation=cv2.INTER_AREA)
        seen = slice(max(left, 0), min(left + 82, 248))
        felt[68:180, seen] = whole[:, seen.start - left : seen.stop - left]
    dark = cv2.convertScaleAbs(np.ascontiguousarray(np.rot90(felt, turns)), alpha=0.6)
    return cv2.imencode(".jpg", dark)[1].tobytes()


@pytest.mark.parametrize("style", ["parlour", held_out_style_names()[0]])
def test_faces_are_known_in_any_direction(style):
    faces = load_faces(style)
    shown = {tile: photograph(faces[tile], turns % 4) for turns, tile in enumerate(ALL_KINDS[::3])}
    assert {str(tile): str(recognised(shown[tile], ALL_KINDS, style)) for tile in shown} == {
        str(t): str(t) for t in shown
    }


@pytest.mark.parametrize("turns", [0, 2])
def test_what_lies_beside_the_tile_is_not_meant(turns):
    """An orchid beside an autumn was once called autumn, and the set learnt it so."""
    faces = load_faces("parlour")
    orchid, autumn, plum = (parse_tile(name) for name in ("f2", "y3", "f1"))
    shown = photograph(faces[orchid], turns, faces[autumn], faces[plum])
    assert recognised(shown, (orchid, autumn, plum), "parlour") == orchid


def test_only_what_lies_there_is_named():
    faces = load_faces("parlour")
    one_pin, others = ALL_KINDS[9], ALL_KINDS[:5]
    assert recognised(photograph(faces[one_pin], 0), others, "parlour") in others


def test_what_is_no_picture_names_nothing():
    assert recognised(b"no picture", FACE_ORDER, "parlour") is None
    assert recognised(photograph(load_faces("parlour")[ALL_KINDS[0]], 0), (), "parlour") is None
