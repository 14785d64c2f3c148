from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rule_vectors import vectors
from won_vectors import hand, how, won_vector

from mahjong_rules.deal_result import HandValue
from mahjong_rules.systems.cantonese.faan_options import FaanTable, FaanValues, FlowerFaan
from mahjong_rules.systems.cantonese.faan_values import winner_value
from mahjong_rules.systems.cantonese.keys import ALL_RULE_KEYS
from mahjong_rules.systems.classical.hand import NotComplete

CASES = vectors("hongkong_hands")["hands"]
FREE = FaanTable(FaanValues(minimum_faan=0, limit_faan=13, big_dragons_faan=0), FlowerFaan(), plays_flowers=True)


def marked(case: dict[str, Any], number: int) -> Any:
    return pytest.param(case, id=f"hk{number}", marks=pytest.mark.clause(*case["clauses"]))


def table(*, plays_flowers: bool = False, flowers: dict[str, Any] | None = None, **values: Any) -> FaanTable:
    options = {"minimum_faan": 0, "limit_faan": 13, **values}
    return FaanTable(FaanValues(**options), FlowerFaan(**(flowers or {})), plays_flowers=plays_flowers)


def keys(value: HandValue) -> dict[str, int]:
    return {line.rule: line.fan for line in value.lines}


@pytest.mark.parametrize("case", [marked(case, number) for number, case in enumerate(CASES)])
def test_a_hand_has_the_faan_that_another_scorer_gives_it_line_by_line(case: dict[str, Any]) -> None:
    value = winner_value(*won_vector(case), FREE)
    assert ("limit" if value.limit == "maximum" else min(value.fan, 13)) == case["worth"]
    assert [[line.clause, line.fan] for line in value.lines] == case["lines"]
    assert {line.rule for line in value.lines} <= ALL_RULE_KEYS
    assert value.fu == 0


@pytest.mark.clause("HK §6")
def test_a_hand_below_the_minimum_is_not_complete_and_says_what_it_has() -> None:
    won = hand("123m456p789s2p", "345s")
    with pytest.raises(NotComplete, match=r"the hand has 1 faan, it takes 3 to win \(option minimum_faan\)"):
        winner_value(won, how("2p"), table(minimum_faan=3))
    assert winner_value(won, how("2p"), table(minimum_faan=1)).fan == 1


@pytest.mark.clause("HK §6")
def test_flowers_count_towards_the_minimum_unless_tables_agree_otherwise() -> None:
    won = hand("123m456p789s2p", "345s", flowers="f2 y2")
    assert winner_value(won, how("2p"), table(minimum_faan=3, plays_flowers=True)).fan == 3
    strict = table(minimum_faan=3, plays_flowers=True, flowers={"flowers_in_minimum": False})
    with pytest.raises(NotComplete, match="has 1 faan"):
        winner_value(won, how("2p"), strict)


@pytest.mark.clause("HK §8")
def test_a_chicken_hand_has_no_faan_and_wins_where_no_minimum_is_agreed_on() -> None:
    value = winner_value(hand("123m456p2s", "777s", "789m"), how("2s"), table())
    assert keys(value) == {"chicken": 0}
    assert value.fan == 0


@pytest.mark.clause("HK §7")
def test_no_hand_exceeds_the_limit_and_some_are_worth_it_by_their_form() -> None:
    cut = winner_value(hand("2223334m", "555m", "777m"), how("4m", ["self_drawn"]), table(limit_faan=8))
    assert (cut.fan, cut.limit) == (11, "limit")
    limit = winner_value(hand("1119p", "111s", "999s", "999m"), how("9p"), table(limit_faan=8))
    assert (limit.fan, limit.limit) == (8, "maximum")


@pytest.mark.parametrize(
    ("concealed", "melds", "tile", "options", "rule", "faan"),
    [
        pytest.param(*case, marks=pytest.mark.clause(clause), id=clause)
        for clause, case in {
            "HK §10": ("2223p", ["111p", "444s", "555m"], "3p", {"all_pungs_faan": 2}, "all_pungs", 2),
            "HK §11": ("22p33z", ["345p", "666p", "111p"], "3z", {"mixed_one_suit_faan": 2}, "semi_homogeneous", 2),
            "HK §12": ("2288p", ["345p", "666p", "111p"], "8p", {"one_suit_faan": 6}, "homogeneous", 6),
            "HK §13": ("6667z", ["555z", "123m", "456s"], "7z", {"little_dragons_faan": 4}, "little_dragons", 4),
            "HK §14": ("66677z11m", ["555z", "234s"], "7z", {"big_dragons_faan": 8}, "three_dragons", 8),
            "HK §15": ("2223z", ["111z", "444z", "123m"], "3z", {"little_winds_faan": 6}, "little_four_winds", 6),
            "HK §17": ("2226z", ["111z", "444z", "555z"], "6z", {"all_honours_faan": 10}, "all_honours", 10),
        }.items()
    ],
)
def test_what_tables_differ_about_is_an_option(
    concealed: str, melds: list[str], tile: str, options: dict[str, int], rule: str, faan: int
) -> None:
    value = winner_value(hand(concealed, *melds, winds="WN"), how(tile), table(**options))
    assert keys(value)[rule] == faan


