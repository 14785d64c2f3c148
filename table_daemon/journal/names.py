"""The names of people, kept beside the chain of entries: an entry says a number, this table says who that is.

Rules this file keeps:
* No entry holds a name, so one can be changed or taken out without a change to anything that is chained (ADR 0040).
* A name has a seal of its own; one that is missing or not what was written is damage.
* What is taken out is overwritten in the file, and the log beside it is emptied.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any, Final

from table_daemon.journal.chain import name_seal
from table_daemon.journal.entries import Json

NAMES_TABLE: Final = """
CREATE TABLE names (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    seal BLOB NOT NULL
) STRICT;
"""
NAMES_KEY: Final = "names"
"""Where `game_started` names its players; no other entry names anybody."""


def hidden(connection: sqlite3.Connection, payload: Json) -> Json:
    """`payload` with numbers in the place of names; a name that is new gets the next number."""
    names = payload.get(NAMES_KEY)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return payload
    return {**payload, NAMES_KEY: [_number_of(connection, name) for name in names]}


def numbers_in(payload: Json) -> Iterator[int]:
    """The numbers that stand for names in a stored payload."""
    names = payload.get(NAMES_KEY)
    if isinstance(names, list):
        yield from (number for number in names if type(number) is int)


def named(payload: Json, names: dict[int, str]) -> Json:
    """A stored payload with its names; raises KeyError(number) where one is missing."""
    if not any(True for _ in numbers_in(payload)):
        return payload
    said: list[Any] = payload[NAMES_KEY]
    return {**payload, NAMES_KEY: [names[name] if type(name) is int else name for name in said]}


def sound_names(connection: sqlite3.Connection) -> dict[int, str]:
    """Every name that is what was written, by its number."""
    rows = connection.execute("SELECT number, name, seal FROM names").fetchall()
    return {number: name for number, name, seal in rows if name_seal(number, name) == seal}


def put_name(connection: sqlite3.Connection, number: int, name: str) -> None:
    """Write who a number is."""
    connection.execute("INSERT OR REPLACE INTO names VALUES (?, ?, ?)", (number, name, name_seal(number, name)))


def removed_name(number: int) -> str:
    """What stands in the place of a name that was taken out: it tells games apart and nobody's name."""
    return f"#{number}"


def change_name(connection: sqlite3.Connection, old: str, new: str | None) -> None:
    """Have everything that was played as `old` stand under `new`, or under nobody's name.

    Args:
        connection: a writer of the file, in autocommit.
        old: the name as it stands.
        new: another name; None takes the name out.
    """
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("BEGIN IMMEDIATE")
    try:
        numbers = [row[0] for row in connection.execute("SELECT number FROM names WHERE name = ?", (old,))]
        for number in numbers:
            put_name(connection, number, removed_name(min(numbers)) if new is None else new)
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _number_of(connection: sqlite3.Connection, name: str) -> int:
    found = connection.execute("SELECT MIN(number) FROM names WHERE name = ?", (name,)).fetchone()[0]
    if found is None:
        found = connection.execute("SELECT COALESCE(MAX(number), 0) + 1 FROM names").fetchone()[0]
        put_name(connection, found, name)
    return int(found)
