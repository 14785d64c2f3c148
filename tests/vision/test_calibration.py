from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.calibration import CalibrationError, CameraPose, calibrate, find_markers, marker_shift_px
from vision.rectify import TableView
from vision.settings import CameraSettings, GeometrySettings

GEOMETRY = GeometrySettings()
CAMERA = CameraSettings()
SHEET_PX_PER_MM = 4


def looking(x_mm: float, y_mm: float, z_mm: float, focal_px: float = 1500.0, size: tuple[int, int] = (2304, 1296)):
    view = np.array([-x_mm, -y_mm, -z_mm], np.float64)
    view /= np.linalg.norm(view)
    right = np.cross(view, (0.0, 1.0, 0.0))
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(view, right), view])
    intrinsics = np.array([[focal_px, 0, (size[0] - 1) / 2], [0, focal_px, (size[1] - 1) / 2], [0, 0, 1.0]])
    return CameraPose(intrinsics, rotation, -rotation @ np.array([x_mm, y_mm, z_mm]), 0.0)


def marker_sheet(skip: tuple[int, ...] = (), turned: int = 0):
    side = round(GEOMETRY.surface_mm * SHEET_PX_PER_MM)
    sheet = np.full((side, side, 3), (80, 110, 60), np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    pixels = round(GEOMETRY.marker_mm * SHEET_PX_PER_MM)
    for number, (x_mm, y_mm) in GEOMETRY.marker_centres_mm.items():
        if number in skip:
            continue
        column = round((x_mm + GEOMETRY.surface_mm / 2) * SHEET_PX_PER_MM - pixels / 2)
        row = round((GEOMETRY.surface_mm / 2 - y_mm) * SHEET_PX_PER_MM - pixels / 2)
        sheet[row - 14 : row + pixels + 14, column - 14 : column + pixels + 14] = 235
        marker = np.rot90(cv2.aruco.generateImageMarker(dictionary, number, pixels), turned)
        sheet[row : row + pixels, column : column + pixels] = marker[..., None]
    return sheet


def photograph(pose: CameraPose, sheet, size: tuple[int, int] = (2304, 1296)):
    half = GEOMETRY.surface_mm / 2
    to_mm = np.array(
        [
            [1 / SHEET_PX_PER_MM, 0, 0.5 / SHEET_PX_PER_MM - half],
            [0, -1 / SHEET_PX_PER_MM, half - 0.5 / SHEET_PX_PER_MM],
            [0, 0, 1],
        ]
    )
    scale = np.diag([1 / 2, 1 / 2, 1.0])
    scale[:2, 2] = -0.25
    twice = (size[0] * 2, size[1] * 2)
    large = cv2.warpPerspective(
        sheet, np.linalg.inv(scale) @ pose.plane_to_pixels(0.0) @ to_mm, twice, flags=cv2.INTER_AREA
    )
    return cv2.GaussianBlur(cv2.resize(large, size, interpolation=cv2.INTER_AREA), (3, 3), 0.6)


@pytest.mark.parametrize("place", [(20.0, -30.0, 900.0), (-60.0, 40.0, 900.0), (200.0, -120.0, 1000.0)])
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


def test_a_missing_marker_is_named():
    picture = photograph(looking(20.0, -30.0, 900.0), marker_sheet(skip=(2,)))
    with pytest.raises(CalibrationError, match=r"could not find 2: uncover"):
        calibrate(picture, GEOMETRY, CAMERA)


def test_a_black_picture_names_all_four():
    with pytest.raises(CalibrationError, match=r"0, 1, 2, 3"):
        calibrate(np.zeros((480, 640, 3), np.uint8), GEOMETRY, CAMERA)


class CrossedGeometry(GeometrySettings):
    @property
    def marker_centres_mm(self):
        centres = super().marker_centres_mm
        return {**centres, 0: centres[1], 1: centres[0]}


def test_markers_in_the_wrong_corners_are_reported():
    with pytest.raises(CalibrationError, match="check marker_mm"):
        calibrate(photograph(looking(20.0, -30.0, 900.0), marker_sheet()), CrossedGeometry(), CAMERA)


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


def test_parallax_moves_high_things_back_to_where_they_stand():
    pose = looking(40.0, -60.0, 900.0)
    pixel = pose.project(np.array([[300.0, 200.0, 33.0]]))
    seen_x, seen_y = pose.to_plane(pixel, 16.5)[0]
    assert np.hypot(seen_x - 300, seen_y - 200) > 4
    assert np.allclose(pose.shift_plane(seen_x, seen_y, 16.5, 33.0), (300.0, 200.0), atol=0.01)


def test_the_top_view_and_its_coordinates_fit_together():
    pose = looking(20.0, -30.0, 900.0)
    view = TableView(pose, GeometrySettings(tile_thickness_mm=8.0))
    assert view.size_px % 8 == 0
    column, row = view.to_px(123.0, -45.0)
    assert view.to_mm(column, row) == pytest.approx((123.0, -45.0))
    picture = np.zeros((1296, 2304, 3), np.uint8)
    pixel = pose.plane_pixels(np.array([[123.0, -45.0]]), view.z_mm)[0]
    cv2.circle(picture, (round(pixel[0]), round(pixel[1])), 6, (255, 255, 255), -1)
    rows, columns = np.nonzero(view.rectified(picture)[..., 0] > 100)
    assert (columns.mean(), rows.mean()) == pytest.approx((column, row), abs=0.6)
