"""What is stored of the eyes' lessons, as documents: read again whenever a file is another one, beside the event loop.

Rules this file keeps: a look costs a few questions to the file system; files are only opened when they have changed,
by whatever program.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

import cv2

from mahjong_rules.set_names import SetName
from mahjong_rules.told import said_by, sentence
from table_daemon.eyes.eyes_documents import learnt_document, lens_document, played_document
from table_daemon.eyes.kept_files import path_before
from table_daemon.eyes.tile_set_files import path_aside, played_path, tile_set_path
from table_daemon.settings import TableSettings
from vision.calibrating.stored_calibration import FILE_NAME, StoredCalibration, StoredCalibrationError
from vision.tile_sets.learnt_set import LearntSet, LearntSetError
from vision.tile_sets.lesson_book import LessonBook
from wire.eyes_documents import LensDocument, StoredSetDocument
from wire.words import words_document

_JPEG_QUALITY: Final = 88
"""Chosen, not measured: two faces can be told apart, and a list has many of these pictures."""
_Version = tuple[tuple[int, int] | None, ...]


def lens_path(table: TableSettings) -> Path:
    """Where the table keeps its camera's calibration."""
    return Path(table.state_dir).expanduser() / FILE_NAME


class WhatIsStored:
    """Keeps the documents of both sets and of the lens.

    Args:
        table: names the folder of the files.

    Attributes:
        sets: one document for each set.
        lens: that of the lens.
    """

    def __init__(self, table: TableSettings) -> None:
        self._table = table
        shown = [tile_set_path(table, set_name) for set_name in SetName]
        played = [played_path(table, set_name) for set_name in SetName]
        self._files = [*shown, *played, lens_path(table)]
        self._shown = len(shown)
        self._books: dict[str, LessonBook] = {}
        self._known: _Version | None = None
        self._reading: asyncio.Task[None] | None = None
        self.sets = [_empty_document(table, set_name) for set_name in SetName]
        self.lens: LensDocument = {"stored": None, "problem": "", "problem_words": [], "may_go_back": False}

    def poll(self) -> bool:
        """Read what has changed, on another thread; True where the owner showed or forgot a set meanwhile."""
        version = tuple(_stamp(file) for path in self._files for file in (path, path_before(path)))
        is_reading = self._reading is not None and not self._reading.done()
        nothing = (None,) * len(version)
        if is_reading or version == self._known or (self._known is None and version == nothing):
            return False
        shown = 2 * self._shown
        is_shown_anew = self._known is not None and version[:shown] != self._known[:shown]
        self._known = version
        self._reading = asyncio.create_task(self._read(), name="what was taught to the eyes")
        return is_shown_anew

    def played_jpeg(self, set_name: str, number: int) -> bytes | None:
        """The crop of a lesson, or of a face that is asked about; None where there is none of that number."""
        book = self._books.get(set_name, LessonBook())
        shown = {one.number for one in book.lessons} | {face for pair in book.two_faces for face in pair}
        picture = next((one.picture for one in book.witnesses if one.number == number and number in shown), None)
        if picture is None:
            return None
        return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1].tobytes()

    async def _read(self) -> None:
        self.sets, self._books, self.lens = await asyncio.to_thread(self._documents)

    def _documents(self) -> tuple[list[StoredSetDocument], dict[str, LessonBook], LensDocument]:
        books = {set_name: _book(played_path(self._table, set_name)) for set_name in SetName}
        sets = [_set_document(self._table, set_name, *books[set_name]) for set_name in SetName]
        return sets, {set_name.value: book for set_name, (book, _) in books.items()}, _lens_document(self._table)


def _empty_document(table: TableSettings, set_name: SetName) -> StoredSetDocument:
    played = played_document(LessonBook())
    return {
        "set": set_name,
        "called": table.called(set_name),
        "stored": None,
        "problem": "",
        "problem_words": [],
        "may_go_back": False,
        "played": played,
    }


def _book(path: Path) -> tuple[LessonBook, str]:
    """What was learnt while playing, and why not all of it is there."""
    aside = path_aside(path)
    damaged = sentence("what was learnt while playing was damaged: it is kept as {file}", file=aside.name)
    problem = damaged if aside.exists() else ""
    try:
        return LessonBook.load(path), problem
    except LearntSetError as error:
        return LessonBook(), said_by(error)


def _set_document(table: TableSettings, set_name: SetName, book: LessonBook, why: str) -> StoredSetDocument:
    path = tile_set_path(table, set_name)
    stored, problem = None, ""
    if path.exists():
        try:
            stored = learnt_document(LearntSet.load(path))
        except LearntSetError as error:
            problem = said_by(error)
    return {
        "set": set_name,
        "called": table.called(set_name),
        "stored": stored,
        "problem": str(problem),
        "problem_words": words_document(problem),
        "may_go_back": path_before(path).exists(),
        "played": played_document(book, why),
    }


def _lens_document(table: TableSettings) -> LensDocument:
    path = lens_path(table)
    stored, problem = None, ""
    try:
        calibration = StoredCalibration.load(path.parent)
        stored = None if calibration is None else lens_document(calibration)
    except StoredCalibrationError as error:
        problem = said_by(error)
    return {
        "stored": stored,
        "problem": str(problem),
        "problem_words": words_document(problem),
        "may_go_back": path_before(path).exists(),
    }


def _stamp(path: Path) -> tuple[int, int] | None:
    """Tells a file from another one at its place; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns
