"""Reading the journal's file so that what comes out is what was written, or an error.

Every entry is checked against the link of the one before, every line of the list of games against its seal. A game's
entries are those between the beginning of it and of the next, so that none can be missing inside.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from table_daemon.journal.chain import FIRST_LINK, GameRow, link_of, seal_of
from table_daemon.journal.database import ENTRY_ROWS, GAME_ROWS
from table_daemon.journal.entries import Entry, EntryKind
from table_daemon.journal.errors import JournalDamageError, explained
from table_daemon.journal.names import named, sound_names
from table_daemon.journal.witness import Witness


class CheckedReader:
    """Reads over an open connection.

    Args:
        path: for what a person is told.
        connection: to a file of the newest version.
        is_guest: a daemon writes the file meanwhile; what belongs together is then read as of one moment.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, *, is_guest: bool) -> None:
        self._path = path
        self._connection = connection
        self._is_guest = is_guest

    def entries(self, game: str) -> list[Entry]:
        """Everything written about `game`, in order.

        Raises:
            JournalDamageError: an entry is not what was written, or is missing.
        """
        with self._one_moment():
            return self._entries(game)

    def games(self) -> list[GameRow]:
        """All lines of the list of games, oldest first; raises JournalDamageError."""
        games = self._games("ORDER BY number")
        for expected, (number, *_) in enumerate(games, 1):
            if number != expected:
                raise JournalDamageError(self._path, f"game {expected} is missing in its list")
        return games

    def game(self, name: str) -> GameRow | None:
        """The line of one game; raises JournalDamageError."""
        return next(iter(self._games("WHERE id = ?", (name,))), None)

    def spans(self, first: int) -> list[tuple[GameRow, int]]:
        """The games from the `first`-th on, each with the number of its newest entry; raises JournalDamageError."""
        with self._one_moment():
            games = self._games("WHERE number >= ? ORDER BY number", (first,))
            return list(zip(games, [*(after for *_, after in games[1:]), self.newest()[0]], strict=False))

    def newest_game(self) -> GameRow | None:
        """The line of the newest; raises JournalDamageError."""
        return next(iter(self._games("ORDER BY number DESC LIMIT 1")), None)

    def newest(self) -> tuple[int, bytes]:
        """The number of the newest entry with its link; 0 in an empty journal."""
        rows = self._read("SELECT seq, link FROM entries ORDER BY seq DESC LIMIT 1")
        return (rows[0][0], rows[0][1]) if rows else (0, FIRST_LINK)

    def counts(self) -> tuple[int, int]:
        """How many games began, and how many of them ended."""
        begun, ended = self._read("SELECT COUNT(*), COUNT(ended_at) FROM games")[0]
        return begun, ended

    def check_end(self, said: Witness | None) -> None:
        """That nothing is missing at the end, and that the newest game is what was written.

        Args:
            said: what the witness said before the file was opened; None where it said nothing.

        Raises:
            JournalDamageError: it is not so.
        """
        with self._one_moment():
            if said is not None:
                self._check_against(said)
            games = self.games()
            if games:
                self._entries(games[-1][1])
            elif self.newest()[0]:
                raise JournalDamageError(self._path, "its list of games is gone")

    def _check_against(self, said: Witness) -> None:
        newest, _ = self.newest()
        if said.newest > newest:
            raise JournalDamageError(self._path, f"entries {newest + 1} to {said.newest} are missing at its end")
        begun, ended = self.counts()
        if said.begun > begun or said.ended > ended:
            raise JournalDamageError(self._path, "the beginning or the end of its newest game is missing")
        if said.link != self._link_at(said.newest):
            raise JournalDamageError(self._path, f"entry {said.newest} is not the one that was written")

    def _entries(self, game: str) -> list[Entry]:
        found = self.game(game)
        if found is None:
            return []
        number, *_, after = found
        following = self._games("WHERE number > ? ORDER BY number LIMIT 1", (number,))
        until = following[0][-1] if following else self.newest()[0]
        entries = list(self._checked(after, until))
        if (entries[-1].seq if entries else after) != until:
            raise JournalDamageError(self._path, f"entry {until} is missing")
        strange = [entry.seq for entry in entries if entry.game != game]
        if strange:
            raise JournalDamageError(self._path, f"the game of entry {strange[0]} is not in the list of games")
        return entries

    @contextmanager
    def _one_moment(self) -> Iterator[None]:
        if not self._is_guest:
            yield
            return
        with explained(self._path):
            self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.rollback()

    def _link_at(self, seq: int) -> bytes | None:
        if seq == 0:
            return FIRST_LINK
        rows = self._read("SELECT link FROM entries WHERE seq = ?", (seq,))
        return rows[0][0] if rows else None

    def _games(self, which: str, values: tuple[object, ...] = ()) -> list[GameRow]:
        rows = self._read(f"{GAME_ROWS} {which}", values)
        for row in rows:
            if seal_of(row[:-1]) != row[-1]:
                raise JournalDamageError(self._path, f"game {row[0]} in its list is not what was written")
        return [row[:-1] for row in rows]

    def _checked(self, after: int, until: int) -> Iterator[Entry]:
        """The entries after one number until another."""
        before = self._link_at(after)
        if before is None:
            raise JournalDamageError(self._path, f"entry {after} is missing")
        for row in self._read(f"{ENTRY_ROWS} WHERE seq > ? AND seq <= ? ORDER BY seq", (after, until)):
            if link_of(before, row[:-1]) != row[-1]:
                raise JournalDamageError(self._path, f"entry {row[0]} is not what was written")
            before = row[-1]
            yield self._entry(row)

    def _entry(self, row: tuple[Any, ...]) -> Entry:
        seq, game, deal, kind, text, at, cause, _ = row
        try:
            payload = json.loads(text)
            if not isinstance(payload, dict):
                raise ValueError("it is no object")  # noqa: TRY301, TRY004 - one sentence for all damages
            if '"names"' in text:
                payload = named(payload, self._names())
            return Entry(seq, game, deal, EntryKind(kind), payload, at, cause)
        except KeyError as error:
            raise JournalDamageError(self._path, f"name {error} is missing or is not what was written") from error
        except (ValueError, RecursionError) as error:  # from a file that was damaged before it had links
            raise JournalDamageError(self._path, f"entry {seq}: {error}") from error

    def _names(self) -> dict[int, str]:
        with explained(self._path):
            return sound_names(self._connection)

    def _read(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        with explained(self._path):
            return self._connection.execute(query, values).fetchall()