def test_the_faan_of_dragons_and_pungs_are_within_those_of_their_hands() -> None:
    dragons = winner_value(hand("66677z11m", "555z", "234s", winds="WN"), how("7z"), table(big_dragons_faan=8))
    assert keys(dragons) == {"three_dragons": 8}
    honours = winner_value(hand("2226z", "111z", "333z", "555z"), how("6z"), table(all_honours_faan=10))
    assert keys(honours) == {"all_honours": 10, "dragon_pung": 1, "own_wind_pung": 1, "round_wind_pung": 1}


@pytest.mark.clause("HK §24")
def test_seven_pairs_win_where_tables_agree_on_them() -> None:
    pairs = hand("1133m5577p2299s1z")
    with pytest.raises(NotComplete, match="the hand is not complete"):
        winner_value(pairs, how("1z"), table())
    value = winner_value(pairs, how("1z"), table(seven_pairs_faan=4))
    assert keys(value) == {"seven_pairs": 4, "concealed_hand": 1}


@pytest.mark.clause("HK §33")
def test_the_discard_after_the_last_tile_may_be_worth_nothing() -> None:
    won = hand("123m456p789s2p", "345s")
    assert keys(winner_value(won, how("2p", ["last_discard"]), table()))["last_discard"] == 1
    assert "last_discard" not in keys(winner_value(won, how("2p", ["last_discard"]), table(last_discard=False)))


@pytest.mark.clause("HK §31")
def test_a_kong_after_a_kong_wins_the_limit_unless_tables_agree_otherwise() -> None:
    won = hand("123m456p2p", "(7777s)", "(8888s)")
    moments = ["self_drawn", "kong_after_kong", "replacement_tile"]
    assert winner_value(won, how("2p", moments), table()).limit == "maximum"
    assert keys(winner_value(won, how("2p", moments), table(double_kong=False)))["kong_replacement"] == 1


@pytest.mark.parametrize(
    ("turn", "clause"),
    [
        pytest.param("dealer_complete", "HK §34", marks=pytest.mark.clause("HK §34")),
        pytest.param("first_discard", "HK §35", marks=pytest.mark.clause("HK §35")),
    ],
)
def test_a_kong_before_the_first_turn_ends_takes_the_limit_away(turn: str, clause: str) -> None:
    won = hand("123m456p789s2p345s", winds="EE")
    value = winner_value(won, how("2p", [turn]), table())
    assert (value.limit, value.lines[0].clause) == ("maximum", clause)
    assert winner_value(won, how("2p", [turn, "kong_lies"]), table()).limit == ""


@pytest.mark.clause("HK §1", "HK §36")
def test_without_flowers_in_the_set_nobody_is_paid_for_having_none() -> None:
    won = hand("123m456p789s2p", "345s")
    assert "no_flowers" in keys(winner_value(won, how("2p"), table(plays_flowers=True)))
    assert "no_flowers" not in keys(winner_value(won, how("2p"), table()))


@pytest.mark.clause("HK §37", "HK §38")
def test_a_whole_family_hides_its_own_flower_where_it_is_worth_something() -> None:
    won = hand("123m456p789s2p", "345s", flowers="f1 f2 f3 f4 y2")
    value = winner_value(won, how("2p"), table(plays_flowers=True))
    assert [(line.rule, line.fan) for line in value.lines[1:]] == [("flower_set", 2), ("flower_own", 1)]
    loose = winner_value(won, how("2p"), table(plays_flowers=True, flowers={"flower_set_faan": 0}))
    assert [line.rule for line in loose.lines].count("flower_own") == 2


@pytest.mark.clause("HK §39")
def test_seven_flowers_win_whatever_the_hand_is_where_tables_agree_on_it() -> None:
    seven = hand("147m258p369s1234z", flowers="f1 f2 f3 f4 y1 y2 y3")
    agreed = table(minimum_faan=3, plays_flowers=True, flowers={"flower_win": True, "flowers_in_minimum": False})
    assert keys(winner_value(seven, how("5z", ["self_drawn"]), agreed)) == {"seven_flowers": 3}
    eight = replace(seven, flowers=hand("1m", flowers="f1 f2 f3 f4 y1 y2 y3 y4").flowers)
    assert winner_value(eight, how("5z", ["self_drawn"]), agreed).limit == "maximum"
    for moments, rules in ((["self_drawn"], table(plays_flowers=True)), ([], agreed)):
        with pytest.raises(NotComplete, match="the hand is not complete"):
            winner_value(seven, how("5z", moments), rules)


@pytest.mark.clause("HK §21")
def test_nine_gates_of_which_something_was_claimed_are_one_suit() -> None:
    assert winner_value(hand("1112345678999p"), how("5p"), table()).limit == "maximum"
    assert keys(winner_value(hand("1112345678p", "999p"), how("5p"), table())) == {"homogeneous": 7}


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"limit_faan": 14}, "limit_faan must be a number from 1 to 13, not 14"),
        ({"minimum_faan": 11}, "minimum_faan must be a number from 0 to limit_faan, not 11"),
        ({"one_suit_faan": -1}, "one_suit_faan must be a number from 0 to 13, not -1"),
    ],
)
def test_faan_that_no_table_knows_are_refused(options: dict[str, int], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        FaanValues(**options)
    with pytest.raises(ValueError, match="flower_set_faan must be"):
        FlowerFaan(flower_set_faan=14)
