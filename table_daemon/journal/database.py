"""The SQLite file of the journal: its tables, opening it, bringing files of earlier versions up to date."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Final

from table_daemon.journal.chain import FIRST_LINK, GameRow, link_of, seal_of
from table_daemon.journal.errors import JournalDamageError, JournalError, explained

_log = logging.getLogger(__name__)

APPLICATION_ID: Final = 0x4A4E544B
"""Marks the file as ours ("JNTK")."""
SCHEMA_VERSION: Final = 3
"""2 added the kinds `inserted` and `correction`; 3 the links of entries and the seals of games."""
FIRST_CHAINED_VERSION: Final = 3
"""The first with links and seals."""
_READABLE_VERSIONS: Final = (1, 2, 3)
_WAL_PAGES: Final = 64
"""Chosen: the log beside the file holds the newest 20 or so entries (an entry writes three pages), not an evening."""
_QUICK_CHECK_BYTES: Final = 64 << 20
"""Chosen: SQLite's own check reads the whole file, 2 s for this much on a card that gives 40 MB/s. Larger files are
checked by the nightly backup; the links are checked whenever entries are read."""
_TABLES: Final = """
CREATE TABLE {prefix}games (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    after_seq INTEGER NOT NULL,
    seal BLOB NOT NULL
) STRICT;
CREATE TABLE {prefix}entries (
    seq INTEGER PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games (id),
    deal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    at TEXT NOT NULL,
    cause TEXT NOT NULL,
    link BLOB NOT NULL
) STRICT;
"""

ENTRY_ROWS: Final = "SELECT seq, game, deal, kind, payload, at, cause, link FROM entries"
GAME_ROWS: Final = "SELECT number, id, started_at, ended_at, after_seq, seal FROM games"


def connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """A connection to the journal at `path`, in autocommit; a new file gets its tables.

    A file of an earlier version is brought up to date; a reader gets such a file as a copy in memory.

    Raises:
        JournalDamageError: SQLite finds the file damaged.
        JournalError: there is none to read, it belongs to another program or a later version, or cannot be written.
    """
    if read_only and not path.is_file():
        raise JournalError(f"there is no journal at {path}; give the path of one that a daemon has written")
    with explained(path):
        uri = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=2.0)
        try:
            return _set_up(connection, path, read_only=read_only)
        except BaseException:
            connection.close()
            raise


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the file's tables."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def create_tables(connection: sqlite3.Connection) -> None:
    """Make a new file a journal."""
    connection.executescript(
        f"BEGIN; PRAGMA application_id = {APPLICATION_ID}; {_TABLES.format(prefix='')} "
        f"PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
    )


def _set_up(connection: sqlite3.Connection, path: Path, *, read_only: bool) -> sqlite3.Connection:
    is_new = connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0] == 0
    if not read_only:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_WAL_PAGES}")
        if is_new:
            create_tables(connection)
    _refuse_foreign(connection, path)
    if version_of(connection) < FIRST_CHAINED_VERSION:
        if connection.execute("SELECT COUNT(*) FROM pragma_table_info('entries') WHERE name = 'link'").fetchone()[0]:
            raise JournalDamageError(path, "its version is not what was written")
        if read_only:
            connection = _copy_in_memory(connection)
        else:
            _log.info("the journal %s is brought up to date", path)
        _chain_all(connection)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _refuse_foreign(connection: sqlite3.Connection, path: Path) -> None:
    """Raise JournalError for a file of another program or a later version, JournalDamageError for a damaged one."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise JournalError(f"{path} is a database of another program, not a journal; choose another path")
    version = version_of(connection)
    if version not in _READABLE_VERSIONS:
        raise JournalError(f"{path} has format {version}, this version reads {SCHEMA_VERSION}; update Jantaku")
    if path.stat().st_size <= _QUICK_CHECK_BYTES:
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise JournalDamageError(path, verdict)


def _copy_in_memory(connection: sqlite3.Connection) -> sqlite3.Connection:
    copy = sqlite3.connect(":memory:", isolation_level=None)
    connection.backup(copy)
    connection.close()
    return copy


def _chain_all(connection: sqlite3.Connection) -> None:
    """Give a file of version 1 or 2 its links and seals; what stands in it is taken for the truth."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in _TABLES.format(prefix="new_").split(";"):
            connection.execute(statement)
        _copy_entries(connection)
        _copy_games(connection)
        for table in ("entries", "games"):
            connection.execute(f"DROP TABLE {table}")
            connection.execute(f"ALTER TABLE new_{table} RENAME TO {table}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def _copy_entries(connection: sqlite3.Connection) -> None:
    """Entries with their links; the numbers stay."""
    before = FIRST_LINK
    old = connection.execute("SELECT seq, game, deal, kind, payload, at, cause FROM entries ORDER BY seq")
    for row in old:
        before = link_of(before, row)
        connection.execute("INSERT INTO new_entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, before))


def _copy_games(connection: sqlite3.Connection) -> None:
    """Games with their seals; the entries of a game follow those of the game before."""
    newest = 0
    for number, (name, started_at, ended_at) in enumerate(
        connection.execute("SELECT id, started_at, ended_at FROM games ORDER BY rowid").fetchall(), 1
    ):
        row: GameRow = (number, name, started_at, ended_at, newest)
        connection.execute("INSERT INTO new_games VALUES (?, ?, ?, ?, ?, ?)", (*row, seal_of(row)))
        last = connection.execute("SELECT MAX(seq) FROM entries WHERE game = ?", (name,)).fetchone()[0]
        newest = newest if last is None else last
