"""Rendered tables with sticks before the rivers, and what the eyes make of them."""

from __future__ import annotations

import copy
import functools
from collections.abc import Sequence
from random import Random

import cv2
import numpy as np

from hw_sim.felt.scene import Arm, Furniture, Piece, Pose, Scene, Stick, angle_of
from hw_sim.picture.appearance import Appearance, random_look
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.random_scene import TableArranger, random_furniture, random_pose
from hw_sim.picture.renderer import Renderer
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import parse_tile
from vision.calibrating.calibration import calibrate
from vision.geometry.rectify import TableView, block_means
from vision.reading.incremental import FrameReading
from vision.reading.sticks import StickPlace, lit_felt
from vision.reading.surface import Surface, SurfaceFacts, SurfaceMask
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Face, Sighting

FACES = {Pose.FACE_UP: Face.UP, Pose.FACE_DOWN: Face.DOWN, Pose.STANDING: Face.STANDING}


WHITE = (232, 240, 242)


ONE_DOT = ((0.0, (40, 40, 200)),)


FIVE_DOTS = tuple((at, (40, 40, 200) if at == 0 else (40, 40, 40)) for at in (-12, -6, 0, 6, 12))


class Picture:
    """One rendered table, read by the poses and masks that the eyes have; its pieces are known."""

    def __init__(self, scene: Scene, furniture: Furniture, pose: SimulatedCamera, look: Appearance, seed: int) -> None:
        self.geometry = GeometrySettings(
            tile_width_mm=furniture.tile_width_mm,
            tile_height_mm=furniture.tile_height_mm,
            tile_thickness_mm=furniture.tile_thickness_mm,
        )
        self.pose = pose
        self.image = Renderer(furniture, pose, look, seed).render(scene)
        self.sightings = tuple(
            Sighting(FACES[piece.pose], piece.x_mm, piece.y_mm, piece.rotation_deg, 1.0)
            for piece in scene.pieces.values()
        )
        camera = CameraSettings(width=pose.width_px, height=pose.height_px)
        self.view = TableView(calibrate(self.image, self.geometry, camera), self.geometry)

    def look(self, moving_mm: tuple[float, float, float, float] | None = None) -> FrameReading:
        """What the eyes make of it; something moves in (left, bottom, right, top)."""
        blocks = block_means(self.view.rectified(self.image))
        surface = Surface(self.view, self.geometry)
        felt = surface.felt(blocks)
        moving = np.zeros_like(felt)
        if moving_mm is not None:
            left, low, right, high = (round((at + self.view.half_mm) / self.view.block_mm) for at in moving_mm)
            moving[len(moving) - high : len(moving) - low, left:right] = True
        masks = (felt, moving, surface.covered(felt, self.sightings))
        facts = SurfaceFacts(*(SurfaceMask(mask, self.view.half_mm) for mask in masks))
        return FrameReading(self.sightings, facts, 0, blocks)

    def copy(self) -> Picture:
        """The same table in an image that may be painted on."""
        copied = copy.copy(self)
        copied.image = self.image.copy()
        return copied

    def count(self, seat: Seat) -> int | None:
        """How many sticks this picture shows before a river."""
        return self.counts(seat)[0]

    def counts(self, *seats: Seat) -> list[int | None]:
        """How many sticks this picture shows before each of these rivers."""
        look = self.look()
        middles = (np.arange(self.view.blocks) + 0.5) * self.view.block_mm - self.view.half_mm
        around = np.meshgrid(middles, -middles)
        counts = []
        for seat in seats:
            place = StickPlace(seat, self.view.pose, self.geometry)
            felt = lit_felt(look.blocks, look.facts.felt.blocks, place.is_around(*around))
            counts.append(place.count(self.image, place.near(self.sightings), felt))
        return counts

    def paint(self, seat: Seat, size_mm: tuple[float, float], v_mm: float, turn_deg: float, dots=()) -> None:
        """A flat white bar with dots, (place along it in mm, colour), before a river."""
        length, width = size_mm
        turn = np.radians(turn_deg)
        along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        corners = [(0, v_mm) + a * along * length / 2 + b * across * width / 2 for a, b in signs]
        cv2.fillConvexPoly(self.image, self._px(seat, corners), WHITE, cv2.LINE_AA, 4)
        for at_mm, colour in dots:
            circle = [np.array([np.cos(a), np.sin(a)]) * width / 4 for a in np.linspace(0, 2 * np.pi, 20)]
            middle = np.array((0, v_mm)) + at_mm * along
            cv2.fillConvexPoly(self.image, self._px(seat, [middle + step for step in circle]), colour, cv2.LINE_AA, 4)

    def _px(self, seat: Seat, local_mm) -> np.ndarray:
        places = [(*Furniture().to_table(seat, *place), 3.0) for place in local_mm]
        return np.rint(self.pose.project(places) * 16).astype(np.int32)


def random_table(seed: int, *, sticks: bool) -> tuple[Picture, list[int]]:
    """A table by chance without arms, and how many sticks lie before each river."""
    rng = Random(f"sticks {seed}")
    furniture = random_furniture(rng)
    width, height = rng.choice(((2304, 1296), (1920, 1080), (1280, 720)))
    pose, look = random_pose(rng, width, height), random_look(rng)
    scene = TableArranger(furniture, rng).arranged()
    scene.arms.clear()
    scene.sticks.clear()
    scene.dome_raised = 0.0
    lying = [rng.randint(0, 1) if sticks else 0 for _ in SEATS]
    for seat in SEATS:
        if lying[seat]:
            x_mm, y_mm = furniture.to_table(seat, rng.gauss(0, 5), furniture.places.stick_v_mm)
            scene.sticks.append(Stick(x_mm, y_mm, angle_of(seat) + rng.gauss(0, 2)))
    return Picture(scene, furniture, pose, look, seed), lying


def plain_table(*things: Arm | Stick, look: Appearance | None = None) -> Picture:
    """A river of six blank tiles before each player, and these things."""
    look = look or Appearance()
    return _drawn(things, look) if things else _without_things(look).copy()


@functools.cache
def _without_things(look: Appearance) -> Picture:
    return _drawn((), look)


def _drawn(things: Sequence[Arm | Stick], look: Appearance) -> Picture:
    furniture, scene = Furniture(), Scene()
    for seat in SEATS:
        for place in range(6):
            x_mm, y_mm = furniture.to_table(seat, -51 + 21.3 * place, furniture.places.river_v_mm)
            number = len(scene.pieces)
            tile = parse_tile("5z")
            scene.pieces[number] = Piece(number, SetName.A, tile, x_mm, y_mm, 0.0, angle_of(seat), pose=Pose.FACE_UP)
    scene.sticks += [thing for thing in things if isinstance(thing, Stick)]
    scene.arms += [thing for thing in things if isinstance(thing, Arm)]
    return Picture(scene, furniture, SimulatedCamera(), look, 1)


def stick_of(seat: Seat) -> Stick:
    furniture = Furniture()
    return Stick(*furniture.to_table(seat, 1.0, furniture.places.stick_v_mm), angle_of(seat) + 1.0)
