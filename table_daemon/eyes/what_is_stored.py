"""What is stored of the eyes' lessons, as documents: read again whenever a file is another one, beside the event loop.

Rules this file keeps: a look costs a few questions to the file system; files are only opened when they have changed,
by whatever program.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from mahjong_rules.set_names import SetName
from table_daemon.eyes.eyes_documents import learnt_document, lens_document
from table_daemon.eyes.kept_files import path_before
from table_daemon.eyes.tile_set_files import tile_set_path
from table_daemon.settings import TableSettings
from vision.calibrating.stored_calibration import FILE_NAME, StoredCalibration, StoredCalibrationError
from vision.tile_sets.learnt_set import LearntSet, LearntSetError
from wire.eyes_documents import LensDocument, StoredSetDocument

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
        self._files = [tile_set_path(table, set_name) for set_name in SetName] + [lens_path(table)]
        self._known: _Version | None = None
        self._reading: asyncio.Task[None] | None = None
        self.sets = [_empty_document(set_name) for set_name in SetName]
        self.lens: LensDocument = {"stored": None, "problem": "", "may_go_back": False}

    def poll(self) -> None:
        """Read what has changed, on another thread."""
        version = tuple(_stamp(file) for path in self._files for file in (path, path_before(path)))
        is_reading = self._reading is not None and not self._reading.done()
        nothing = (None,) * len(version)
        if is_reading or version == self._known or (self._known is None and version == nothing):
            return
        self._known = version
        self._reading = asyncio.create_task(self._read(), name="what was taught to the eyes")

    async def _read(self) -> None:
        self.sets, self.lens = await asyncio.to_thread(self._documents)

    def _documents(self) -> tuple[list[StoredSetDocument], LensDocument]:
        return [_set_document(self._table, set_name) for set_name in SetName], _lens_document(self._table)


def _empty_document(set_name: SetName) -> StoredSetDocument:
    return {"set": set_name, "stored": None, "problem": "", "may_go_back": False}


def _set_document(table: TableSettings, set_name: SetName) -> StoredSetDocument:
    path = tile_set_path(table, set_name)
    stored, problem = None, ""
    if path.exists():
        try:
            stored = learnt_document(LearntSet.load(path))
        except LearntSetError as error:
            problem = str(error)
    return {"set": set_name, "stored": stored, "problem": problem, "may_go_back": path_before(path).exists()}


def _lens_document(table: TableSettings) -> LensDocument:
    path = lens_path(table)
    stored, problem = None, ""
    try:
        calibration = StoredCalibration.load(path.parent)
        stored = None if calibration is None else lens_document(calibration)
    except StoredCalibrationError as error:
        problem = str(error)
    return {"stored": stored, "problem": problem, "may_go_back": path_before(path).exists()}


def _stamp(path: Path) -> tuple[int, int] | None:
    """Tells a file from another one at its place; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns
