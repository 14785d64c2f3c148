"""What belongs to a table is never read as a piece; what is laid on it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from hw_sim.felt.scene import Piece, Pose, Scene
from hw_sim.picture.renderer import Renderer
from hw_sim.picture.scenery import random_scenery
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock, parse_tile
from vision.calibrating.calibration import calibration_for
from vision.pose_reader import PoseReaders
from vision.reading.detection import Box
from vision.reading.fixture_file import FixtureFileError, load_fixtures, save_fixtures
from vision.reading.fixtures import Fixture, Fixtures
from vision.reading.incremental import IncrementalReader
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings, ReadingSettings
from vision.sightings import Face, Frame, Sighting

DOUBTFUL = 0.8


class BareTable:
    """An empty table of a world by chance, read frame by frame as the daemon does."""

    def __init__(self, world: int, fixtures: Sequence[Fixture] = ()) -> None:
        scenery = random_scenery(world, TileStock(red_fives=True), (2304, 1296))
        self._renderer = Renderer(scenery.furniture, scenery.pose, scenery.look, seed=world)
        self.table_reader = reader = TableReader(GeometrySettings(**scenery.measures))
        self.scene = Scene()
        self.scene.dice, self.scene.lifts_raised = (2, 5), 0.0
        self.view = view = reader.calibrated(self.picture(), CameraSettings())
        self.fixtures = Fixtures(fixtures)
        self.reader = IncrementalReader(reader, view, ReadingSettings(vote_frames=3), self.fixtures)
        self._number = 0

    def picture(self) -> np.ndarray:
        return self._renderer.render(self.scene)

    def frame(self, light: float = 1.0) -> Frame:
        self._number += 1
        return Frame(cv2.convertScaleAbs(self.picture(), alpha=light), self._number, float(self._number))

    def faint(self) -> list[Box]:
        """What looks enough like a piece to be found in the next picture too: half a certainty above the least."""
        boxes = self.table_reader.faint_boxes(self.view.rectified(self.picture()))
        return [box for box in boxes if box.certainty > 0.25]

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


def test_a_table_that_is_started_again_knows_it_from_its_file(taught, tmp_path):
    table, _ = taught
    path = tmp_path / "state" / "fixtures.npz"
    save_fixtures(table.fixtures.known, path)
    again = BareTable(23, load_fixtures(path))
    assert len(again.fixtures) == len(table.fixtures) > 0
    assert again.seen() == ()


def test_where_no_file_is_nothing_is_known(tmp_path):
    assert load_fixtures(tmp_path / "none.npz") == ()


@pytest.mark.parametrize("content", [b"", b"not a file of numpy", b"PK\x03\x04 half of one"])
def test_a_damaged_file_is_refused_in_one_sentence(content, tmp_path):
    path = tmp_path / "fixtures.npz"
    path.write_bytes(content)
    with pytest.raises(FixtureFileError, match="damaged: what belongs to the table is learnt anew"):
        load_fixtures(path)


def test_a_file_whose_parts_do_not_fit_is_refused(taught, tmp_path):
    table, _ = taught
    path = tmp_path / "fixtures.npz"
    save_fixtures(table.fixtures.known, path)
    with np.load(path) as file:
        parts = dict(file)
    for broken in (
        {**parts, "version": np.array(99)},
        {**parts, "places_mm": parts["places_mm"][:0]},
        {**parts, "looks": parts["looks"][:, :5]},
        {**parts, "places_mm": np.full_like(parts["places_mm"], np.nan)},
        {"version": parts["version"]},
    ):
        np.savez(path, **broken)
        with pytest.raises(FixtureFileError):
            load_fixtures(path)


def test_a_disk_that_refuses_is_told(taught, tmp_path):
    (tmp_path / "state").write_text("a file where a folder should be")
    with pytest.raises(FixtureFileError, match="cannot be written"):
        save_fixtures(taught[0].fixtures.known, tmp_path / "state" / "fixtures.npz")


def test_of_very_many_looks_the_newest_are_kept():
    table = BareTable(23)
    view = table.view
    picture = view.rectified(table.picture())
    boxes = [Box(Face.DOWN, 40.0 + 30 * (i % 25), 40.0 + 30 * (i // 25), 0.0, 0.5) for i in range(250)]
    table.fixtures.learn(picture, view, boxes)
    assert len(table.fixtures) == 200
    assert table.fixtures.known[-1].x_mm == view.to_mm(boxes[-1].column, boxes[-1].row)[0]


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


def test_what_looks_a_little_like_a_piece_is_owned_before_it_becomes_one():
    table = BareTable(23)
    before = table.faint()
    assert len(before) > 3, "nothing looks like a piece: choose another world"
    table.reader.own(table.frame(), 0.0)
    assert table.fixtures.without(table.view.rectified(table.picture()), table.view, before) == []


@pytest.mark.parametrize(("hidden_px", "is_known"), [(10, True), (14, True), (22, False), (28, False)])
def test_a_print_is_known_by_what_a_wall_beside_it_leaves_to_be_seen(hidden_px, is_known):
    table = BareTable(23)
    before = table.view.rectified(table.picture())
    before[300:360, 300:360] = np.random.default_rng(5).integers(60, 200, (60, 60, 3), np.uint8)
    logo = Box(Face.UP, 330.0, 330.0, 0.0, 0.5)
    assert table.fixtures.learn(before, table.view, [logo]) == 1
    now = before.copy()
    now[300:360, 316 : 316 + hidden_px] = (20, 90, 20)
    assert (table.fixtures.without(now, table.view, [logo]) == []) == is_known


def test_what_is_known_already_is_not_learnt_again():
    table = BareTable(23)
    table.reader.own(table.frame(), 0.0)
    known = len(table.fixtures)
    for _ in range(6):
        table.reader.own(table.frame(), 0.0)
    assert len(table.fixtures) < 2 * known


@pytest.mark.parametrize("wishes", [(1.01, 0.0), (0.0, 1.01)])
def test_of_two_wishes_before_a_frame_the_larger_one_counts(wishes):
    table, readers, calibration = pose_readers()
    table.scene.pieces[1] = Piece(1, SetName.A, parse_tile("7s"), 0.0, -150.0, 0.0, 0.0, Pose.FACE_UP)
    for _ in range(4):
        frame = table.frame()
        assert readers.at(frame, calibration).reader.read(frame).sightings
    for below in wishes:
        readers.own_what_is_seen(below)
    frame = table.frame()
    assert readers.at(frame, calibration).reader.read(frame).sightings == ()


def test_a_wish_is_granted_although_the_camera_is_solved_anew_in_the_same_frame():
    table, readers, calibration = pose_readers()
    table.scene.pieces[1] = Piece(1, SetName.A, parse_tile("7s"), 0.0, -150.0, 0.0, 0.0, Pose.FACE_UP)
    for _ in range(4):
        frame = table.frame()
        readers.at(frame, calibration).reader.read(frame)
    readers.own_what_is_seen(1.01)
    frame, anew = table.frame(), replace(calibration)
    assert readers.at(frame, anew).reader.read(frame).sightings == ()


def pose_readers():
    """A bare table, and what reads it pose by pose."""
    table = BareTable(23)
    readers = PoseReaders(table.table_reader, ReadingSettings(vote_frames=3))
    return table, readers, calibration_for(table.picture(), table.table_reader.geometry, CameraSettings())


@pytest.mark.parametrize("world", [7, 8, 21, 32, 60])
def test_a_display_on_the_console_is_no_tile(world):
    table = BareTable(world)
    assert not [s for s in table.seen() if max(abs(s.x_mm), abs(s.y_mm)) < 60]
