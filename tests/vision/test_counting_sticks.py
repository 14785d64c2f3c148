"""Riichi sticks before the rivers, counted in rendered pictures of many rooms, sets and lamps."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

from hw_sim.felt.scene import Arm, Furniture, Piece, Pose, Scene, Stick, angle_of
from hw_sim.picture.appearance import Look, random_look
from hw_sim.picture.projection import CameraPose
from hw_sim.picture.random_scene import TableArranger, random_furniture, random_pose
from hw_sim.picture.renderer import Renderer
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import parse_tile
from vision.calibrating.calibration import calibrate
from vision.geometry.rectify import TableView, block_means
from vision.reading.incremental import FrameReading, IncrementalReader
from vision.reading.reader import TableReader
from vision.reading.stick_watch import UNSEEN, SticksSeen, StickWatch
from vision.reading.sticks import StickPlace, lit_felt
from vision.reading.surface import Surface, SurfaceFacts, SurfaceMask
from vision.settings import CameraSettings, GeometrySettings, ReadingSettings
from vision.sightings import Face, Frame, Sighting

FACES = {Pose.FACE_UP: Face.UP, Pose.FACE_DOWN: Face.DOWN, Pose.STANDING: Face.STANDING}
WHITE = (232, 240, 242)
ONE_DOT = ((0.0, (40, 40, 200)),)
FIVE_DOTS = tuple((at, (40, 40, 200) if at == 0 else (40, 40, 40)) for at in (-12, -6, 0, 6, 12))


class Picture:
    """One rendered table, read by the poses and masks that the eyes have; its pieces are known."""

    def __init__(self, scene: Scene, furniture: Furniture, pose: CameraPose, look: Look, seed: int) -> None:
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

    def count(self, seat: Seat) -> int | None:
        """How many sticks this picture shows before a river."""
        look = self.look()
        middles = (np.arange(self.view.blocks) + 0.5) * self.view.block_mm - self.view.half_mm
        place = StickPlace(seat, self.view.pose, self.geometry)
        felt = lit_felt(look.blocks, look.facts.felt.blocks, place.is_around(*np.meshgrid(middles, -middles)))
        return place.count(self.image, place.near(self.sightings), felt)

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
            x_mm, y_mm = furniture.to_table(seat, rng.gauss(0, 5), furniture.stick_v_mm)
            scene.sticks.append(Stick(x_mm, y_mm, angle_of(seat) + rng.gauss(0, 2)))
    return Picture(scene, furniture, pose, look, seed), lying


def plain_table(*things: Arm | Stick, look: Look | None = None) -> Picture:
    """A river of six blank tiles before each player, and these things."""
    furniture, scene = Furniture(), Scene()
    for seat in SEATS:
        for place in range(6):
            x_mm, y_mm = furniture.to_table(seat, -51 + 21.3 * place, furniture.river_v_mm)
            number = len(scene.pieces)
            tile = parse_tile("5z")
            scene.pieces[number] = Piece(number, SetName.A, tile, x_mm, y_mm, 0.0, angle_of(seat), pose=Pose.FACE_UP)
    scene.sticks += [thing for thing in things if isinstance(thing, Stick)]
    scene.arms += [thing for thing in things if isinstance(thing, Arm)]
    return Picture(scene, furniture, CameraPose(), look or Look(), 1)


def stick_of(seat: Seat) -> Stick:
    furniture = Furniture()
    return Stick(*furniture.to_table(seat, 1.0, furniture.stick_v_mm), angle_of(seat) + 1.0)


@pytest.mark.parametrize("seed", range(10))
def test_every_stick_of_a_random_table_is_counted_and_nothing_else(seed):
    picture, lying = random_table(seed, sticks=True)
    assert [picture.count(seat) for seat in SEATS] == lying


@pytest.mark.parametrize("seed", range(100, 110))
def test_a_table_without_sticks_has_none(seed):
    picture, _ = random_table(seed, sticks=False)
    assert all(picture.count(seat) in (0, None) for seat in SEATS)


@pytest.mark.parametrize("size_mm", [(66.0, 6.0), (78.0, 5.5), (92.0, 7.0), (100.0, 8.0)])
@pytest.mark.parametrize("dots", [ONE_DOT, FIVE_DOTS])
@pytest.mark.parametrize("turn_deg", [0.0, 4.0, -6.0])
def test_sticks_of_every_make_are_counted_however_they_are_painted(size_mm, dots, turn_deg):
    picture = plain_table()
    picture.paint(Seat(1), size_mm, -66.5, turn_deg, dots)
    assert [picture.count(seat) for seat in SEATS] == [0, 1, 0, 0]


def test_two_sticks_beside_each_other_are_two():
    picture = plain_table()
    for v_mm in (-71.0, -61.0):
        picture.paint(Seat(2), (66.0, 5.5), v_mm, 0.0, ONE_DOT)
    assert picture.count(Seat(2)) == 2


def test_white_tiles_side_by_side_are_no_stick():
    picture = plain_table(look=Look(ivory=(255, 255, 255), gloss=0.0))
    assert [picture.count(seat) for seat in SEATS] == [0, 0, 0, 0]


@pytest.mark.parametrize("size_mm", [(120.0, 30.0), (40.0, 16.0)])
def test_something_white_that_is_no_bar_is_nobodys_guess(size_mm):
    picture = plain_table()
    picture.paint(Seat(3), size_mm, -62.0, 0.0)
    assert picture.count(Seat(3)) is None


def test_a_short_white_thing_is_no_stick():
    picture = plain_table()
    picture.paint(Seat(0), (16.0, 6.0), -66.0, 0.0)
    assert picture.count(Seat(0)) == 0


@pytest.mark.parametrize("grey", [60, 100, 140])
def test_a_lit_gap_between_two_shadows_on_grey_felt_is_no_stick(grey):
    picture = plain_table(look=Look(felt=(grey, grey, grey)))
    shaded = picture.image.copy()
    for v_mm, width in ((-58.0, 12.0), (-82.0, 24.0)):
        dark = Picture.__new__(Picture)
        dark.pose, dark.image = picture.pose, np.full_like(picture.image, 255)
        dark.paint(Seat(0), (200.0, width), v_mm, 0.0)
        inside = (dark.image != 255).any(axis=2)
        shaded[inside] = (shaded[inside] * 0.45).astype(np.uint8)
    picture.image = shaded
    assert picture.count(Seat(0)) == 0


def watch_of(picture: Picture) -> StickWatch:
    return StickWatch(picture.view, picture.geometry, looks=3)


def show(watch: StickWatch, picture: Picture, times: int = 12, moving_mm=None) -> None:
    look = picture.look(moving_mm)
    for _ in range(times):
        watch.update(picture.image, look)


def test_a_count_needs_several_looks_that_agree():
    picture = plain_table(stick_of(Seat(2)))
    watch = watch_of(picture)
    show(watch, picture, times=2)
    assert watch.seen == UNSEEN
    show(watch, picture, times=10)
    assert watch.seen.counts == (0, 0, 1, 0)


def test_a_stick_that_is_laid_is_counted_after_the_hand_has_gone():
    before, after = plain_table(), plain_table(stick_of(Seat(0)))
    watch = watch_of(before)
    show(watch, before)
    show(watch, after, moving_mm=(-60, -100, 60, -60))
    assert watch.seen.counts == (0, 0, 0, 0), "nothing is concluded while something moves there"
    assert 0 in watch.seen.unsettled
    show(watch, after)
    assert watch.seen == SticksSeen((1, 0, 0, 0), frozenset())
    show(watch, before, times=1, moving_mm=(-60, -100, 60, -60))
    show(watch, before)
    assert watch.seen.counts == (0, 0, 0, 0)


def test_what_an_arm_hides_stays_as_it_was_known():
    stick = stick_of(Seat(0))
    bare, covered = plain_table(stick), plain_table(stick, Arm(Seat(0), 0.0, -70.0))
    reader = IncrementalReader(TableReader(bare.geometry), bare.view, ReadingSettings())
    watch = watch_of(bare)
    for number in range(45):
        image = (covered if number >= 15 else bare).image
        watch.update(image, reader.read(Frame(image, number, number / 5)))
    assert watch.seen.counts == (1, 0, 0, 0)


def test_a_resting_table_is_not_looked_at_again():
    picture = plain_table()
    watch = watch_of(picture)
    show(watch, picture)
    unlike = plain_table(stick_of(Seat(1)))
    watch.update(unlike.image, picture.look())
    assert watch.seen.counts == (0, 0, 0, 0)
