"""The journal: every event of every game on disk before anybody hears of it.

Rules this file keeps:
* `append` returns after the entry is on disk (SQLite, WAL, synchronous=FULL): what was acknowledged survives
  `kill -9` and a power cut.
* Nothing is ever deleted or changed: a correction is an entry of its own, `timeline.fold` applies it.
* One daemon writes a journal at a time; others may open it read-only meanwhile.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from table_daemon.game.entries import Entry, EntryKind, Json
from table_daemon.game.timeline import Timeline, TimelineError, fold

__all__ = ["Entry", "EntryKind", "GameRecord", "Journal", "JournalError"]

_APPLICATION_ID: Final = 0x4A4E544B
"""Marks the file as ours ("JNTK")."""
_SCHEMA_VERSION: Final = 2
"""2 added the kinds `inserted` and `correction`; the tables are those of 1."""
_READABLE_VERSIONS: Final = (1, 2)
_SCHEMA: Final = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    started_at TEXT NOT NULL,
    ended_at TEXT
) STRICT;
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL REFERENCES games (id),
    deal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    at TEXT NOT NULL,
    cause TEXT NOT NULL
) STRICT;
CREATE INDEX entries_by_game ON entries (game, seq);
"""


class JournalError(Exception):
    """The journal cannot be opened, read or written; the text is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game in the journal. `ended_at` is None while it is being played."""

    id: str
    started_at: str
    ended_at: str | None


