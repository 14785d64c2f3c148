"""What was learnt to belong to the table, kept beside its tile sets: a daemon that starts again knows it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from table_daemon.settings import TableSettings
from vision.reading.fixture_file import FixtureFileError, load_fixtures, save_fixtures
from vision.reading.fixtures import Fixture

_POLL_S: Final = 1.0
"""Fixtures are learnt between two deals and needed again after the next start. Chosen, not measured."""
_log = logging.getLogger(__name__)


class KeptFixtures:
    """The file of one table's fixtures.

    Args:
        table: names the folder of the file.

    Attributes:
        at_start: what the file held when this was made; nothing, with a line in the log, where it is damaged: then
            it is learnt anew.
    """

    def __init__(self, table: TableSettings) -> None:
        self._path = Path(table.state_dir).expanduser() / "fixtures.npz"
        self.at_start: tuple[Fixture, ...] = ()
        try:
            self.at_start = load_fixtures(self._path)
        except FixtureFileError as error:
            _log.warning("%s", error)
        self._kept: Sequence[Fixture] = self.at_start

    async def run(self, known: Callable[[], Sequence[Fixture]]) -> None:
        """Keep whatever `known` gives; until cancelled."""
        while True:
            await asyncio.sleep(_POLL_S)
            await asyncio.to_thread(self.keep, known())

    def keep(self, known: Sequence[Fixture]) -> None:
        """Write the file if these are others than before; a disk that refuses is told once, in the log."""
        if len(known) == len(self._kept) and all(one is other for one, other in zip(known, self._kept, strict=True)):
            return
        self._kept = known
        try:
            save_fixtures(known, self._path)
        except FixtureFileError as error:
            _log.warning("%s", error)
