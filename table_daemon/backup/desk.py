"""Backup and restore for the page: a file is made, another is taken in, looked at whole, and agreed to.

Rules this file keeps: one thing at a time; disk and archive are worked on in a worker thread; nothing at the table
changes here: what was agreed to is put in place by the next start (`agreed`), which this desk only asks for.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from table_daemon.backup.agreed import AGREED, UPLOADED
from table_daemon.backup.checking import unpack_checked
from table_daemon.backup.contents import JOURNAL
from table_daemon.backup.making import make_backup_file
from table_daemon.backup_service import MOST_BYTES, BackupError, LookedAt, WhyNot
from table_daemon.flushing import flush_folder
from table_daemon.journal.journal import Journal

_TOKEN_CHARACTERS: Final = 32
"""Chosen: 128 bits of the file's digest."""


class BackupDesk:
    """Of one table. All methods are called on one event loop.

    Args:
        state: the folder of the table's state.
        settings: the table's settings file, None: it has none.
        version: of Jantaku.
        now: wall time.

    Attributes:
        agreed: set once a backup waits to be put in place by a new start.
    """

    def __init__(self, state: Path, settings: Path | None, version: str, now: Callable[[], datetime]) -> None:
        self._state, self._settings, self._version, self._now = state, settings, version, now
        self._busy = asyncio.Lock()
        self._looked: LookedAt | None = None
        self.agreed = asyncio.Event()

    @property
    def name(self) -> str:
        """How a backup that is made now is called."""
        return f"jantaku-{self._now().astimezone():%Y-%m-%d-%H%M}.jantaku"

    async def make(self) -> Path:
        """A backup in a file of its own; whoever asked removes it.

        Raises:
            BackupError: it cannot be made, or another is being made.
        """
        self._refuse_when_busy()
        async with self._busy:
            return await asyncio.to_thread(self._make)

    async def take_in(self, pieces: AsyncIterator[bytes]) -> LookedAt:
        """Keep what is sent and look at all of it; what was sent before is forgotten.

        Raises:
            BackupError: it is too large, or cannot be used; nothing of it stays.
        """
        self._refuse_when_busy()
        async with self._busy:
            self._looked = None
            draft = self._state / UPLOADED
            try:
                await _write(pieces, draft)
                self._looked = await asyncio.to_thread(self._look, draft)
            except BaseException:
                with suppress(OSError):
                    draft.unlink(missing_ok=True)
                raise
            return self._looked

    def agree(self, token: str, *, in_play: bool) -> None:
        """A person wants the backup that was looked at; the daemon is to start anew with it.

        Raises:
            BackupError: a deal is in play, or this is not what was looked at last.
        """
        if in_play:
            raise BackupError(
                "a deal is being played, or the machine moves: restore when the deal has a result", WhyNot.IN_PLAY
            )
        if self._busy.locked() or self._looked is None or self._looked.token != token:
            raise BackupError("this backup is not the one that was looked at last: choose the file again", WhyNot.GONE)
        (self._state / UPLOADED).replace(self._state / AGREED)
        flush_folder(self._state)
        self._looked = None
        self.agreed.set()

    def _refuse_when_busy(self) -> None:
        if self._busy.locked():
            raise BackupError("another backup is being made or looked at: wait until it is done", WhyNot.BUSY)

    def _make(self) -> Path:
        descriptor, name = tempfile.mkstemp(prefix=".backup-", dir=self._state)
        os.close(descriptor)
        made_at = self._now().isoformat(timespec="seconds")
        settings = self._settings if self._settings is not None and self._settings.is_file() else None
        try:
            make_backup_file(self._state, settings, Path(name), made_at=made_at, made_by=self._version)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        return Path(name)

    def _look(self, file: Path) -> LookedAt:
        with tempfile.TemporaryDirectory(dir=self._state, prefix=".restore-") as unpacked:
            try:
                contents = unpack_checked(file, Path(unpacked))
            except BackupError as error:
                raise BackupError(str(error).replace(str(file), "the file"), error.why) from error
            with Journal.open(Path(unpacked) / JOURNAL, read_only=True) as journal:
                games = len(journal.games())
        with file.open("rb") as opened:
            token = hashlib.file_digest(opened, "sha256").hexdigest()[:_TOKEN_CHARACTERS]
        return LookedAt(token, contents.made_at, contents.made_by, games)


async def _write(pieces: AsyncIterator[bytes], draft: Path) -> None:
    """Raises BackupError."""
    size = 0
    try:
        with draft.open("wb") as file:
            os.fchmod(file.fileno(), 0o600)  # names of people stand in it
            async for piece in pieces:
                size += len(piece)
                if size > MOST_BYTES:
                    raise BackupError(
                        f"the file is larger than {MOST_BYTES >> 20} MiB, no backup of a table is; give another file",
                        WhyNot.TOO_LARGE,
                    )
                await asyncio.to_thread(file.write, piece)
            file.flush()
            await asyncio.to_thread(os.fsync, file.fileno())
    except OSError as error:
        raise BackupError(
            f"the file cannot be kept while it is looked at ({error.strerror}); free the disk", WhyNot.NO_ROOM
        ) from error
