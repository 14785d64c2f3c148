"""What is sound in a file of the journal, however damaged the rest of it is."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Final, Self

from table_daemon.journal.chain import EntryRow, GameRow, link_of, seal_of
from table_daemon.journal.database import ENTRY_ROWS, GAME_ROWS
from table_daemon.journal.names import sound_names

_UNREADABLE = (sqlite3.Error, UnicodeDecodeError, OverflowError)
_LEAST_ROW_BYTES: Final = 40
"""What a line takes at least: a time of 24 bytes and a seal or link of 16. Separates a number that may be true from a
damaged one: a flipped bit made the third game the number 2^50, and the search for all games before it never ended."""


class SoundParts:
    """A file that holds a journal, or held one; nothing here raises because of what stands in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = _opened(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def verdict(self) -> str:
        """What SQLite says of its own structures: "ok", or the first thing that is wrong."""
        row = self._row("PRAGMA integrity_check(1)", ())
        return " ".join(str(row[0]).split()) if row else "it is no database"

    def version(self) -> int:
        """The version of its tables; 0 where it cannot be read."""
        row = self._row("PRAGMA user_version", ())
        return int(row[0]) if row else 0

    def newest(self) -> int:
        """The number of the newest entry that can be found at all; 0 without one."""
        newest = self._number("SELECT MAX(seq) FROM entries")
        return newest if newest <= self._most_lines() else 0

    def entry(self, seq: int, before: bytes) -> tuple[EntryRow, bytes] | None:
        """The entry `seq` with its link, if it is what was written after an entry with the link `before`."""
        row = self._row(f"{ENTRY_ROWS} WHERE seq = ?", (seq,))
        if row is None:
            return None
        fields, link = row[:-1], row[-1]
        return (fields, link) if link_of(before, fields) == link else None

    def games(self) -> list[GameRow]:
        """The lines of its list of games that are what was written, oldest first."""
        last = min(self._number("SELECT MAX(number) FROM games"), self._most_lines())
        rows = (self._row(f"{GAME_ROWS} WHERE number = ?", (number,)) for number in range(1, last + 1))
        return [row[:-1] for row in rows if row is not None and seal_of(row[:-1]) == row[-1]]

    def names(self) -> dict[int, str]:
        """The names that are what was written, by their numbers."""
        try:
            return sound_names(self._connection)
        except _UNREADABLE:
            return {}

    def _number(self, query: str) -> int:
        row = self._row(query, ())
        return row[0] if row and isinstance(row[0], int) else 0

    def _most_lines(self) -> int:
        """No more than fit into the file and its log."""
        files = (self.path, self.path.with_name(self.path.name + "-wal"))
        return sum(file.stat().st_size for file in files if file.exists()) // _LEAST_ROW_BYTES

    def _row(self, query: str, values: tuple[object, ...]) -> Any:
        try:
            return self._connection.execute(query, values).fetchone()
        except _UNREADABLE:
            return None


def _opened(path: Path) -> sqlite3.Connection:
    """The file, read-only; an empty database in memory where there is none."""
    try:
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=2.0)
    except sqlite3.Error:
        return sqlite3.connect(":memory:")
