from __future__ import annotations

import numpy as np
from marker_photographs import CAMERA, GEOMETRY, looking, marker_sheet, photograph

from vision.calibrating.calibration import (
    calibrate,
    find_markers,
    marker_shift_px,
)


def test_a_small_picture_is_found_at_another_scale():
    pose = looking(20.0, -30.0, 900.0, focal_px=500.0, size=(768, 432))
    assert len(find_markers(photograph(pose, marker_sheet(), (768, 432)))) == 4


def test_a_moved_camera_is_noticed_and_a_covered_marker_is_not_a_move():
    pose = looking(20.0, -30.0, 900.0)
    found = calibrate(photograph(pose, marker_sheet()), GEOMETRY, CAMERA)
    covered = photograph(pose, marker_sheet(skip=(0,)))
    bumped = photograph(looking(32.0, -30.0, 900.0, focal_px=1490.0), marker_sheet())
    assert marker_shift_px(covered, found, GEOMETRY) < 1.0
    assert marker_shift_px(bumped, found, GEOMETRY) > 2.5
    assert marker_shift_px(photograph(pose, marker_sheet(skip=(0, 1, 2))), found, GEOMETRY) is None


def test_the_check_looks_near_the_markers_only_in_small_pictures_too():
    pose = looking(20.0, -30.0, 900.0, focal_px=500.0, size=(768, 432))
    picture = photograph(pose, marker_sheet(), (768, 432))
    elsewhere = np.full_like(picture, 90)
    for x_mm, y_mm in list(GEOMETRY.marker_centres_mm.values())[:2]:
        column, row = np.round(pose.project(np.array([(x_mm, y_mm, 0.0)]))[0]).astype(int)
        part = np.s_[max(row - 16, 0) : row + 16, max(column - 16, 0) : column + 16]
        elsewhere[part] = picture[part]
    assert marker_shift_px(elsewhere, pose, GEOMETRY) < 0.5
