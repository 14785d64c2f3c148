from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from full_disk import full_disk

from table_daemon.game.kept_timeline import effective_entries
from table_daemon.game.timeline import UNDO_KEY
from table_daemon.journal.entries import EntryKind
from table_daemon.journal.errors import JournalDiskError, JournalError, explained
from table_daemon.journal.journal import Journal

AT = "2026-11-21T10:00:00.000Z"


def append(journal: Journal, what: str | dict[str, int], **fields: object) -> int:
    payload = what if isinstance(what, dict) else {"type": what}
    return journal.append(payload, game="g-1", cause="test", at=AT, **fields)  # type: ignore[arg-type]  # only deal and kind are passed


@pytest.fixture
def journal(tmp_path: Path):
    with Journal.open(tmp_path / "new" / "journal.sqlite") as opened:
        opened.start_game("g-1", at=AT)
        yield opened


def test_entries_come_back_in_order_with_all_their_fields(journal):
    first = append(journal, "discard", deal=3)
    second = append(journal, "asked", kind=EntryKind.AUDIT)
    entries = journal.entries("g-1")
    assert [entry.seq for entry in entries] == [first, second]
    assert entries[0].payload == {"type": "discard"}
    assert (entries[0].deal, entries[0].cause, entries[0].at) == (3, "test", AT)
    assert [entry.kind for entry in entries] == [EntryKind.EVENT, EntryKind.AUDIT]
    assert journal.newest_seq() == second


def test_a_new_journal_is_empty(tmp_path):
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        assert (journal.current_game(), journal.newest_seq(), journal.games()) == (None, 0, [])


def test_numbers_grow_over_all_games(journal):
    first = append(journal, "a")
    journal.end_game("g-1", at=AT)
    journal.start_game("g-2", at=AT)
    assert journal.append({}, game="g-2", cause="", at=AT) > first
    assert len(journal.entries("g-1")) == 1


def test_the_current_game_is_the_newest_that_has_not_ended(journal):
    assert journal.current_game() == "g-1"
    journal.end_game("g-1", at=AT)
    assert journal.current_game() is None
    journal.start_game("g-2", at=AT)
    assert journal.current_game() == "g-2"


def test_an_undo_of_the_first_format_keeps_the_entries_and_hides_them(journal):
    kept = append(journal, "discard 1")
    append(journal, "discard 2")
    append(journal, "discard 3")
    append(journal, {UNDO_KEY: kept}, kind=EntryKind.AUDIT)
    again = append(journal, "discard 2 corrected")
    assert [entry.seq for entry in effective_entries(journal, "g-1")] == [kept, again]
    assert len(journal.entries("g-1")) == 5


def test_an_undo_of_the_first_format_after_an_undo_counts_from_what_is_left(journal):
    first = append(journal, "1")
    second = append(journal, "2")
    append(journal, "3")
    append(journal, {UNDO_KEY: second}, kind=EntryKind.AUDIT)
    append(journal, "3 again")
    append(journal, {UNDO_KEY: first}, kind=EntryKind.AUDIT)
    assert [entry.seq for entry in effective_entries(journal, "g-1")] == [first]


def test_audit_entries_are_not_replayed(journal):
    append(journal, "note", kind=EntryKind.AUDIT)
    assert effective_entries(journal, "g-1") == []


def test_reopening_gives_the_same_entries(tmp_path):
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        journal.start_game("g-1", at=AT)
        seq = append(journal, "discard")
    with Journal.open(path) as journal:
        assert [entry.seq for entry in journal.entries("g-1")] == [seq]
        assert append(journal, "next") == seq + 1


def test_a_second_daemon_is_refused_and_a_reader_is_not(journal, tmp_path):
    append(journal, "discard")
    path = tmp_path / "new" / "journal.sqlite"
    with pytest.raises(JournalError, match="in use by another daemon"):
        Journal.open(path)
    with Journal.open(path, read_only=True) as reader:
        assert len(reader.entries("g-1")) == 1


def test_an_entry_for_a_game_never_started_is_refused(journal):
    with pytest.raises(JournalError, match="start the game once"):
        journal.append({}, game="g-9", cause="", at=AT)


