from __future__ import annotations

import json

import pytest

from mahjong_rules.seats import Seat
from mahjong_rules.wall import (
    open_wall,
)
from table_daemon.cli.main import main
from table_daemon.cli.wall import throws_of
from table_daemon.rules.presets import load_rules, preset_names


def test_the_picture_and_the_list_name_every_special_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wall", "--rules", "ema", "--dice", "2"]) == 0
    printed = capsys.readouterr().out
    assert "opened before          seat 1 (S), counted from the right" in printed
    assert "the wall opens between seat 1: 2 3" in printed
    assert "dead wall              seat 1: 2 1; seat 2: 17 16 15 14 13" in printed
    assert "dora indicator         seat 2: 17 top" in printed
    assert "ura indicator          seat 2: 17 bottom" in printed
    assert "replacement tiles      seat 1: 2 top, 2 bottom, 1 top, 1 bottom" in printed


@pytest.mark.parametrize("name", preset_names())
def test_the_json_document_says_where_every_tile_is_dealt(capsys: pytest.CaptureFixture[str], name: str) -> None:
    throws = load_rules(name).traits.wall.throws
    assert main(["wall", "--rules", name, "--dice", ",".join(["7"] * throws), "--dealer", "2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    wall = open_wall(load_rules(name).traits.wall, Seat(2), (7,) * throws)
    assert (document["rules"], document["dealer"], document["opener"]) == (name, 2, wall.opener)
    assert list(document["places"]) == [str(special) for special, _ in wall.special_places()]
    assert document["places"]["first_dealt"] == [{"seat": wall.first_dealt.seat, "stack": wall.first_dealt.number}]
    assert [(tile["to"], tile["seat"], tile["stack"], tile["level"]) for tile in document["deal"]] == [
        (seat, place.stack.seat, place.stack.number, place.level) for seat, place in wall.deal_order(Seat(2))
    ]


def test_two_pips_and_one_sum_are_the_same_throw(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for dice in ("8", "5,3", "2,6"):
        assert main(["wall", "--rules", "tenhou", "--dice", dice]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] == printed[2]


def test_two_throws_are_two_sums_or_the_pips_of_four_dice() -> None:
    assert throws_of("5,3", 2) == throws_of("1,4,2,1", 2) == (5, 3)
    assert throws_of("12,11", 2) == (12, 11)


def test_walls_may_have_other_lengths(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wall", "--rules", "ema", "--dice", "12", "--lengths", "18,17,18,17", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["lengths"] == [18, 17, 18, 17]
    assert document["live_tiles"] == 140 - 14 - 53


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--dice", "-3"), "Two dice show 2 to 12, not -3."),
        (("--dice", "-3,5"), "A die shows 1 to 6, not -3."),
        (("--dice", "7,5"), "A die shows 1 to 6, not 7."),
        (("--dice", "1"), "Two dice show 2 to 12, not 1."),
        (("--dice", "1,2,3"), "with one throw of two dice, but 3 came."),
        (("--dice", "five"), "--dice takes whole numbers divided by commas, not 'five'."),
        (("--dice", "5", "--added", "-1"), "not taken away: -1 was announced."),
        (("--dice", "5", "--lengths", "17,17"), "takes the stacks of four walls, not 2 numbers."),
        (("--dice", "5", "--lengths", "17,17,17,0"), "four lengths of at least one stack"),
        (("--dice", "5", "--lengths", "8,8,8,8"), "too short"),
        (("--dice", "5", "--rules", "wrc"), "There is no rule preset 'wrc'; choose one of"),
        (("--dice", "5", "--set", "no_such_option=1"), "option"),
    ],
)
def test_impossible_walls_are_refused_with_a_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert main(["wall", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert sentence in printed.err
    assert printed.err.count("\n") == 1


def test_a_seat_that_does_not_exist_cannot_deal(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["wall", "--dice", "5", "--dealer", "4"])
    assert "invalid choice: 4" in capsys.readouterr().err


@pytest.mark.clause("WRC 2015 §4")
def test_a_fixed_break_needs_no_dice_and_any_other_asks_for_them(capsys: pytest.CaptureFixture[str]) -> None:
    fixed = ["wall", "--rules", "ema", "--set", "fixed_break=7"]
    assert main([*fixed, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main(["wall", "--rules", "ema", "--dice", "7", "--json"]) == 0
    thrown = json.loads(capsys.readouterr().out)
    assert told == thrown | {"throws": []}
    assert main(fixed) == 0
    assert main([*fixed, "--dice", "7"]) == 2
    assert main(["wall", "--rules", "ema"]) == 2
    assert "--dice is missing" in capsys.readouterr().err
