from __future__ import annotations

from typing import Any

import pytest
from rule_vectors import cases_of_clauses, exposed, tiles, vectors, wind

from mahjong_rules.deal_result import HandValue, ScoreLine
from mahjong_rules.seats import Wind
from mahjong_rules.systems.classical import jp_values, tchou_values
from mahjong_rules.systems.classical.hand import (
    ClassicalHand,
    FirstTurn,
    WinCircumstances,
    value_of_lines,
)
from mahjong_rules.systems.classical.jp_values import JpValues
from mahjong_rules.systems.classical.keys import ALL_RULE_KEYS
from mahjong_rules.tiles import parse_tile, parse_tiles

FLOWERS = vectors("flowers_000")["cases"]
KANAI_FRENCH_WINDS = (Wind.NORTH, Wind.EAST, Wind.WEST, Wind.SOUTH)
"""Plum North, orchid East, chrysanthemum West, bamboo South."""


@pytest.mark.parametrize("case", cases_of_clauses(FLOWERS))
def test_every_printed_and_derived_flower_of_kanai_french(case: dict[str, Any]) -> None:
    hand = ClassicalHand(
        (), (), tiles(case["bonus_tiles"]), wind(case["seat_wind"]), wind(case["round_wind"]), KANAI_FRENCH_WINDS
    )
    if case["expected"] == "maximum":
        assert jp_values.has_all_flowers(hand.flowers)
        return
    fundamental = ScoreLine("base", "Kanai French", points=case["fundamental_points"])
    value = value_of_lines([fundamental, *jp_values.flower_lines(hand)], None)
    assert (value.base_points, value.fan) == (case["expected"], case["doublings"])


def jp(concealed: str, tile: str, *melds: Any, seat: Wind = Wind.SOUTH, **how: Any) -> HandValue:
    flowers = how.pop("flowers", ())
    hand = ClassicalHand(parse_tiles(concealed), melds, flowers, seat, Wind.EAST, KANAI_FRENCH_WINDS)
    circumstances = WinCircumstances(parse_tile(tile), **{"self_drawn": False, **how})
    return jp_values.winner_value(hand, circumstances, JpValues())


def rules_of(value: HandValue) -> set[str]:
    return {line.rule for line in value.lines}


@pytest.mark.clause("A-18")
def test_a_japanese_hand_counts_at_least_twenty_two() -> None:
    value = jp("123m456p79s99s", "8s", exposed("1p", "2p", "3p"))
    assert "pinghu" not in rules_of(value)
    assert value.fu == 22
    assert rules_of(value) <= ALL_RULE_KEYS


@pytest.mark.clause("A-18")
def test_a_concealed_hand_gets_ten_points_on_a_discard_and_a_double_when_drawn() -> None:
    claimed, drawn = (jp("234m456p678s22p78m", "9m", self_drawn=own) for own in (False, True))
    assert "concealed_on_discard" in rules_of(claimed)
    assert "concealed_self_drawn" in rules_of(drawn)
    assert "self_drawn" not in rules_of(drawn)


@pytest.mark.parametrize(
    ("hand", "tile", "rule", "fan"),
    [
        ("22334m22456p678s", "4m", "all_simples", None),
        ("123456789m11p23s", "1s", "straight", None),
        ("123m789p11123s99m", "1s", "outside_hand", None),
        ("123m456m789m1122z", "1z", "semi_homogeneous", None),
        ("123345567m2278m", "9m", "homogeneous", 3),
        ("555666z77z123m45p", "6p", "little_dragons", 1),
        ("111333555m99m78p", "9p", "three_concealed_pungs", 1),
    ],
)
@pytest.mark.clause("A-18")
def test_doubles_of_the_japanese_game(hand: str, tile: str, rule: str, fan: int | None) -> None:
    value = jp(hand, tile)
    line = next(line for line in value.lines if line.rule == rule)
    assert line.fan == (fan or 1)


@pytest.mark.clause("Kanai French l.35")
def test_a_pung_of_the_wind_that_is_own_and_round_wind_doubles_twice() -> None:
    value = jp("111z234m567p99s34s", "5s", seat=Wind.EAST)
    assert {"own_wind_pung", "round_wind_pung"} <= rules_of(value)


@pytest.mark.parametrize(
    ("hand", "tile", "rule"),
    [
        ("555666777z12m11p", "3m", "three_dragons"),
        ("1112345678999m", "5m", "nine_gates"),
        ("19m19p19s1234567z", "1m", "thirteen"),
        ("111999m111999p9s", "9s", "four_concealed_pungs"),
    ],
)
@pytest.mark.clause("Kanai French l.60", "A-18")
def test_limit_hands_of_the_japanese_game(hand: str, tile: str, rule: str) -> None:
    value = jp(hand, tile)
    assert (value.limit, value.base_points) == ("maximum", 2000)
    assert rules_of(value) == {rule}


@pytest.mark.clause("A-18")
def test_east_has_a_higher_limit() -> None:
    assert jp("1112345678999m", "5m", seat=Wind.EAST).base_points == 3000


@pytest.mark.clause("Kanai French l.54")
def test_the_first_turn_and_all_flowers_are_the_limit() -> None:
    first = jp("123m456p789s1122p", "1p", first_turn=FirstTurn.FIRST_DISCARD)
    flowers = jp("123m456p789s1122p", "1p", flowers=parse_tiles("f1 f2 f3 f4"))
    assert (rules_of(first), rules_of(flowers)) == ({"first_discard"}, {"all_flowers"})


@pytest.mark.clause("Kanai French l.61", "A-5")
def test_losers_count_nothing_in_the_japanese_game() -> None:
    value = jp_values.loser_value(ClassicalHand(parse_tiles("555z")), JpValues())
    assert (value.base_points, value.lines) == (0, ())


@pytest.mark.clause("Kanai French l.33", "Kanai French l.34")
def test_a_pung_of_the_own_wind_and_one_of_the_wind_of_the_round_earn_a_double_each() -> None:
    own, of_round, foreign = (jp(f"{wind}z234m567p99s34s", "5s") for wind in ("222", "111", "333"))
    assert "own_wind_pung" in rules_of(own)
    assert "round_wind_pung" in rules_of(of_round)
    assert (own.fan, of_round.fan, foreign.fan) == (1, 1, 0)


@pytest.mark.clause("Kanai French l.21")
def test_a_pung_drawn_from_the_wall_stays_concealed() -> None:
    claimed, drawn = (jp("234m567p789s22p44s", "4s", self_drawn=own) for own in (False, True))
    assert {"pung_exposed", "pung_concealed"} & rules_of(claimed) == {"pung_exposed"}
    assert {"pung_exposed", "pung_concealed"} & rules_of(drawn) == {"pung_concealed"}


@pytest.mark.clause("A-4")
def test_flowers_count_for_the_winner_only_here_and_for_all_in_tchou() -> None:
    hand = ClassicalHand(parse_tiles("1357m"), (), parse_tiles("f2"), Wind.EAST, Wind.EAST, KANAI_FRENCH_WINDS)
    assert jp_values.loser_value(hand, JpValues()).base_points == 0
    assert tchou_values.loser_value(hand, tchou_values.TchouValues()).base_points == 8
