from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest
from written_journals import write_games

from table_daemon.access.files import write_secret
from table_daemon.journal.backups import make_backup
from table_daemon.journal.journal import Journal
from table_daemon.library.people_file import PeopleFile
from table_daemon.rules.house_rules import HouseRulesFile
from tools.attack.losing_disk import LosingDisk, NoLosingDisk
from tools.attack.power_cuts import ANNOUNCED, attack
from vision.whole_files import write_whole

WAL, FULL, EXTRA = "wal", 2, 3


@pytest.fixture
def flushed(monkeypatch):
    """Every path that was flushed, in order."""
    paths: list[str] = []
    fsync = os.fsync

    def noted(descriptor):
        paths.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    return paths


@pytest.mark.slow
def test_nothing_that_was_announced_is_lost_when_the_power_is_cut():
    try:
        tally = attack(8, seed=5)
    except NoLosingDisk as error:
        pytest.skip(str(error))
    assert tally.faults == []
    assert tally.outcomes["entries lost"] == 0
    assert tally.outcomes["cuts"] == 8
    assert tally.outcomes[ANNOUNCED] > 0


@pytest.mark.slow
def test_a_cut_loses_what_nobody_flushed_and_keeps_what_somebody_did(tmp_path):
    try:
        with LosingDisk(tmp_path) as disk:
            write_whole(disk.place / "flushed", b"1" * 5000)
            (disk.place / "unflushed").write_bytes(b"1" * 5000)
            disk.cut()
            disk.restore_power()
            assert (disk.place / "flushed").read_bytes() == b"1" * 5000
            unflushed = disk.place / "unflushed"
            assert not unflushed.exists() or unflushed.read_bytes() != b"1" * 5000
    except NoLosingDisk as error:
        pytest.skip(str(error))


def test_the_journal_waits_for_the_disk_with_every_entry_and_the_cards_of_people_too(tmp_path):
    write_games(tmp_path / "journal.sqlite3", 1)
    with Journal.open(tmp_path / "journal.sqlite3") as journal:
        asked = [
            journal._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
        ]
    assert asked == [WAL, FULL]
    people = PeopleFile(tmp_path / "people.sqlite3")
    assert people._connection.execute("PRAGMA synchronous").fetchone()[0] == EXTRA
    people.close()


@pytest.mark.parametrize(
    "write",
    [
        lambda path: write_whole(path, b"{}"),
        lambda path: write_secret(path, "{}"),
        lambda path: HouseRulesFile(path).add("Club night", "tenhou", {}),
    ],
)
def test_a_file_that_is_stored_has_its_name_on_the_disk_too(tmp_path, flushed, write):
    write(tmp_path / "camera.json")
    assert Path(flushed[-1]) == tmp_path
    assert len(flushed) == 2


def test_the_copy_of_a_day_has_its_name_on_the_disk(tmp_path, flushed):
    write_games(tmp_path / "journal.sqlite3", 3)
    copy = make_backup(tmp_path / "journal.sqlite3", date(2026, 11, 23))
    assert Path(flushed[-1]) == copy.parent


def test_the_witness_is_a_whole_line_on_the_disk_from_the_start_on(tmp_path, flushed):
    write_games(tmp_path / "journal.sqlite3", 40)
    assert [Path(path).name for path in flushed] == ["journal.sqlite3.witness"]
