"""The SQLite file of the journal: its tables, opening it, bringing files of earlier versions up to date."""

from __future__ import annotations

import json
import logging
import sqlite3
from pathlib import Path
from typing import Final

from mahjong_rules.told import sentence
from table_daemon.journal.chain import FIRST_LINK, GameRow, link_of, seal_of
from table_daemon.journal.errors import JournalDamageError, JournalError, explained
from table_daemon.journal.names import NAMES_TABLE, hidden
from table_daemon.journal.witness import Witness, witness_path

_log = logging.getLogger(__name__)

APPLICATION_ID: Final = 0x4A4E544B
"""Marks the file as ours ("JNTK")."""
SCHEMA_VERSION: Final = 4
"""2 added the kinds `inserted` and `correction`; 3 the links of entries and the seals of games; 4 keeps names apart."""
FIRST_CHAINED_VERSION: Final = 3
"""The first with links and seals."""
_READABLE_VERSIONS: Final = (1, 2, 3, 4)
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
ENTRY_ROWS_BY_CHAIN: Final = {
    True: f"{ENTRY_ROWS} ORDER BY seq",
    False: "SELECT seq, game, deal, kind, payload, at, cause, NULL FROM entries ORDER BY seq",
}
"""Every entry of a file of an earlier version, by whether it has links."""
GAME_ROWS: Final = "SELECT number, id, started_at, ended_at, after_seq, seal FROM games"


def connect(path: Path, *, read_only: bool, said: Witness | None = None) -> tuple[sqlite3.Connection, bool]:
    """A connection to the journal at `path`, in autocommit; a new file gets its tables.

    A file of an earlier version is brought up to date; a reader gets such a file as a copy in memory. Then its chain is
    another one, and the second value is true: what the witness `said` was held against the chain of before.

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
            return _set_up(connection, path, said, read_only=read_only)
        except BaseException:
            connection.close()
            raise


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the file's tables."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def create_tables(connection: sqlite3.Connection) -> None:
    """Make a new file a journal."""
    connection.executescript(
        f"BEGIN; PRAGMA application_id = {APPLICATION_ID}; {_TABLES.format(prefix='')} {NAMES_TABLE} "
        f"PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
    )


def _set_up(
    connection: sqlite3.Connection, path: Path, said: Witness | None, *, read_only: bool
) -> tuple[sqlite3.Connection, bool]:
    is_new = connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0] == 0
    if not read_only:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_WAL_PAGES}")
        if is_new:
            create_tables(connection)
    _refuse_foreign(connection, path)
    version = version_of(connection)
    if version < SCHEMA_VERSION:
        if _has(connection, "entries", "link") != (version >= FIRST_CHAINED_VERSION) or _has(
            connection, "names", "name"
        ):
            raise JournalDamageError(path, "its version is not what was written")
        if read_only:
            connection = _copy_in_memory(connection)
        else:
            _log.info("the journal %s is brought up to date", path)
        _chain_all(connection, path, said, is_kept=not read_only)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection, version < SCHEMA_VERSION


def _has(connection: sqlite3.Connection, table: str, column: str) -> bool:
    found = connection.execute("SELECT COUNT(*) FROM pragma_table_info(?) WHERE name = ?", (table, column))
    return bool(found.fetchone()[0])


def _refuse_foreign(connection: sqlite3.Connection, path: Path) -> None:
    """Raise JournalError for a file of another program or a later version, JournalDamageError for a damaged one."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise JournalError(
            sentence("{path} is a database of another program, not a journal; choose another path", path=path)
        )
    version = version_of(connection)
    if version not in _READABLE_VERSIONS:
        raise JournalError(
            sentence(
                "{path} has format {version}, this version reads {known}; update Jantaku",
                path=path,
                version=version,
                known=SCHEMA_VERSION,
            )
        )
    if path.stat().st_size <= _QUICK_CHECK_BYTES:
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise JournalDamageError(path, verdict)


