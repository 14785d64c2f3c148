"""Pictures of scenes, and what they are said to show."""

import copy
import random

import cv2
import numpy as np
import pytest

from hw_sim.felt.scene import Arm, Furniture, Piece, Pose, Scene, Stick
from hw_sim.picture.appearance import Appearance, Light, Sensor, random_look
from hw_sim.picture.furniture_sprites import marker_corners_mm
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.random_scene import TableArranger, random_pose
from hw_sim.picture.renderer import Renderer, merged
from hw_sim.picture.sprites import PixelRect
from hw_sim.picture.textures import FACE_ORDER, load_faces
from hw_sim.picture.truth import marker_truths, piece_truths
from mahjong_rules.seats import Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import parse_tile

SMALL = SimulatedCamera().resized(1152, 648)


def piece(number, name, x_mm, y_mm, *, pose=Pose.FACE_UP, z_mm=0.0, rotation_deg=0.0):
    return Piece(number, SetName.A, parse_tile(name), x_mm, y_mm, z_mm, rotation_deg, pose)


def scene_of(*pieces):
    return Scene(pieces={one.number: one for one in pieces}, version=1)


def every_face():
    """All 45 faces in rows, each a little turned, some upside down or sideways."""
    pieces = []
    for number, tile in enumerate(FACE_ORDER):
        x_mm, y_mm = -240 + 60 * (number % 9), 325 - 60 * (number // 9)
        turn = (0, 90, 180, 270)[number % 4] + number % 5 - 2
        pieces.append(piece(number, str(tile), x_mm, y_mm, rotation_deg=turn))
    return scene_of(*pieces)


def crop(image, quad_px, size_px=(48, 66)):
    width, height = size_px
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return cv2.warpPerspective(image, cv2.getPerspectiveTransform(quad_px.astype(np.float32), corners), size_px)


def likeness(first, second):
    inner = (slice(6, -6), slice(5, -5))
    return -np.abs(first[inner].astype(int) - second[inner]).mean()


@pytest.mark.parametrize("style", ["parlour", "american", "mainland"])
def test_every_face_can_be_read_upright_inside_its_corners(style):
    renderer = Renderer(
        Furniture(),
        SimulatedCamera(),
        Appearance(style=style, ivory=(255, 255, 255), sensor=Sensor(noise=1.0), light=Light(exposure=1.0)),
    )
    scene = every_face()
    image = renderer.render(scene)
    known = {tile: cv2.resize(face, (48, 66), interpolation=cv2.INTER_AREA) for tile, face in load_faces(style).items()}
    for truth in piece_truths(renderer, scene):
        seen = crop(image, truth.quad_px)
        best = max(known, key=lambda tile: likeness(seen, known[tile]))
        assert best == truth.piece.tile
        assert truth.visible_fraction > 0.9


def test_the_markers_are_found_where_the_truth_says():
    renderer = Renderer(Furniture(), SimulatedCamera(), Appearance())
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(renderer.render(Scene()))
    truths = marker_truths(renderer)
    assert sorted(ids.ravel().tolist()) == [0, 1, 2, 3]
    for found, marker in zip(corners, ids.ravel(), strict=True):
        assert np.abs(found[0] - np.array(truths[str(marker)])).max() < 1.5


def test_every_random_camera_sees_all_four_markers():
    rng = random.Random(9)
    for _ in range(200):
        pose = random_pose(rng, 1920, 1080)
        for marker in range(4):
            corners = pose.project(marker_corners_mm(Furniture(), marker))
            assert (corners > 0).all()
            assert (corners < (1919, 1079)).all()


def test_marker_0_lies_south_west_and_the_others_follow_counter_clockwise():
    truths = marker_truths(Renderer(Furniture(), SMALL, Appearance()))
    middles = [np.mean(truths[str(marker)], axis=0) - (576, 324) for marker in range(4)]
    assert [(x > 0, y > 0) for x, y in middles] == [(False, True), (True, True), (True, False), (False, False)]


def test_changing_a_picture_piece_by_piece_gives_the_same_as_drawing_it_anew():
    rng = random.Random(5)
    look = random_look(rng)
    scene = TableArranger(Furniture(), rng).arranged()
    renderer = Renderer(Furniture(), SMALL, look)
    renderer.clean(scene)
    for _ in range(12):
        scene = copy.deepcopy(scene)
        moved = rng.choice(list(scene.pieces.values()))
        moved.x_mm, moved.y_mm = rng.uniform(-300, 300), rng.uniform(-300, 300)
        scene.pieces.pop(rng.choice(list(scene.pieces)))
        scene.arms = [Arm(Seat(rng.randrange(4)), rng.uniform(-200, 200), rng.uniform(-200, 200))]
        scene.dome_raised, scene.lifts_raised = rng.random(), rng.random()
        changed = renderer.clean(scene)
        assert np.array_equal(changed, Renderer(Furniture(), SMALL, look).clean(scene))


def test_what_did_not_move_is_not_drawn_again():
    scene = every_face()
    renderer = Renderer(Furniture(), SMALL, Appearance())
    renderer.clean(scene)
    before = dict(renderer.drawn)
    scene.pieces[7].x_mm += 3
    renderer.clean(scene)
    assert [key for key, drawn in renderer.drawn.items() if drawn is not before.get(key)] == [("piece", 7)]


def test_a_scene_that_rests_differs_from_picture_to_picture_by_noise_only():
    renderer = Renderer(Furniture(), SMALL, Appearance(sensor=Sensor(noise=2.0)))
    scene = every_face()
    first, second = renderer.render(scene).astype(int), renderer.render(scene).astype(int)
    difference = first - second
    assert 1.0 < difference.std() < 6.0
    assert abs(difference.mean()) < 0.2


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


def test_an_arm_covers_what_lies_below_its_hand():
    scene = scene_of(piece(1, "1m", 30, -180))
    renderer = Renderer(Furniture(), SimulatedCamera(), Appearance())
    renderer.clean(scene)
    assert piece_truths(renderer, scene)[0].visible_fraction > 0.9
    scene.arms = [Arm(Seat(0), 30, -100)]
    renderer.clean(scene)
    assert piece_truths(renderer, scene)[0].visible_fraction < 0.1


def test_a_standing_tile_shows_its_narrow_top_and_its_back_to_the_middle():
    look = Appearance(back_a=(200, 40, 40), sensor=Sensor(noise=0), light=Light(gradient=0), gloss=0)
    renderer = Renderer(Furniture(), SimulatedCamera(), look)
    scene = scene_of(piece(1, "5p", 0, -268, pose=Pose.STANDING))
    image = renderer.clean(scene)
    truth = piece_truths(renderer, scene)[0]
    top = crop(image, truth.quad_px, (20, 20)).astype(int)
    assert truth.z_top_mm == 28.0
    assert top[3, 10, 0] - top[3, 10, 2] > 100
    assert abs(top[16, 10, 0] - top[16, 10, 2]) < 40


def test_backs_have_the_colour_of_their_set():
    look = Appearance(back_a=(200, 40, 40), back_b=(40, 40, 200))
    renderer = Renderer(Furniture(), SMALL, look)
    scene = scene_of(piece(1, "1m", -100, 150, pose=Pose.FACE_DOWN), piece(2, "1m", 100, 150, pose=Pose.FACE_DOWN))
    scene.pieces[2].tile_set = SetName.B
    image = renderer.clean(scene)
    first, second = (crop(image, truth.quad_px, (9, 9))[4, 4].astype(int) for truth in piece_truths(renderer, scene))
    assert first[0] - first[2] > 80
    assert second[2] - second[0] > 80


@pytest.mark.parametrize(
    "change",
    [
        lambda scene: scene.sticks.append(Stick(0, -67, 0)),
        lambda scene: setattr(scene, "dice", (3, 4)),
        lambda scene: setattr(scene, "dome_raised", 1.0),
        lambda scene: setattr(scene, "lifts_raised", 0.0),
    ],
    ids=["stick", "dice", "dome", "lifts"],
)
def test_everything_that_moves_is_to_be_seen(change):
    renderer = Renderer(Furniture(), SMALL, Appearance())
    scene = Scene()
    before = renderer.clean(scene).copy()
    change(scene)
    assert (cv2.absdiff(before, renderer.clean(scene)).max(axis=2) > 40).sum() > 20


def test_merged_regions_cover_every_rectangle_and_never_overlap():
    rng = random.Random(2)
    picture = PixelRect(0, 0, 1000, 800)
    for _ in range(50):
        rects = []
        for _ in range(rng.randint(1, 20)):
            left, top = rng.randrange(900), rng.randrange(700)
            rects.append(PixelRect(left, top, left + rng.randint(5, 90), top + rng.randint(5, 90)))
        regions = merged(rects, picture)
        assert all(any(region.joined(rect) == region for region in regions) for rect in rects)
        for place, region in enumerate(regions):
            assert not any(region.common(other).area_px for other in regions[place + 1 :])
