"""Journals with a few short games in them, and ways to change their files."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from table_daemon.journal.entries import Entry
from table_daemon.journal.journal import GameRecord, Journal

AT = "2026-11-21T10:00:00.000Z"
NAME = "journal.sqlite3"


def write_games(path: Path, *lengths: int) -> None:
    """A game of each length (entries), all but the last ended; further games follow those that are there."""
    with Journal.open(path) as journal:
        for length in lengths:
            add_game(journal, length)


def add_game(journal: Journal, length: int) -> None:
    """A game of that many entries; the one before it ends."""
    if (current := journal.current_game()) is not None:
        journal.end_game(current, at=AT)
    name = f"g-{len(journal.games()) + 1}"
    journal.start_game(name, at=AT)
    for number in range(length):
        journal.append({"number": number, "name": "雀"}, game=name, cause="camera", at=AT, deal=1)


def content_of(path: Path) -> tuple[list[GameRecord], list[Entry]]:
    """All that the journal at `path` says; raises JournalError."""
    with Journal.open(path, read_only=True) as journal:
        games = journal.games()
        return games, [entry for game in games for entry in journal.entries(game.id)]


def change(path: Path, statement: str, *values: object) -> None:
    """Change the file behind the journal's back; SQLite itself finds nothing wrong."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement, values)
        connection.commit()
