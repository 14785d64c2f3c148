"""Making a backup, beside a daemon that plays: SQLite's own online backup sees one moment of each database."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import tempfile
import zipfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from table_daemon.backup.contents import (
    FORMAT,
    JOURNAL,
    KIND,
    LIST_NAME,
    PEOPLE,
    SETTINGS,
    Contents,
    FileEntry,
    plain_files,
)
from table_daemon.backup_service import BackupError, WhyNot
from table_daemon.flushing import flush_folder
from table_daemon.journal.examination import examine

_CHUNK: Final = 1 << 20
"""Chosen: read and written a MiB at a time, so that no journal fills the memory."""


def make_backup_file(state: Path, settings: Path | None, out: Path, *, made_at: str, made_by: str) -> Contents:
    """Write everything of a table into one file; a file of that name is replaced in one step.

    Args:
        state: the folder of the table's state; a daemon may be writing in it.
        settings: the table's settings file, None: it has none.
        out: the file.
        made_at: wall time.
        made_by: Jantaku's version.

    Raises:
        BackupError: there is no journal, it is damaged, or the disk refuses.
    """
    if not (state / JOURNAL).is_file():
        raise BackupError(f"there is no journal in {state}; give the table's --config or --state-dir")
    draft = out.with_name(f"{out.name}.new")
    try:
        with tempfile.TemporaryDirectory(dir=out.absolute().parent, prefix=f".{out.name}.") as folder:
            gathered = Path(folder)
            _gather(state, settings, gathered)
            contents = _listed(gathered, made_at, made_by)
            _pack(gathered, contents, draft)
        draft.replace(out)
        flush_folder(out.absolute().parent)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise BackupError(
            f"the backup {out} cannot be written ({error.strerror or error}); choose another place or free the disk"
        ) from error
    return contents


def _gather(state: Path, settings: Path | None, folder: Path) -> None:
    # People before the journal: whoever gets a card meanwhile is in the games at most, where names need no card.
    if (state / PEOPLE).is_file():
        _snapshot(state / PEOPLE, folder / PEOPLE)
    _snapshot(state / JOURNAL, folder / JOURNAL)
    found = examine(folder / JOURNAL)
    if found.faults:
        raise BackupError(
            f"the journal in {state} is damaged ({found.faults[0]}): `jantaku journal repair` keeps what is sound; "
            "then make the backup"
        )
    for name in plain_files(state):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes((state / name).read_bytes())
    if settings is not None:
        (folder / SETTINGS).write_bytes(settings.read_bytes())


def _snapshot(source: Path, target: Path) -> None:
    """One moment of a database, whoever writes it."""
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=2.0)) as reader,
            closing(sqlite3.connect(target)) as writer,
        ):
            reader.backup(writer)
            writer.execute("PRAGMA journal_mode = DELETE")  # one file, complete without a log beside it
    except sqlite3.Error as error:
        raise BackupError(
            f"{source} cannot be copied ({error}): free the disk, or look who owns the file", WhyNot.NO_ROOM
        ) from error


def _listed(folder: Path, made_at: str, made_by: str) -> Contents:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    entries = [
        FileEntry(name=path.relative_to(folder).as_posix(), size=path.stat().st_size, sha256=digest_of(path))
        for path in files
    ]
    return Contents(kind=KIND, format=FORMAT, made_at=made_at, made_by=made_by, files=entries)


def digest_of(path: Path) -> str:
    """SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _pack(folder: Path, contents: Contents, draft: Path) -> None:
    with draft.open("wb") as file:
        os.fchmod(file.fileno(), 0o600)  # names of people stand in it
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(LIST_NAME, contents.model_dump_json(indent=2))
            for entry in contents.files:
                archive.write(folder / entry.name, entry.name)
        file.flush()
        os.fsync(file.fileno())
