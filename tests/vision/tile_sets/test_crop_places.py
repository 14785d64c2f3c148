from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.reading.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX
from vision.tile_sets.crop_places import (
    CropPlace,
    cut_places,
    enlarged,
    outlined_places,
    places_near,
    resized,
    scale_of,
    stretched_places,
    usual_places,
)


def tile_on_felt(turn_deg: float) -> np.ndarray:
    """An ivory tile of 74 x 100 pixels in the middle of green felt, turned counter-clockwise."""
    picture = np.full((200, 200, 3), (60, 110, 60), np.uint8)
    corners = cv2.boxPoints(((100.0, 100.0), (74.0, 100.0), -turn_deg))
    cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), (225, 240, 240))
    return picture


@pytest.mark.parametrize("turn_deg", [0.0, 20.0, 75.0, 130.0])
def test_what_stands_out_from_the_border_is_outlined_with_its_turn(turn_deg):
    (place,) = outlined_places(tile_on_felt(turn_deg))
    assert (place.x, place.y) == pytest.approx((100.0, 100.0), abs=1.5)
    assert (place.width, place.height) == pytest.approx((74.0, 100.0), abs=3.0)
    assert abs((place.turn_deg - turn_deg + 90) % 180 - 90) < 2.0


def test_a_picture_of_one_colour_has_no_outline():
    assert outlined_places(np.full((80, 60, 3), 120, np.uint8)) == []


def test_a_place_is_cut_upright_and_fills_its_crop():
    place = CropPlace(100.0, 100.0, 74.0, 100.0, 30.0)
    (crop,) = cut_places(tile_on_felt(30.0), [place])
    assert crop.shape == (CROP_HEIGHT_PX, CROP_WIDTH_PX, 3)
    assert (crop[6:-6, 5:-5].min(axis=2) > 150).all()


def test_a_long_picture_holds_no_slanted_tile():
    turns = {place.turn_deg for place in usual_places(np.zeros((100, 60, 3), np.uint8))}
    assert turns == {-15, 0, 15}
    assert len({place.turn_deg for place in usual_places(np.zeros((100, 95, 3), np.uint8))}) == 12


def test_a_stretched_picture_is_tried_upright_and_across_only():
    assert {place.turn_deg for place in stretched_places(np.zeros((96, 96, 3), np.uint8))} == {0.0, 90.0}


@pytest.mark.parametrize("size", [(90, 60), (600, 800), (1200, 90)])
def test_a_place_in_the_shrunk_picture_is_found_again_in_the_large_one(size):
    width, height = size
    scale = scale_of(width, height)
    small = resized(np.zeros((height, width, 3), np.uint8), scale)
    middle = CropPlace((small.shape[1] - 1) / 2, (small.shape[0] - 1) / 2, 20.0, 28.0, 0.0)
    large = enlarged(middle, scale)
    assert (large.x, large.y) == pytest.approx(((width - 1) / 2, (height - 1) / 2), abs=0.6)
    assert (large.width * scale[0], large.height * scale[1]) == pytest.approx((20.0, 28.0))


def test_eight_places_are_tried_around_a_good_one():
    place = CropPlace(50.0, 60.0, 40.0, 54.0, 10.0)
    around = list(places_near(place))
    assert len(around) == 8
    assert place not in around
