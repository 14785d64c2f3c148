"""The guide through laying out a set: what it asks, what it keeps, what it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from laid_set import layout_picture

from mahjong_rules.tiles import parse_tiles
from table_daemon.errors import UserError
from table_daemon.eyes.layout_reader import LayoutReader
from table_daemon.eyes.tile_set_guide import Guide, instructions
from vision.cameras import SourceStatus
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Frame, Image
from vision.tile_sets.set_layout import BASIC_ROWS


class Camera:
    """Gives one picture as often as it is asked, until another is put before it; None: it has gone silent."""

    def __init__(self, pictures: list[Image | None]) -> None:
        self._pictures = pictures
        self._frames = 0

    def turn_to(self, number: int) -> None:
        self._picture = self._pictures[min(number, len(self._pictures) - 1)]

    def start(self) -> None:
        """It always runs."""

    def next_frame(self, after: int, timeout_s: float) -> Frame | None:
        if self._picture is None:
            return None
        self._frames = max(self._frames, after) + 1
        return Frame(self._picture, self._frames, 0.0)

    def status(self) -> SourceStatus:
        return SourceStatus(self._frames, 1, 0.0, "" if self._picture is not None else "the camera fell silent")

    def stop(self) -> None:
        """Nothing to close."""


class Owner:
    """Answers in order; at each question about the layout the camera sees the next picture."""

    def __init__(self, camera: Camera, answers: list[str]) -> None:
        self._camera = camera
        self._answers: Iterator[str] = iter(answers)
        self._layouts = 0
        self.asked: list[str] = []
        self.told: list[str] = []

    def ask(self, question: str) -> str:
        self.asked.append(question)
        if "press Enter" in question or "Press Enter" in question:
            self._camera.turn_to(self._layouts)
            self._layouts += 1
        return next(self._answers)

    def say(self, text: str) -> None:
        self.told.append(text)


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(GeometrySettings())


def guided(reader: TableReader, tmp_path: Path, pictures: list[Image | None], answers: list[str]):
    camera = Camera(pictures)
    owner = Owner(camera, answers)
    layouts = LayoutReader(reader, lambda image: reader.calibrated(image, CameraSettings()))
    guide = Guide(layouts, tmp_path / "names.png", owner.ask, owner.say)
    return owner, lambda: guide.from_camera(camera, owner.ask)


def test_each_confirmed_layout_gives_a_crop_of_every_tile_in_each_of_three_pictures(reader, tmp_path):
    first, second = layout_picture(BASIC_ROWS, seed=1), layout_picture(BASIC_ROWS, seed=2, tilt_deg=6)
    owner, run = guided(reader, tmp_path, [first, second], ["\n", "y\n", "\n", "\n", "n\n"])
    found = run()
    assert [sample.tile for sample in found] == [tile for row in BASIC_ROWS for tile in row] * 6
    assert cv2.imread(str(tmp_path / "names.png")) is not None
    assert len(owner.asked) == 5


def test_a_layout_with_a_missing_tile_is_asked_for_again(reader, tmp_path):
    short = layout_picture([BASIC_ROWS[0][:8], *BASIC_ROWS[1:]])
    owner, run = guided(reader, tmp_path, [short, layout_picture(BASIC_ROWS)], ["\n", "\n", "y\n", "n\n"])
    assert len(run()) == 3 * 34
    assert "row 1 (1m to 9m) has 8 instead of 9" in owner.told[0]


def test_a_picture_without_markers_is_asked_for_again(reader, tmp_path):
    dark = np.zeros((1296, 2304, 3), np.uint8)
    owner, run = guided(reader, tmp_path, [dark, layout_picture(BASIC_ROWS)], ["\n", "\n", "y\n", "n\n"])
    assert len(run()) == 3 * 34
    assert owner.told[0].startswith("Not yet: ")


def test_names_that_the_owner_does_not_confirm_are_not_kept(reader, tmp_path):
    picture = layout_picture(BASIC_ROWS)
    owner, run = guided(reader, tmp_path, [picture], ["\n", "no\n", "\n", "y\n", "n\n"])
    assert len(run()) == 3 * 34
    assert any("nothing of this picture is kept" in text for text in owner.told)


def test_a_silent_camera_ends_the_guide_with_a_sentence(reader, tmp_path):
    _, run = guided(reader, tmp_path, [None], ["\n"])
    with pytest.raises(UserError, match="the camera fell silent"):
        run()


def test_the_owner_is_told_every_tile_in_order():
    text = instructions(())
    assert "1m 2m 3m 4m 5m 6m 7m 8m 9m" in text
    assert "f1 f2 f3 f4 y1 y2 y3 y4" in text
    assert "red fives, if the set has them" in text
    assert "  1s 0m" in instructions(parse_tiles("1s0m"))
