from __future__ import annotations

import argparse
import csv
import io
import json
import re
import shutil
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from compact_record import record_lines
from jansou.io.tenhou_json import parse_tenhou_json
from jansou.validation.check import check_paifu
from played_tours import four_tours, play_deal

from mahjong_rules.codec import event_to_json
from mahjong_rules.events import Drawn, Event, GameStarted, SeatsRedrawn
from mahjong_rules.records import record_events
from mahjong_rules.seats import SEATS
from table_daemon.cli import games as cli_games
from table_daemon.errors import UserError
from table_daemon.journal.journal import Journal

WHEN = "2026-11-21T10:00:00.000Z"
FINAL = [34000, 44900, -3500, 24600]


def run(*words: object) -> int:
    parser = argparse.ArgumentParser()
    cli_games.add_parser(parser.add_subparsers())
    args = parser.parse_args(["games", *map(str, words)])
    return int(args.run(args))


@cache
def events_as_a_camera_sees_them() -> tuple[Event, ...]:
    contents = [item.content for item in record_events(record_lines("whole_game"), "tenhou")]
    events = [content for content in contents if isinstance(content, Event)]
    return tuple(Drawn(event.seat) if isinstance(event, Drawn) else event for event in events)


def keep_game(journal: Journal, game: str, begun: str, ended: str | None, count: int | None = None) -> None:
    """The first `count` events of the record as a game of the journal."""
    journal.start_game(game, at=begun)
    for event in events_as_a_camera_sees_them()[:count]:
        journal.append(event_to_json(event), game=game, cause="test", at=begun)
    if ended is not None:
        journal.end_game(game, at=ended)


@pytest.fixture(scope="session")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with a finished game and one that is in play; made once, for each entry is flushed to the disk."""
    made = tmp_path_factory.mktemp("two_games")
    with Journal.open(made / "journal.sqlite3") as journal:
        keep_game(journal, "g-1", WHEN, WHEN)
        keep_game(journal, "g-2", WHEN, None, 40)
    return made


@pytest.fixture
def folder(two_games: Path, tmp_path: Path) -> Path:
    """A copy of the two games that a test may write to."""
    return Path(shutil.copytree(two_games, tmp_path, dirs_exist_ok=True))


def exported(folder: Path, form: str, capsys: pytest.CaptureFixture[str], game: str = "g-1") -> str:
    capsys.readouterr()
    assert run("export", game, "--state-dir", folder, "--format", form) == 0
    return capsys.readouterr().out


def test_the_list_names_every_game_with_its_state_and_scores(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list", "--state-dir", folder) == 0
    finished, playing = capsys.readouterr().out.splitlines()
    assert "g-1" in finished
    assert "6 deals  over" in finished
    assert all(str(score) in finished for score in FINAL)
    assert "in play" in playing


@pytest.fixture(scope="session")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three finished games, only to be read: two of one minute, one of another day."""
    begun = ("2026-11-21T10:00:00.000Z", "2026-11-21T10:00:30.000Z", "2026-11-22T19:05:00.000Z")
    made = tmp_path_factory.mktemp("evenings")
    with Journal.open(made / "journal.sqlite3") as journal:
        for number, at in enumerate(begun):
            game = f"g-{re.sub('[-:]', '', at)}-{number}"
            keep_game(journal, game, at, f"{at[:11]}{int(at[11:13]) + 1}:17:00.000Z")
    return made


