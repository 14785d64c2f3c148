from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from marker_photographs import CAMERA, GEOMETRY, looking, seen_corners, worst_off_mm

from vision.calibrating.calibration import (
    priors_for,
    wide_priors,
)
from vision.calibrating.solving import Priors, solve
from vision.geometry.lens import Lens
from vision.settings import CameraSettings, LensSettings


def campaign(k1: float):
    return pytest.param(k1, marks=pytest.mark.campaign)


@pytest.mark.parametrize("k1", [-0.15, campaign(-0.05), 0.0, campaign(0.05), 0.15])
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
