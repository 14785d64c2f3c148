from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest
from compact_record import record_lines

from table_daemon.cli import replay as cli_replay


def run(*words: object) -> int:
    parser = argparse.ArgumentParser()
    cli_replay.add_parser(parser.add_subparsers())
    args = parser.parse_args(["replay", *map(str, words)])
    return int(args.run(args))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.mjai.jsonl"
    path.write_text("\n".join(record_lines("whole_game")), encoding="utf-8")
    return path


def changed(record: Path, kind: str, key: str, value: object) -> Path:
    """The record with another value in its last message of this kind."""
    messages = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    next(message for message in reversed(messages) if message["type"] == kind)[key] = value
    record.write_text("\n".join(map(json.dumps, messages)), encoding="utf-8")
    return record


def test_an_equal_record_prints_every_deal_and_exits_with_0(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(record) == 0
    printed = capsys.readouterr().out
    assert printed.count(" ron ") + printed.count(" tsumo ") == 6
    assert "equals the record" in printed
    assert "1 of 1 records equal, 6 deals" in printed


def test_the_json_document_holds_deals_scores_and_standings(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(record, record, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    game = document["games"][0]
    assert document["deals"] == 12
    assert game["difference"] is None
    assert game["scores"] == [34000, 44900, -3500, 24600]
    assert game["deals"][-1]["scores"] == game["scores"]
    assert [item["seat"] for item in game["standings"]] == [1, 0, 3, 2]
    assert sum(item["score"] for item in game["standings"]) == 0


@pytest.mark.parametrize(
    ("kind", "key", "value", "difference"),
    [
        ("hora", "deltas", [0, 5300, -5300, 0], "deltas: the record says 0 5300 -5300 0, the rules say 0 5200 -5200 0"),
        ("start_kyoku", "honba", 4, "honba: the record says 4, the rules say"),
        ("start_kyoku", "kyotaku", 7, "kyotaku: the record says 7, the rules say"),
        ("start_kyoku", "oya", 3, "oya: the record says 3, the rules say"),
        ("start_kyoku", "bakaze", "W", "bakaze: the record says W, the rules say"),
        ("start_kyoku", "kyoku", 4, "kyoku: the record says 4, the rules say"),
        ("start_kyoku", "scores", [1, 2, 3, 4], "scores: the record says 1 2 3 4, the rules say"),
        ("end_game", "scores", [1, 2, 3, 4], "final scores: the record says 1 2 3 4, the rules say 34000 44900"),
        ("hora", "target", 1, "WinsDeclared: the record says it happened, the rules say"),
    ],
)
def test_the_first_difference_is_printed_with_its_line(
    record: Path, capsys: pytest.CaptureFixture[str], kind: str, key: str, value: object, difference: str
) -> None:
    assert run(changed(record, kind, key, value)) == 1
    printed = capsys.readouterr().out
    assert "DIFFERENT at line " in printed
    assert difference in printed


def test_another_preset_gives_a_difference(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(record, "--rules", "ema", "--json") == 1
    difference = json.loads(capsys.readouterr().out)["games"][0]["difference"]
    assert difference == {
        "line": 2,
        "what": "scores",
        "recorded": "25000 25000 25000 25000",
        "reached": "30000 30000 30000 30000",
    }


def test_a_record_that_ends_too_early_for_the_rules_differs(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    second_deal = [place for place, line in enumerate(lines) if "start_kyoku" in line][1]
    record.write_text("\n".join([*lines[:second_deal], '{"type": "end_game"}']), encoding="utf-8")
    assert run(record) == 1
    assert "the record says it is over, the rules say another deal follows" in capsys.readouterr().out


def test_bad_input_is_one_sentence_and_exits_with_2(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_text(record.read_text(encoding="utf-8")[:3000], encoding="utf-8")
    picture = tmp_path / "picture.jpg"
    picture.write_bytes(b"\xff\xd8\xff\xe0")
    for words in ((cut,), (picture,), (tmp_path / "none",), (record, "--rules", "wrc"), (tmp_path,)):
        assert run(*words) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.count("\n") == 1
