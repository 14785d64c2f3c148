"""Putting a backup in the place of what a table has: checked first, then moved; what was there is kept beside it.

Rules this file keeps:
* Nothing at the table changes before the whole backup was unpacked and looked at, and not while a daemon runs.
* Files are moved, never copied over each other; when one cannot be moved, those before it go back.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from table_daemon.backup.checking import unpack_checked
from table_daemon.backup.contents import EYES_FILES, HOUSE_RULES, JOURNAL, PEOPLE, SETTINGS, TILE_SETS, Contents
from table_daemon.backup_service import BackupError
from table_daemon.flushing import flush_folder
from table_daemon.journal.lock_file import take_lock
from table_daemon.settings import load_settings
from table_daemon.site_file import with_state_dir

_INDEX: Final = "games.sqlite3"
_DATABASES: Final = tuple(f"{name}{end}" for name in (PEOPLE, _INDEX, JOURNAL) for end in ("-wal", "-shm", ""))
_COPIES: Final = "backups"
_IN_PLACE: Final = (HOUSE_RULES, *EYES_FILES, TILE_SETS, _COPIES, *_DATABASES[:-1], f"{JOURNAL}.witness", JOURNAL)
"""What goes aside, the journal last: until it goes the table is what it was. The index of games is made anew, and the
daily copies go along with the journal that they are copies of."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was done: `aside` holds what was there before, None where nothing was; `settings` were written there."""

    contents: Contents
    aside: Path | None
    settings: Path | None


def restore(file: Path, state: Path, settings: Path | None, stamp: str) -> Restored:
    """Put the backup `file` in the place of a table's state and settings.

    Args:
        file: the backup.
        state: the folder of the table's state; made when it is missing.
        settings: the table's settings file; None: the backup's settings go into the state folder.
        stamp: the moment, for the name of the folder of what was there.

    Raises:
        BackupError: the backup cannot be used, or the disk refuses; nothing has changed.
        JournalError: a daemon is using the table.
    """
    is_new = not state.exists()
    try:
        state.mkdir(parents=True, exist_ok=True)
        return _restored(file, state, settings, stamp)
    except OSError as error:
        raise BackupError(
            f"{error.filename or state} cannot be written ({error.strerror}); run it as the owner of the table's files"
        ) from error
    finally:
        if is_new:
            with suppress(OSError):  # it holds the table's files, unless the backup could not be used
                state.rmdir()


def _restored(file: Path, state: Path, settings: Path | None, stamp: str) -> Restored:
    with tempfile.TemporaryDirectory(dir=state, prefix=".restore-") as unpacked:
        folder = Path(unpacked)
        contents = unpack_checked(file, folder)
        if (folder / SETTINGS).is_file():
            _settle(folder / SETTINGS, state)
        lock = take_lock(state / JOURNAL)
        try:
            return _exchange(folder, contents, state, settings or state / SETTINGS, stamp)
        finally:
            os.close(lock)


def _settle(settings: Path, state: Path) -> None:
    """Have the backup's settings name this table's state folder, wherever that of the other table was."""
    before = settings.read_text(encoding="utf-8")
    if load_settings(settings).table.journal_path.parent != state.absolute():
        settings.write_text(with_state_dir(before, str(state.absolute()), SETTINGS), encoding="utf-8")


def _exchange(folder: Path, contents: Contents, state: Path, settings: Path, stamp: str) -> Restored:
    aside = state / f"before-restore-{stamp}"
    old = [(state / name, aside / name) for name in _IN_PLACE if (state / name).exists()]
    incoming = sorted((path.name for path in folder.iterdir()), key=lambda name: name == JOURNAL)
    new = [(folder / name, state / name) for name in incoming if name != SETTINGS]
    has_settings = SETTINGS in incoming
    if has_settings and settings.exists():
        old.insert(0, (settings, aside / SETTINGS))
    if has_settings:
        new.insert(0, (folder / SETTINGS, settings))
    done: list[tuple[Path, Path]] = []
    try:
        if old:
            aside.mkdir()
            _give_to_owner(aside, state)
        _give_to_owner(folder, state)
        if has_settings and settings.exists():
            _give_to_owner(folder / SETTINGS, settings)
        _flush([source for source, _ in new])
        for source, target in (*old, *new):
            _move(source, target)
            done.append((source, target))
        for changed in {target.absolute().parent for _, target in done}:
            flush_folder(changed)
    except OSError as error:
        for source, target in reversed(done):
            _move(target, source)
        if old and aside.is_dir():
            aside.rmdir()
        raise BackupError(
            f"{error.filename or state} cannot be replaced ({error.strerror}), and everything is as it was; run it as "
            "the user who owns the table's files, with room on the disk"
        ) from error
    return Restored(contents, aside if old else None, settings if has_settings else None)


def _give_to_owner(path: Path, like: Path) -> None:
    """Have what root unpacked belong to whoever owns the table: its daemon is not root."""
    if os.geteuid() == 0:
        owner = like.stat()
        for file in (path, *path.rglob("*")):
            os.chown(file, owner.st_uid, owner.st_gid)


def _move(source: Path, target: Path) -> None:
    """A rename; across disks (settings may lie on another) a copy, which is flushed before the source goes."""
    try:
        source.rename(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        shutil.copy2(source, target)
        _flush([target])
        source.unlink()


def _flush(paths: Sequence[Path]) -> None:
    """To the disk, so that a power cut after the moves finds them whole."""
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                with file.open("rb") as opened:
                    os.fsync(opened.fileno())