def test_a_damaged_file_is_refused_in_one_sentence(tmp_path):
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"not a database at all, but long enough to look at" * 100)
    with pytest.raises(JournalError, match=r"journal\.sqlite is damaged .*; `jantaku journal check` says"):
        Journal.open(path)


def test_a_page_overwritten_in_the_middle_is_noticed(tmp_path):
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        journal.start_game("g-1", at=AT)
        for number in range(500):
            append(journal, f"discard {number}")
    content = bytearray(path.read_bytes())
    content[8192:12288] = os.urandom(4096)
    path.write_bytes(content)
    with pytest.raises(JournalError, match="damaged"):
        Journal.open(path)


def test_another_programs_database_is_refused(tmp_path):
    path = tmp_path / "other.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE cats (name TEXT)")
    other.commit()
    other.close()
    with pytest.raises(JournalError, match="another program"):
        Journal.open(path)


def test_a_journal_of_a_later_version_is_refused(tmp_path):
    path = tmp_path / "journal.sqlite"
    Journal.open(path).close()
    later = sqlite3.connect(path)
    later.execute("PRAGMA user_version = 9")
    later.close()
    with pytest.raises(JournalError, match="has format 9"):
        Journal.open(path)


def test_a_place_where_nothing_can_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="cannot be written"):
        Journal.open(tmp_path / "file" / "journal.sqlite")


def test_reading_a_journal_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(JournalError, match="there is no journal at"):
        Journal.open(tmp_path / "none.sqlite", read_only=True)


WRITER = """
import sys
from pathlib import Path
from table_daemon.journal.journal import Journal
from table_daemon.game.timeline import UNDO_KEY
from table_daemon.rules.presets import load_rules
journal = Journal.open(Path(sys.argv[1]))
if journal.current_game() is None:
    journal.start_game("g-1", at="")
print("open", flush=True)
while True:
    seq = journal.append({"n": "x" * 300}, game="g-1", cause="", at="")
    sys.stdout.write(f"{seq}\\n")
    sys.stdout.flush()
"""


def test_a_full_disk_is_told_in_one_sentence_and_what_was_written_stays(tmp_path):
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        journal.start_game("g-1", at="")
        written = [journal.append({"n": "x" * 300}, game="g-1", cause="", at="") for _ in range(5)]
        with full_disk(path.with_name("journal.sqlite-wal").stat().st_size), pytest.raises(JournalDiskError) as told:
            journal.append({"n": "x" * 30_000}, game="g-1", cause="", at="")
        assert "free some room on it" in str(told.value)
        assert "\n" not in str(told.value)
        written.append(journal.append({"n": "there is room again"}, game="g-1", cause="", at=""))
    with Journal.open(path) as journal:
        assert [entry.seq for entry in journal.entries("g-1")] == written


@pytest.mark.parametrize("pages", [3, 8])
def test_a_database_that_is_full_by_sqlites_own_word_is_a_full_disk(tmp_path, pages):
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        journal.start_game("g-1", at="")
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalDiskError, match="full"):
            journal.append({"n": "x" * 40_000}, game="g-1", cause="", at="")


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC])
def test_a_disk_that_fails_to_flush_is_told_to_have_kept_perhaps_what_was_refused(tmp_path, code):
    failure = sqlite3.OperationalError("disk I/O error")
    failure.sqlite_errorcode = code
    with pytest.raises(JournalDiskError, match="may count after the next start"), explained(tmp_path):
        raise failure


def test_nothing_acknowledged_is_lost_when_the_writer_is_killed(tmp_path):
    path = tmp_path / "journal.sqlite"
    chance = random.Random(2)
    acknowledged = 0
    for _ in range(8):
        child = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"
        for _ in range(chance.randrange(1, 120)):
            acknowledged = int(child.stdout.readline())
        child.send_signal(signal.SIGKILL)
        rest = child.stdout.read().splitlines(keepends=True)
        acknowledged = max([acknowledged, *(int(line) for line in rest if line.endswith("\n"))])
        child.wait()
        with Journal.open(path) as journal:
            seqs = [entry.seq for entry in journal.entries("g-1")]
        assert seqs == list(range(1, len(seqs) + 1))
        assert len(seqs) >= acknowledged
    assert acknowledged > 50
