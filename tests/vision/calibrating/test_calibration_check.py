from __future__ import annotations

import cv2
import numpy as np
from marker_photographs import CAMERA, GEOMETRY, looking, marker_sheet, photograph

from vision.calibrating.calibration_check import check_calibration


def opened(jpeg: bytes):
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), 1)


def test_a_check_tells_how_far_the_camera_is_from_where_it_was():
    before = looking(20.0, -30.0, 900.0)
    picture = photograph(looking(32.0, -30.0, 900.0), marker_sheet())
    check = check_calibration(picture, GEOMETRY, CAMERA, before)
    assert check.problem == ""
    assert abs(check.report.moved_mm - 12.0) < 6.0
    assert opened(check.jpeg).shape == picture.shape


def test_a_check_without_enough_markers_says_which_are_missing_and_shows_the_others():
    picture = photograph(looking(20.0, -30.0, 900.0), marker_sheet(skip=(1, 2)))
    check = check_calibration(picture, GEOMETRY, CAMERA, None)
    assert check.report is None
    assert "could not find 1, 2" in check.problem
    drawn = np.abs(opened(check.jpeg).astype(int) - picture).max(axis=2) > 60
    assert drawn.sum() > 200
