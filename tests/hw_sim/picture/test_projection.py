"""The camera's geometry."""

import numpy as np
import pytest

from hw_sim.felt.scene import Furniture
from hw_sim.picture.furniture_sprites import marker_corners_mm
from hw_sim.picture.projection import PoseError, SimulatedCamera


def test_the_aimed_point_is_in_the_middle_of_the_picture():
    pose = SimulatedCamera(x_mm=80, y_mm=-60, aim_x_mm=5, aim_y_mm=-7, roll_deg=3)
    assert pose.project([(5, -7, 0)])[0] == pytest.approx((1151.5, 647.5))


def test_seat_0_is_at_the_bottom_and_x_runs_to_the_right():
    south, east = SimulatedCamera().project([(0, -300, 0), (300, 0, 0)])
    assert south[1] > 1000
    assert east[0] > 1500


def test_higher_things_lean_away_from_the_point_below_the_camera():
    pose = SimulatedCamera()
    felt, wall_top = pose.project([(0, 250, 0), (0, 250, 33)])
    assert felt[1] - wall_top[1] > 10


@pytest.mark.parametrize("size_px", [(2304, 1296), (1920, 1080)])
def test_the_whole_table_with_its_markers_is_in_the_picture(size_px):
    pose = SimulatedCamera().resized(*size_px)
    corners = np.concatenate([marker_corners_mm(Furniture(), marker) for marker in range(4)])
    pixels = pose.project(corners)
    assert pixels.min() > 10
    assert (pixels < np.array(size_px) - 10).all()


def test_a_tile_is_at_least_32_pixels_wide_anywhere_on_the_table():
    furniture, pose = Furniture(), SimulatedCamera()
    half = furniture.tile_width_mm / 2
    for x in (-330, 0, 330):
        for y in (-330, 0, 330):
            left, right = pose.project([(x - half, y, 16.5), (x + half, y, 16.5)])
            assert np.hypot(*(right - left)) >= 32


@pytest.mark.parametrize(("distortion", "is_nearer"), [(-0.05, True), (0.04, False)])
def test_a_barrel_lens_draws_the_corners_to_the_middle_and_a_pincushion_drives_them_out(distortion, is_nearer):
    straight, bent = SimulatedCamera(), SimulatedCamera(distortion=distortion)
    middle = straight.project([(straight.aim_x_mm, straight.aim_y_mm, 0)])
    far, seen = (np.linalg.norm(pose.project([(340, 340, 0)]) - middle) for pose in (straight, bent))
    assert (seen < far) == is_nearer
    assert bent.project([(straight.aim_x_mm, straight.aim_y_mm, 0)]) == pytest.approx(middle)


def test_a_camera_in_the_felt_is_refused_with_a_reason():
    with pytest.raises(PoseError, match="100 mm height"):
        SimulatedCamera(height_mm=0)
