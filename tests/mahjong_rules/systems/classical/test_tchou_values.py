from __future__ import annotations

from typing import Any

import pytest
from rule_vectors import cases_of_clauses, circumstances_of, concealed_kong, exposed, hand_of, vectors

from mahjong_rules.deal_result import HandValue
from mahjong_rules.hands import Thirteen
from mahjong_rules.seats import Wind
from mahjong_rules.systems.classical.hand import ClassicalHand, NotComplete, WinCircumstances
from mahjong_rules.systems.classical.keys import ALL_LIMIT_KEYS, ALL_RULE_KEYS
from mahjong_rules.systems.classical.tchou_values import (
    AllPungsFan,
    FanCumulation,
    TchouValues,
    WaitBonus,
    loser_value,
    winner_value,
)
from mahjong_rules.tiles import parse_tile, parse_tiles

CASES = vectors("tchou_scoring")["hands"]
NO_LIMIT = 10_000


def value_of(case: dict[str, Any]) -> HandValue:
    options = TchouValues(
        base_points=case.get("base_points", 20), limit=case.get("limit", NO_LIMIT), **case.get("options", {})
    )
    if case["kind"] == "loser":
        return loser_value(hand_of(case), options)
    return winner_value(hand_of(case), circumstances_of(case), options)


def won(concealed: str, tile: str, *melds: object, source: str = "discard", **changes: object) -> HandValue:
    hand = ClassicalHand(parse_tiles(concealed), melds, (), Wind.SOUTH)  # type: ignore[arg-type]  # melds
    how = WinCircumstances(parse_tile(tile), self_drawn=source == "self", robbed_kong=source == "robbed")
    return winner_value(hand, how, TchouValues(limit=NO_LIMIT, **changes))  # type: ignore[arg-type]  # options


@pytest.mark.clause("Tchou 1924 ch.IV")
@pytest.mark.parametrize("case", cases_of_clauses(CASES))
def test_every_hand_of_the_vectors_has_its_points_fan_and_total(case: dict[str, Any]) -> None:
    value, expected = value_of(case), case["expected"]
    assert value.base_points == expected["total"]
    if "points" in expected:
        assert (value.fu, value.fan) == (expected["points"], expected["fan"])
        assert sorted((line.points, line.fan) for line in value.lines) == sorted(map(tuple, case["breakdown"]))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_lines_add_up_name_their_clause_and_have_a_known_key(case: dict[str, Any]) -> None:
    value = value_of(case)
    assert sum(line.points for line in value.lines) == value.fu
    assert sum(line.fan for line in value.lines) == value.fan
    assert all(line.clause.startswith("Tchou 1924 §") for line in value.lines)
    assert {line.rule for line in value.lines} <= ALL_RULE_KEYS
    assert value.limit in {"", *ALL_LIMIT_KEYS}


@pytest.mark.parametrize(("case", "total"), [("ex24", 24), ("ex38", 38), ("ex152", 152)])
@pytest.mark.clause("Tchou 1924 l.538", "Tchou 1924 l.556", "Tchou 1924 l.571")
def test_the_three_printed_examples(case: str, total: int) -> None:
    assert value_of(next(item for item in CASES if item["id"] == case)).base_points == total


@pytest.mark.clause("R-2")
def test_a_hand_is_read_the_way_that_is_worth_most() -> None:
    """Nine chows' worth of tiles are three pungs as well: concealed pungs are worth more."""
    value = won("111222333m456p7z", "7z", source="self")
    assert [line.rule for line in value.lines].count("pung_concealed") == 3
    assert "three_concealed_pungs" in {line.rule for line in value.lines}


@pytest.mark.clause("R-6")
def test_flowers_still_in_a_losers_hand_count_like_those_laid() -> None:
    hand = ClassicalHand(parse_tiles("222333444m567s") + parse_tiles("f3"), seat_wind=Wind.WEST)
    assert loser_value(hand, TchouValues()).base_points == (12 + 4) * 2


def test_a_hand_that_is_not_complete_is_refused() -> None:
    with pytest.raises(NotComplete, match="not complete"):
        won("123m456m789m11p35s", "9s")
    with pytest.raises(NotComplete, match="not complete"):
        won("1133557799m11p3s", "3s")


@pytest.mark.clause("Tchou 1924 §3", "R-3")
def test_the_wait_bonus_may_ask_for_the_only_chance() -> None:
    """The middle of 2-4 while 1-4-7 would do as well: formed, but not the only chance."""
    loose, strict = (won("24m345678p567s99s", "3m", wait_bonus=choice) for choice in WaitBonus)
    assert loose.fu == strict.fu == 22
    formed, only = (won("1234m345678p567s", "4m", wait_bonus=choice) for choice in WaitBonus)
    assert (formed.fu, only.fu) == (22, 20)


@pytest.mark.clause("Tchou 1924 §19", "R-8")
def test_four_pungs_with_one_concealed_earn_a_fan_only_by_option() -> None:
    melds = (exposed("2m", "2m", "2m"), exposed("3p", "3p", "3p"), exposed("5s", "5s", "5s"))
    literal = won("7779p", "9p", *melds)
    generous = won("7779p", "9p", *melds, all_pungs_fan=AllPungsFan.AT_MOST_TWO_CONCEALED)
    assert (literal.fan, generous.fan) == (0, 1)


