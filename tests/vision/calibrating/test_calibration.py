from __future__ import annotations

import cv2
import numpy as np
import pytest
from campaign_cases import more
from marker_photographs import CAMERA, GEOMETRY, looking, marker_sheet, photograph, worst_off_mm

from vision.calibrating.calibration import (
    CalibrationError,
    calibrate,
    calibration_of,
    priors_for,
)
from vision.calibrating.stored_calibration import StoredCalibration
from vision.settings import CameraSettings, GeometrySettings, MarkerPlace


@pytest.mark.parametrize("place", [(20.0, -30.0, 900.0), more((-60.0, 40.0, 900.0)), (200.0, -120.0, 1000.0)])
def test_the_camera_is_found_where_it_is(place):
    pose = looking(*place)
    found = calibrate(photograph(pose, marker_sheet()), GEOMETRY, CAMERA)
    points = np.array([(x, y, z) for x in (-300, 0, 280) for y in (-310, 20, 300) for z in (0, 16.5, 33.0)], np.float64)
    seen = pose.project(points)
    for point, pixel in zip(points, seen, strict=True):
        there = found.to_plane(pixel[None], point[2])[0]
        assert np.linalg.norm(there - point[:2]) < 1.5, (point, there)
    assert found.residual_px < 0.5


def test_markers_may_be_glued_on_in_any_turn():
    pose = looking(20.0, -30.0, 900.0)
    straight = calibrate(photograph(pose, marker_sheet()), GEOMETRY, CAMERA)
    turned = calibrate(photograph(pose, marker_sheet(turned=1)), GEOMETRY, CAMERA)
    assert np.allclose(
        straight.project(np.array([[100.0, 50.0, 16.5]])), turned.project(np.array([[100.0, 50.0, 16.5]])), atol=0.7
    )


def calibrated(picture, geometry: GeometrySettings = GEOMETRY, camera: CameraSettings = CAMERA):
    return calibration_of(picture, geometry, priors_for(camera, geometry, picture.shape[1::-1]))


def test_three_markers_that_agree_are_enough_and_the_fourth_is_named():
    pose = looking(20.0, -30.0, 900.0)
    found = calibrated(photograph(pose, marker_sheet(skip=(2,))))
    assert worst_off_mm(pose, found.pose) < 3.0
    assert found.warnings == ("marker 2 was not found; the camera's place rests on the other 3: uncover it",)


def test_two_missing_markers_are_named():
    picture = photograph(looking(20.0, -30.0, 900.0), marker_sheet(skip=(1, 2)))
    with pytest.raises(CalibrationError, match=r"could not find 1, 2: uncover"):
        calibrate(picture, GEOMETRY, CAMERA)


def test_a_marker_that_was_shifted_is_left_out_and_named():
    places = tuple(
        MarkerPlace(number=number, x_mm=x + (25.0 if number == 1 else 0.0), y_mm=y)
        for number, (x, y) in GEOMETRY.marker_centres_mm.items()
    )
    pose = looking(20.0, -30.0, 900.0)
    found = calibrated(photograph(pose, marker_sheet()), GeometrySettings(markers=places))
    assert worst_off_mm(pose, found.pose) < 3.0
    assert [warning[:40] for warning in found.warnings] == ["marker 1 does not lie where it is config"]


def test_markers_of_another_size_than_configured_are_a_warning_with_their_size():
    pose = looking(20.0, -30.0, 900.0)
    found = calibrated(photograph(pose, marker_sheet()), GeometrySettings(marker_mm=40))
    assert worst_off_mm(pose, found.pose) < 2.5
    assert found.marker_mm == pytest.approx(30.0, abs=0.5)
    assert f"measure {found.marker_mm:.1f} mm, not 40: mend marker_mm" in found.warnings[0]


def test_a_black_picture_names_all_four():
    with pytest.raises(CalibrationError, match=r"0, 1, 2, 3"):
        calibrate(np.zeros((480, 640, 3), np.uint8), GEOMETRY, CAMERA)


class CrossedGeometry(GeometrySettings):
    @property
    def marker_centres_mm(self):
        centres = super().marker_centres_mm
        return {**centres, 0: centres[1], 1: centres[0]}


def test_markers_in_the_wrong_corners_are_reported():
    with pytest.raises(CalibrationError, match="the numbers run round the table the wrong way: check"):
        calibrate(photograph(looking(20.0, -30.0, 900.0), marker_sheet()), CrossedGeometry(), CAMERA)


@pytest.mark.parametrize("stretch", [0.75, more(4 / 3), 1.1])
def test_a_stretched_picture_is_recognised_and_the_places_in_it_are_right(stretch):
    pose = looking(20.0, -30.0, 900.0)
    picture = photograph(pose, marker_sheet())
    wide = cv2.resize(picture, (round(picture.shape[1] * stretch), picture.shape[0]), interpolation=cv2.INTER_AREA)
    found = calibrated(wide)
    assert found.pose.stretch == pytest.approx(stretch, rel=0.003)
    points = np.array([(x, y) for x in range(-340, 341, 170) for y in range(-340, 341, 170)], np.float64)
    there = (pose.plane_pixels(points, 16.5) + 0.5) * (stretch, 1.0) - 0.5
    assert np.linalg.norm(found.pose.to_plane(there, 16.5) - points, axis=1).max() < 2.0
    text = f"{stretch:.2f} times too wide" if stretch > 1 else f"{1 / stretch:.2f} times too high"
    assert [warning for warning in found.warnings if text in warning] == list(found.warnings)


def test_a_stretch_that_was_measured_before_is_no_warning():
    picture = photograph(looking(20.0, -30.0, 900.0), marker_sheet())
    wide = cv2.resize(picture, (1728, 1296), interpolation=cv2.INTER_AREA)
    stored = StoredCalibration.of(calibrated(wide), made_at="2026-11-23", camera="0", lens_from="markers")
    again = calibrated(wide, camera=CAMERA.model_copy(update={"lens": stored.lens}))
    assert again.warnings == ()
    assert np.allclose(stored.pose.intrinsics, again.pose.intrinsics, rtol=0.01)


@pytest.mark.parametrize("cut_off", [400, more(450)])
def test_a_picture_that_was_cut_on_one_side_is_read_and_said_to_be(cut_off):
    pose = looking(20.0, -30.0, 900.0)
    picture = photograph(pose, marker_sheet())
    found = calibrated(np.ascontiguousarray(picture[:, cut_off:]))
    points = np.array([(x, y) for x in range(-340, 341, 170) for y in range(-340, 341, 170)], np.float64)
    there = pose.plane_pixels(points, 16.5) - (cut_off, 0.0)
    assert np.linalg.norm(found.pose.to_plane(there, 16.5) - points, axis=1).max() < 3.0
    assert len(found.warnings) == 1
    assert "the picture was cut" in found.warnings[0]


@pytest.mark.parametrize("shift_mm", [8.0, more(5.0)])
def test_a_marker_that_was_shifted_by_little_is_no_cut_picture(shift_mm):
    places = tuple(
        MarkerPlace(number=number, x_mm=x + (shift_mm if number == 1 else 0.0), y_mm=y)
        for number, (x, y) in GEOMETRY.marker_centres_mm.items()
    )
    pose = looking(20.0, -30.0, 900.0)
    found = calibrated(photograph(pose, marker_sheet()), GeometrySettings(markers=places))
    assert worst_off_mm(pose, found.pose) < 3.0
    assert [warning[:40] for warning in found.warnings] == ["marker 1 does not lie where it is config"]
