from __future__ import annotations

import numpy as np
from marker_photographs import CAMERA, GEOMETRY, looking, marker_sheet, photograph

from vision.calibrating.calibration import calibrate, find_markers
from vision.calibrating.markers import MarkersInPlace, markers_in_place


def in_place(picture, pose) -> MarkersInPlace:
    return markers_in_place(picture, pose, GEOMETRY, anywhere=True)


def test_a_small_picture_is_found_at_another_scale():
    pose = looking(20.0, -30.0, 900.0, focal_px=500.0, size=(768, 432))
    assert len(find_markers(photograph(pose, marker_sheet(), (768, 432)))) == 4


def test_a_moved_camera_is_noticed_and_a_covered_marker_is_not_a_move():
    pose = looking(20.0, -30.0, 900.0)
    found = calibrate(photograph(pose, marker_sheet()), GEOMETRY, CAMERA)
    covered = photograph(pose, marker_sheet(skip=(0,)))
    bumped = photograph(looking(32.0, -30.0, 900.0, focal_px=1490.0), marker_sheet())
    assert in_place(covered, found).shift_px < 1.0
    assert in_place(covered, found).seen == 3
    assert in_place(bumped, found).shift_px > 2.5
    assert in_place(photograph(pose, marker_sheet(skip=(0, 1, 2))), found) == MarkersInPlace(frozenset({3}), None)


def test_the_check_looks_near_the_markers_only_in_small_pictures_too():
    pose = looking(20.0, -30.0, 900.0, focal_px=500.0, size=(768, 432))
    picture = photograph(pose, marker_sheet(), (768, 432))
    elsewhere = np.full_like(picture, 90)
    for x_mm, y_mm in list(GEOMETRY.marker_centres_mm.values())[:2]:
        column, row = np.round(pose.project(np.array([(x_mm, y_mm, 0.0)]))[0]).astype(int)
        part = np.s_[max(row - 16, 0) : row + 16, max(column - 16, 0) : column + 16]
        elsewhere[part] = picture[part]
    assert in_place(elsewhere, pose).shift_px < 0.5