@pytest.fixture
def _clock_of_greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("_clock_of_greenwich")
def test_a_listed_game_says_when_it_began_how_long_it_lasted_and_who_came_where(
    evenings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("list", "--state-dir", evenings) == 0
    first, second, third = capsys.readouterr().out.splitlines()
    assert first.startswith("2026-11-21-100000  1 h 17 min  tenhou")
    assert second.startswith("2026-11-21-100030  1 h 16 min  tenhou")
    assert third.startswith("2026-11-22-1905  1 h 12 min  tenhou")
    assert third.endswith("6 deals  over      1. B 44900, 2. A 34000, 3. D 24600, 4. C -3500")


@pytest.mark.usefixtures("_clock_of_greenwich")
@pytest.mark.parametrize(
    "name",
    ["2026-11-22-1905", "2026-11-22", "20261122", "2026-11-22 19:05", "g-20261122T190500.000Z-2", "g-20261122", "last"],
)
def test_a_game_is_meant_by_when_it_began_as_far_as_need_be_or_by_its_id(
    evenings: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert run("show", name, "--state-dir", evenings) == 0
    assert capsys.readouterr().out.startswith("g-20261122T190500.000Z-2: tenhou")


@pytest.mark.usefixtures("_clock_of_greenwich")
@pytest.mark.parametrize("name", ["2026-11-21", "2026-11-23", "19"])
def test_a_time_at_which_none_or_two_games_began_means_none(evenings: Path, name: str) -> None:
    with pytest.raises(UserError, match="give one of those that `jantaku games list` shows"):
        run("show", name, "--state-dir", evenings)


def test_a_game_is_shown_deal_by_deal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", "g-1", "--state-dir", folder) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].split() == ["start", *["25000"] * 4]
    assert [int(score) for score in lines[8].split()[-4:]] == FINAL
    assert lines[9].strip().startswith("1. ")


def test_json_holds_the_results_and_every_event(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(exported(folder, "json", capsys))
    assert document["scores"] == FINAL
    assert [result["number"] for result in document["results"]] == [1, 2, 3, 4, 5, 6]
    assert document["results"][-1]["scores"] == FINAL
    assert len(document["events"]) == len(events_as_a_camera_sees_them())
    assert document["events"][0]["type"] == "game_started"


def test_mjai_tells_the_whole_game_with_question_marks_for_draws(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    messages = [json.loads(line) for line in exported(folder, "mjai", capsys).splitlines()]
    kinds = [message["type"] for message in messages]
    assert (kinds[0], kinds[-1]) == ("start_game", "end_game")
    assert kinds.count("start_kyoku") == kinds.count("end_kyoku") == 6
    assert {message["pai"] for message in messages if message["type"] == "tsumo"} == {"?"}
    discards = [json.loads(line)["pai"] for line in record_lines("whole_game") if '"dahai"' in line]
    assert [message["pai"] for message in messages if message["type"] == "dahai"] == discards


def test_csv_rows_add_up_from_deal_to_deal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head, start, *deals = csv.reader(io.StringIO(exported(folder, "csv", capsys)))
    assert head[-5:] == [*(f"{name} score" for name in "ABCD"), "seats"]
    scores = [int(cell) for cell in start[-5:-1]]
    for row in deals:
        changes, others = [int(cell) for cell in row[6:10]], [int(cell) for cell in row[10:14]]
        scores = [score + change + other for score, change, other in zip(scores, changes, others, strict=True)]
        assert scores == [int(cell) for cell in row[-5:-1]]
    assert scores == FINAL


@pytest.fixture
def redrawn_folder(tmp_path: Path) -> Path:
    """A game of tchou in which A went to seat 2, B to 0, C to 3 and D to 1 after four tours, and a deal after it."""
    table = four_tours()
    table.apply(SeatsRedrawn((SEATS[2], SEATS[0], SEATS[3], SEATS[1]), SEATS[1]))
    play_deal(table)
    start = GameStarted("tchou", ("A", "B", "C", "D"), SEATS[0], (("rounds", "8"),))
    with Journal.open(tmp_path / "journal.sqlite3") as journal:
        journal.start_game("g-1", at=WHEN)
        for event in (start, *table.events):
            journal.append(event_to_json(event), game="g-1", cause="test", at=WHEN)
    return tmp_path


@pytest.mark.clause("Tchou 1924 l.296")
def test_csv_says_who_sat_where_in_each_deal(redrawn_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(exported(redrawn_folder, "csv", capsys))))
    assert [row["seats"] for row in rows] == [*["A; B; C; D"] * 17, "B; D; A; C"]
    assert [row["winners"] for row in rows[1:6]] == ["B", "C", "D", "A", "B"]
    assert rows[17]["winners"] == "A", "who sits after the first dealer of now, at seat 2"
    assert [row["label"] for row in (rows[1], rows[16], rows[17])] == ["1-1", "4-4", "5-1"]


@pytest.mark.clause("Tchou 1924 l.296")
def test_json_gives_every_result_by_the_seats_and_names_of_its_own_deal(
    redrawn_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = json.loads(exported(redrawn_folder, "json", capsys))["results"]
    assert [result["names"] for result in results] == [*[["A", "B", "C", "D"]] * 16, ["B", "D", "A", "C"]]
    assert [result["names"][result["wins"][0]["seat"]] for result in results] == [*"BCDA" * 4, "A"]
    assert [results[index]["deal_label"] for index in (0, 15, 16)] == ["1-1", "4-4", "5-1"]


@pytest.mark.clause("Tchou 1924 l.296")
def test_mjai_begins_every_deal_with_the_names_of_then(
    redrawn_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    messages = [json.loads(line) for line in exported(redrawn_folder, "mjai", capsys).splitlines()]
    names = ["".join(message["names"]) for message in messages if message["type"] == "jantaku_start_deal"]
    assert names == [*["ABCD"] * 16, "BDAC"]


def test_a_name_is_no_formula_for_a_spreadsheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.open(tmp_path / "journal.sqlite3") as journal:
        journal.start_game("g-1", at=WHEN)
        start = GameStarted("tenhou", ("=cmd()", "B", "C", "D"))
        journal.append(event_to_json(start), game="g-1", cause="test", at=WHEN)
    assert "'=cmd() score" in exported(tmp_path, "csv", capsys)


def test_tenhou6_of_a_record_is_read_and_scored_alike_by_another_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.mjai.jsonl"
    record.write_text("\n".join(record_lines("whole_game")), encoding="utf-8")
    out = tmp_path / "game.json"
    assert run("export", record, "--format", "tenhou6", "--out", out) == 0
    assert capsys.readouterr().out == ""
    paifu = parse_tenhou_json(out)
    assert len(paifu.rounds) == 6
    verdicts = check_paifu(paifu)
    assert len(verdicts) == 6
    assert all(verdict.passed for verdict in verdicts), verdicts
    log: list[Any] = json.loads(out.read_text(encoding="utf-8"))["log"]
    assert any("飜" in text for text in log[0][-1][2][4:])


def test_tenhou6_of_a_game_that_a_camera_read_is_refused(folder: Path) -> None:
    with pytest.raises(UserError, match="a camera sees no draws"):
        run("export", "g-1", "--state-dir", folder, "--format", "tenhou6")


@pytest.mark.parametrize(
    ("game", "sentence"),
    [("g-", "2 games begin with 'g-'"), ("x", "there is no game 'x'"), ("missing.jsonl", "cannot be read")],
)
def test_what_no_game_is_meant_by_is_refused_with_those_there_are(folder: Path, game: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        run("export", game, "--state-dir", folder, "--format", "tenhou6")


def test_last_is_the_newest_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", "last", "--state-dir", folder, "--json") == 0
    assert json.loads(capsys.readouterr().out)["id"] == "g-2"


def test_no_journal_and_no_place_to_write_are_a_sentence(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no journal"):
        run("list", "--state-dir", tmp_path / "nowhere")
    with pytest.raises(UserError, match="choose another place"):
        run("export", "g-1", "--state-dir", folder, "--format", "csv", "--out", tmp_path / "no" / "file.csv")