def _copy_in_memory(connection: sqlite3.Connection) -> sqlite3.Connection:
    copy = sqlite3.connect(":memory:", isolation_level=None)
    connection.backup(copy)
    connection.close()
    return copy


def _chain_all(connection: sqlite3.Connection, path: Path, said: Witness | None, *, is_kept: bool) -> None:
    """Give a file of an earlier version its links, seals and names.

    What stands in a file without links is taken for the truth; one with links has to be what was written.

    Raises:
        JournalDamageError: it is not.
    """
    is_chained = version_of(connection) >= FIRST_CHAINED_VERSION
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in (_TABLES.format(prefix="new_") + NAMES_TABLE).split(";"):
            connection.execute(statement)
        _copy_entries(connection, path, said, is_chained=is_chained)
        (_copy_sealed_games if is_chained else _copy_games)(connection, path, said)
        for table in ("entries", "games"):
            connection.execute(f"DROP TABLE {table}")
            connection.execute(f"ALTER TABLE new_{table} RENAME TO {table}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        if is_kept:
            witness_path(path).unlink(missing_ok=True)  # it knows the old chain; without one the next start makes one
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise
    if is_kept:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _copy_entries(connection: sqlite3.Connection, path: Path, said: Witness | None, *, is_chained: bool) -> None:
    """Entries with their links and without names; the numbers stay."""
    before = old_link = FIRST_LINK
    seq = 0
    for *row, link in connection.execute(ENTRY_ROWS_BY_CHAIN[is_chained]):
        seq, game, deal, kind, payload, at, cause = row
        if is_chained:
            old_link = link_of(old_link, (seq, game, deal, kind, payload, at, cause))
            if old_link != link:
                raise JournalDamageError(path, f"entry {seq} is not what was written")
            if said is not None and seq == said.newest and link != said.link:
                raise JournalDamageError(path, f"entry {seq} is not the one that was written")
        nameless = (seq, game, deal, kind, _nameless(connection, payload), at, cause)
        before = link_of(before, nameless)
        connection.execute("INSERT INTO new_entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*nameless, before))
    if is_chained and said is not None and said.newest > seq:
        raise JournalDamageError(path, f"entries {seq + 1} to {said.newest} are missing at its end")


def _nameless(connection: sqlite3.Connection, text: str) -> str:
    """The text of a payload with numbers for names; any other is the same to the byte."""
    if '"names"' not in text:
        return text
    try:
        payload = json.loads(text)
    except ValueError:  # damaged before it had links: told when it is read
        return text
    return json.dumps(hidden(connection, payload), ensure_ascii=False, separators=(",", ":"))


def _copy_sealed_games(connection: sqlite3.Connection, path: Path, said: Witness | None) -> None:
    """Games as they are."""
    begun = ended = 0
    for *row, seal in connection.execute(f"{GAME_ROWS} ORDER BY number").fetchall():
        number, name, started_at, ended_at, after = row
        if seal_of((number, name, started_at, ended_at, after)) != seal:
            raise JournalDamageError(path, f"game {number} in its list is not what was written")
        connection.execute("INSERT INTO new_games VALUES (?, ?, ?, ?, ?, ?)", (*row, seal))
        begun, ended = begun + 1, ended + (ended_at is not None)
    if said is not None and (said.begun > begun or said.ended > ended):
        raise JournalDamageError(path, "the beginning or the end of its newest game is missing")


def _copy_games(connection: sqlite3.Connection, _path: Path, _said: Witness | None) -> None:
    """Games with their seals; the entries of a game follow those of the game before."""
    newest = 0
    for number, (name, started_at, ended_at) in enumerate(
        connection.execute("SELECT id, started_at, ended_at FROM games ORDER BY rowid").fetchall(), 1
    ):
        row: GameRow = (number, name, started_at, ended_at, newest)
        connection.execute("INSERT INTO new_games VALUES (?, ?, ?, ?, ?, ?)", (*row, seal_of(row)))
        last = connection.execute("SELECT MAX(seq) FROM entries WHERE game = ?", (name,)).fetchone()[0]
        newest = newest if last is None else last
