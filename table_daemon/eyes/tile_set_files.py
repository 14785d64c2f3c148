"""The two tile sets of a table as files, and the reader that follows which of them lies on the table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from mahjong_rules.set_names import SetName
from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from table_daemon.eyes.kept_files import keep_as_before
from table_daemon.settings import UNTAUGHT, TableSettings
from vision.reading.adaptation import LogitCorrection
from vision.reading.reader import TableReader
from vision.tile_sets.learnt_set import LearntSet, LearntSetError
from vision.tile_sets.lesson_book import LessonBook
from vision.tile_sets.lesson_judge import is_learnt, judged

_POLL_S: Final = 1.0
"""A set that was stored is read by within a second (docs/tile_sets.md)."""
_log = logging.getLogger(__name__)
_Version = tuple[Path, int] | None
"""A file, and when it was written; None where there is none."""


def tile_set_path(table: TableSettings, set_name: SetName) -> Path:
    """Where what was taught of set A or B lies; for an untaught set a place where nothing ever does."""
    taught = table.taught_a if set_name is SetName.A else table.taught_b
    return _folder(table) / ("untaught" if taught == UNTAUGHT else f"{taught}.npz")


def teachable_path(table: TableSettings, set_name: SetName) -> Path:
    """Where a lesson of set A or B is to be stored.

    Raises:
        UserError: the settings say that the set is untaught, so no lesson would count.
    """
    path = tile_set_path(table, set_name)
    if path.suffix != ".npz":
        key = f"table.taught_{set_name.lower()}"
        raise UserError(
            sentence(
                'set {set} is untaught by {key} = "{value}": choose a taught set in the set-up first',
                set=set_name,
                key=key,
                value=UNTAUGHT,
            )
        )
    return path


def taught_sets(table: TableSettings) -> list[str]:
    """The taught sets that lie with this table, as `table.taught_a` names them."""
    return sorted(file.stem for file in _folder(table).glob("*.npz") if "." not in file.stem and file.stem != UNTAUGHT)


def played_path(table: TableSettings, set_name: SetName) -> Path:
    """Where the table keeps what it learns of set A or B while it is played with."""
    return _folder(table) / f"{set_name.lower()}.played.npz"


def _folder(table: TableSettings) -> Path:
    return Path(table.state_dir).expanduser() / "tile_sets"


def path_aside(path: Path) -> Path:
    """Where a damaged book is kept."""
    return path.with_name(f"{path.stem}.damaged{path.suffix}")


def store_tile_set(tile_set: LearntSet, path: Path) -> None:
    """Write a table's tile set; what lay there is kept as the one before.

    Raises:
        LearntSetError, UserError: it cannot be written.
    """
    keep_as_before(path)
    tile_set.save(path)


class SetInPlay:
    """Adapts the reader to the set on the table, whenever that or its files change; without a file to any set.

    Args:
        table: names the folder of the files.
        reader: what is adapted; it may be reading on another thread.
        set_name: which set is on the table or comes next.
        uses_play: whether what was learnt while playing counts.
    """

    def __init__(
        self,
        table: TableSettings,
        reader: TableReader,
        set_name: Callable[[], SetName | None],
        *,
        uses_play: bool = True,
    ) -> None:
        self._table = table
        self._reader = reader
        self._set_name = set_name
        self._uses_play = uses_play
        self._adapted_to: tuple[_Version, _Version] = (None, None)

    async def run(self) -> None:
        """Follow until cancelled."""
        while True:
            await asyncio.to_thread(self.update)
            await asyncio.sleep(_POLL_S)

    def update(self) -> None:
        """Adapt the reader if the set on the table or one of its files is another than last time; may take seconds."""
        set_name = self._set_name()
        if set_name is None:
            wanted: tuple[_Version, _Version] = (None, None)
        else:
            shown, played = tile_set_path(self._table, set_name), played_path(self._table, set_name)
            wanted = _version(shown), _version(played) if self._uses_play else None
        if wanted != self._adapted_to:
            self._adapted_to = wanted
            shown_file, played_file = wanted
            taught = None if shown_file is None else self._load(shown_file[0])
            has_blank_face = taught is None or taught.has_blank_face
            self._reader.adapt(self._correction(taught, played_file), has_blank_face=has_blank_face)

    def _correction(self, taught: LearntSet | None, played: _Version) -> LogitCorrection | None:
        """What the owner showed and what was learnt while playing, together."""
        book = None if played is None else self._book(played[0])
        if book is None or not book.used:
            return None if taught is None else taught.correction
        classifier = self._reader.classifier
        return (book if is_learnt(book, taught, classifier) else judged(book, taught, classifier)).correction

    def _book(self, path: Path) -> LessonBook | None:
        try:
            return LessonBook.load(path)
        except LearntSetError as error:
            _log.warning("%s; tiles are read without it, less surely", error)
            return None

    def _load(self, path: Path) -> LearntSet | None:
        try:
            stored = LearntSet.load(path)
            tile_set = stored.for_network(self._reader.classifier)
        except LearntSetError as error:
            _log.warning("%s; tiles are read without it, less surely", error)
            return None
        if tile_set is not stored:
            _log.info("the reader's network is new: %s was learnt again from its crops", path)
            self._keep(tile_set, path)
        return tile_set

    def _keep(self, tile_set: LearntSet, path: Path) -> None:
        """Save what was learnt again; where the disk refuses it is in use all the same, and learnt at each start."""
        try:
            tile_set.save(path)
            self._adapted_to = (_version(path), self._adapted_to[1])
        except LearntSetError as error:
            _log.warning("%s; it is learnt again at the next start", error)


def _version(path: Path) -> _Version:
    """The file as it is now; None when there is none."""
    try:
        return path, path.stat().st_mtime_ns
    except OSError:
        return None
