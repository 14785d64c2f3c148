"""What stands in the file is what was written, or nobody is told that it is."""

from __future__ import annotations

import shutil

import pytest
from campaign_cases import sampled
from written_journals import AT, NAME, add_game, change, content_of, write_games

from table_daemon.journal.errors import JournalDamageError, JournalError
from table_daemon.journal.journal import Journal
from table_daemon.journal.witness import witness_path
from tools.attack.damaged_journals import attack

CHANGES = {
    "a payload": ("UPDATE entries SET payload = replace(payload, '1', '2') WHERE seq = 7", "entry 7 is not what was"),
    "a time": ("UPDATE entries SET at = '' WHERE seq = 7", "entry 7 is not what was written"),
    "who did it": ("UPDATE entries SET cause = 'page' WHERE seq = 7", "entry 7 is not what was written"),
    "the deal": ("UPDATE entries SET deal = 2 WHERE seq = 7", "entry 7 is not what was written"),
    "the kind": ("UPDATE entries SET kind = 'audit' WHERE seq = 7", "entry 7 is not what was written"),
    "the game of an entry": ("UPDATE entries SET game = 'g-1' WHERE seq = 7", "entry 7 is not what was written"),
    "an entry is gone": ("DELETE FROM entries WHERE seq = 7", "entry 8 is not what was written"),
    "the newest entry is gone": ("DELETE FROM entries WHERE seq = 9", "entries 9 to 9 are missing at its end"),
    "the first entries are gone": ("DELETE FROM entries WHERE seq < 6", "entry 5 is missing"),
    "two entries changed places": (
        "UPDATE entries SET seq = CASE seq WHEN 7 THEN -8 WHEN 8 THEN -7 END WHERE seq IN (7, 8)",
        "not what was written|missing",
    ),
    "an entry of another time": (
        "INSERT INTO entries SELECT 10, game, deal, kind, payload, at, cause, link FROM entries WHERE seq = 9",
        "entry 10 is not what was written",
    ),
    "a game is gone": ("DELETE FROM games WHERE number = 1", "its newest game is missing|game 1 is missing"),
    "the newest game is gone": ("DELETE FROM games WHERE number = 2", "of its newest game is missing"),
    "an end is gone": (
        "UPDATE games SET ended_at = NULL WHERE number = 1",
        "newest game is missing|game 1 in its list",
    ),
    "a name": ("UPDATE games SET id = 'g-x' WHERE number = 2", "game 2 in its list is not what was written"),
    "the version": ("PRAGMA user_version = 2", "its version is not what was written"),
    "all games are gone": ("DELETE FROM games", "newest game is missing"),
}


@pytest.mark.parametrize(("statement", "told"), CHANGES.values(), ids=CHANGES)
def test_a_change_that_sqlite_does_not_see_is_told(tmp_path, statement, told):
    path = tmp_path / NAME
    write_games(path, 5, 4)
    change(path, statement)
    with pytest.raises(JournalDamageError, match=told):
        Journal.open(path)
    with pytest.raises(JournalDamageError, match=told):
        content_of(path)


def test_damage_in_an_older_game_is_told_when_that_game_is_read(tmp_path):
    path = tmp_path / NAME
    write_games(path, 5, 4)
    change(path, "UPDATE entries SET payload = '{}' WHERE seq = 3")
    with Journal.open(path) as journal:
        assert len(journal.entries("g-2")) == 4
        with pytest.raises(JournalDamageError, match="entry 3 is not what was written"):
            journal.entries("g-1")


def test_an_older_game_without_its_last_entry_is_not_given_out(tmp_path):
    path = tmp_path / NAME
    write_games(path, 5, 4)
    change(path, "DELETE FROM entries WHERE seq = 5")
    with pytest.raises(JournalDamageError, match="entry 5 is missing"):
        Journal.open(path)


@pytest.mark.parametrize("left", [0, 32, 5000])
def test_a_log_that_is_gone_or_cut_off_is_told(tmp_path, left):
    path = tmp_path / "table" / NAME
    with Journal.open(path) as journal:
        add_game(journal, 12)
        shutil.copytree(path.parent, tmp_path / "killed")
    log = tmp_path / "killed" / f"{NAME}-wal"
    log.write_bytes(log.read_bytes()[:left])
    with pytest.raises(JournalError, match=r"missing|no such table|another program"):
        Journal.open(tmp_path / "killed" / NAME)


def test_a_log_of_another_time_is_told(tmp_path):
    path = tmp_path / "table" / NAME
    write_games(path, 3)
    with Journal.open(path) as journal:
        journal.append({"n": 1}, game="g-1", cause="page", at=AT)
        shutil.copy(f"{path}-wal", tmp_path / "old")
    write_games(path, 40)
    shutil.copy(tmp_path / "old", f"{path}-wal")
    with pytest.raises(JournalDamageError):
        Journal.open(path)


def test_a_witness_that_knows_less_is_no_damage(tmp_path):
    """After a power cut the journal was flushed and the witness was not."""
    path = tmp_path / NAME
    write_games(path, 5)
    before = witness_path(path).read_bytes()
    write_games(path, 4)
    witness_path(path).write_bytes(before)
    assert len(content_of(path)[1]) == 9


@pytest.mark.parametrize("content", [None, b"", b"\0" * 90])
def test_a_witness_that_is_gone_or_torn_is_made_again(tmp_path, content):
    path = tmp_path / NAME
    write_games(path, 5)
    witness = witness_path(path)
    before = witness.read_bytes()
    witness.unlink()
    if content is not None:
        witness.write_bytes(content)
    Journal.open(path).close()
    assert witness.read_bytes() == before


def append_to_games(journal: Journal, *games: str) -> None:
    for game in games:
        journal.append({}, game=game, cause="page", at=AT)


def test_entries_that_a_failed_write_took_back_leave_no_gap(tmp_path):
    path = tmp_path / NAME
    write_games(path, 5)
    with Journal.open(path) as journal:
        with pytest.raises(JournalError, match="start the game once"), journal.all_or_nothing():
            append_to_games(journal, "g-1", "g-1", "g-9")
        assert journal.append({"n": 6}, game="g-1", cause="page", at=AT) == 6
    assert [entry.seq for entry in content_of(path)[1]] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("seed", sampled([1], range(1, 9)))
def test_no_damage_to_any_file_changes_a_word_or_ends_in_a_traceback(tmp_path, seed):
    tally = attack(tmp_path, count=120, seed=seed, entries=90)
    assert tally.faults == []
    assert tally.outcomes["told, repaired, the end lost"] > 10
    assert tally.outcomes["told, repaired without loss"] > 5
