"""A deal of three players that `jantaku score` values: norths laid aside, an empty seat, a set without 2 to 8m."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from table_daemon.cli.main import main

Json = dict[str, Any]
Score = Callable[..., tuple[int, str, str]]
HAND: Json = {"concealed": "456p 555z 23s 11z", "melds": ["888p"], "flowers": "44z"}


def a_win(hand: Json | None = None, **changes: object) -> Json:
    """Seat 0 wins on a tile of seat 1."""
    deal: Json = {
        "hands": [{**HAND, **(hand or {})}, None, None, None],
        "winners": [0],
        "winning_tile": "1s",
        "discarder": 1,
    }
    return deal | changes


@pytest.fixture
def score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Score:
    def run(deal: Json, *settings: str) -> tuple[int, str, str]:
        path = tmp_path / "deal.json"
        path.write_text(json.dumps(deal), encoding="utf-8")
        code = main(["score", str(path), "--rules", "sanma", "--json", *settings])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_every_north_laid_aside_is_a_dora(score: Score) -> None:
    lines = json.loads(score(a_win())[1])["hands"][0]["lines"]
    assert [(line["rule"], line["fan"]) for line in lines] == [("yakuhai_haku", 1), ("kita", 2)]


def test_a_north_is_twice_a_dora_where_the_indicator_shows_west(score: Score) -> None:
    lines = json.loads(score(a_win(indicators="3z"))[1])["hands"][0]["lines"]
    assert {line["rule"]: line["fan"] for line in lines} == {"yakuhai_haku": 1, "kita": 2, "dora": 2}


def test_one_of_characters_points_to_nine(score: Score) -> None:
    hand = {"concealed": "999m 555z 23s 11z"}
    lines = json.loads(score(a_win(hand, indicators="1m"))[1])["hands"][0]["lines"]
    assert {line["rule"]: line["fan"] for line in lines} == {"yakuhai_haku": 1, "kita": 2, "dora": 3}


def test_nobody_pays_for_the_empty_seat(score: Score) -> None:
    document = json.loads(score(a_win(discarder=None))[1])
    assert document["deltas"][3] == 0
    assert sum(document["deltas"]) == 0
    assert {payment["from"] for payment in document["payments"]} == {1, 2}


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        (a_win(discarder=3), "Nobody plays at seat 3 under these rules: leave it out"),
        (a_win(dealer=3), "Nobody plays at seat 3 under these rules"),
        (a_win(hands=[HAND, None, None, {"concealed": "147p 258s 369s 1234z"}]), "Nobody plays at seat 3"),
        (a_win({"melds": ["234p"]}), "chow"),
        (a_win({"concealed": "555m 555z 23s 11z"}), "5m"),
        (a_win({"flowers": "f1"}), "f1"),
        (a_win({"flowers": "3z"}), "Seat 0: flowers and seasons, and 4z laid aside, belong in `flowers`"),
        (a_win({"flowers": "4444z 4z"}), "5 copies of 4z; a set has 4."),
        (a_win(indicators="5m"), "5m"),
    ],
)
def test_what_three_players_cannot_have_is_refused_with_a_sentence(score: Score, deal: Json, sentence: str) -> None:
    code, printed, error = score(deal)
    assert (code, printed) == (2, "")
    assert sentence in error


def test_another_seat_may_stay_empty(score: Score) -> None:
    assert score(a_win(), "--set", "empty_seat=1")[0] == 2
    assert score(a_win(discarder=3), "--set", "empty_seat=1")[0] == 0
