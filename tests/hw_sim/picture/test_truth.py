"""What a picture is said to show is what it shows."""

import cv2
import numpy as np

from hw_sim.felt.scene import Furniture, Piece, Pose, Scene
from hw_sim.picture.appearance import Appearance
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.renderer import Renderer
from hw_sim.picture.truth import marker_truths, piece_truths
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import parse_tile

SMALL = SimulatedCamera().resized(1152, 648)


def piece(number, name, x_mm, y_mm, *, pose=Pose.FACE_UP, z_mm=0.0, rotation_deg=0.0):
    return Piece(number, SetName.A, parse_tile(name), x_mm, y_mm, z_mm, rotation_deg, pose)


def scene_of(*pieces):
    return Scene(pieces={one.number: one for one in pieces}, version=1)


def test_the_markers_are_found_where_the_truth_says():
    renderer = Renderer(Furniture(), SimulatedCamera(), Appearance())
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(renderer.render(Scene()))
    truths = marker_truths(renderer)
    assert sorted(ids.ravel().tolist()) == [0, 1, 2, 3]
    for found, marker in zip(corners, ids.ravel(), strict=True):
        assert np.abs(found[0] - np.array(truths[str(marker)])).max() < 1.5


def test_marker_0_lies_south_west_and_the_others_follow_counter_clockwise():
    truths = marker_truths(Renderer(Furniture(), SMALL, Appearance()))
    middles = [np.mean(truths[str(marker)], axis=0) - (576, 324) for marker in range(4)]
    assert [(x > 0, y > 0) for x, y in middles] == [(False, True), (True, True), (True, False), (False, False)]


def test_the_upper_tile_of_a_wall_hides_the_lower_one():
    scene = scene_of(
        piece(1, "1m", 100, 190, pose=Pose.FACE_DOWN), piece(2, "2m", 100, 190, pose=Pose.FACE_DOWN, z_mm=16.5)
    )
    renderer = Renderer(Furniture(), SimulatedCamera(), Appearance())
    renderer.clean(scene)
    lower, upper = piece_truths(renderer, scene)
    assert lower.visible_fraction < 0.15
    assert upper.visible_fraction > 0.9
    assert upper.z_top_mm == 33.0
