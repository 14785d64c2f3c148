"""Single tiles in loose crops: any angle, any size, some background."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from laid_set import loose_crop

from mahjong_rules.tiles import parse_tile
from vision.reading.classification import Classifier
from vision.tile_sets.learnt_set import SAMPLE_SHAPE
from vision.tile_sets.loose_crops import read_loose, upright


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier()


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("kind", ["7m", "1z", "0m", "7p", "y2"])
def test_a_tile_is_named_in_all_four_orientations(classifier, kind, rotation):
    reading = read_loose(loose_crop(parse_tile(kind), turn_deg=rotation), classifier)
    assert (str(reading.tile), reading.rotation_deg) == (kind, rotation)
    assert reading.confidence > 0.7


@pytest.mark.parametrize("turn_deg", [12.0, 33.0, 75.0, 200.0])
def test_the_orientation_nearest_to_a_slanted_tile_is_told(classifier, turn_deg):
    reading = read_loose(loose_crop(parse_tile("4m"), turn_deg=turn_deg), classifier)
    assert str(reading.tile) == "4m"
    assert reading.rotation_deg == round(turn_deg / 90) % 4 * 90
    assert reading.place.turn_deg == pytest.approx(turn_deg, abs=9)


@pytest.mark.parametrize("turn_deg", [7.0, 22.0, 52.0, 97.0, 171.0, 248.0, 307.0])
@pytest.mark.parametrize("kind", ["2m", "4s", "9s", "7p", "f1"])
def test_the_angle_is_told_where_no_outline_shows_it(classifier, kind, turn_deg):
    crop = on_patches(loose_crop(parse_tile(kind), turn_deg=turn_deg))
    reading = read_loose(crop, classifier)
    assert str(reading.tile) == kind
    # Some of these faces look alike both ways up.
    assert (reading.place.turn_deg - turn_deg + 90) % 180 - 90 == pytest.approx(0, abs=9)


def on_patches(crop: np.ndarray) -> np.ndarray:
    """The tile on a ground of coloured patches instead of felt."""
    rng = np.random.default_rng(1)
    patches = rng.integers(0, 256, (7, 7, 3)).astype(np.uint8)
    ground = cv2.resize(patches, crop.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    is_felt = np.abs(crop.astype(int) - (96, 92, 30)).max(axis=2) <= 6
    return np.where(is_felt[..., None], ground, crop)


@pytest.mark.parametrize("width_px", [16, 40, 150, 1200])
def test_tiles_of_any_size_are_named(classifier, width_px):
    reading = read_loose(loose_crop(parse_tile("3z"), width_px=width_px), classifier)
    assert str(reading.tile) == "3z"
    assert reading.place.width == pytest.approx(width_px, rel=0.3)


@pytest.mark.parametrize("spare", [0.0, 0.1, 0.3])
def test_background_around_the_tile_does_not_matter(classifier, spare):
    assert str(read_loose(loose_crop(parse_tile("5s"), spare=spare), classifier).tile) == "5s"


@pytest.mark.parametrize("colour", [(96, 92, 30), (58, 160, 232), (80, 140, 60), (178, 116, 38)])
def test_felt_and_backs_are_no_face(classifier, colour):
    back = np.full((80, 60, 3), (96, 92, 30), np.uint8)
    back[8:-8, 7:-7] = colour
    reading = read_loose(back, classifier)
    assert reading.tile is None
    assert reading.confidence > 0.5


def test_a_blank_ivory_face_is_a_white_dragon_but_somebody_may_have_white_backs(classifier):
    blank = np.full((80, 60, 3), (96, 92, 30), np.uint8)
    blank[5:-5, 5:-5] = (228, 240, 244)
    reading = read_loose(blank, classifier)
    assert str(reading.tile) == "5z"
    assert reading.confidence >= 0.9


@pytest.mark.parametrize("shape", [(60, 640), (640, 40)])
def test_a_crop_of_a_stretched_picture_is_squeezed_first(classifier, shape):
    crop = cv2.resize(loose_crop(parse_tile("7m"), width_px=200, spare=0.02), shape[::-1], interpolation=cv2.INTER_AREA)
    assert str(read_loose(crop, classifier).tile) == "7m"


def test_a_picture_of_a_few_pixels_is_a_sentence(classifier):
    with pytest.raises(ValueError, match="at least 8 pixels a side, not 5 x 40"):
        read_loose(np.zeros((40, 5, 3), np.uint8), classifier)


@pytest.mark.parametrize("turn_deg", [0, 90, 180, 270])
def test_a_labelled_picture_gives_the_tile_upright(classifier, turn_deg):
    tile = parse_tile("6m")
    sample = upright(loose_crop(tile, turn_deg=turn_deg), tile, None, classifier)
    assert sample.shape == SAMPLE_SHAPE
    (reading,) = classifier.read(sample[None, 8:-8, 8:-8])
    assert reading.candidates[0][0] == tile
    assert not reading.is_upside_down


def test_the_given_rotation_counts_for_faces_that_look_alike_both_ways(classifier):
    tile = parse_tile("1z")
    turned = upright(loose_crop(tile, turn_deg=180), tile, 0, classifier)
    (reading,) = classifier.read(turned[None, 8:-8, 8:-8])
    assert reading.is_upside_down
