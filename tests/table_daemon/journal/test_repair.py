from __future__ import annotations

from datetime import date

import pytest
from written_journals import AT, NAME, change, content_of, write_games

from table_daemon.journal.backups import backups_of, make_backup
from table_daemon.journal.errors import JournalError
from table_daemon.journal.journal import Journal
from table_daemon.journal.repair import repair

DAY = date(2026, 11, 21)


def test_entries_before_the_damage_are_kept_and_the_old_files_too(tmp_path):
    path = tmp_path / NAME
    write_games(path, 5, 4)
    written = content_of(path)[1]
    change(path, "UPDATE entries SET deal = 7 WHERE seq = 8")
    damaged = path.read_bytes()
    done = repair(path, [], "now")
    assert (done.kept, done.from_copies, done.newest) == (7, 0, 9)
    games, kept = content_of(path)
    assert kept == written[:7]
    assert [(game.id, game.ended_at) for game in games] == [("g-1", AT), ("g-2", None)]
    assert (done.old / NAME).read_bytes() == damaged


def test_what_a_copy_holds_is_taken_from_there_and_the_game_goes_on(tmp_path):
    path = tmp_path / NAME
    write_games(path, 5, 4)
    make_backup(path, DAY)
    with Journal.open(path) as journal:
        journal.append({"n": 10}, game="g-2", cause="page", at=AT)
    written = content_of(path)
    change(path, "UPDATE entries SET payload = '' WHERE seq = 3")
    change(path, "DELETE FROM games WHERE number = 1")
    done = repair(path, backups_of(path), "now")
    assert (done.kept, done.from_copies) == (10, 1)
    assert content_of(path) == written
    with Journal.open(path) as journal:
        assert journal.append({"n": 11}, game="g-2", cause="page", at=AT) == 11


def test_a_line_of_the_list_of_games_that_nothing_has_is_made_again(tmp_path):
    path = tmp_path / NAME
    write_games(path, 5, 4, 3)
    change(path, "UPDATE games SET started_at = 'x', after_seq = 1")
    repair(path, [], "now")
    games, kept = content_of(path)
    assert [(game.id, game.started_at, game.ended_at) for game in games] == [
        ("g-1", AT, AT),
        ("g-2", AT, AT),
        ("g-3", AT, None),
    ]
    assert len(kept) == 12


@pytest.mark.parametrize("content", [b"no database" * 500, b""])
def test_a_file_of_which_nothing_can_be_read_is_made_again_from_a_copy(tmp_path, content):
    path = tmp_path / NAME
    write_games(path, 5, 4)
    make_backup(path, DAY)
    written = content_of(path)
    path.write_bytes(content)
    assert repair(path, backups_of(path), "now").kept == 9
    assert content_of(path) == written


def test_a_journal_that_was_taken_away_is_made_again_from_a_copy(tmp_path):
    path = tmp_path / NAME
    write_games(path, 5)
    make_backup(path, DAY)
    path.unlink()
    assert repair(path, backups_of(path), "now").from_copies == 5
    assert len(content_of(path)[1]) == 5


def test_without_anything_sound_the_new_journal_is_empty(tmp_path):
    path = tmp_path / NAME
    write_games(path, 5)
    path.write_bytes(b"no database" * 500)
    assert repair(path, [], "now").kept == 0
    assert content_of(path) == ([], [])


def test_a_sound_journal_stays_what_it_is(tmp_path):
    path = tmp_path / NAME
    write_games(path, 5, 4)
    written = content_of(path)
    assert repair(path, [], "now").kept == 9
    assert content_of(path) == written


def test_a_journal_in_use_is_left_alone(tmp_path):
    path = tmp_path / NAME
    write_games(path, 5)
    with Journal.open(path), pytest.raises(JournalError, match="in use by another daemon"):
        repair(path, [], "now")
    assert list(tmp_path.glob("damaged-*")) == []


def test_where_nothing_is_nothing_is_made(tmp_path):
    with pytest.raises(JournalError, match="there is no journal at"):
        repair(tmp_path / NAME, [], "now")
    assert list(tmp_path.iterdir()) == []
