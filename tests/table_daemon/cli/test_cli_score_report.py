"""A valued deal as `jantaku score` prints it: lines that add up, names and clauses in the user's language."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from presets import VALUED_PRESETS

from table_daemon.cli.columns import cells
from table_daemon.cli.languages import preferred_language
from table_daemon.cli.main import main
from tablet_page.rule_names import texts

Json = dict[str, Any]
Score = Callable[..., tuple[int, str, str]]


def a_win(**changes: object) -> Json:
    """Seat 0 wins on a tile of seat 1, with a value under all rules."""
    deal: Json = {
        "hands": [{"concealed": "555z 666z 23s 77z", "melds": ["234p"]}, None, None, None],
        "winners": [0],
        "winning_tile": "1s",
        "discarder": 1,
    }
    return deal | changes


ALL_RULES: Json = {
    "hands": [{"concealed": "456p 555z 23p 11z", "melds": ["888p"]}, None, None, None],
    "winning_tile": "1p",
}
"""Without characters and chows, which three players do not have; of one suit, so that it reaches every minimum."""


@pytest.fixture
def score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Score:
    def run(deal: object, *words: str) -> tuple[int, str, str]:
        path = tmp_path / "deal.json"
        path.write_text(deal if isinstance(deal, str) else json.dumps(deal), encoding="utf-8")
        code = main(["score", str(path), *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.mark.parametrize("rules", VALUED_PRESETS)
def test_lines_add_up_and_payments_make_the_deltas_under_all_rules(score: Score, rules: str) -> None:
    code, printed, _ = score(a_win(**ALL_RULES), "--rules", rules, "--json")
    assert code == 0
    document = json.loads(printed)
    value = document["hands"][0]
    assert (document["rules"], value["seat"], value["wind"], value["wins"]) == (rules, 0, "E", True)
    assert sum(line["fan"] for line in value["lines"]) == value["fan"]
    assert sum(line["points"] or line["fu"] for line in value["lines"] + value["fu_lines"]) == value["fu"]
    deltas = [0, 0, 0, 0]
    for payment in document["payments"]:
        if payment["from"] is not None:
            deltas[payment["from"]] -= payment["points"]
        deltas[payment["to"]] += payment["points"]
    assert document["deltas"] == deltas
    assert deltas[0] > 0
    assert sum(deltas) == sum(payment["points"] for payment in document["payments"] if payment["from"] is None)


@pytest.mark.parametrize("rules", VALUED_PRESETS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_line_has_a_name_and_a_clause_in_both_languages(score: Score, rules: str, language: str) -> None:
    document = json.loads(score(a_win(**ALL_RULES), "--rules", rules, "--lang", language, "--json")[1])
    value = document["hands"][0]
    for group, lines in (("rule", value["lines"]), ("fu", value["fu_lines"])):
        for line in lines:
            assert line["clause"]
            assert line["name"].startswith(texts(language)[f"{group}.{line['rule']}"])


def test_rules_that_value_no_hand_refuse_in_one_sentence(score: Score) -> None:
    code, printed, error = score(a_win(), "--rules", "manual")
    assert (code, printed) == (2, "")
    assert error.startswith("jantaku: The rules manual know no value of a hand: people type the payments of a win;")


def test_the_description_stays_as_it_was(score: Score, tmp_path: Path) -> None:
    score(a_win())
    assert json.loads((tmp_path / "deal.json").read_text(encoding="utf-8")) == a_win()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE"}, "en"),
        ({"LC_MESSAGES": "ja", "LANG": "fr"}, "ja"),
    ],
)
def test_the_language_is_the_one_the_environment_asks_for(environment: dict[str, str], language: str) -> None:
    assert preferred_language(environment) == language


@pytest.mark.clause("Tchou 1924 §28", "A-18")
@pytest.mark.parametrize(("rules", "points"), [("tchou", 300), ("jp_classic", 3000)])
def test_a_maximum_hand_is_named_and_not_called_cut(score: Score, rules: str, points: int) -> None:
    hands = [{"concealed": "44m 555m 666m 777m 88m", "flowers": "f1"}, None, None, None]
    deal = {"hands": hands, "winners": [0], "winning_tile": "8m"}
    _, printed, _ = score(deal, "--rules", rules, "--set", "bonus_tiles=yes", "--lang", "en")
    assert "Four concealed pungs" in printed
    assert f"= Maximum hand = {points} points" in printed
    assert "cut" not in printed.lower()


@pytest.mark.clause("Tchou 1924 l.137", "R-31")
def test_two_flowers_of_one_name_score_where_the_set_has_two(score: Score) -> None:
    """123m 456m 789m 123p 9p, East: 20 points, 2 for the single wait, 2 for the drawn tile, 8 for two own flowers."""
    hands = [{"concealed": "123m 456m 789m 123p 9p", "flowers": "f1 f1"}, None, None, None]
    deal = {"hands": hands, "winners": [0], "winning_tile": "9p"}
    _, printed, _ = score(deal, "--rules", "tchou", "--set", "flower_series=4", "--lang", "en")
    assert printed.count("Own flower") == 2
    code, _, refusal = score(deal, "--rules", "tchou", "--set", "flower_series=2")
    assert (code, "hold 2 copies of f1; a set has 1." in refusal) == (2, True)


@pytest.mark.clause("Doman guide l.38", "Tchou 1924 l.643")
@pytest.mark.parametrize(
    ("rules", "ending", "first_line", "deltas"),
    [
        ("doman", {"nagashi": [2]}, "Nagashi mangan", [-4000, -2000, 8000, -2000]),
        ("tenhou", {"penalty": {"seat": 2, "kind": "chombo"}}, "Chombo", [4000, 2000, -8000, 2000]),
        ("tchou", {"penalty": {"seat": 2, "kind": "false_win"}}, "False mah-jong", [400, 400, -1200, 400]),
    ],
)
def test_a_deal_that_nobody_won_says_how_it_ended(
    score: Score, rules: str, ending: Json, first_line: str, deltas: list[int]
) -> None:
    deal = {"hands": [None] * 4} | ending
    assert score(deal, "--rules", rules, "--lang", "en")[1].splitlines()[0] == first_line
    assert json.loads(score(deal, "--rules", rules, "--json")[1])["deltas"] == deltas


@pytest.mark.parametrize(
    ("dealer", "headline"),
    [
        (0, "Est (0) gagne sur la défausse de Sud (1)"),
        (1, "Nord (0) gagne sur la défausse d’Est (1)"),
        (3, "Sud (0) gagne sur la défausse d’Ouest (1)"),
    ],
)
def test_french_is_elided_before_a_vowel(score: Score, dealer: int, headline: str) -> None:
    assert score(a_win(dealer=dealer), "--lang", "fr")[1].splitlines()[0] == headline


@pytest.mark.clause("Zung Jung play §4")
@pytest.mark.parametrize(("first", "rest"), [(None, 1), (3, 3), (0, None)])
def test_who_discarded_the_winning_kind_first_is_named_where_the_rules_ask(
    score: Score, first: int | None, rest: int | None
) -> None:
    deal = a_win() if first is None else a_win(first_giver=first)
    document = json.loads(score(deal, "--rules", "zungjung", "--json")[1])
    assert [paid["from"] for paid in document["payments"] if paid["reason"] == "responsible"] == [rest] * (
        rest is not None
    )


def test_nobody_gave_a_tile_that_was_drawn(score: Score) -> None:
    code, _, error = score(a_win(discarder=None, first_giver=3), "--rules", "zungjung")
    assert (code, "first_giver belongs to a win on a discard: name the discarder" in error) == (2, True)


@pytest.mark.parametrize(("language", "worth"), [("ja", "1翻"), ("zh", "1番"), ("fr", "1 han"), ("en", "1 han")])
def test_columns_stand_below_each_other_in_every_language_and_count_in_its_words(
    score: Score, language: str, worth: str
) -> None:
    """A Chinese or Japanese character takes two cells of a terminal (Unicode Standard Annex 11)."""
    printed = score(a_win(), "--rules", "tenhou", "--lang", language)[1].splitlines()
    lines = [line for line in printed if line.startswith("  ") and line.endswith("Tenhou")]
    assert worth in lines[0]
    assert " fan" not in "".join(printed)
    assert len({cells(line) for line in lines}) == 1
    changes = [line for line in printed if re.search(r" [+-]\d+$", line)]
    assert [cells(line) for line in changes] == [36] * 4


def test_where_no_riichi_is_played_a_doubling_is_called_fan(score: Score) -> None:
    assert " 1 fan  " in score(a_win(**ALL_RULES), "--rules", "tchou", "--lang", "en")[1]
