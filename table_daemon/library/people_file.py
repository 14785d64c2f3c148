"""The cards of people: an SQLite file beside the journal; the only place that says who has one.

Rules this file keeps:
* A name belongs to one card: games know people by their names, and a game played under a card's name is that person's.
* What is taken out is overwritten (`secure_delete`).
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from table_daemon.spelling import sameness
from wire.people_documents import COLOURS

_VERSION: Final = 1
"""Of its table."""
_TABLES: Final = """
CREATE TABLE cards (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    sameness TEXT NOT NULL UNIQUE,
    colour TEXT NOT NULL,
    picture TEXT NOT NULL
) STRICT;
"""
MAX_CARDS: Final = 1000
"""Chosen: more people than a club has; the list stays one answer."""


@dataclass(frozen=True, slots=True)
class KeptCard:
    """One card; `picture` is a tile or ""."""

    id: int
    name: str
    colour: str
    picture: str


class PeopleFile:
    """Reads and writes the cards; all methods are called from one thread.

    Args:
        path: of the file; made when it is missing.

    Raises:
        UserError: it is damaged, of a later version, or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._connection = sqlite3.connect(path, isolation_level=None, timeout=2.0)
            # FULL waits for the content only; the log beside it, whose end makes the change count, may come back.
            self._connection.execute("PRAGMA synchronous = EXTRA")
            self._connection.execute("PRAGMA secure_delete = ON")
            version = self._connection.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
                self._connection.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {_VERSION}; COMMIT;")
        except sqlite3.Error as error:
            raise UserError(
                sentence(
                    "the people of the table cannot be read ({path}: {why}); put a copy in its place",
                    path=path,
                    why=str(error),
                )
            ) from error
        if version > _VERSION:
            raise UserError(
                sentence(
                    "{path} has format {format}, this version reads {known}; update Jantaku",
                    path=path,
                    format=version,
                    known=_VERSION,
                )
            )

    def close(self) -> None:
        """Release the file."""
        self._connection.close()

    def cards(self) -> list[KeptCard]:
        """Every card, in the order in which they were made."""
        return [
            KeptCard(*row)
            for row in self._connection.execute("SELECT id, name, colour, picture FROM cards ORDER BY id")
        ]

    def card(self, person: int) -> KeptCard:
        """One card.

        Raises:
            UserError: there is none; somebody may just have removed it.
        """
        row = self._connection.execute("SELECT id, name, colour, picture FROM cards WHERE id = ?", (person,)).fetchone()
        if row is None:
            raise UserError(sentence("this person has no card any more; look at the list of people again"))
        return KeptCard(*row)

    def add(self, name: str, colour: str | None, picture: str) -> KeptCard:
        """A new card; the next colour where none is chosen. Raises UserError: the name has a card, or too many have."""
        count = self._connection.execute("SELECT COUNT(*) FROM cards").fetchone()[0]
        if count >= MAX_CARDS:
            raise UserError(
                sentence("a table keeps {most} people at most; remove somebody who comes no more", most=MAX_CARDS)
            )
        self._refuse_taken(name, None)
        chosen = COLOURS[count % len(COLOURS)] if colour is None else colour
        row = (name, sameness(name), chosen, picture)
        done = self._connection.execute("INSERT INTO cards (name, sameness, colour, picture) VALUES (?, ?, ?, ?)", row)
        return self.card(int(done.lastrowid or 0))

    def refuse_name(self, card: KeptCard, name: str) -> None:
        """Raise UserError where another card has this name."""
        self._refuse_taken(name, card.id)

    def change(self, card: KeptCard) -> KeptCard:
        """Write a card in the place of the one with its id."""
        row = (card.name, sameness(card.name), card.colour, card.picture, card.id)
        self._connection.execute("UPDATE cards SET name = ?, sameness = ?, colour = ?, picture = ? WHERE id = ?", row)
        return self.card(card.id)

    def remove(self, card: KeptCard) -> None:
        """Take a card out."""
        self._connection.execute("DELETE FROM cards WHERE id = ?", (card.id,))

    def _refuse_taken(self, name: str, own: int | None) -> None:
        row = self._connection.execute("SELECT id, name FROM cards WHERE sameness = ?", (sameness(name),)).fetchone()
        if row is not None and row[0] != own:
            raise UserError(sentence("{name} has a card already; pick that one, or merge the two people", name=row[1]))
