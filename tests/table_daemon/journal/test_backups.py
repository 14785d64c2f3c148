from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from full_disk import full_disk
from written_journals import NAME, add_game, change, content_of, write_games

from table_daemon.journal.backups import KEPT, backups_of, has_backup, make_backup
from table_daemon.journal.daily_backup import DailyBackup
from table_daemon.journal.errors import JournalDamageError, JournalDiskError, JournalError
from table_daemon.journal.journal import Journal

DAY = date(2026, 11, 21)


def test_a_copy_holds_what_is_still_in_the_log_of_a_running_daemon(tmp_path):
    path = tmp_path / NAME
    with Journal.open(path) as journal:
        add_game(journal, 5)
        copy = make_backup(path, DAY)
    assert copy == tmp_path / "backups" / "journal-2026-11-21.sqlite3"
    assert content_of(copy) == content_of(path)
    assert has_backup(path, DAY)
    assert not has_backup(path, DAY + timedelta(1))


def test_the_copies_of_seven_days_stay(tmp_path):
    path = tmp_path / NAME
    write_games(path, 2)
    made = [make_backup(path, DAY + timedelta(day)) for day in range(10)]
    assert backups_of(path) == made[: -KEPT - 1 : -1]


def test_a_second_copy_of_a_day_takes_the_place_of_the_first(tmp_path):
    path = tmp_path / NAME
    write_games(path, 2)
    make_backup(path, DAY)
    write_games(path, 3)
    assert len(content_of(make_backup(path, DAY))[1]) == 5
    assert len(backups_of(path)) == 1


def test_copies_of_days_when_the_clock_was_ahead_push_out_none_of_later_evenings(tmp_path):
    path = tmp_path / NAME
    made = []
    for evening in range(2 * KEPT):
        write_games(path, 2)
        made.append(make_backup(path, DAY + timedelta(evening + (5475 if evening < KEPT else 0))))
    assert backups_of(path) == made[: -KEPT - 1 : -1]


def test_a_damaged_journal_takes_the_place_of_no_sound_copy(tmp_path):
    path = tmp_path / NAME
    write_games(path, 4)
    make_backup(path, DAY)
    change(path, "UPDATE entries SET deal = 9 WHERE seq = 2")
    with pytest.raises(JournalDamageError, match="entry 2 of 4"):
        make_backup(path, DAY)
    assert len(content_of(backups_of(path)[0])[1]) == 4
    assert len(list((tmp_path / "backups").iterdir())) == 1


def test_on_a_full_disk_the_older_copies_stay_and_no_half_one_takes_room(tmp_path):
    path = tmp_path / NAME
    write_games(path, 40)
    older = make_backup(path, DAY)
    with full_disk(8192), pytest.raises(JournalDiskError, match="free some room"):
        make_backup(path, DAY + timedelta(1))
    assert list((tmp_path / "backups").iterdir()) == [older]
    assert len(content_of(older)[1]) == 40


def test_without_a_journal_there_is_no_copy(tmp_path):
    with pytest.raises(JournalError, match="there is no journal at"):
        make_backup(tmp_path / NAME, DAY)


@pytest.mark.slow
async def test_a_daemon_makes_the_copy_of_a_day_once_and_says_so(tmp_path, caplog):
    path = tmp_path / "journal.sqlite3"
    with Journal.open(path) as journal:
        add_game(journal, 3)
        caplog.set_level("INFO")
        daily = DailyBackup(path, lambda: datetime.now(UTC))
        await daily.update()
        await daily.update()
    assert len(backups_of(path)) == 1
    assert sum("daily copy of the journal: copied to" in record.message for record in caplog.records) == 1


@pytest.mark.slow
async def test_a_copy_that_cannot_be_made_is_told_and_the_daemon_goes_on(tmp_path, caplog):
    await DailyBackup(tmp_path / "journal.sqlite3", lambda: datetime.now(UTC)).update()
    assert "there is no journal at" in caplog.text
    assert caplog.records[0].levelname == "ERROR"
