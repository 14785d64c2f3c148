from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from written_journals import AT, NAME, change, content_of

from table_daemon.journal.backups import make_backup
from table_daemon.journal.chain import FIRST_LINK, link_of
from table_daemon.journal.database import connect
from table_daemon.journal.errors import JournalDamageError
from table_daemon.journal.examination import examine
from table_daemon.journal.journal import Journal
from table_daemon.journal.names import change_name
from table_daemon.journal.repair import repair
from table_daemon.journal.witness import Witness, witness_path

FOUR = ["Aiko", "Benoît", "Chen", "Dorothea"]
START = {"type": "game_started", "names": FOUR, "rules": "ema"}


def write(path: Path, *games: list[str]) -> None:
    with Journal.open(path) as journal:
        for names in games or ([*FOUR],):
            game = f"g-{len(journal.games()) + 1}"
            journal.start_game(game, at=AT)
            journal.append({**START, "names": names}, game=game, cause="page", at=AT)
            journal.append({"type": "deal_started", "dice": []}, game=game, cause="camera", at=AT)
            journal.end_game(game, at=AT)


def names_in(path: Path) -> list[list[str]]:
    return [entry.payload["names"] for entry in content_of(path)[1] if "names" in entry.payload]


def changed(path: Path, old: str, new: str | None) -> None:
    with closing(connect(path, read_only=False)[0]) as connection:
        change_name(connection, old, new)


def test_no_entry_holds_a_name_and_every_reader_gets_it(tmp_path):
    write(tmp_path / NAME, FOUR, ["Chen", "Emil", "Aiko", "Fumiko"])
    assert names_in(tmp_path / NAME) == [FOUR, ["Chen", "Emil", "Aiko", "Fumiko"]]
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        texts = [row[0] for row in connection.execute("SELECT payload FROM entries")]
    assert json.loads(texts[0])["names"] == [1, 2, 3, 4]
    assert json.loads(texts[2])["names"] == [3, 5, 1, 6]
    assert not any(name in text for name in FOUR for text in texts)


def test_a_changed_name_stands_in_every_game_and_the_chain_holds(tmp_path):
    write(tmp_path / NAME, FOUR, FOUR)
    changed(tmp_path / NAME, "Aiko", "Akiko")
    assert names_in(tmp_path / NAME) == [["Akiko", *FOUR[1:]]] * 2
    assert examine(tmp_path / NAME).faults == ()


def test_a_name_that_was_taken_out_is_in_no_byte_and_the_games_stay(tmp_path):
    write(tmp_path / NAME, FOUR, ["Emil", *FOUR[1:]])
    changed(tmp_path / NAME, "Benoît", None)
    assert names_in(tmp_path / NAME) == [["Aiko", "#2", *FOUR[2:]], ["Emil", "#2", *FOUR[2:]]]
    for file in tmp_path.iterdir():
        assert "Benoît".encode() not in file.read_bytes(), file
    with Journal.open(tmp_path / NAME) as journal:
        journal.start_game("g-9", at=AT)
        journal.append(START, game="g-9", cause="page", at=AT)
    assert names_in(tmp_path / NAME)[-1] == FOUR


def test_a_name_is_taken_out_while_a_daemon_writes(tmp_path):
    with Journal.open(tmp_path / NAME) as journal:
        journal.start_game("g-1", at=AT)
        journal.append(START, game="g-1", cause="page", at=AT)
        changed(tmp_path / NAME, "Chen", None)
        journal.append({"type": "deal_started"}, game="g-1", cause="camera", at=AT)
        assert journal.entries("g-1")[0].payload["names"] == ["Aiko", "Benoît", "#3", "Dorothea"]
        for file in tmp_path.iterdir():
            assert b"Chen" not in file.read_bytes(), file
    assert examine(tmp_path / NAME).faults == ()


@pytest.mark.parametrize(
    "statement", ["UPDATE names SET name = 'Eve' WHERE number = 2", "DELETE FROM names WHERE number = 2"]
)
def test_a_name_that_is_not_what_was_written_is_damage_and_a_repair_reads_on_without_it(tmp_path, statement):
    write(tmp_path / NAME)
    change(tmp_path / NAME, statement)
    with pytest.raises(JournalDamageError, match="name 2 is missing"):
        Journal.open(tmp_path / NAME)
    assert "1 of 4 names of people" in examine(tmp_path / NAME).faults[0]
    assert repair(tmp_path / NAME, [], "now").names_lost == 1
    assert names_in(tmp_path / NAME) == [["Aiko", "#2", "Chen", "Dorothea"]]


def test_a_repair_takes_a_damaged_name_from_a_copy(tmp_path):
    write(tmp_path / NAME)
    copy = make_backup(tmp_path / NAME, date(2026, 11, 22))
    change(tmp_path / NAME, "DELETE FROM names")
    assert repair(tmp_path / NAME, [copy], "now").names_lost == 0
    assert names_in(tmp_path / NAME) == [FOUR]


def as_third_version(path: Path) -> None:
    """The journal as the version before wrote it: names within the entries, which are chained with them."""
    with closing(sqlite3.connect(path)) as connection:
        who = dict(connection.execute("SELECT number, name FROM names"))
        link, seq = FIRST_LINK, 0
        for row in connection.execute("SELECT seq, game, deal, kind, payload, at, cause FROM entries").fetchall():
            payload = json.loads(row[4])
            if "names" in payload:
                payload["names"] = [who[number] for number in payload["names"]]
            text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
            seq, link = row[0], link_of(link, (*row[:4], text, *row[5:]))
            connection.execute("UPDATE entries SET payload = ?, link = ? WHERE seq = ?", (text, link, seq))
        begun, ended = connection.execute("SELECT COUNT(*), COUNT(ended_at) FROM games").fetchone()
        connection.executescript("DROP TABLE names; PRAGMA user_version = 3; VACUUM;")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    witness_path(path).write_bytes(Witness(seq, link, begun, ended).line())


def test_a_journal_of_the_third_version_gives_its_names_to_the_table_of_names(tmp_path):
    write(tmp_path / NAME, FOUR, FOUR)
    as_third_version(tmp_path / NAME)
    before = (tmp_path / NAME).read_bytes()
    assert names_in(tmp_path / NAME) == [FOUR, FOUR]
    assert (tmp_path / NAME).read_bytes() == before, "a reader leaves it as it is"
    Journal.open(tmp_path / NAME).close()
    assert names_in(tmp_path / NAME) == [FOUR, FOUR]
    assert examine(tmp_path / NAME).faults == ()
    changed(tmp_path / NAME, "Aiko", None)
    for file in tmp_path.iterdir():
        assert b"Aiko" not in file.read_bytes(), file


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE entries SET payload = replace(payload, 'Aiko', 'Emil') WHERE seq = 1", "entry 1 is not what was"),
        ("DELETE FROM entries WHERE seq = 4", "entries 4 to 4 are missing"),
        ("UPDATE games SET ended_at = 'z' WHERE number = 1", "game 1 in its list"),
    ],
)
def test_damage_in_a_journal_of_the_third_version_is_told_and_not_taken_over(tmp_path, statement, told):
    write(tmp_path / NAME, FOUR, FOUR)
    as_third_version(tmp_path / NAME)
    change(tmp_path / NAME, statement)
    for read_only in (True, False):
        with pytest.raises(JournalDamageError, match=told):
            Journal.open(tmp_path / NAME, read_only=read_only)
    assert witness_path(tmp_path / NAME).exists()
