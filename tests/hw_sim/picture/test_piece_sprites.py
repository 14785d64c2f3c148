"""Tiles as a camera sees them: faces, backs and narrow sides."""

import cv2
import numpy as np
import pytest

from hw_sim.felt.scene import Furniture, Piece, Pose, Scene
from hw_sim.picture.appearance import Appearance, Light, Sensor
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.renderer import Renderer
from hw_sim.picture.textures import FACE_ORDER, load_faces
from hw_sim.picture.truth import piece_truths
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
