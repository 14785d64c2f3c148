"""What belongs to a table is never read as a piece; what is laid on it is."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from hw_sim.felt.scene import Piece, Pose, Scene
from hw_sim.picture.renderer import Renderer
from hw_sim.picture.scenery import random_scenery
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock, parse_tile
from vision.reading.incremental import IncrementalReader
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings, ReadingSettings
from vision.sightings import Frame, Sighting

DOUBTFUL = 0.8


class BareTable:
    """An empty table of a world by chance, read frame by frame as the daemon does."""

    def __init__(self, world: int) -> None:
        scenery = random_scenery(world, TileStock(red_fives=True), (2304, 1296))
        self._renderer = Renderer(scenery.furniture, scenery.pose, scenery.look, seed=world)
        reader = TableReader(GeometrySettings(**scenery.measures))
        self.scene = Scene()
        self.scene.dice, self.scene.lifts_raised = (2, 5), 0.0
        view = reader.calibrated(self.picture(), CameraSettings())
        self.reader = IncrementalReader(reader, view, ReadingSettings(vote_frames=3))
        self._number = 0

    def picture(self) -> np.ndarray:
        return self._renderer.render(self.scene)

    def frame(self, light: float = 1.0) -> Frame:
        self._number += 1
        return Frame(cv2.convertScaleAbs(self.picture(), alpha=light), self._number, float(self._number))

    def seen(self, light: float = 1.0):
        """What is seen after some frames."""
        for _ in range(4):
            look = self.reader.read(self.frame(light))
        return look.sightings


def is_near(one: Sighting, other: Sighting) -> bool:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < 8


@pytest.fixture(scope="module")
def taught():
    """A table the ends of whose trays are taken for backs, and that has learnt them; and what was seen before."""
    table = BareTable(23)
    before = table.seen()
    table.reader.own(table.frame(), DOUBTFUL)
    return table, before


def test_what_is_seen_on_a_bare_table_can_be_owned_and_is_gone(taught):
    table, before = taught
    assert before, "the networks take nothing for a piece: choose another world"
    assert all(sighting.confidence < DOUBTFUL for sighting in before)
    assert table.seen() == ()


def test_it_stays_away_in_other_light(taught):
    table, before = taught
    for light in (0.85, 1.1):
        assert not [sighting for sighting in table.seen(light) if is_near(sighting, before[0])]


@pytest.mark.parametrize(("tile", "pose"), [("3m", Pose.FACE_UP), ("5z", Pose.FACE_UP), ("2p", Pose.FACE_DOWN)])
def test_a_tile_that_is_laid_on_it_is_seen(taught, tile, pose):
    table, before = taught
    x_mm, y_mm = before[0].x_mm, before[0].y_mm
    table.scene.pieces[1] = Piece(1, SetName.A, parse_tile(tile), x_mm, y_mm, 0.0, 25.0, pose)
    try:
        seen = table.seen()
    finally:
        del table.scene.pieces[1]
    (there,) = (sighting for sighting in seen if is_near(sighting, before[0]))
    assert there.tile == (parse_tile(tile) if pose is Pose.FACE_UP else None)
    assert not [sighting for sighting in table.seen() if is_near(sighting, before[0])]


def test_what_is_surely_a_tile_is_not_owned_with_what_is_doubtful():
    table = BareTable(23)
    table.scene.pieces[1] = Piece(1, SetName.A, parse_tile("7s"), 0.0, -150.0, 0.0, 0.0, Pose.FACE_UP)
    table.seen()
    table.reader.own(table.frame(), DOUBTFUL)
    assert [str(sighting.tile) for sighting in table.seen()] == ["7s"]


@pytest.mark.parametrize("world", [7, 8, 21, 32, 60])
def test_a_display_on_the_console_is_no_tile(world):
    table = BareTable(world)
    assert not [s for s in table.seen() if max(abs(s.x_mm), abs(s.y_mm)) < 60]
