"""A copy of the journal every day while the daemon runs."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from table_daemon.journal.backups import has_backup

_log = logging.getLogger(__name__)
_FIRST_LOOK_S: Final = 600.0
"""Chosen: a table is switched on for an evening, not for a night; ten minutes later its start is over."""
_NEXT_LOOK_S: Final = 3600.0
"""Chosen: a table that is never switched off has the copy of a day in its first hour."""


class DailyBackup:
    """Has the copy made by a process of its own, which reads every entry and would hold up the game here.

    Args:
        journal: the journal that is copied.
        now: the wall clock.
    """

    def __init__(self, journal: Path, now: Callable[[], datetime]) -> None:
        self._journal = journal
        self._now = now

    async def run(self) -> None:
        """Look for the copy of the day, for ever."""
        await asyncio.sleep(_FIRST_LOOK_S)
        while True:
            await self.update()
            await asyncio.sleep(_NEXT_LOOK_S)

    async def update(self) -> None:
        """Make the copy of the day if there is none; what went wrong is logged."""
        if has_backup(self._journal, self._now().astimezone().date()):
            return
        command = ["-m", "table_daemon.cli", "journal", "backup", "--state-dir", str(self._journal.parent)]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        told, _ = await process.communicate()
        level = logging.INFO if process.returncode == 0 else logging.ERROR
        _log.log(level, "daily copy of the journal: %s", told.decode(errors="replace").strip())