class Journal:
    """An open journal; use `Journal.open`. All methods are called from one thread."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock_fd: int | None) -> None:
        self._path = path
        self._connection = connection
        self._lock_fd = lock_fd

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Journal:
        """Open the journal at `path`, creating it with its folder if it is new.

        Raises:
            JournalError: the file is damaged, not a journal, in use by another daemon or not writable.
        """
        if read_only:
            return cls(path, _connect(path, read_only=True), None)
        lock_fd = _lock(path)
        try:
            return cls(path, _connect(path, read_only=False), lock_fd)
        except BaseException:
            os.close(lock_fd)
            raise

    def close(self) -> None:
        """Release the file; closing twice does no harm."""
        self._connection.close()
        if self._lock_fd is not None:
            os.close(self._lock_fd)
            self._lock_fd = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Several writes that reach the disk together, or not at all when one of them fails.

        Raises:
            JournalError: the disk refuses.
        """
        self._write("BEGIN IMMEDIATE", ())
        try:
            yield
            self._write("COMMIT", ())
        except BaseException:
            self._connection.rollback()
            raise

    def start_game(self, game: str, *, at: str) -> None:
        """Begin a game: it is the current one until it ends or another begins."""
        self._write("INSERT INTO games (id, started_at) VALUES (?, ?)", (game, at))

    def end_game(self, game: str, *, at: str) -> None:
        """Note that `game` is finished; ending it again changes nothing."""
        self._write("UPDATE games SET ended_at = ? WHERE id = ? AND ended_at IS NULL", (at, game))

    def append(
        self, payload: Json, *, game: str, cause: str, at: str, deal: int = 0, kind: EntryKind = EntryKind.EVENT
    ) -> int:
        """Write one entry and return its number, which grows over all games; it is on disk then.

        Raises:
            JournalError: the disk refuses, or `game` was never started.
        """
        text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
        cursor = self._write(
            "INSERT INTO entries (game, deal, kind, payload, at, cause) VALUES (?, ?, ?, ?, ?, ?)",
            (game, deal, kind.value, text, at, cause),
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def entries(self, game: str) -> list[Entry]:
        """Everything written about `game`, in order."""
        rows = self._read("SELECT seq, game, deal, kind, payload, at, cause FROM entries WHERE game = ?", (game,))
        return sorted((self._entry(row) for row in rows), key=lambda entry: entry.seq)

    def timeline(self, game: str) -> Timeline:
        """The events of `game` with every correction applied.

        Raises:
            JournalError: corrections that do not fit the events.
        """
        try:
            return fold(self.entries(game))
        except TimelineError as error:
            raise JournalError(
                f"the corrections in {self._path} cannot be read ({error}); restore a copy, or move it away"
            ) from error

    def effective_entries(self, game: str) -> list[Entry]:
        """The events of `game` that count, in order and as corrections left them."""
        return [
            Entry(line.seq, game, line.deal, EntryKind.EVENT, line.payload, line.at, line.cause)
            for line in self.timeline(game).lines
            if not line.is_aside
        ]

    def games(self) -> list[GameRecord]:
        """All games, oldest first."""
        rows = self._read("SELECT id, started_at, ended_at FROM games ORDER BY rowid", ())
        return [GameRecord(*row) for row in rows]

    def current_game(self) -> str | None:
        """The newest game if it has not ended, else None."""
        games = self.games()
        return games[-1].id if games and games[-1].ended_at is None else None

    def newest_seq(self) -> int:
        """The number of the newest entry, 0 in an empty journal."""
        rows = self._read("SELECT COALESCE(MAX(seq), 0) FROM entries", ())
        return int(rows[0][0])

    def _entry(self, row: tuple[Any, ...]) -> Entry:
        seq, game, deal, kind, text, at, cause = row
        try:
            payload = json.loads(text)
            if not isinstance(payload, dict):
                raise ValueError("it is no object")  # noqa: TRY301, TRY004 - one sentence for all damages
            return Entry(seq, game, deal, EntryKind(kind), payload, at, cause)
        except (ValueError, RecursionError) as error:
            raise _damaged(self._path, f"entry {seq}: {error}") from error

    def _write(self, statement: str, values: tuple[object, ...]) -> sqlite3.Cursor:
        with _explained(self._path):
            return self._connection.execute(statement, values)

    def _read(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with _explained(self._path):
            return self._connection.execute(statement, values).fetchall()


def _connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    if read_only and not path.is_file():
        raise JournalError(f"there is no journal at {path}; give the path of one that a daemon has written")
    with _explained(path):
        uri = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=2.0)
        try:
            _check(connection, path, read_only=read_only)
        except BaseException:
            connection.close()
            raise
    return connection


def _check(connection: sqlite3.Connection, path: Path, *, read_only: bool) -> None:
    """Set the connection up, create the tables in a new file, refuse a damaged or foreign one."""
    connection.execute("PRAGMA foreign_keys = ON")
    is_new = connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0] == 0
    if not read_only:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if is_new:
            connection.executescript(
                f"BEGIN; PRAGMA application_id = {_APPLICATION_ID}; {_SCHEMA} "
                f"PRAGMA user_version = {_SCHEMA_VERSION}; COMMIT;"
            )
    if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION_ID:
        raise JournalError(f"{path} is a database of another program, not a journal; choose another path")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version not in _READABLE_VERSIONS:
        raise JournalError(f"{path} has format {version}, this version reads {_SCHEMA_VERSION}; update Jantaku")
    verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        raise _damaged(path, verdict)
    if version != _SCHEMA_VERSION and not read_only:
        connection.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")


def _lock(path: Path) -> int:
    """Take the lock file beside the journal; it goes with the process, however that ends."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock_fd = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise JournalError(
            f"the journal {path} cannot be written ({error.strerror}); choose a writable folder or free the disk"
        ) from error
    try:
        fcntl.flock(lock_fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock_fd)
        raise JournalError(
            f"the journal {path} is in use by another daemon; stop that one or give this table its own journal"
        ) from error
    return lock_fd


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn SQLite's exceptions into one sentence."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise JournalError(
            f"the journal {path} refuses an entry ({error}); start the game once, then append"
        ) from error
    except sqlite3.OperationalError as error:
        if "decode to UTF-8" in str(error):  # SQLite has no error of its own for a text of wrong bytes
            raise _damaged(path, error) from error
        raise JournalError(
            f"the journal {path} cannot be used ({error}); check that its folder is writable and the disk not full"
        ) from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _damaged(path, error) from error


def _damaged(path: Path, why: Exception | str) -> JournalError:
    words = " ".join(str(why).split())  # SQLite's own verdict has several lines
    return JournalError(f"the journal {path} is damaged ({words}); move it away or restore a copy")
