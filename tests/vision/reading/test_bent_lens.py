"""The whole way with a bent lens: a rendered table, its markers, the pose, the top view, the places of the tiles."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from hw_sim.felt.scene import Furniture, Pose
from hw_sim.picture.appearance import Appearance
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.random_scene import TableArranger
from hw_sim.picture.renderer import Renderer
from hw_sim.picture.truth import piece_truths
from vision.calibrating.calibration import calibration_for
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Face, Frame


@pytest.mark.parametrize("k1", [-0.15, 0.15])
def test_tiles_seen_through_a_bent_lens_are_placed_to_one_and_a_half_millimetres(k1):
    rng = Random(5)
    scene = TableArranger(Furniture(), rng).arranged()
    scene.arms.clear()
    pose = replace(SimulatedCamera(x_mm=-30, y_mm=45, distortion=k1), focal_px=1494.0 * (0.93 if k1 > 0 else 1.0))
    renderer = Renderer(Furniture(), pose, Appearance(), seed=1)
    image = renderer.render(scene)
    found = calibration_for(image, GeometrySettings(), CameraSettings())
    assert found.warnings == ()
    assert found.pose.lens.k1 == pytest.approx(k1, abs=0.03)
    reader = TableReader(GeometrySettings())
    seen = [s for s in reader.read(Frame(image, 1, 0.0), reader.view(found.pose)) if s.face is Face.UP]
    truths = [
        truth
        for truth in piece_truths(renderer, scene)
        if truth.piece.pose is Pose.FACE_UP and truth.visible_fraction > 0.95
    ]
    assert len(truths) > 20
    middles = np.array([np.mean(truth.quad_px, axis=0) for truth in truths])
    there = np.array([(truth.piece.x_mm, truth.piece.y_mm) for truth in truths])
    tops = [truth.z_top_mm for truth in truths]
    solved = np.vstack([found.pose.to_plane(px[None], z_mm) for px, z_mm in zip(middles, tops, strict=True)])
    assert np.linalg.norm(solved - there, axis=1).max() < 1.5
    places = np.array([(sighting.x_mm, sighting.y_mm) for sighting in seen])
    nearest = np.linalg.norm(there[:, None] - places[None], axis=2)
    assert np.median(nearest.min(axis=1)) < 1.5
    named = [
        str(seen[place].tile) == str(t.piece.tile) for t, place in zip(truths, nearest.argmin(axis=1), strict=True)
    ]
    assert np.mean(named) > 0.97
