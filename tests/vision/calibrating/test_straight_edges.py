from __future__ import annotations

import functools
from random import Random

import cv2
import numpy as np
import pytest
from campaign_cases import more

from hw_sim.felt.scene import Furniture
from hw_sim.picture.appearance import Appearance
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.random_scene import TableArranger
from hw_sim.picture.renderer import Renderer
from vision.calibrating.calibration import calibration_of, priors_for, with_edges
from vision.settings import CameraSettings, GeometrySettings


@functools.cache
def rendered(k1: float):
    rng = Random(11)
    scene = TableArranger(Furniture(), rng).arranged()
    pose = SimulatedCamera(x_mm=-60, y_mm=30, distortion=k1)
    image = Renderer(Furniture(), pose, Appearance(), seed=2).render(scene)
    image.flags.writeable = False
    return image, pose


def calibrated(image):
    priors = priors_for(CameraSettings(), GeometrySettings(), image.shape[1::-1])
    return calibration_of(image, GeometrySettings(), priors), priors


@pytest.mark.parametrize("k1", [-0.1, more(-0.04), more(0.0), 0.05])
def test_straight_edges_of_the_surface_measure_the_lens(k1):
    image, pose = rendered(k1)
    found, priors = calibrated(image)
    again, edges = with_edges(image, found, GeometrySettings(), priors)
    assert edges >= 3
    assert again.pose.lens.k1 == pytest.approx(k1, abs=0.015)
    points = np.array([(x, y, 16.5) for x in range(-340, 341, 85) for y in range(-340, 341, 85)], np.float64)
    there = again.pose.to_plane(pose.project(points), 16.5)
    assert np.linalg.norm(there - points[:, :2], axis=1).max() < 1.0


def test_edges_that_contradict_the_markers_are_not_believed():
    image, pose = rendered(-0.1)
    found, priors = calibrated(image)
    corners = pose.project([(x, y, 0) for x, y in ((-372, -372), (372, -372), (372, 372), (-372, 372))])
    outside = np.full_like(image, 30)
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
    straight = np.where(mask[..., None] > 0, np.maximum(image, 60), outside).astype(np.uint8)
    again, edges = with_edges(straight, found, GeometrySettings(), priors)
    assert edges == 0
    assert again is found


def test_a_surface_whose_edges_are_hidden_is_calibrated_by_its_markers():
    image, _ = rendered(-0.1)
    found, priors = calibrated(image)
    assert with_edges(np.full_like(image, 90), found, GeometrySettings(), priors) == (found, 0)
