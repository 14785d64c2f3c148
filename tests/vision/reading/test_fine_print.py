"""The fine print of a flower tells which it is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hw_sim.picture.textures import load_faces, style_names
from mahjong_rules.tiles import BONUS_TILES, Tile, TileStock
from vision.reading.adaptation import chances
from vision.reading.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX, FACES_KNOWN, OUTPUTS, Classifier, to_batch
from vision.reading.fine_print import FLOWERS_AND_BIRD, FinePrint, weighed

PLANT = slice(40, 118)
"""Rows of an atlas's cell in which nothing but the plant stands, but for the corners."""
OUTPUTS_OF_FLOWERS = np.array([2 * FACES_KNOWN.index(face) for face in FLOWERS_AND_BIRD])


@pytest.fixture(scope="module")
def fine_print() -> FinePrint:
    return FinePrint()


def crop_of(face: np.ndarray) -> np.ndarray:
    """The face on a tile of ivory, among cloth."""
    crop = np.full((CROP_HEIGHT_PX, CROP_WIDTH_PX, 3), (60, 110, 40), np.uint8)
    small = cv2.resize(face, (CROP_WIDTH_PX - 4, CROP_HEIGHT_PX - 4), interpolation=cv2.INTER_AREA)
    crop[2:-2, 2:-2] = small * np.array([0.86, 0.93, 0.95])
    return crop


def crops_of(style: str, tiles: tuple[Tile, ...], *, upside_down: bool = False) -> np.ndarray:
    faces = load_faces(style)
    crops = np.stack([crop_of(faces[tile]) for tile in tiles])
    return np.ascontiguousarray(crops[:, ::-1, ::-1]) if upside_down else crops


@pytest.mark.parametrize("style", style_names())
@pytest.mark.parametrize("upside_down", [False, True])
def test_a_printed_number_names_the_flower(fine_print, style, upside_down):
    crops = crops_of(style, BONUS_TILES, upside_down=upside_down)
    said = [FLOWERS_AND_BIRD[row.argmax()] for row in fine_print.chances(to_batch(crops))]
    assert [face.number for face in said] == [tile.number for tile in BONUS_TILES]


def test_a_plant_alone_tells_nothing(fine_print):
    plant = np.full_like(load_faces("parlour")[BONUS_TILES[0]], 255)
    cv2.line(plant, (48, 118), (48, 60), (40, 130, 40), 5)
    for x, y in ((34, 52), (62, 52), (48, 36), (48, 66)):
        cv2.circle(plant, (x, y), 12, (60, 40, 200), -1)
    (said,) = fine_print.chances(to_batch(crop_of(plant)[np.newaxis]))
    assert said[:-1].max() < 0.9


def test_weighing_leaves_other_faces_alone_and_the_whole_as_likely_as_it_was():
    rng = np.random.default_rng(1)
    logits = rng.normal(0, 2, (3, OUTPUTS)).astype(np.float32)
    told = rng.dirichlet(np.ones(len(FLOWERS_AND_BIRD)), 3)
    result = weighed(logits, OUTPUTS_OF_FLOWERS, told)
    both = np.concatenate([OUTPUTS_OF_FLOWERS, OUTPUTS_OF_FLOWERS + 1])
    others = np.setdiff1d(np.arange(OUTPUTS), both)
    assert np.array_equal(result[:, others], logits[:, others])
    before, after = chances(logits), chances(result)
    assert after[:, both].sum(axis=1) == pytest.approx(before[:, both].sum(axis=1))
    assert after.sum(axis=1) == pytest.approx(np.ones(3))
    one, other = OUTPUTS_OF_FLOWERS[:2]
    assert after[:, one] / after[:, other] == pytest.approx(
        before[:, one] / before[:, other] * told[:, 0] / told[:, 1], rel=1e-4
    )


def test_where_no_mark_is_read_nothing_changes():
    logits = np.random.default_rng(2).normal(0, 2, (2, OUTPUTS)).astype(np.float32)
    alike = np.full((2, len(FLOWERS_AND_BIRD)), 1 / len(FLOWERS_AND_BIRD))
    assert weighed(logits, OUTPUTS_OF_FLOWERS, alike) == pytest.approx(logits, abs=1e-5)


def test_a_game_without_flowers_asks_for_no_marks():
    crops = crops_of("thin", BONUS_TILES)
    classifier = Classifier()
    own = classifier.answers(crops).logits
    classifier.kinds = frozenset(TileStock().kinds)
    assert np.array_equal(classifier.logits(crops), own)
    classifier.kinds = frozenset(TileStock(bonus=True).kinds)
    assert not np.array_equal(classifier.logits(crops), own)


def test_an_unknown_plant_is_named_by_its_number():
    """A plant of one flower beside the marks of another one: the classifier knows the plant, people the number."""
    faces = load_faces("thin")
    mixed = faces[BONUS_TILES[2]].copy()
    mixed[PLANT, 20:76] = faces[BONUS_TILES[5]][PLANT, 20:76]
    (reading,) = Classifier().read(crop_of(mixed)[np.newaxis])
    assert reading.candidates[0][0] == BONUS_TILES[2]
