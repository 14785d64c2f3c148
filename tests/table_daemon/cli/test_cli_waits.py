from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from presets import VALUED_PRESETS
from rule_vectors import tiles, vectors

from mahjong_rules.tiles import parse_tiles
from table_daemon.cli.main import main

FORMULAS = vectors("tchou_waits")["formulas"]
Printed = Callable[..., str]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    def run(*words: str) -> str:
        assert main(["waits", *words]) == 0
        return capsys.readouterr().out

    return run


def document(printed: Printed, *words: str) -> dict[str, int]:
    found = json.loads(printed(*words, "--json"))
    assert found["tiles_left"] == sum(wait["left"] for wait in found["waits"])
    return {wait["tile"]: wait["left"] for wait in found["waits"]}


def test_rules_that_value_no_hand_know_no_waits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["waits", "1112345678999m", "--rules", "manual"]) == 2
    assert "The rules manual know no waits: people type the payments" in capsys.readouterr().err


@pytest.mark.parametrize("rules", VALUED_PRESETS)
def test_nine_gates_wait_for_nine_kinds_under_all_rules(printed: Printed, rules: str) -> None:
    waits = document(printed, "1112345678999p", "--rules", rules)
    assert waits == {"1p": 1, "9p": 1} | {f"{number}p": 3 for number in range(2, 9)}


def test_the_waits_are_named_in_the_language_that_is_asked_for(printed: Printed) -> None:
    english = printed("123m 456p 789s 11z 67s", "--lang", "en")
    assert english.splitlines() == [
        "Waits for 2 kinds, 7 tiles left:",
        "  5s  4 left  5 of bamboo",
        "  8s  3 left  8 of bamboo",
    ]
    assert "vent d’Est" in printed("1z", "--lang", "fr")


def test_melds_count_for_the_tiles_that_are_left(printed: Printed) -> None:
    waits = document(printed, "23m55z", "--melds", "111m 777z", "4444s")
    assert waits == {"1m": 1, "4m": 4}


def test_a_partial_hand_waits_beside_complete_sets(printed: Printed) -> None:
    assert document(printed, "2345m") == {"2m": 3, "5m": 3}
    assert document(printed, "7z") == {"7z": 3}
    assert document(printed, "1122z") == {"1z": 2, "2z": 2}
    assert document(printed, "1234567z 123m") == {}


@pytest.mark.clause("Tchou 1924 ch.VIII")
@pytest.mark.parametrize("case", FORMULAS, ids=[case["formula"] for case in FORMULAS])
def test_every_formula_of_chapter_viii_can_be_asked_for(printed: Printed, case: dict[str, Any]) -> None:
    """Those of 8, 5 and 2 tiles stand beside a complete pair."""
    found = document(printed, "".join(case["hand"]), "--rules", "tchou")
    assert set(parse_tiles("".join(found))) == set(tiles(case["waits"]))


def test_a_concealed_kong_is_written_in_brackets(printed: Printed) -> None:
    assert document(printed, "23m55z234567p", "--melds", "(1111m)") == {"4m": 4}


def test_the_hand_may_follow_the_melds(printed: Printed) -> None:
    after = document(printed, "--melds", "234p", "777z", "23m55z123p")
    assert after == document(printed, "23m55z123p", "--melds", "234p 777z") == {"1m": 4, "4m": 4}


def test_red_fives_count_as_fives(printed: Printed) -> None:
    assert document(printed, "0m") == {"5m": 3}


def test_a_hand_without_a_wait_says_so(printed: Printed) -> None:
    assert printed("147m258p369s1234z", "--lang", "en") == "This hand waits for no tile.\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("123456789m123456p",), "13 tiles, or 10, 7, 4 or 1 beside complete sets, or 11, 8, 5 or 2"),
        (("11111m",), "Hand and melds hold 5 copies of 1m; a set has 4."),
        (("1111m", "--melds", "123m"), "Hand and melds hold 5 copies of 1m; a set has 4."),
        (("00m123p456p789s11z",), "hold 2 copies of 0m; a set has 1."),
        (("0m555m5m",), "hold 4 copies of 5m; a set has 3."),
        (("0m", "--rules", "ema"), "0m is not in the set these rules are played with."),
        (("123456789m123z4z", "--melds", "124m"), "The meld 124m: 1m 2m 4m is no chow; give a run of three"),
        (("1z", "--melds", "11z"), "The meld 11z: 1z 1z is no pung"),
        (("1z", "--melds", "m"), "'m' has no number before 'm'"),
        (("1z", "--melds", "222z", "333z", "444z", "555z", "666z"), "four melds at most, not 5."),
        (("12345z67891m", "--melds", "333z", "222z"), "at most 7 beside 2 melds, not 10."),
        (("",), "at most 13 beside 0 melds, not 0."),
        (("--melds", "333z"), "Give a HAND, for example 1112345678999m"),
        ((), "Give a HAND, for example 1112345678999m"),
        (("1z", "--melds", "(222z)"), "The meld (222z): 2z 2z 2z is no concealed_kong; brackets hold four of a kind."),
        (("123x",), "'1x' names no tile"),
        (("8z",), "no tile has number 8 in suit 'z'"),
        (("f1",), "f1 is not in the set these rules are played with."),
        (("12",), "'12' ends without a suit letter"),
        (("1z", "--rules", "wrc"), "There is no rule preset 'wrc'; choose one of"),
        (("1z", "--set", "red_fives"), "--set takes OPTION=VALUE, not 'red_fives'."),
        (("1z", "--set", "no_such_option=1"), "option"),
    ],
)
def test_what_is_no_hand_is_refused_with_a_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert main(["waits", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert sentence in printed.err
    assert printed.err.count("\n") == 1
