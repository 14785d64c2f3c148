"""A lens measured with the printed board, on pictures that a known lens has bent."""

from __future__ import annotations

import numpy as np
import pytest
from board_photographs import SIZE_PX, album, camera, photograph, printed_board

from vision.calibrating.charuco import BoardCollector, CharucoError, find_board, fit_lens
from vision.geometry.lens import Lens


@pytest.fixture(scope="module")
def pictures():
    return album(Lens(-0.12, 0.02))


def test_the_board_tells_the_lens(pictures):
    views = [view for view in map(find_board, pictures) if view is not None]
    fit = fit_lens(views)
    assert fit.views == len(views) >= 6
    assert fit.lens.focal_share * SIZE_PX[0] == pytest.approx(800.0, rel=0.01)
    grid = np.stack(np.meshgrid(np.linspace(-0.6, 0.6, 9), np.linspace(-0.35, 0.35, 7)), axis=-1).reshape(-1, 2)
    found, true = (Lens(*k).bent(grid) for k in ((fit.lens.k1, fit.lens.k2), (-0.12, 0.02)))
    assert np.abs(found * fit.lens.focal_share * SIZE_PX[0] - true * 800.0).max() < 3.0
    assert fit.residual_px < 0.5


def test_a_collector_takes_only_views_that_differ(pictures):
    collector = BoardCollector(wanted=3)
    taken = [collector.take(picture) for picture in (pictures[0], pictures[0], np.zeros_like(pictures[0]), pictures[1])]
    assert taken == [True, False, False, True]
    assert not collector.is_complete
    assert collector.take(pictures[2])
    assert collector.is_complete


def test_too_few_pictures_are_a_sentence(pictures):
    with pytest.raises(CharucoError, match="4 pictures that show the board are the least, 1 were found: take more"):
        fit_lens(view for view in map(find_board, pictures[:1]) if view is not None)


def test_pictures_of_different_sizes_are_a_sentence(pictures):
    views = [find_board(picture) for picture in (*pictures[:4], np.pad(pictures[4], ((0, 8), (0, 0), (0, 0))))]
    with pytest.raises(CharucoError, match="expected pictures of one size, not 1152 x 648, 1152 x 656: take all"):
        fit_lens(view for view in views if view is not None)


def test_a_board_that_stays_in_the_middle_is_told():
    sheet = printed_board()
    tilts = [(30, 0), (-30, 0), (0, 30), (0, -30), (20, 20)]
    poses = [camera(tilt, (0, 0, 700), 800.0, Lens()) for tilt in tilts]
    views = [find_board(photograph(sheet, pose)) for pose in poses]
    (warning,) = fit_lens(views).warnings
    assert "% of the way to the corners of the picture: take more pictures with the board in the corners" in warning
