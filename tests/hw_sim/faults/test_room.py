"""What faults of the room do to pictures and tiles, and that they end."""

import random

import numpy as np
import pytest
from felt_in_play import POSE, effect, world_in_play

from hw_sim.picture.camera_defects import CameraDefects


def grey(level: int = 100):
    return np.full((POSE.height_px, POSE.width_px, 3), level, np.uint8)


@pytest.mark.parametrize(
    ("fault", "least", "most"),
    [
        ({"kind": "light_off", "level": 0.02}, 1, 3),
        ({"kind": "light_flickers", "level": 0.5}, 49, 100),
        ({"kind": "shadow", "level": 0.5}, 49, 100),
    ],
)
def test_the_light_changes_and_is_as_before_afterwards(fault, least, most):
    camera = CameraDefects(POSE, random.Random(2))
    dark = effect(world_in_play(0), camera, **fault)
    assert dark.begin()
    seen = [camera.altered(grey()) for _ in range(6)]
    assert min(picture.min() for picture in seen) >= least
    assert max(picture.max() for picture in seen) <= most
    assert np.mean(seen) < 90
    assert dark.end()
    assert (camera.altered(grey()) == 100).all()


def test_a_bumped_camera_stays_where_it_is_and_a_shaken_one_comes_back():
    camera = CameraDefects(POSE, random.Random(2))
    picture = np.random.default_rng(1).integers(0, 255, (POSE.height_px, POSE.width_px, 3), np.uint8)
    shake = effect(world_in_play(0), camera, kind="camera_shakes")
    assert shake.begin()
    shake.go_on(0.1)
    assert any(camera.moved)
    assert shake.end()
    assert (camera.altered(picture) == picture).all()
    assert effect(world_in_play(0), camera, kind="camera_bumped", shift_mm=6).begin()
    assert np.hypot(*camera.moved[:2]) == pytest.approx(6)


def test_without_an_end_the_camera_stays_slow():
    camera = CameraDefects(POSE)
    slow = effect(world_in_play(0), camera, kind="pictures_slow", fps=2)
    assert slow.begin()
    assert not slow.end()
    assert camera.min_gap_s == 0.5
