from __future__ import annotations

import json

import pytest
from written_journals import change, content_of, write_games

from table_daemon.cli.main import main
from table_daemon.journal.journal import Journal


@pytest.fixture
def path(tmp_path):
    write_games(tmp_path / "journal.sqlite3", 5, 4)
    return tmp_path / "journal.sqlite3"


def run(action: str, path, *options: str) -> int:
    return main(["journal", action, "--state-dir", str(path.parent), *options])


def test_a_sound_journal_is_said_to_be_one(path, capsys):
    assert run("check", path) == 0
    told = capsys.readouterr().out
    assert f"{path}: 2 games, entries 1 to 9 of 9 are sound" in told
    assert "There is no copy yet" in told


def test_damage_is_named_then_repaired_from_a_copy(path, capsys):
    written = content_of(path)
    assert run("backup", path) == 0
    change(path, "UPDATE entries SET cause = 'nobody' WHERE seq = 7")
    assert run("check", path) == 1
    told = capsys.readouterr().out
    assert "entry 7 of 9 is missing or is not what was written" in told
    assert "Stop the daemon; `jantaku journal repair`" in told
    assert run("repair", path) == 0
    told = capsys.readouterr().out
    assert "all 9 entries are kept" in told
    assert "1 of them come from a copy" in told
    assert run("check", path) == 0
    assert content_of(path) == written


def test_what_is_lost_is_named(path, capsys):
    change(path, "UPDATE entries SET cause = 'nobody' WHERE seq = 7")
    assert run("repair", path) == 0
    assert "entries 1 to 6 are kept; 7 to 9 are lost" in capsys.readouterr().out


def test_the_same_as_a_document(path, capsys):
    run("backup", path)
    capsys.readouterr()
    assert run("check", path, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["sound"], document["newest"], document["games"], document["faults"]) == (9, 9, 2, [])
    assert document["backups"][0]["sound"] == 9


@pytest.mark.parametrize("action", ["check", "backup", "repair"])
def test_a_journal_that_is_not_there_is_told_in_one_sentence(tmp_path, capsys, action):
    assert run(action, tmp_path / "none" / "journal.sqlite3") == 2
    assert "jantaku: there is no journal at" in capsys.readouterr().err


def test_a_table_in_play_is_not_repaired(path, capsys):
    with Journal.open(path):
        assert run("repair", path) == 2
    assert "is in use by another daemon" in capsys.readouterr().err
