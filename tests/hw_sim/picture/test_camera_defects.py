"""What a moved or late camera gives."""

import random

import numpy as np
import pytest

from hw_sim.picture.camera_defects import CameraDefects
from hw_sim.picture.projection import SimulatedCamera

POSE = SimulatedCamera().resized(1152, 648)


def grey(level: int = 100):
    return np.full((POSE.height_px, POSE.width_px, 3), level, np.uint8)


def test_a_moved_camera_sees_the_tops_of_tiles_where_they_are_for_it():
    camera = CameraDefects(POSE, random.Random(2))
    picture = grey(0)
    (column, row) = np.round(POSE.project([(100.0, -50.0, 16.5)])[0]).astype(int)
    picture[row - 2 : row + 3, column - 2 : column + 3] = 255
    camera.moved = (10.0, 0.0, 0.0)
    rows, columns = np.nonzero(camera.altered(picture)[..., 0] > 127)
    moved = SimulatedCamera(
        **{**{name: getattr(POSE, name) for name in POSE.__slots__}, "x_mm": 35.0, "aim_x_mm": 10.0}
    )
    assert (columns.mean(), rows.mean()) == pytest.approx(tuple(moved.project([(100.0, -50.0, 16.5)])[0]), abs=1.0)


def test_late_pictures_come_in_their_order():
    camera = CameraDefects(POSE)
    camera.delay_s = 0.5
    assert [camera.arrived(bytes([number]), number / 4) for number in range(4)] == [[], [], [b"\0"], [b"\1"]]
    camera.delay_s = 0.0
    assert camera.arrived(b"\4", 5.0) == [b"\2", b"\3", b"\4"]
