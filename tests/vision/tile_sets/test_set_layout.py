"""A set laid out in rows: order makes the names, and what is wrong is said by row."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from laid_set import WHOLE_SET, layout_picture

from mahjong_rules.tiles import parse_tile, parse_tiles
from vision.geometry.pose import CameraPose
from vision.geometry.rectify import TableView
from vision.reading.classification import Reading
from vision.reading.detection import Box
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Face
from vision.tile_sets import set_layout
from vision.tile_sets.layout_pictures import named_picture
from vision.tile_sets.learnt_set import SAMPLE_SHAPE
from vision.tile_sets.set_layout import BASIC_ROWS, Laid, LayoutError, Mistake, MistakeKind

GEOMETRY = GeometrySettings()


@pytest.fixture(scope="module")
def view() -> TableView:
    rotation = np.diag([1.0, -1.0, -1.0])
    intrinsics = np.array([[1500.0, 0, 1151.5], [0, 1500.0, 647.5], [0, 0, 1]])
    return TableView(CameraPose(intrinsics, rotation, -rotation @ np.array([0.0, 0.0, 900.0]), 0.0), GEOMETRY)


def boxes(lengths: list[int], tilt_deg: float = 0.0, seed: int = 1) -> list[Box]:
    """Pieces in rows, in no order, as a whole tilted."""
    rng = random.Random(seed)
    tilt = math.radians(tilt_deg)
    found = []
    for row, length in enumerate(lengths):
        for place in range(length):
            x, y = place * 24.0 + rng.uniform(-2, 2), -row * 36.0 + rng.uniform(-5, 5)
            column = 200 + x * math.cos(tilt) - y * math.sin(tilt)
            down = 300 - (x * math.sin(tilt) + y * math.cos(tilt))
            found.append(Box(Face.UP, column, down, (tilt_deg + rng.uniform(-3, 3)) % 180, 0.9))
    rng.shuffle(found)
    return found


@pytest.mark.parametrize("tilt_deg", [-20.0, -4.0, 0.0, 9.0, 25.0])
def test_rows_are_found_however_the_whole_is_tilted(view, tilt_deg):
    lengths = [9, 9, 9, 7, 8, 3]
    rows = set_layout.rows_of(boxes(lengths, tilt_deg), view, GEOMETRY)
    assert [len(row) for row in rows] == lengths
    laid = set_layout.assigned(rows, set_layout.whole_set(lengths))
    assert [piece.tile for piece in laid] == [tile for row in WHOLE_SET for tile in row]


def test_pieces_that_do_not_show_their_face_are_no_part_of_the_rows(view):
    backs = [Box(Face.DOWN, 210.0, 310.0 + 30 * n, 0.0, 0.9) for n in range(5)]
    assert [len(row) for row in set_layout.rows_of([*backs, *boxes([9, 9])], view, GEOMETRY)] == [9, 9]


@pytest.mark.parametrize(
    ("lengths", "more"),
    [([9, 9, 9, 7], ()), ([9, 9, 9, 7, 8], (set_layout.BONUS_ROW,)), ([9, 9, 9, 7, 3], (set_layout.RED_ROW,))],
)
def test_flowers_and_red_fives_may_be_left_out(lengths, more):
    assert set_layout.whole_set(lengths) == (*BASIC_ROWS, *more)


@pytest.mark.parametrize(
    ("lengths", "sentence"),
    [
        ([9, 8, 9, 7], r"row 2 \(1p to 9p\) has 8 instead of 9"),
        ([9, 9, 9, 7, 8, 4], r"row 5 .* instead of|there are more rows"),
        ([9, 9, 9], "a row is missing"),
        ([9, 9, 9, 7, 1], "there are more rows"),
    ],
)
def test_a_wrong_row_is_named(view, lengths, sentence):
    with pytest.raises(LayoutError, match=sentence):
        set_layout.assigned(set_layout.rows_of(boxes(lengths), view, GEOMETRY), set_layout.whole_set(lengths))


@pytest.mark.parametrize(
    ("lengths", "mistake"),
    [
        ([9, 10, 9, 7], Mistake(MistakeKind.ROW_LENGTH, 2, 10, 9, BASIC_ROWS[1])),
        ([9, 9, 9], Mistake(MistakeKind.ROW_MISSING, 4, 3, 4)),
        ([9, 9, 9, 7, 2], Mistake(MistakeKind.ROW_TOO_MANY, 5, 5, 4)),
        ([], Mistake(MistakeKind.NOTHING, wanted=4)),
    ],
)
def test_what_is_wrong_is_told_to_programs_too(view, lengths, mistake):
    with pytest.raises(LayoutError) as caught:
        set_layout.assigned(set_layout.rows_of(boxes(lengths), view, GEOMETRY), BASIC_ROWS)
    assert caught.value.mistake == mistake


def test_a_bare_table_is_a_sentence():
    with pytest.raises(LayoutError, match="no face-up tile was found"):
        set_layout.assigned([], BASIC_ROWS)


def test_a_piece_that_lies_across_is_named():
    row = [Box(Face.UP, 24.0 * n, 0.0, 90.0 if n == 2 else 1.0, 0.9) for n in range(9)]
    with pytest.raises(LayoutError, match=r"row 1, tile 3 \(3m\) lies across"):
        set_layout.assigned([row], (BASIC_ROWS[0],))


def test_some_kinds_may_lie_in_as_many_rows_as_the_owner_likes():
    kinds = parse_tiles("1s5m7z0p2p")
    assert set_layout.in_order(kinds, [2, 3]) == (kinds[:2], kinds[2:])
    assert set_layout.in_order(kinds, [4]) == (kinds,)


def test_a_piece_that_looks_like_another_tile_is_a_doubt_only_when_the_reader_is_sure():
    laid = Laid(parse_tile("3m"), Box(Face.UP, 0.0, 0.0, 0.0, 0.9), 1, 3)
    four = Reading(((parse_tile("4m"), 0.98), (parse_tile("3m"), 0.01)), is_upside_down=False, whole=0.99)
    vague = Reading(((parse_tile("4m"), 0.6), (parse_tile("3m"), 0.3)), is_upside_down=False, whole=0.99)
    (doubt,) = set_layout.doubts([laid], [four])
    assert str(doubt) == "row 1, tile 3 should be 3m but looks like 4m (97%)"
    assert set_layout.doubts([laid], [vague]) == []


def test_a_picture_of_a_whole_set_gives_a_crop_of_every_kind():
    image = layout_picture(tilt_deg=5.0)
    reader = TableReader(GEOMETRY)
    view = reader.calibrated(image, CameraSettings())
    rows = set_layout.rows_of(reader.boxes(view.rectified(image)), view, GEOMETRY)
    laid = set_layout.assigned(rows, set_layout.whole_set([len(row) for row in rows]))
    found = set_layout.samples(image, view, laid, GEOMETRY)
    assert [sample.tile for sample in found] == [tile for row in WHOLE_SET for tile in row]
    assert {sample.picture.shape for sample in found} == {SAMPLE_SHAPE}
    inner = [sample.picture[8:-8, 8:-8] for sample in found]
    readings = reader.classifier.read(np.stack(inner))
    assert [reading.candidates[0][0] for reading in readings] == [sample.tile for sample in found]
    assert not any(
        reading.is_upside_down for reading, sample in zip(readings, found, strict=True) if sample.tile.is_bonus
    )
    picture = named_picture(image, view, laid, GEOMETRY, laid[:1])
    assert max(picture.shape) <= 2400
    assert not np.array_equal(picture, named_picture(image, view, laid, GEOMETRY))
