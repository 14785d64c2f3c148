"""`jantaku seats`: seats and first dealer, drawn as the rules say and told in sentences."""

from __future__ import annotations

import json

import pytest

from table_daemon.cli.main import main
from table_daemon.rules.presets import load_rules, preset_names

NAMES = ["Ann", "Bea", "Cem", "Dov"]


def drawn(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["seats", "--names", ",".join(NAMES), *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("rules", preset_names())
def test_everybody_is_seated_once_and_one_deals_first(capsys: pytest.CaptureFixture[str], rules: str) -> None:
    seats = load_rules(rules).traits.seats
    names = NAMES[: len(seats.in_play)]
    document = json.loads(drawn(capsys, "--rules", rules, "--seed", "5", "--json", "--names", ",".join(names)))
    assert sorted(document["names"][seat] for seat in seats.in_play) == names
    assert document["first_dealer"] in seats.in_play
    assert document["rules"] == rules


def test_the_same_seed_draws_the_same_seats_and_another_one_others(capsys: pytest.CaptureFixture[str]) -> None:
    once, again = (drawn(capsys, "--seed", "1", "--json") for _ in range(2))
    assert once == again
    assert len({drawn(capsys, "--seed", str(seed), "--json") for seed in range(8)}) > 1


def test_the_text_tells_each_throw_and_seats_counter_clockwise_from_the_dealer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = drawn(capsys, "--rules", "tchou", "--seed", "2").splitlines()
    seats = lines.index("Seats, counter-clockwise from the first dealer:")
    assert any("throws" in line for line in lines[:seats])
    assert [line.split()[0] for line in lines[seats + 1 :]] == ["East", "South", "West", "North"]
    assert sorted(line.split()[1] for line in lines[seats + 1 :]) == NAMES


@pytest.mark.parametrize("names", ["A,B,C", "A,B,C,D,E", "A,A,B,C", "A,,B,C"])
def test_four_different_names_are_needed(capsys: pytest.CaptureFixture[str], names: str) -> None:
    assert main(["seats", "--names", names]) == 2
    assert "four different names" in capsys.readouterr().err


@pytest.mark.clause("Tchou 1924 l.296")
def test_the_organiser_throws_first(capsys: pytest.CaptureFixture[str]) -> None:
    """In the middle of a game of tchou that is the last winner."""
    for seed in range(8):
        lines = drawn(capsys, "--rules", "tchou", "--organiser", "Cem", "--seed", str(seed)).splitlines()
        assert [line.split()[0] for line in lines[:2]] == ["Cem", "Cem"]
    assert main(["seats", "--names", ",".join(NAMES), "--organiser", "Eve"]) == 2
    assert "--organiser takes one of Ann, Bea, Cem, Dov, not 'Eve'." in capsys.readouterr().err
