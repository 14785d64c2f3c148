"""No back of a wall is a white dragon in any light, and a white dragon that is turned there stays one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest

from hw_sim.felt.layout import Spot, wall_spot
from hw_sim.felt.scene import Piece, Pose, Scene
from hw_sim.picture.renderer import Renderer
from hw_sim.picture.scenery import random_scenery
from mahjong_rules.seats import SEATS
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile, TileStock, parse_tile
from mahjong_rules.wall.places import StackPlace
from vision.geometry.zones import to_table
from vision.reading.detection import Box
from vision.reading.reader import TableReader
from vision.reading.wall_backs import are_backs, still_there
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Face, Frame, Sighting, Zone

STEP_PX = 20.5
STEP = 0.06
"""What a mirrored lamp does to the ground from one piece to the next."""


def wall(places: Sequence[int], face: Face = Face.UP) -> list[Box]:
    """Pieces at these places of a wall."""
    return [Box(face, 100.0 + STEP_PX * place, 50.0, 90.0, 0.8) for place in places]


def ground_of(boxes: Sequence[Box]) -> np.ndarray:
    """The farther along the wall, the more light."""
    return np.array([(STEP * (box.column - 100.0) / STEP_PX, 0.0, 0.0) for box in boxes])


def test_backs_whose_tint_light_takes_away_step_by_step_are_backs():
    assert are_backs(wall([3, 4, 2, 5]), wall([0, 1], Face.DOWN), ground_of).all()


def test_the_row_goes_on_beyond_a_turned_indicator():
    def with_less_light(boxes: Sequence[Box]) -> np.ndarray:
        return ground_of(boxes) / 2

    assert are_backs(wall([3, 5, 6]), wall([2], Face.DOWN), with_less_light).all()


def test_a_white_dragon_is_none_though_backs_lie_around_it():
    def with_white(boxes: Sequence[Box]) -> np.ndarray:
        return np.array([(0.0, 0.2 * (box.face is Face.UP), 0.0) for box in boxes])

    assert not are_backs(wall([3]), wall([1, 2, 4, 5], Face.DOWN), with_white).any()


@pytest.mark.parametrize("backs", [[], [0, 8]])
def test_nothing_is_said_where_no_back_lies_near(backs):
    assert not are_backs(wall([3, 4, 5]), wall(backs, Face.DOWN), lambda boxes: np.zeros((len(boxes), 3))).any()


def test_a_turned_indicator_is_no_back_any_more():
    known = wall([1, 2, 3], Face.DOWN)
    assert still_there(known, wall([2])) == [known[0], known[2]]
    assert still_there(known, []) == known


WORLD = 9813
"""A lamp is mirrored in the wall of seat 2."""
SEAT = SEATS[2]
INDICATOR_AT = 9
FACES = [parse_tile(name) for name in ("9m", "9p", "3z", "4z")]
"""So early in a deal nobody knows which tints the faces of this table have (`side_colours.SideColours.is_no_body`)."""


def seen_on_the_wall(indicator: str) -> list[Sighting]:
    """What is read of that wall, in which this indicator is turned; some discards lie before it."""
    scenery = random_scenery(WORLD, TileStock(red_fives=True), (2304, 1296))
    furniture, scene = scenery.furniture, Scene()
    numbers = itertools.count()

    def lay(tile: Tile, spot: Spot) -> None:
        x_mm, y_mm = to_table(spot.seat, spot.u_mm, spot.v_mm)
        piece = Piece(next(numbers), SetName.A, tile, x_mm, y_mm, spot.z_mm, 90.0 * spot.seat, spot.pose)
        scene.pieces[piece.number] = piece

    for seat, number, below in itertools.product((0, 2, 3), range(3, 17), (0, 1)):
        is_turned = (seat, number, below) == (SEAT, INDICATOR_AT, 1)
        pose = Pose.FACE_UP if is_turned else Pose.FACE_DOWN
        lay(parse_tile(indicator), wall_spot(StackPlace(SEATS[seat], number), below, furniture, pose))
    for place, tile in enumerate(FACES):
        lay(tile, Spot(SEAT, (place - 1.5) * furniture.tile_width_mm, -100.0, pose=Pose.FACE_UP))
    reader = TableReader(GeometrySettings(**scenery.measures))
    picture = Renderer(furniture, scenery.pose, scenery.look, seed=WORLD).render(scene)
    seen = reader.read(Frame(picture, 1, 0.0), reader.calibrated(picture, CameraSettings()))
    places = ((sighting, reader.zones.place(sighting.x_mm, sighting.y_mm)) for sighting in seen)
    return [sighting for sighting, place in places if (place.zone, place.seat) == (Zone.WALL, SEAT)]


@pytest.mark.parametrize("indicator", ["3s", "5z"])
def test_of_a_wall_with_a_lamp_in_it_the_indicator_alone_is_named(indicator):
    seen = seen_on_the_wall(indicator)
    assert [str(sighting.tile) for sighting in seen if sighting.face is Face.UP] == [indicator]
    assert len(seen) == 14
