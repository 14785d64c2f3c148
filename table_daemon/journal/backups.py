"""Copies of the journal, one a day: SQLite's own online backup, looked at before it counts, kept for seven days."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Final

from table_daemon.flushing import flush_folder
from table_daemon.journal.errors import JournalDamageError, JournalDiskError, JournalError, explained
from table_daemon.journal.examination import examine

KEPT: Final = 7
"""Copies that stay; the older go when a new one has been made."""


def backups_of(path: Path) -> list[Path]:
    """The copies of the journal at `path`, the one that goes furthest first.

    Not by the day of their names: an evening whose clock was ten years ahead would keep its place for ten years.
    """
    return sorted(_folder(path).glob(f"{path.stem}-*{path.suffix}"), key=_age, reverse=True)


def _age(copy: Path) -> tuple[int, str]:
    """Its newest entry and its name; one that cannot be read counts as oldest."""
    try:
        with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            newest = connection.execute("SELECT MAX(seq) FROM entries").fetchone()[0]
    except sqlite3.Error:
        newest = None
    return (newest or 0, copy.name)


def has_backup(path: Path, day: date) -> bool:
    """Whether there is a copy of that day."""
    return _backup_path(path, day).exists()


def make_backup(path: Path, day: date) -> Path:
    """Copy the journal at `path`, which a daemon may be writing, and look at every entry of the copy.

    Raises:
        JournalDamageError: the copy is damaged, thus the journal; the older copies stay.
        JournalError: there is no journal, or the disk refuses.
    """
    if not path.is_file():
        raise JournalError(f"there is no journal at {path}; give the path of one that a daemon has written")
    finished = _backup_path(path, day)
    copy = finished.with_suffix(".new")
    try:
        finished.parent.mkdir(parents=True, exist_ok=True)
        copy.unlink(missing_ok=True)
        _copy(path, copy)
        found = examine(copy)
        if found.faults:
            copy.unlink()
            raise JournalDamageError(path, found.faults[0])
        copy.replace(finished)
        flush_folder(finished.parent)
        for outdated in backups_of(path)[KEPT:]:
            outdated.unlink()
    except JournalDiskError:
        copy.unlink(missing_ok=True)  # half a copy would only take the room that is missing
        raise
    except OSError as error:
        raise JournalError(f"the journal {path} cannot be copied ({error}); free the disk") from error
    return finished


def _copy(path: Path, copy: Path) -> None:
    with (
        explained(path),
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=2.0)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, complete without a log beside it


def _backup_path(path: Path, day: date) -> Path:
    return _folder(path) / f"{path.stem}-{day.isoformat()}{path.suffix}"


def _folder(path: Path) -> Path:
    return path.with_name("backups")
