"""Pictures of scenes, and what they are said to show."""

import copy
import random

import cv2
import numpy as np
import pytest

from hw_sim.felt.scene import Arm, Furniture, Piece, Pose, Scene, Stick
from hw_sim.picture.appearance import Appearance, Sensor, random_look
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.random_scene import TableArranger
from hw_sim.picture.renderer import Renderer, merged
from hw_sim.picture.sprites import PixelRect
from hw_sim.picture.textures import FACE_ORDER
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


@pytest.mark.parametrize("changes", [4, pytest.param(12, marks=pytest.mark.campaign)])
def test_changing_a_picture_piece_by_piece_gives_the_same_as_drawing_it_anew(changes):
    rng = random.Random(5)
    look = random_look(rng)
    scene = TableArranger(Furniture(), rng).arranged()
    renderer = Renderer(Furniture(), SMALL, look)
    renderer.clean(scene)
    for _ in range(changes):
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
