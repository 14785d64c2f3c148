from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.calibrating.calibration import (
    CalibrationError,
    CameraPose,
    calibrate,
    calibration_of,
    find_markers,
    marker_shift_px,
    priors_for,
    wide_priors,
)
from vision.calibrating.solving import Priors, solve
from vision.geometry.lens import Lens
from vision.geometry.pose import transform
from vision.geometry.rectify import TableView
from vision.settings import CameraSettings, GeometrySettings, LensSettings, MarkerPlace

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


def worst_off_mm(pose: CameraPose, found: CameraPose, z_mm: float = 16.5) -> float:
    points = np.array([(x, y) for x in range(-340, 341, 85) for y in range(-340, 341, 85)], np.float64)
    there = found.to_plane(pose.plane_pixels(points, z_mm), z_mm)
    return float(np.linalg.norm(there - points, axis=1).max())


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


def seen_corners(pose: CameraPose, rng, noise_px: float, turns_deg) -> dict:
    """Corners of the markers as a camera with a little noise sees them, each marker glued on in its own turn."""
    square = np.array([(-15.0, 15.0), (15.0, 15.0), (15.0, -15.0), (-15.0, -15.0)])
    corners = {}
    for (number, centre), turn_deg in zip(GEOMETRY.marker_centres_mm.items(), turns_deg, strict=True):
        turn = np.radians(turn_deg)
        turned = square @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        corners[number] = pose.plane_pixels(turned + centre, 0.0) + rng.normal(0, noise_px, (4, 2))
    return corners


@pytest.mark.parametrize("k1", [-0.15, -0.05, 0.0, 0.05, 0.15])
@pytest.mark.parametrize("is_known", [True, False])
def test_a_bent_lens_costs_no_more_than_one_and_a_half_millimetres(k1, is_known):
    rng = np.random.default_rng(3)
    for _ in range(4):
        height = rng.uniform(800, 1100)
        pose = replace(looking(*rng.uniform(-80, 80, 2), height, focal_px=height * 1.6), lens=Lens(k1))
        corners = seen_corners(pose, rng, 0.1, rng.uniform(0, 360, 4))
        priors = priors_for(CAMERA, GEOMETRY, (2304, 1296)) if is_known else wide_priors((2304, 1296), None)
        solution = solve(corners, GEOMETRY.marker_centres_mm, (2304, 1296), priors)
        assert worst_off_mm(pose, solution.pose) < 1.5
        assert solution.marker_mm == pytest.approx(30.0, abs=0.3)


def test_a_straight_lens_stays_straight():
    rng = np.random.default_rng(4)
    for _ in range(10):
        corners = seen_corners(looking(*rng.uniform(-80, 80, 2), 950.0), rng, 0.1, rng.uniform(0, 360, 4))
        priors = priors_for(CAMERA, GEOMETRY, (2304, 1296))
        assert solve(corners, GEOMETRY.marker_centres_mm, (2304, 1296), priors).pose.lens.is_straight


def test_a_known_lens_is_taken_as_it_is():
    pose = replace(looking(20.0, -30.0, 900.0, focal_px=1450.0), lens=Lens(-0.12, 0.02))
    camera = CameraSettings(lens=LensSettings(focal_share=1450 / 2304, k1=-0.12, k2=0.02))
    corners = seen_corners(pose, np.random.default_rng(5), 0.2, (0, 90, 180, 270))
    solution = solve(corners, GEOMETRY.marker_centres_mm, (2304, 1296), priors_for(camera, GEOMETRY, (2304, 1296)))
    assert solution.pose.lens == Lens(-0.12, 0.02)
    assert worst_off_mm(pose, solution.pose) < 0.6


def test_a_camera_held_in_the_hand_at_a_slant_and_turned_is_found():
    pose = looking(420.0, -380.0, 700.0, focal_px=1100.0, size=(1296, 2304))
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    pose = replace(pose, rotation=quarter @ pose.rotation, translation=quarter @ pose.translation)
    corners = seen_corners(pose, np.random.default_rng(6), 0.2, (10, 80, 200, 300))
    solution = solve(corners, GEOMETRY.marker_centres_mm, (1296, 2304), wide_priors((1296, 2304), None))
    assert worst_off_mm(pose, solution.pose) < 1.5
    assert solution.pose.focal_px == pytest.approx(1100.0, rel=0.03)


def test_what_the_corners_leave_open_the_priors_say():
    pose = looking(0.1, 0.1, 1200.0, focal_px=1800.0)
    corners = seen_corners(pose, np.random.default_rng(7), 0.05, (0, 0, 0, 0))
    for focal_px in (1600.0, 1800.0, 2000.0):
        priors = Priors(focal_px, 0.02, 30.0, 0.01)
        solution = solve(corners, GEOMETRY.marker_centres_mm, (2304, 1296), priors)
        assert solution.pose.focal_px == pytest.approx(focal_px, rel=0.02)


@pytest.mark.parametrize("lens", [Lens(0.15), Lens(-0.15), Lens(-0.3, 0.08)])
def test_straightening_undoes_bending(lens):
    plane = np.random.default_rng(8).uniform(-0.7, 0.7, (500, 2))
    assert np.allclose(lens.straightened(lens.bent(plane)), plane, atol=1e-9)
    assert np.allclose(lens.straightened(np.zeros((1, 2))), 0.0)


@pytest.mark.parametrize("lens", [Lens(), Lens(-0.15), Lens(0.1, -0.03)])
def test_planes_are_cut_out_where_points_project(lens):
    pose = replace(looking(30.0, -40.0, 900.0), lens=lens)
    picture = np.zeros((1296, 2304), np.uint8)
    for x_mm, y_mm in (spots := [(-300.0, -280.0), (0.0, 0.0), (310.0, 250.0)]):
        column, row = pose.plane_pixels(np.array([(x_mm, y_mm)]), 16.5)[0]
        cv2.circle(picture, (round(column * 16), round(row * 16)), 5 * 16, 255, -1, cv2.LINE_AA, 4)
    to_mm = np.array([[1.0, 0, -379.5], [0, -1.0, 379.5], [0, 0, 1.0]])
    seen = pose.plane_warp(to_mm, 16.5, (760, 760))(cv2.merge([picture] * 3))
    for x_mm, y_mm in spots:
        part = seen[round(379.5 - y_mm) - 12 :, round(x_mm + 379.5) - 12 :][:25, :25, 0].astype(float)
        rows, columns = np.mgrid[:25, :25]
        middle = (columns * part).sum() / part.sum(), (rows * part).sum() / part.sum()
        wanted = (x_mm + 379.5 - round(x_mm + 379.5) + 12, 379.5 - y_mm - round(379.5 - y_mm) + 12)
        assert middle == pytest.approx(wanted, abs=0.15)
        tile = np.array([[0.55, 0, x_mm - 11], [0, -0.55, y_mm + 15], [0, 0, 1.0]])
        homography = pose.local_homography(tile, 16.5, (41, 56))
        inner = np.array([(20.0, 27.0), (5.0, 40.0)])
        exact = pose.plane_pixels(transform(tile, inner), 16.5)
        assert np.allclose(transform(homography, inner), exact, atol=0.2)
