"""The journal: every event of every game on disk before anybody hears of it.

Rules this file keeps:
* `append` returns after the entry is on disk (SQLite, WAL, synchronous=FULL): what was acknowledged survives
  `kill -9` and a power cut.
* No entry is ever deleted or changed: a correction is an entry of its own, `timeline.fold` applies it. The names of
  people stand beside the entries (`names`), because those can be changed and taken out.
* What is read is what was written, or an error (`checked_reader`).
* One daemon writes a journal at a time; others may open it read-only meanwhile.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from table_daemon.journal.chain import GameRow, link_of, seal_of
from table_daemon.journal.checked_reader import CheckedReader
from table_daemon.journal.database import connect
from table_daemon.journal.entries import Entry, EntryKind, Json
from table_daemon.journal.errors import JournalError, explained
from table_daemon.journal.lock_file import take_lock
from table_daemon.journal.names import hidden
from table_daemon.journal.witness import Witness, WitnessFile, read_witness, witness_path

__all__ = ["GameRecord", "GameSpan", "Journal", "JournalError"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game in the journal. `ended_at` is None while it is being played."""

    id: str
    started_at: str
    ended_at: str | None


@dataclass(frozen=True, slots=True)
class GameSpan:
    """Where a game stands in the journal: its place among all games, from 1, and its newest entry."""

    number: int
    record: GameRecord
    until: int


class Journal:
    """An open journal; use `Journal.open`. All methods are called from one thread."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock_fd: int | None) -> None:
        self._path = path
        self._connection = connection
        self._lock_fd = lock_fd
        self._reader = CheckedReader(path, connection, is_guest=lock_fd is None)
        self._witness = WitnessFile(path)
        self._end = Witness(*self._reader.newest(), *self._reader.counts())

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Journal:
        """Open the journal at `path`, creating it with its folder if it is new, and check its newest game.

        Raises:
            JournalDamageError: it is not what was written.
            JournalError: not a journal, in use by another daemon or not writable.
        """
        lock_fd = None if read_only else take_lock(path)
        connection: sqlite3.Connection | None = None
        try:
            said = _said_by_witness(path)
            connection, has_new_chain = connect(path, read_only=read_only, said=said)
            journal = cls(path, connection, lock_fd)
            journal._reader.check_end(None if has_new_chain else said)
        except BaseException:
            if connection is not None:
                connection.close()
            if lock_fd is not None:
                os.close(lock_fd)
            raise
        if not read_only:
            journal._testify()
        return journal

    def close(self) -> None:
        """Release the file; closing twice does no harm."""
        self._connection.close()
        self._witness.close()
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
        before = self._end
        self._write("BEGIN IMMEDIATE", ())
        try:
            yield
            self._write("COMMIT", ())
        except BaseException:
            self._end = before
            self._connection.rollback()
            raise
        self._testify()

    def start_game(self, game: str, *, at: str) -> None:
        """Begin a game: it is the current one until it ends or another begins."""
        row: GameRow = (self._end.begun + 1, game, at, None, self._end.newest)
        self._write("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", (*row, seal_of(row)))
        self._end = replace(self._end, begun=self._end.begun + 1)
        self._testify()

    def end_game(self, game: str, *, at: str) -> None:
        """Note that `game` is finished; ending it again changes nothing."""
        found = self._reader.game(game)
        if found is None or found[3] is not None:
            return
        number, name, started_at, _, after = found
        row: GameRow = (number, name, started_at, at, after)
        self._write("UPDATE games SET ended_at = ?, seal = ? WHERE number = ?", (at, seal_of(row), number))
        self._end = replace(self._end, ended=self._end.ended + 1)
        self._testify()

    def append(
        self, payload: Json, *, game: str, cause: str, at: str, deal: int = 0, kind: EntryKind = EntryKind.EVENT
    ) -> int:
        """Write one entry and return its number, which grows over all games; it is on disk then.

        Raises:
            JournalError: the disk refuses, or `game` was never started.
        """
        with explained(self._path):
            nameless = hidden(self._connection, payload)
        text = json.dumps(nameless, ensure_ascii=False, separators=(",", ":"))
        row = (self._end.newest + 1, game, deal, kind.value, text, at, cause)
        link = link_of(self._end.link, row)
        self._write("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, link))
        self._end = replace(self._end, newest=row[0], link=link)
        self._testify()
        return row[0]

    def entries(self, game: str) -> list[Entry]:
        """Everything written about `game`, in order; raises JournalDamageError."""
        return self._reader.entries(game)

    def games(self) -> list[GameRecord]:
        """All games, oldest first; raises JournalDamageError."""
        return [GameRecord(name, started_at, ended_at) for _, name, started_at, ended_at, _ in self._reader.games()]

    def spans(self, first: int = 1) -> list[GameSpan]:
        """The games from the `first`-th on; one whose `until` stays has not changed; raises JournalDamageError."""
        return [
            GameSpan(number, GameRecord(name, started_at, ended_at), until)
            for (number, name, started_at, ended_at, _), until in self._reader.spans(first)
        ]

    def span(self, game: str) -> GameSpan | None:
        """Where one game stands, None where there is none of this id; raises JournalDamageError."""
        found = self._reader.game(game)
        return None if found is None else self.spans(found[0])[0]

    def newest_span(self) -> GameSpan | None:
        """Where the newest game stands, None in an empty journal; raises JournalDamageError."""
        newest = self._reader.newest_game()
        return None if newest is None else self.spans(newest[0])[0]

    def current_game(self) -> str | None:
        """The newest game if it has not ended, else None; raises JournalDamageError."""
        newest = self._reader.newest_game()
        return newest[1] if newest is not None and newest[3] is None else None

    def newest_seq(self) -> int:
        """The number of the newest entry, 0 in an empty journal."""
        return self._end.newest

    def _testify(self) -> None:
        """Tell the witness, unless a transaction is open: it does so when that is on disk."""
        if self._connection.in_transaction:
            return
        try:
            self._witness.write(self._end)
        except OSError as error:  # the entry itself is on disk, and counts
            _log.warning("the witness of the journal %s cannot be written (%s)", self._path, error)

    def _write(self, statement: str, values: tuple[object, ...]) -> None:
        with explained(self._path):
            self._connection.execute(statement, values)


def _said_by_witness(path: Path) -> Witness | None:
    """What the witness says. It is read before the journal, which may grow meanwhile; a damaged one is told."""
    try:
        said = read_witness(path)
    except (ValueError, OSError) as error:
        _log.warning(
            "%s cannot be read (%s): nobody can tell whether the newest entries of the journal are all there; "
            "it is written anew",
            witness_path(path),
            error,
        )
        return None
    return said
