from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from table_daemon.cli.main import main

Json = dict[str, Any]
Score = Callable[..., tuple[int, str, str]]
DOCUMENT = Path(__file__).parents[3] / "docs" / "score.md"
EXAMPLES = re.findall(
    r"```json\n(.*?)```\n\n`jantaku (score [^`]*)`:\n\n```text\n(.*?)```",
    DOCUMENT.read_text(encoding="utf-8"),
    re.DOTALL,
)


def a_win(**changes: object) -> Json:
    """Seat 0 wins on a tile of seat 1, with a value under all rules."""
    deal: Json = {
        "hands": [{"concealed": "456m 555z 23s 11z", "melds": ["234p"]}, None, None, None],
        "winners": [0],
        "winning_tile": "1s",
        "discarder": 1,
    }
    return deal | changes


@pytest.fixture
def score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Score:
    def run(deal: object, *words: str) -> tuple[int, str, str]:
        path = tmp_path / "deal.json"
        path.write_text(deal if isinstance(deal, str) else json.dumps(deal), encoding="utf-8")
        code = main(["score", str(path), *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.mark.parametrize(("deal", "command", "printed"), EXAMPLES)
def test_every_example_of_the_documentation_prints_what_it_says(
    score: Score, deal: str, command: str, printed: str
) -> None:
    assert score(deal, *command.split()[1:]) == (0, printed, "")


def test_the_documentation_has_examples_and_names_every_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    text = DOCUMENT.read_text(encoding="utf-8")
    assert len(EXAMPLES) >= 2
    models = [schema, *schema["$defs"].values()]
    keys = {key for model in models for key in model["properties"]}
    assert {key for key in keys if not re.search(rf"`(hands\[\]\.)?{key}`", text)} == set()
    assert all("description" in item for model in models for item in model["properties"].values())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--rules", "wrc"), "There is no rule preset 'wrc'; choose one of"),
        (("--set", "open_tanyao"), "--set takes OPTION=VALUE, not 'open_tanyao'."),
        (("--set", "=1"), "--set takes OPTION=VALUE, not '=1'."),
        (("--set", "no_such_option=1"), "option"),
    ],
)
def test_unknown_rules_and_options_are_refused_with_a_sentence(
    score: Score, words: tuple[str, ...], sentence: str
) -> None:
    code, printed, error = score(a_win(), *words)
    assert (code, printed) == (2, "")
    assert sentence in error
    assert error.count("\n") == 1


def test_without_a_file_the_command_says_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score"]) == 2
    assert "Give a FILE" in capsys.readouterr().err


@pytest.mark.clause("EMA 2025 §6.6.2")
def test_a_drawn_deal_with_a_riichi_that_does_not_wait_is_told_as_a_chombo(score: Score) -> None:
    noten = {"concealed": "147m 258p 369s 1234z", "riichi": True}
    drawn = {"hands": [noten, {"concealed": "123m 456p 23s 99s 777z"}, None, None]}
    code, printed, _ = score(drawn, "--rules", "ema", "--lang", "en")
    assert code == 0
    assert printed.startswith("Chombo\n  East (0) declared riichi, and the hand did not wait or was not shown: chombo")
    told = json.loads(score(drawn, "--rules", "tenhou", "--json", "--lang", "en")[1])
    assert [(chombo["seat"], chombo["reason"]) for chombo in told["chombos"]] == [(0, "noten_riichi")]
    assert told["deltas"] == [-11000, 4000, 4000, 4000]


@pytest.mark.clause("Doman guide l.33")
def test_a_cut_to_one_yakuman_leaves_the_liability_for_the_big_winds(score: Score) -> None:
    pungs = [
        {"kind": "pung", "tiles": tiles, "called_from": seat} for tiles, seat in (("111z", 0), ("333z", 3), ("444z", 2))
    ]
    hand = {"concealed": "7z", "melds": [*pungs[:2], "(2222z)", pungs[2]]}
    won = {"hands": [None, hand, None, None], "winners": [1], "winning_tile": "7z"}
    told = json.loads(score(won, "--rules", "tenhou", "--json", "--set", "most_yakuman=1")[1])
    assert told["deltas"] == [0, 32000, -32000, 0]


HALF_GUN = ("--rules", "hongkong", "--set", "gun=half", "--json")
FLUSH: Json = {"concealed": "123456789m111z2z", "flowers": "f2"}


@pytest.mark.clause("HK §54")
def test_the_replacement_of_a_flower_is_described_by_its_own_key(score: Score) -> None:
    deal = {"hands": [FLUSH, None, None, None], "winners": [0], "winning_tile": "2z", "flower_tile": True}
    told = json.loads(score(deal, *HALF_GUN, "--set", "flower_replacement_faan=1")[1])
    assert "flower_replacement" in [line["rule"] for line in told["hands"][0]["lines"]]
    for wrong in ({"discarder": 1}, {"hands": [FLUSH | {"flowers": ""}, None, None, None]}):
        code, _, refusal = score(deal | wrong, *HALF_GUN)
        assert (code, "drawn for a laid flower" in refusal) == (2, True)


@pytest.mark.clause("HK §55")
def test_a_new_tile_near_the_end_is_described_where_the_rules_make_it_cost_more(score: Score) -> None:
    deal = {"hands": [FLUSH, None, None, None], "winners": [0], "winning_tile": "2z", "discarder": 1, "new_tile": True}
    told = json.loads(score(deal, *HALF_GUN, "--set", "new_tile_from=5")[1])
    assert [(payment["from"], payment["reason"]) for payment in told["payments"]] == [(1, "new_tile")]
    assert "option new_tile_from" in score(deal, *HALF_GUN)[2]
    assert "new tile" in score({**deal, "hands": [FLUSH | {"flowers": ""}, None, None, None]}, "--rules", "mcr")[2]
    assert "name the discarder" in score(deal | {"discarder": None}, *HALF_GUN)[2]
