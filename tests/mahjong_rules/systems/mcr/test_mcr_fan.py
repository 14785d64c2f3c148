"""The 81 fan on hands whose fan PyMahjongGB has named (`tools/mcr_campaign.py --write`), and the principles."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from mcr_vectors import case_from_json

from mahjong_rules.deal_result import HandValue
from mahjong_rules.seats import Wind
from mahjong_rules.systems.classical.hand import ClassicalHand, NotComplete
from mahjong_rules.systems.mcr.fan import IMPLIED, POINTS, Fan
from mahjong_rules.systems.mcr.hand import McrWin
from mahjong_rules.systems.mcr.values import McrValues, best_fans, winner_value
from mahjong_rules.tiles import parse_tile, parse_tiles

DATA = Path(__file__).parents[3] / "data" / "rules" / "mcr_fan.json"
VECTORS: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))["hands"]
ANY_POINTS = McrValues(least_points=1)


def fans_of(concealed: str, winning: str, **how: bool) -> Counter[str]:
    """The fan of a concealed hand without melds, East in the South round, won on a discard unless told otherwise."""
    hand = ClassicalHand(parse_tiles(concealed), seat_wind=Wind.EAST, prevalent_wind=Wind.SOUTH)
    win = McrWin(parse_tile(winning), **{"self_drawn": False, **how})
    return Counter(fan.name.lower() for fan, _ in best_fans(hand, win, ANY_POINTS))


def value_of(concealed: str, winning: str, flowers: str = "", options: McrValues = ANY_POINTS) -> HandValue:
    hand = ClassicalHand(parse_tiles(concealed), flowers=parse_tiles(flowers))
    return winner_value(hand, McrWin(parse_tile(winning), self_drawn=False), options)


@pytest.mark.parametrize(
    "fan",
    [pytest.param(fan, marks=pytest.mark.clause(fan.clause), id=fan.name) for fan in Fan if fan is not Fan.FLOWER],
)
def test_a_hand_has_just_the_fan_that_the_oracle_names(fan: Fan) -> None:
    hands = [vector for vector in VECTORS if fan.name.lower() in vector["fan"]]
    assert len(hands) >= 10
    for vector in hands:
        case = case_from_json(vector)
        found = Counter(fan.name.lower() for fan, _ in best_fans(case.hand, case.how, McrValues()))
        assert found == vector["fan"], vector


@pytest.mark.clause("MCR 2006 §3.8")
def test_the_table_has_81_fan_in_twelve_classes() -> None:
    assert len([fan for fan in Fan if fan is not Fan.MIXED_KONGS]) == 81
    assert Counter(POINTS[fan] for fan in Fan if fan is not Fan.MIXED_KONGS) == {
        88: 7, 64: 6, 48: 2, 32: 3, 24: 9, 16: 6, 12: 5, 8: 9, 6: 7, 4: 4, 2: 10, 1: 13,
    }  # fmt: skip
    assert all(POINTS[other] <= POINTS[fan] for fan, others in IMPLIED.items() for other in others)


@pytest.mark.clause("MCR 2006 §3.9", "MCR 1998 §10")
def test_a_chow_that_is_left_over_joins_the_others_once() -> None:
    straight = fans_of("123s456m789p79s11z", "8s")
    assert straight["mixed_straight"] == 1
    assert straight["mixed_double_chow"] + straight["two_terminal_chows"] == 1


@pytest.mark.clause("MCR 2006 §3.9", "MCR 1998 §10")
def test_four_chows_make_three_pairs_at_most_and_none_of_them_twice() -> None:
    horseshoe = fans_of("123789m123p79p77s", "8p")
    pairs = {name: horseshoe[name] for name in ("mixed_double_chow", "two_terminal_chows")}
    assert pairs == {"mixed_double_chow": 2, "two_terminal_chows": 1}
    once = fans_of("234s22334567p99m", "4p")
    assert (once["pure_double_chow"], once["mixed_double_chow"], once["short_straight"]) == (1, 1, 1)


@pytest.mark.clause("MCR 2006 §3.9", "MCR 1998 §10")
def test_what_a_fan_brings_along_is_not_counted_again() -> None:
    dragons = fans_of("555666777z123m9s", "9s")
    assert dragons["big_three_dragons"] == 1
    assert not dragons.keys() & {"dragon_pung", "two_dragon_pungs"}


@pytest.mark.clause("MCR 2006 §3.9", "MCR 1998 §10")
def test_the_highest_counting_is_chosen() -> None:
    assert fans_of("112233m445566p7s", "7s")["seven_pairs"] == 1
    assert fans_of("2222333344445m", "5m")["quadruple_chow"] == 1
    assert fans_of("111222333m789p5z", "5z")["pure_shifted_pungs"] == 1


@pytest.mark.clause("MCR 2006 §3.7")
def test_a_hand_below_eight_points_does_not_win_and_flowers_do_not_help() -> None:
    plain = ("123m456m234p99s67p", "8p")
    with pytest.raises(NotComplete, match=r"counts \d without flowers, it takes 8 to win"):
        value_of(*plain, flowers="f1 f2 f3 f4 y1 y2 y3", options=McrValues())
    assert value_of(*plain).base_points < 8


@pytest.mark.clause("MCR 2006 §3.8.81")
def test_each_flower_is_a_point_once_the_hand_wins() -> None:
    with_flowers = value_of("1122334455667m", "7m", flowers="f1 y3", options=McrValues())
    assert with_flowers.base_points == value_of("1122334455667m", "7m").base_points + 2
    assert [line.rule for line in with_flowers.lines[-2:]] == ["mcr_flower"] * 2


@pytest.mark.clause("MCR 2006 §3.7")
@pytest.mark.parametrize(
    ("concealed", "winning"),
    [
        ("123m456p789s11z22z", "2z"),
        ("114477m225588p3z", "3z"),
        ("1111m2222p3333s4z", "4z"),
        ("19m19p19s1234567z", "1m"),
        ("147m258p369s1234z", "5z"),
        ("14m28p39s1234567z", "6s"),
        ("147m258p369s12m5z5z", "3m"),
    ],
)
def test_sets_pairs_orphans_and_knitted_tiles_are_complete(concealed: str, winning: str) -> None:
    assert value_of(concealed, winning).base_points > 0
    with pytest.raises(NotComplete, match="not complete"):
        value_of(concealed, "7p" if winning != "7p" else "6p")


@pytest.mark.clause("A-40", "A-41")
def test_points_of_two_kongs_are_options() -> None:
    kongs = [case for case in VECTORS if {"mixed_kongs", "two_concealed_kongs"} & set(case["fan"])]
    for vector in kongs:
        case = case_from_json(vector)
        usual = winner_value(case.hand, case.how, ANY_POINTS).base_points
        other = McrValues(least_points=1, two_concealed_kongs=8, mixed_kongs=6)
        more = 2 if "two_concealed_kongs" in vector["fan"] else 1
        assert winner_value(case.hand, case.how, other).base_points == usual + more


@pytest.mark.clause("A-43")
def test_the_set_beside_a_knitted_straight_has_a_wait_of_its_own() -> None:
    """The 2 of dots stands in the straight too, but the set waited for nothing else."""
    assert fans_of("147m369s25813p55z", "2p")["closed_wait"] == 1
    assert not {"edge_wait", "closed_wait", "single_wait"} & fans_of("147m369s58p123m55z", "2p").keys()


@pytest.mark.parametrize(
    ("field", "value"), [("least_points", 0), ("least_points", 89), ("two_concealed_kongs", 7), ("mixed_kongs", 2)]
)
def test_points_that_no_table_plays_with_are_refused(field: str, value: int) -> None:
    with pytest.raises(ValueError, match=f"{field} must be"):
        McrValues(**{field: value})
