from __future__ import annotations

import cv2
import numpy as np
import pytest

from mahjong_rules.tiles import TileStock, parse_tile
from vision.calibrating.calibration import CameraPose, transform
from vision.geometry.rectify import TableView
from vision.reading.classification import (
    CROP_HEIGHT_PX,
    CROP_WIDTH_PX,
    FACES_KNOWN,
    OUTPUTS,
    REJECT,
    crop_to_table,
    cut,
    reading_of,
    to_batch,
)
from vision.reading.detection import Box
from vision.settings import GeometrySettings
from vision.sightings import Face

GEOMETRY = GeometrySettings()


def view_from_above() -> TableView:
    rotation = np.diag([1.0, -1.0, -1.0])
    intrinsics = np.array([[1500.0, 0, 1151.5], [0, 1500.0, 647.5], [0, 0, 1]])
    return TableView(CameraPose(intrinsics, rotation, -rotation @ np.array([0.0, 0.0, 900.0]), 0.0), GEOMETRY)


def test_every_face_has_two_outputs_and_the_last_one_is_for_no_tile():
    assert len(FACES_KNOWN) == len(set(FACES_KNOWN)) == 45
    assert (REJECT, OUTPUTS) == (90, 91)


def test_a_crop_reaches_a_twentieth_of_the_width_beyond_the_tile():
    place = crop_to_table(100.0, 50.0, 0.0, 20.0, 28.0)
    corner = transform(place, np.array([[-0.5, -0.5]]))[0]
    assert corner == pytest.approx((100 - 11, 50 + 15))


@pytest.mark.parametrize("turn_deg", [0.0, 37.0, 90.0, 175.0])
def test_crops_stand_upright_however_the_tile_lies(turn_deg):
    view = view_from_above()
    picture = np.zeros((1296, 2304, 3), np.uint8)
    turn = np.radians(turn_deg)
    top = np.array([100.0 - np.sin(turn) * 8, 50.0 + np.cos(turn) * 8])
    pixel = view.pose.plane_pixels(top[None], view.z_mm)[0]
    cv2.circle(picture, (round(pixel[0]), round(pixel[1])), 6, (0, 0, 255), -1)
    column, row = view.to_px(100.0, 50.0)
    (crop,) = cut(picture, view, [Box(Face.UP, column, row, turn_deg, 1.0)], GEOMETRY)
    rows, columns = np.nonzero(crop[..., 2] > 100)
    assert columns.mean() == pytest.approx((CROP_WIDTH_PX - 1) / 2, abs=1.0)
    assert rows.mean() == pytest.approx((CROP_HEIGHT_PX - 1) / 2 - 8 * 56 / 30.05, abs=1.0)


def test_brightness_and_contrast_of_a_crop_do_not_matter():
    crop = np.random.default_rng(1).integers(0, 120, (1, CROP_HEIGHT_PX, CROP_WIDTH_PX, 3)).astype(np.uint8)
    assert np.allclose(to_batch(crop), to_batch(crop * 2), atol=1e-4)


def test_a_reading_adds_both_ways_up():
    logits = np.full(OUTPUTS, -20.0, np.float32)
    five = FACES_KNOWN.index(parse_tile("5p"))
    red = FACES_KNOWN.index(parse_tile("0p"))
    logits[[2 * five, 2 * five + 1, 2 * red]] = np.log([0.3, 0.4, 0.3])
    reading = reading_of(logits)
    assert [str(tile) for tile, _ in reading.candidates[:2]] == ["5p", "0p"]
    assert [chance for _, chance in reading.candidates[:2]] == pytest.approx([0.7, 0.3], abs=1e-4)
    assert reading.is_upside_down
    assert reading.whole == pytest.approx(1.0, abs=1e-4)


def test_what_is_no_tile_is_not_whole():
    logits = np.zeros(OUTPUTS, np.float32)
    logits[REJECT] = 12.0
    assert reading_of(logits).whole < 0.01


def test_only_faces_of_the_set_in_play_are_considered_and_share_all_chances():
    logits = np.full(OUTPUTS, -20.0, np.float32)
    at = {name: 2 * FACES_KNOWN.index(parse_tile(name)) for name in ("f1", "1s", "2s")}
    logits[[at["f1"], at["1s"] + 1, at["2s"], REJECT]] = np.log([0.8, 0.06, 0.04, 0.1])
    reading = reading_of(logits, TileStock().kinds)
    assert [str(tile) for tile, _ in reading.candidates[:2]] == ["1s", "2s"]
    assert [chance for _, chance in reading.candidates[:2]] == pytest.approx([0.6, 0.4], abs=1e-4)
    assert reading.is_upside_down
    assert reading.whole == pytest.approx(0.9, abs=1e-4), "a face of another set is a tile all the same"


def test_a_network_that_knows_only_a_flower_leaves_faces_of_the_set_their_order():
    logits = np.full(OUTPUTS, -2000.0, np.float32)
    logits[2 * FACES_KNOWN.index(parse_tile("f1"))] = 0.0
    logits[2 * FACES_KNOWN.index(parse_tile("1s"))] = -1500.0
    (best, chance), *others = reading_of(logits, TileStock().kinds).candidates
    assert (str(best), chance) == ("1s", pytest.approx(1.0))
    assert len(others) == 4
