"""The two tile sets of a table as files, and the reader that follows which of them lies on the table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from mahjong_rules.set_names import SetName
from table_daemon.eyes.kept_files import keep_as_before
from table_daemon.settings import TableSettings
from vision.reading.reader import TableReader
from vision.tile_sets.learnt_set import LearntSet, LearntSetError

_POLL_S: Final = 1.0
"""A set that was stored is read by within a second (docs/tile_sets.md)."""
_log = logging.getLogger(__name__)


def tile_set_path(table: TableSettings, set_name: SetName) -> Path:
    """Where the table keeps what its reader learnt of set A or B."""
    return Path(table.state_dir).expanduser() / "tile_sets" / f"{set_name.lower()}.npz"


def store_tile_set(tile_set: LearntSet, path: Path) -> None:
    """Write a table's tile set; what lay there is kept as the one before.

    Raises:
        LearntSetError, UserError: it cannot be written.
    """
    keep_as_before(path)
    tile_set.save(path)


class SetInPlay:
    """Adapts the reader to the set on the table, whenever that or its file changes; without a file to any set.

    Args:
        table: names the folder of the files.
        reader: what is adapted; it may be reading on another thread.
        set_name: which set is on the table or comes next.
    """

    def __init__(self, table: TableSettings, reader: TableReader, set_name: Callable[[], SetName | None]) -> None:
        self._table = table
        self._reader = reader
        self._set_name = set_name
        self._adapted_to: tuple[Path, int] | None = None

    async def run(self) -> None:
        """Follow until cancelled."""
        while True:
            await asyncio.to_thread(self.update)
            await asyncio.sleep(_POLL_S)

    def update(self) -> None:
        """Adapt the reader if the set on the table or its file is another than last time; may take seconds."""
        set_name = self._set_name()
        wanted = _version(tile_set_path(self._table, set_name)) if set_name is not None else None
        if wanted != self._adapted_to:
            self._adapted_to = wanted
            learnt = self._load(wanted[0]) if wanted is not None else None
            self._reader.adapt(learnt.correction if learnt is not None else None)

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
            self._adapted_to = _version(path)
        except LearntSetError as error:
            _log.warning("%s; it is learnt again at the next start", error)


def _version(path: Path) -> tuple[Path, int] | None:
    """The file as it is now; None when there is none."""
    try:
        return path, path.stat().st_mtime_ns
    except OSError:
        return None
