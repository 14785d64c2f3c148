from __future__ import annotations

import pytest
from written_journals import NAME, change, write_games

from table_daemon.journal.chain import FIRST_LINK
from table_daemon.journal.examination import examine, sound_entries
from table_daemon.journal.journal import Journal
from table_daemon.journal.sound_parts import SoundParts
from table_daemon.journal.witness import witness_path


def test_a_sound_journal_has_no_faults_while_a_daemon_writes_it(tmp_path):
    write_games(tmp_path / NAME, 5, 4)
    with Journal.open(tmp_path / NAME):
        found = examine(tmp_path / NAME)
    assert (found.sound, found.newest, found.games, found.faults) == (9, 9, 2, ())


@pytest.mark.parametrize(
    ("statement", "sound", "told"),
    [
        ("UPDATE entries SET cause = 'page' WHERE seq = 3", 2, "entry 3 of 9 is missing or is not what was written"),
        ("DELETE FROM entries WHERE seq = 1", 0, "entry 1 of 9 is missing or is not what was written"),
        ("DELETE FROM entries WHERE seq > 6", 6, "entry 7 of 9 is missing or is not what was written"),
        ("DELETE FROM games WHERE number = 2", 9, "1 of 2 lines of the list of games are missing or damaged"),
        (
            "UPDATE games SET number = 1 << 50 WHERE number = 2",
            9,
            "1 of 2 lines of the list of games are missing or damaged",
        ),
        ("UPDATE entries SET seq = 1 << 50 WHERE seq = 9", 8, "entry 9 of 9 is missing or is not what was written"),
        ("DROP TABLE entries", 0, "entry 1 of 9 is missing or is not what was written"),
    ],
)
def test_the_first_damaged_entry_is_named(tmp_path, statement, sound, told):
    write_games(tmp_path / NAME, 5, 4)
    change(tmp_path / NAME, statement)
    found = examine(tmp_path / NAME)
    assert found.sound == sound
    assert told in found.faults


def test_a_file_that_is_no_database_is_told(tmp_path):
    write_games(tmp_path / NAME, 5)
    (tmp_path / NAME).write_bytes(b"nothing that SQLite could read" * 200)
    assert any("SQLite finds" in fault for fault in examine(tmp_path / NAME).faults)


def test_a_torn_witness_is_told(tmp_path):
    write_games(tmp_path / NAME, 5)
    witness_path(tmp_path / NAME).write_bytes(b"torn")
    assert "the witness of" in examine(tmp_path / NAME).faults[0]


def test_an_entry_that_is_damaged_in_one_file_is_taken_from_another(tmp_path):
    for folder in ("one", "two"):
        write_games(tmp_path / folder / NAME, 6)
    change(tmp_path / "one" / NAME, "UPDATE entries SET deal = 9 WHERE seq = 3")
    change(tmp_path / "two" / NAME, "DELETE FROM entries WHERE seq > 4")
    with SoundParts(tmp_path / "one" / NAME) as one, SoundParts(tmp_path / "two" / NAME) as two:
        assert [entry.source for entry in sound_entries(one, two)] == [0, 0, 1, 0, 0, 0]
        assert [entry.row[0] for entry in sound_entries(one)] == [1, 2]


def test_a_file_that_is_not_there_has_nothing_sound(tmp_path):
    with SoundParts(tmp_path / NAME) as parts:
        assert (parts.newest(), parts.version(), parts.games(), parts.entry(1, FIRST_LINK)) == (0, 0, [], None)
