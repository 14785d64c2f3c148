"""Gives the lesson on the page's set-up view: takes pictures when the table is still, lets the reader learn, stores.

Rules this file keeps:
* The event loop owns the lesson; pictures, networks and files are the business of worker threads. What a thread brings
  for a lesson that has ended meanwhile is thrown away.
* While a lesson is on no deal begins: what lies on the table is no part of a game.
* Pictures are kept in memory, and only while their lesson is on.
* What two people ask of the stored sets at once is done one after the other, by what there is then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, Protocol

import cv2

from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile
from mahjong_rules.told import said_by, sentence
from table_daemon.errors import UserError
from table_daemon.eyes.kept_files import change_with_before, put_away
from table_daemon.eyes.layout_reader import LayoutReader, SeenLayoutError
from table_daemon.eyes.lesson import Lesson, LessonError, Seen, Trouble, rows_of_kinds, rows_of_set
from table_daemon.eyes.still_frames import NotStillError, TroubleKey, WatchingEyes, still_frames
from table_daemon.eyes.tile_set_files import store_tile_set, teachable_path, tile_set_path
from table_daemon.settings import Settings
from vision.geometry.rectify import TableView
from vision.reading.reader import TableReader
from vision.sightings import Image
from vision.tile_sets.learnt_set import LearntSet, LearntSetError
from vision.tile_sets.set_layout import MistakeKind

_FRAMES: Final = 3
"""So many pictures of one layout: each has other noise."""
_JPEG_QUALITY: Final = 88
"""Chosen, not measured: the names in the picture stay readable."""
_log = logging.getLogger(__name__)


class TeachableEyes(WatchingEyes, Protocol):
    """Eyes that also say how frames lie on the table."""

    @property
    def view(self) -> TableView | None:
        """The top view by which the newest frame was read."""


class Countdown(Protocol):
    """What lets the next deal begin by itself (`machine.between_deals`)."""

    is_held: bool

    def hold(self, on: bool) -> None:
        """Stop it, or let it go on."""


class TileTeacher:
    """One lesson at a time.

    Args:
        settings: of the table.
        eyes: give pictures.
        countdown: is held while a lesson is on.
        now: wall time.
    """

    def __init__(
        self,
        settings: Settings,
        eyes: TeachableEyes,
        countdown: Countdown,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._settings = settings
        self._eyes = eyes
        self._countdown = countdown
        self._now = now
        self._pictures = 0
        self._was_held = False
        self._reader: TableReader | None = None
        self._work: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()
        self.lesson: Lesson | None = None

    @property
    def under_way(self) -> Lesson:
        """The lesson.

        Raises:
            LessonError: there is none.
        """
        if self.lesson is None:
            raise LessonError(sentence("no tile set is being taught: begin with one of the table's sets"))
        return self.lesson

    # What people ask for ----------------------------------------------------------------------------

    async def begin(
        self, set_name: SetName, kinds: Sequence[Tile], *, red_fives: bool, flowers: bool, adds: bool
    ) -> None:
        """A lesson on a whole set, or on some `kinds` of a set that is stored.

        Raises:
            LessonError: one is under way.
            UserError: the set is untaught by the settings, or what is stored cannot be read.
        """
        if self.lesson is not None:
            raise LessonError(
                sentence("set {set} is being taught already: end that, or cancel it, first", set=self.lesson.set_name)
            )
        path = teachable_path(self._settings.table, set_name)
        rows = rows_of_kinds(kinds) if kinds else rows_of_set(red_fives=red_fives, flowers=flowers)
        lesson = self.lesson = Lesson(set_name, rows, again=bool(kinds))
        self._was_held = self._countdown.is_held
        self._countdown.hold(True)
        if adds or kinds:
            try:
                lesson.earlier = await asyncio.to_thread(LearntSet.load, path)
            except LearntSetError as error:
                if self.lesson is lesson:
                    self.end()
                raise UserError(said_by(error)) from error

    def take_picture(self) -> None:
        """Look at what is laid out, as soon as the table is still."""
        lesson = self.under_way
        lesson.ask_for_picture()
        self._begin_work(self._look(lesson))

    def judge(self, picture: int, *, is_right: bool) -> None:
        """A person has looked at the names."""
        self.under_way.judge(picture, is_right=is_right)

    def learn(self) -> None:
        """Let the reader learn from all confirmed layouts."""
        lesson = self.under_way
        lesson.learn()
        self._begin_work(self._learn(lesson))

    async def store(self) -> None:
        """Keep what was learnt with the table, and end the lesson.

        Raises:
            LessonError: nothing was learnt yet, or somebody else has just stored it.
            UserError: the disk refuses; the lesson goes on.
        """
        async with self._one_at_a_time:
            lesson = self.under_way
            result, path = lesson.result(), tile_set_path(self._settings.table, lesson.set_name)
            try:
                await asyncio.to_thread(store_tile_set, result, path)
            except LearntSetError as error:
                raise UserError(said_by(error)) from error
            _log.info("set %s was learnt from %d crops and stored", lesson.set_name, len(result.samples))
            if self.lesson is lesson:
                self.end()

    def end(self) -> None:
        """End the lesson, with nothing left of it."""
        if self.lesson is None:
            return
        if self._work is not None:
            self._work.cancel()
        self.lesson, self._reader, self._work = None, None, None
        self._countdown.hold(self._was_held)

    async def forget(self, set_name: SetName) -> None:
        """Read this set as before any lesson; what was stored is kept as the one before."""
        async with self._one_at_a_time:
            await asyncio.to_thread(put_away, tile_set_path(self._settings.table, set_name))

    async def go_back(self, set_name: SetName) -> None:
        """Take the set that was stored before."""
        async with self._one_at_a_time:
            await asyncio.to_thread(change_with_before, tile_set_path(self._settings.table, set_name))

    # The work ---------------------------------------------------------------------------------------

    def _begin_work(self, work: Coroutine[Any, Any, None]) -> None:
        self._work = asyncio.create_task(work, name="tile set lesson")

    async def _look(self, lesson: Lesson) -> None:
        self._pictures += 1
        number = self._pictures
        try:
            reader = await self._reader_of(lesson)
            seen = await asyncio.to_thread(self._seen, lesson, reader, number)
        except SeenLayoutError as error:
            trouble = Trouble(TroubleKey.LAYOUT, str(error), error.mistake)
            # Without a tile to cut around it would be a picture of the whole table: that is the admin's to see.
            is_cut = error.mistake.kind is not MistakeKind.NOTHING
            lesson.fail(trouble, Seen(number, _jpeg(error.drawn)) if is_cut else None)
        except NotStillError as error:
            lesson.fail(Trouble(error.key, said_by(error)))
        except Exception:  # noqa: BLE001 - a mistake of ours must not leave the lesson waiting for ever
            lesson.fail(_internal("reading the picture"))
        else:
            lesson.show(seen)

    async def _reader_of(self, lesson: Lesson) -> TableReader:
        """A reader of the lesson's own: the table's goes on reading meanwhile."""
        if self._reader is None:
            make = partial(TableReader, self._settings.geometry, threads=self._settings.reading.threads)
            reader = await asyncio.to_thread(make)
            if lesson.earlier is not None:
                earlier = lesson.earlier
                reader.adapt(earlier.correction_for(reader.classifier), has_blank_face=earlier.has_blank_face)
            self._reader = reader
        return self._reader

    def _seen(self, lesson: Lesson, reader: TableReader, number: int) -> Seen:
        """On a worker thread: a picture, read."""
        frames = still_frames(self._eyes, _FRAMES)
        view = self._eyes.view
        if view is None:
            why = sentence("the camera's place is not known any more: look at its picture")
            raise NotStillError(TroubleKey.CAMERA, why)
        kinds = [tile for row in lesson.rows for tile in row]
        layouts = LayoutReader(reader, lambda _: view, kinds if lesson.again else (), lesson.rows)
        layout = layouts.read(frames[0])
        samples = (*layout.samples, *layouts.further_samples(frames[1:], layout))
        return Seen(number, _jpeg(layout.drawn), samples, len(layout.laid), layout.doubts)

    async def _learn(self, lesson: Lesson) -> None:
        name = lesson.earlier.name if lesson.earlier is not None else f"set {lesson.set_name}"
        made_at = self._now().isoformat(timespec="seconds")
        reader = self._reader
        assert reader is not None
        try:
            learnt = await asyncio.to_thread(LearntSet.learn, name, made_at, lesson.every_sample, reader.classifier)
        except Exception:  # noqa: BLE001 - as above
            lesson.fail(_internal("learning"))
        else:
            lesson.report(learnt)


def _internal(what: str) -> Trouble:
    _log.exception("%s failed in a tile set lesson", what)
    return Trouble(TroubleKey.INTERNAL, f"{what} failed; see the daemon's log, then try again")


def _jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1].tobytes()
