from __future__ import annotations

import numpy as np
from sample_pictures import load

from vision.reading.read_regions import CELL_PX, Window, windows_over


def due(*cells: tuple[int, int], side: int = 48) -> np.ndarray:
    mask = np.zeros((side, side), np.bool_)
    for row, column in cells:
        mask[row, column] = True
    return mask


def test_one_cell_is_seen_with_what_surrounds_it():
    assert windows_over(due((10, 20))) == [Window(8, 18, 13, 23)]


def test_windows_end_at_the_border_of_the_view():
    assert windows_over(due((0, 47))) == [Window(0, 45, 3, 48)]


def test_distant_changes_have_windows_of_their_own_and_near_ones_share_one():
    assert len(windows_over(due((5, 5), (40, 40)))) == 2
    assert windows_over(due((10, 10), (10, 12))) == [Window(8, 8, 13, 15)]


def test_many_changes_are_one_reading_of_the_whole():
    assert windows_over(due(*((row, column) for row in range(2, 46, 6) for column in range(2, 46, 6)))) == [
        Window(0, 0, 48, 48)
    ]


def test_nothing_due_is_nothing_to_read():
    assert windows_over(due()) == []


def test_every_due_cell_lies_in_a_window():
    mask = np.random.default_rng(3).random((48, 48)) < 0.01
    covered = np.zeros_like(mask)
    for window in windows_over(mask):
        covered[window.top : window.bottom, window.left : window.right] = True
    assert covered[mask].all()


def test_a_piece_looks_in_a_window_as_it_does_in_the_whole():
    sample = load("parlour")
    rectified = sample.view.rectified(sample.image)
    whole = sample.reader.boxes(rectified)
    for box in whole[::7]:
        (window,) = windows_over(due((int(box.row) // CELL_PX, int(box.column) // CELL_PX)))
        part = sample.reader.boxes(rectified[window.rows_px, window.columns_px])
        placed = [found.shifted(window.columns_px.start, window.rows_px.start) for found in part]
        near = min(placed, key=lambda found: abs(found.column - box.column) + abs(found.row - box.row))
        assert near.face is box.face
        assert abs(near.column - box.column) + abs(near.row - box.row) < 1.5
        assert abs((near.axis_deg - box.axis_deg + 90) % 180 - 90) < 6
