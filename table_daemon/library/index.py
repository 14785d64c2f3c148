"""The index of the games that were played: an SQLite file beside the journal, made of it and made anew at any time.

Rules this file keeps:
* Nothing stands here that the journal does not say; who removes the file loses nothing.
* What was read from a game is written in one transaction; a game whose newest entry is the same is not read again.
* What is taken out is overwritten (`secure_delete`): a name that was removed is in no byte of the file.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from table_daemon.journal.journal import GameSpan
from table_daemon.library.tallies import Tally
from wire.library_documents import GameEnd, ListedGame

_log = logging.getLogger(__name__)
_VERSION: Final = 2
"""Of these tables and of what `tallies` counts: another one, and the index is made anew."""
_TABLES: Final = """
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    until INTEGER NOT NULL,
    rules TEXT NOT NULL,
    unit TEXT NOT NULL,
    outcome TEXT NOT NULL,
    curve TEXT NOT NULL,
    deals INTEGER NOT NULL
) STRICT;
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    points INTEGER NOT NULL,
    score INTEGER NOT NULL,
    place INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    tsumo INTEGER NOT NULL,
    won INTEGER NOT NULL,
    deal_ins INTEGER NOT NULL,
    paid INTEGER NOT NULL,
    riichi INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    best INTEGER NOT NULL,
    best_deal INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE best_hands (
    game INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    hand TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_name ON seats (name, game);
"""
_COUNTED: Final = ("deals", "wins", "tsumo", "won", "deal_ins", "paid", "riichi", "calls", "best", "best_deal")
_PUT_SEAT: Final = "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def open_index(path: Path) -> sqlite3.Connection:
    """A connection to the index at `path`, in autocommit; one that is damaged or of another version begins empty."""
    try:
        connection = _connected(path)
        if connection.execute("PRAGMA user_version").fetchone()[0] == _VERSION:
            return connection
        connection.close()
    except sqlite3.DatabaseError as error:
        _log.warning("the index of games %s is damaged (%s): it is made anew", path, error)
    for ending in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    connection = _connected(path)
    connection.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {_VERSION}; COMMIT;")
    return connection


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=2.0)
    # A lost game is read anew, so the index need not wait for the disk as long as the journal does.
    for pragma in ("synchronous = NORMAL", "foreign_keys = ON", "secure_delete = ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
    return connection


class GameIndex:
    """Reads and writes an open index; all methods are called from one thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @property
    def connection(self) -> sqlite3.Connection:
        """For queries that change nothing (`careers`)."""
        return self._connection

    def a_seat_of(self, name: str) -> tuple[str, int] | None:
        """The id of a game that somebody played, and the seat there."""
        query = "SELECT id, seat FROM seats JOIN games ON games.number = seats.game WHERE name = ? LIMIT 1"
        row = self._connection.execute(query, (name,)).fetchone()
        return None if row is None else (row[0], row[1])

    def rename(self, old: str, new: str) -> None:
        """Have everything that was played as `old` stand under `new`."""
        self._connection.execute("UPDATE seats SET name = ? WHERE name = ?", (new, old))

    def close(self) -> None:
        """Release the file."""
        self._connection.close()

    def indexed(self) -> tuple[int, int]:
        """The newest game that is here, and its newest entry; zeros in an empty index."""
        row = self._connection.execute("SELECT number, until FROM games ORDER BY number DESC LIMIT 1").fetchone()
        return (0, 0) if row is None else (row[0], row[1])

    def ended(self, number: int) -> str | None:
        """When the game `number` ended, as far as is known here."""
        row = self._connection.execute("SELECT ended_at FROM games WHERE number = ?", (number,)).fetchone()
        return None if row is None else row[0]

    def forget(self) -> None:
        """Begin empty: the journal is another one."""
        self._connection.execute("DELETE FROM games")

    def put(self, span: GameSpan, game: ListedGame, scores: Sequence[int], tallies: Sequence[Tally], unit: str) -> None:
        """Write a game in the place of what was here of it.

        Args:
            span: where it stands in the journal.
            game: as it is listed.
            scores: by seat, with uma and penalties.
            tallies: by seat, what each person did.
            unit: of its points.
        """
        curve = json.dumps(game["curve"], separators=(",", ":"))
        self._connection.execute("BEGIN")
        try:
            self._connection.execute("DELETE FROM games WHERE number = ?", (span.number,))
            self._connection.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(span.number, game["id"], game["started_at"], game["ended_at"], span.until),
                    *(game["rules"], unit, game["end"], curve, game["deals"]),
                ),
            )
            for seat in game["seats"]:
                counted = asdict(tallies[seat])
                own = (game["names"][seat], game["scores"][seat], scores[seat], game["ranks"][seat])
                row = (span.number, seat, *own, *(counted[key] for key in _COUNTED))
                self._connection.execute(_PUT_SEAT, row)
                if counted["best_hand"] is not None:
                    hand = (span.number, seat, json.dumps(counted["best_hand"]))
                    self._connection.execute("INSERT INTO best_hands VALUES (?, ?, ?)", hand)
            self._connection.execute("COMMIT")
        except BaseException:
            self._connection.rollback()
            raise

    def put_unreadable(self, span: GameSpan) -> None:
        """A game that these rules cannot replay is listed, and counts nowhere."""
        end: GameEnd = "unreadable"
        record = span.record
        self._connection.execute(
            "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, '', '', ?, '[]', 0)",
            (span.number, record.id, record.started_at, record.ended_at, span.until, end),
        )

    def page(self, before: int | None, limit: int) -> list[ListedGame]:
        """So many games older than `before`, the newest first."""
        rows = self._connection.execute(
            "SELECT number, id, started_at, ended_at, rules, outcome, curve, deals FROM games"
            " WHERE ? IS NULL OR number < ? ORDER BY number DESC LIMIT ?",
            (before, before, limit),
        ).fetchall()
        return [self._listed(row) for row in rows]

    def _listed(self, row: tuple[Any, ...]) -> ListedGame:
        number, name, started_at, ended_at, rules, outcome, curve, deals = row
        seats = self._connection.execute(
            "SELECT seat, name, points, place FROM seats WHERE game = ? ORDER BY seat", (number,)
        ).fetchall()
        by_seat = {seat: (person, points, place) for seat, person, points, place in seats}
        whole = [by_seat.get(seat, ("", 0, 0)) for seat in range(4)]
        return {
            "number": number,
            "id": name,
            "started_at": started_at,
            "ended_at": ended_at,
            "rules": rules,
            "end": outcome,
            "seats": sorted(by_seat),
            "names": [person for person, _, _ in whole],
            "scores": [points for _, points, _ in whole],
            "ranks": [place for _, _, place in whole],
            "curve": json.loads(curve),
            "deals": deals,
        }
