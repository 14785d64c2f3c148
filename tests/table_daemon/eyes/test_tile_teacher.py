"""A double tap, or two tablets: what is stored twice at once is stored once, and what was there before stays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest
from laid_set import layout_picture

from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import parse_tiles
from table_daemon.errors import UserError
from table_daemon.eyes.lens_handler import LensHandler
from table_daemon.eyes.lesson import Lesson, LessonError, LessonStage, rows_of_set
from table_daemon.eyes.tile_set_files import tile_set_path
from table_daemon.eyes.tile_teacher import TileTeacher
from table_daemon.settings import Settings, load_settings
from vision.calibrating.stored_calibration import StoredCalibration
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Frame
from vision.tile_sets.learnt_set import SAMPLE_SHAPE, LearntSet, Sample


@pytest.fixture
def settings(tmp_path) -> Settings:
    return load_settings(None, [f'table.state_dir="{tmp_path}"'])


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(GeometrySettings())


@pytest.fixture(autouse=True)
async def one_thread() -> AsyncIterator[None]:
    """What threads are to do is done in the order in which it was asked, so that a second store finds the first."""
    with ThreadPoolExecutor(1) as threads:
        asyncio.get_running_loop().set_default_executor(threads)
        yield


def learnt(name: str, reader: TableReader) -> LearntSet:
    samples = [Sample(tile, np.full(SAMPLE_SHAPE, 40 + 9 * n, np.uint8)) for n, tile in enumerate(parse_tiles("12m"))]
    return LearntSet.learn(name, "2026-11-21", samples, reader.classifier)


def teacher_with(result: LearntSet, settings: Settings) -> TileTeacher:
    """A lesson that has come to its report."""
    countdown = SimpleNamespace(is_held=False, hold=lambda on: None)
    teacher = TileTeacher(settings, SimpleNamespace(), countdown)
    rows = rows_of_set(red_fives=False, flowers=False)
    teacher.lesson = Lesson(SetName.A, rows, step=LessonStage.REPORT, learnt=result)
    return teacher


async def test_a_set_that_is_stored_twice_at_once_leaves_the_set_before_to_go_back_to(settings, reader):
    path = tile_set_path(settings.table, SetName.A)
    learnt("old", reader).save(path)
    teacher = teacher_with(learnt("new", reader), settings)
    outcomes = await asyncio.gather(teacher.store(), teacher.store(), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), LessonError]
    assert LearntSet.load(path).name == "new"
    await teacher.go_back(SetName.A)
    assert LearntSet.load(path).name == "old"


async def test_a_lens_that_is_stored_twice_at_once_leaves_the_lens_before_to_go_back_to(settings, tmp_path):
    picture = layout_picture([])
    eyes = SimpleNamespace(
        camera=CameraSettings(),
        use_camera=lambda camera: None,
        next_frame=lambda after, timeout_s: Frame(picture, after + 1, (after + 1) / 5),
    )
    desk = LensHandler(settings, eyes)
    await desk.store((await desk.measure())["measured"])
    stored = StoredCalibration.load(tmp_path)
    assert stored is not None
    old = stored.model_copy(update={"camera": "the camera of before"})
    old.save(tmp_path)
    number = (await desk.measure())["measured"]
    outcomes = await asyncio.gather(desk.store(number), desk.store(number), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), UserError]
    await desk.go_back()
    assert StoredCalibration.load(tmp_path) == old


async def test_a_set_that_the_settings_call_untaught_takes_no_lesson(settings):
    table = settings.table.model_copy(update={"taught_b": "none"})
    countdown = SimpleNamespace(is_held=False, hold=lambda on: None)
    teacher = TileTeacher(settings.model_copy(update={"table": table}), SimpleNamespace(), countdown)
    with pytest.raises(UserError, match="set B is untaught"):
        await teacher.begin(SetName.B, (), red_fives=False, flowers=False, adds=False)
    assert teacher.lesson is None