@pytest.mark.clause("Tchou 1924 §24", "R-11")
def test_the_letter_of_paragraph_24_makes_two_conditions_three_fan() -> None:
    melds = (exposed("2m", "2m", "2m"), exposed("3m", "3m", "3m"))
    summed = won("777m999m1z", "1z", *melds)
    literal = won("777m999m1z", "1z", *melds, fan_cumulation=FanCumulation.LITERAL3)
    assert (summed.fan, literal.fan) == (2, 3)


@pytest.mark.clause("Tchou 1924 §22", "R-9")
def test_a_dragon_pung_takes_the_fan_of_one_suit_with_honours_unless_agreed_otherwise() -> None:
    melds = (exposed("7z", "7z", "7z"), exposed("1m", "2m", "3m"))
    literal = won("456m789m1z", "1z", *melds)
    both = won("456m789m1z", "1z", *melds, semi_with_honour_pung=True)
    assert (literal.fan, both.fan) == (1, 2)


@pytest.mark.clause("Tchou 1924 §31", "R-14")
def test_the_thirteen_take_any_tile_or_one_of_their_own() -> None:
    thirteen = "119m19p19s1234567z"
    assert won(thirteen[1:], "1m").limit == "maximum"
    assert won(thirteen[1:], "5p").limit == "maximum"
    assert won(thirteen[1:], "1m", thirteen=Thirteen.PAIR).limit == "maximum"
    with pytest.raises(NotComplete):
        won(thirteen[1:], "5p", thirteen=Thirteen.PAIR)


@pytest.mark.clause("R-13")
def test_three_dragons_and_four_winds_are_a_maximum_unless_agreed_otherwise() -> None:
    dragons = (exposed("5z", "5z", "5z"), exposed("6z", "6z", "6z"), concealed_kong("7z"))
    assert won("345p1s", "1s", *dragons).limit == "maximum"
    assert won("345p1s", "1s", *dragons, three_dragons_maximum=False).fan == 3


@pytest.mark.parametrize(
    ("changes", "reason"),
    [({"base_points": 15}, "10 or 20"), ({"limit": 7}, "100 to 10000"), ({"pinghu_fan": 2}, "0 or 1")],
)
@pytest.mark.clause("Tchou 1924 §1", "Tchou 1924 l.302")
def test_parameters_that_the_source_does_not_know_are_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        TchouValues(**changes)


@pytest.mark.clause("Tchou 1924 §2", "Tchou 1924 §5", "Tchou 1924 §7")
@pytest.mark.parametrize("tiles_held", ["1m5m9m2p7z", "24m68p13s", "34m67p", "123m456p789s"])
def test_single_tiles_and_parts_and_runs_are_worth_nothing(tiles_held: str) -> None:
    assert loser_value(ClassicalHand(parse_tiles(tiles_held)), TchouValues()).base_points == 0


@pytest.mark.clause("Tchou 1924 l.579")
@pytest.mark.parametrize("concealed", ["123456789m1122m", "222m444p666s1357m", "111333555999m2m"])
def test_a_hand_that_did_not_win_has_none_of_the_fan_of_complete_hands(concealed: str) -> None:
    assert loser_value(ClassicalHand(parse_tiles(concealed)), TchouValues()).fan == 0


@pytest.mark.clause("Tchou 1924 l.496", "R-4")
def test_a_pung_is_exposed_when_its_last_tile_was_a_discard() -> None:
    claimed, drawn = (won("123m456p789s33p44s", "3p", source=source) for source in ("discard", "self"))
    kinds = [{line.rule for line in value.lines if line.rule.startswith("pung")} for value in (claimed, drawn)]
    assert kinds == [{"pung_exposed"}, {"pung_concealed"}]


@pytest.mark.clause("R-1", "Tchou 1924 l.302")
def test_a_complete_hand_begins_with_twenty_points_or_with_ten() -> None:
    assert TchouValues().base_points == 20
    assert [won("123m456m789m23p55s", "4p", base_points=base).fu for base in (20, 10)] == [20, 10]


@pytest.mark.clause("R-7")
def test_a_kong_counts_as_a_pung_of_its_openness() -> None:
    dragons = (exposed("5z", "5z", "5z", "5z"), concealed_kong("6z"))
    assert won("123m456p7z", "7z", *dragons).limit == "maximum"
    kongs = (exposed("2m", "2m", "2m", "2m"), exposed("3p", "3p", "3p", "3p"), exposed("4s", "4s", "4s", "4s"))
    assert "three_kongs" in {line.rule for line in won("789p5m", "5m", *kongs).lines}
    two_concealed = (exposed("2m", "2m", "2m"), exposed("3p", "3p", "3p"), concealed_kong("9s"))
    assert "all_pungs" in {line.rule for line in won("777p5m", "5m", *two_concealed).lines}


@pytest.mark.clause("R-16", "Tchou 1924 l.322")
def test_the_limit_holds_for_a_hand_that_did_not_win_too() -> None:
    melds = (exposed("5z", "5z", "5z"), exposed("6z", "6z", "6z", "6z"), exposed("1z", "1z", "1z", "1z"))
    hand = ClassicalHand((), melds, (), Wind.EAST)
    assert loser_value(hand, TchouValues(limit=NO_LIMIT)).base_points == (4 + 16 + 16) * 8
    assert loser_value(hand, TchouValues(limit=200)).base_points == 200
