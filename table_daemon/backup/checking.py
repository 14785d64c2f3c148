"""Whether a backup can be used: all of it is looked at in a folder of its own before anything at the table changes."""

from __future__ import annotations

import shutil
import sqlite3
import zipfile
import zlib
from contextlib import closing
from pathlib import Path
from typing import Final

from table_daemon.backup.contents import (
    HOUSE_RULES,
    JOURNAL,
    LIST_NAME,
    PEOPLE,
    SETTINGS,
    Contents,
    FileEntry,
    read_contents,
)
from table_daemon.backup.making import digest_of
from table_daemon.backup_service import BackupError, WhyNot
from table_daemon.errors import UserError
from table_daemon.journal.database import APPLICATION_ID, SCHEMA_VERSION
from table_daemon.journal.examination import examine
from table_daemon.library.people_file import PeopleFile
from table_daemon.rules.house_rules import HouseRulesFile
from table_daemon.settings import load_settings

_MOST_LIST_BYTES: Final = 1 << 20
"""Chosen: a list of ten thousand files; nothing larger is read into memory."""


def unpack_checked(file: Path, folder: Path) -> Contents:
    """Unpack a backup into an empty folder, every part looked at; its list of contents.

    Raises:
        BackupError: it is incomplete, foreign, newer or damaged, or the disk refuses.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            contents = _contents(archive, file)
            _refuse_without_room(contents, folder, file)
            for entry in contents.files:
                _unpack(archive, entry, folder, file)
    except FileNotFoundError as error:
        raise BackupError(f"there is no {file}; give the file that `jantaku backup` has written") from error
    except zipfile.BadZipFile as error:
        raise BackupError(
            f"{file} is no backup of Jantaku, or only a part of one ({str(error).lower()}); copy it once more from "
            "where it was made",
            WhyNot.FOREIGN,
        ) from error
    except OSError as error:
        raise BackupError(
            f"{file} cannot be unpacked ({error.strerror or error}); free the disk", WhyNot.NO_ROOM
        ) from error
    _look_at_journal(folder / JOURNAL, file, contents)
    _look_at_the_rest(folder, file)
    return contents


def _contents(archive: zipfile.ZipFile, file: Path) -> Contents:
    listed = next((info for info in archive.infolist() if info.filename == LIST_NAME), None)
    if listed is None or listed.file_size > _MOST_LIST_BYTES:
        raise BackupError(f"{file} is no backup of Jantaku: it has no {LIST_NAME}; give another file", WhyNot.FOREIGN)
    try:
        data = archive.read(listed)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise _damaged(file, LIST_NAME) from error
    return read_contents(data, file)


def _refuse_without_room(contents: Contents, folder: Path, file: Path) -> None:
    needed, free = sum(entry.size for entry in contents.files), shutil.disk_usage(folder).free
    if needed > free:
        raise BackupError(
            f"{file} holds {needed >> 20} MiB, and the disk has room for {free >> 20}; make room, then try again",
            WhyNot.NO_ROOM,
        )


def _unpack(archive: zipfile.ZipFile, entry: FileEntry, folder: Path, file: Path) -> None:
    target = folder / entry.name
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        info = archive.getinfo(entry.name)
    except KeyError as error:
        raise BackupError(f"{file} is incomplete: {entry.name} is missing; copy it once more") from error
    if info.file_size != entry.size:
        raise _damaged(file, entry.name)
    try:
        with archive.open(info) as packed, target.open("wb") as unpacked:
            shutil.copyfileobj(packed, unpacked)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        # Flipped bits may name another way of packing (NotImplementedError) or say it is encrypted (RuntimeError).
        raise _damaged(file, entry.name) from error
    if digest_of(target) != entry.sha256:
        raise _damaged(file, entry.name)


def _damaged(file: Path, name: str) -> BackupError:
    return BackupError(f"{file} is damaged ({name} is not what was written); copy it once more from where it was made")


def _look_at_journal(journal: Path, file: Path, contents: Contents) -> None:
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            marked = connection.execute("PRAGMA application_id").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        raise _damaged(file, JOURNAL) from error
    if marked != APPLICATION_ID:
        raise BackupError(f"{file} holds a journal of another program; give another file", WhyNot.FOREIGN)
    if version > SCHEMA_VERSION:
        raise BackupError(
            f"{file} was made by Jantaku {contents.made_by}, which is newer than this one (journal of format "
            f"{version}, not {SCHEMA_VERSION}); update Jantaku, then restore",
            WhyNot.NEWER,
        )
    if faults := examine(journal).faults:
        raise BackupError(f"{file} is damaged ({faults[0]}); give an earlier backup")


def _look_at_the_rest(folder: Path, file: Path) -> None:
    try:
        if (folder / PEOPLE).is_file():
            PeopleFile(folder / PEOPLE).close()
        HouseRulesFile(folder / HOUSE_RULES).all()
        if (folder / SETTINGS).is_file():
            load_settings(folder / SETTINGS)
    except UserError as error:
        what = str(error).replace(f"{folder}/", "")
        raise BackupError(f"{file} cannot be used here: {what}", WhyNot.UNUSABLE) from error
