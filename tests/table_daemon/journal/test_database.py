from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from written_journals import NAME, content_of, write_games

from table_daemon.journal.errors import JournalDamageError, JournalError
from table_daemon.journal.journal import Journal

SECOND_VERSION = """
CREATE TABLE games (id TEXT PRIMARY KEY, started_at TEXT NOT NULL, ended_at TEXT) STRICT;
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL REFERENCES games (id), deal INTEGER NOT NULL,
    kind TEXT NOT NULL, payload TEXT NOT NULL, at TEXT NOT NULL, cause TEXT NOT NULL
) STRICT;
CREATE INDEX entries_by_game ON entries (game, seq);
INSERT INTO games VALUES ('g-1', 'a', 'b'), ('g-2', 'b', NULL);
INSERT INTO entries (game, deal, kind, payload, at, cause) VALUES
    ('g-1', 0, 'event', '{"n":1}', 'a', 'page'), ('g-1', 1, 'audit', '{"n":2}', 'a', 'camera'),
    ('g-2', 0, 'event', '{"n":3}', 'b', 'page');
PRAGMA application_id = 0x4A4E544B;
PRAGMA user_version = 2;
"""


def older_file(path: Path, number: int = 2) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"{SECOND_VERSION} PRAGMA user_version = {number};")


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


@pytest.mark.parametrize("number", [1, 2])
def test_a_file_of_an_earlier_version_gets_its_links_when_a_daemon_opens_it(tmp_path, number):
    older_file(tmp_path / NAME, number)
    with Journal.open(tmp_path / NAME) as journal:
        assert [game.ended_at for game in journal.games()] == ["b", None]
        assert [entry.payload["n"] for entry in journal.entries("g-1")] == [1, 2]
        assert journal.append({"n": 4}, game="g-2", cause="page", at="c") == 4
        assert [entry.payload["n"] for entry in journal.entries("g-2")] == [3, 4]
    assert version(tmp_path / NAME) == 4
    assert len(content_of(tmp_path / NAME)[1]) == 4


def test_a_reader_leaves_a_file_of_the_second_version_as_it_is(tmp_path):
    older_file(tmp_path / NAME)
    before = (tmp_path / NAME).read_bytes()
    assert [entry.payload["n"] for entry in content_of(tmp_path / NAME)[1]] == [1, 2, 3]
    assert (tmp_path / NAME).read_bytes() == before


def test_a_file_whose_links_cannot_be_made_stays_as_it_is(tmp_path):
    older_file(tmp_path / NAME)
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        connection.execute("CREATE TABLE new_entries (n)")
        connection.commit()
    with pytest.raises(JournalError):
        Journal.open(tmp_path / NAME)
    assert version(tmp_path / NAME) == 2


def test_the_log_beside_the_file_holds_the_newest_entries_only(tmp_path):
    with Journal.open(tmp_path / NAME) as journal:
        journal.start_game("g-1", at="")
        for _ in range(600):
            journal.append({"type": "discarded"}, game="g-1", cause="camera", at="")
        assert (tmp_path / f"{NAME}-wal").stat().st_size < 400_000
        assert (tmp_path / NAME).stat().st_size > 40_000


def test_a_table_that_is_gone_is_damage(tmp_path):
    write_games(tmp_path / NAME, 3)
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        connection.execute("DROP TABLE entries")
        connection.commit()
    with pytest.raises(JournalDamageError, match="no such table"):
        Journal.open(tmp_path / NAME)
