from __future__ import annotations

import math

import numpy as np
import pytest

from vision.reading.detection import CHANNELS, Detector, decode
from vision.reading.inference import ModelError
from vision.sightings import Face


def output_with(*centres: tuple[int, int, int, float]) -> np.ndarray:
    output = np.zeros((CHANNELS, 20, 20), np.float32)
    for face, row, column, certainty in centres:
        output[face, row, column] = certainty
        output[3:5, row, column] = (0.25, -0.5)
        output[5:7, row, column] = (math.cos(math.radians(60)), math.sin(math.radians(60)))
    return output


def test_a_peak_becomes_a_box_with_its_offset_and_angle():
    (box,) = decode(output_with((0, 5, 7, 0.9)))
    assert box.face is Face.UP
    assert (box.column, box.row) == pytest.approx((7 * 4 + 1.5 + 1.0, 5 * 4 + 1.5 - 2.0))
    assert box.axis_deg == pytest.approx(30.0)
    assert box.certainty == pytest.approx(0.9)


def test_two_faces_claimed_at_one_place_are_one_piece():
    boxes = decode(output_with((0, 5, 7, 0.6), (1, 5, 8, 0.9)))
    assert [box.face for box in boxes] == [Face.DOWN]


def test_neighbours_a_tile_apart_are_two_pieces():
    assert len(decode(output_with((0, 5, 5, 0.9), (0, 5, 10, 0.8)))) == 2


def test_faint_peaks_are_nothing():
    assert decode(output_with((0, 5, 7, 0.15))) == []
    assert decode(output_with((1, 5, 7, 0.45))) == []


def test_a_piece_that_may_show_either_side_is_a_piece_with_the_likelier_one():
    (box,) = decode(output_with((0, 5, 7, 0.44), (1, 5, 7, 0.46)))
    assert (box.face, box.certainty) == (Face.DOWN, pytest.approx(0.46))


def test_what_speaks_for_either_side_may_be_a_cell_apart():
    (box,) = decode(output_with((0, 6, 7, 0.29), (1, 5, 7, 0.48)))
    assert (box.face, box.certainty) == (Face.DOWN, pytest.approx(0.48))
    assert decode(output_with((0, 7, 7, 0.15), (1, 5, 7, 0.48))) == []


def test_a_shadow_that_hardly_looks_like_a_face_becomes_no_back():
    assert decode(output_with((0, 5, 7, 0.1), (1, 5, 7, 0.45))) == []


def test_what_hardly_stands_may_show_a_face_and_is_not_surer_for_what_stands():
    """A white dragon with a frame, sideways between two others, had 0.44 and 0.31: it was no piece (world 507)."""
    (box,) = decode(output_with((0, 5, 8, 0.31), (2, 5, 7, 0.44)))
    assert (box.face, round(box.certainty, 2)) == (Face.UP, 0.31)
    assert decode(output_with((0, 5, 7, 0.15), (2, 5, 7, 0.45))) == []


def test_what_surely_stands_stays_what_it_is():
    (box,) = decode(output_with((0, 5, 7, 0.4), (2, 5, 7, 0.55)))
    assert box.face is Face.STANDING


def test_a_missing_network_is_a_sentence_that_says_what_to_do(tmp_path):
    with pytest.raises(ModelError, match="no such file: install the package again"):
        Detector(tmp_path / "detector.onnx")


def test_a_file_that_is_no_network_is_refused(tmp_path):
    file = tmp_path / "detector.onnx"
    file.write_text("this is no network")
    with pytest.raises(ModelError, match="is not a network"):
        Detector(file)
