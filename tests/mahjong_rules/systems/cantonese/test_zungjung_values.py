from __future__ import annotations

from typing import Any

import pytest
from rule_vectors import vectors
from won_vectors import hand, how, won_vector

from mahjong_rules.deal_result import HandValue
from mahjong_rules.systems.cantonese.keys import ALL_RULE_KEYS
from mahjong_rules.systems.cantonese.zungjung_values import ZungjungValues, winner_value
from mahjong_rules.systems.classical.hand import NotComplete

CASES = vectors("zungjung_hands")["hands"]


def marked(case: dict[str, Any], number: int) -> Any:
    return pytest.param(case, id=f"zj{number}", marks=pytest.mark.clause(*case["clauses"]))


def won(concealed: str, tile: str, *melds: str, winds: str = "SE", moments: tuple[str, ...] = ()) -> HandValue:
    return winner_value(hand(concealed, *melds, winds=winds), how(tile, moments), ZungjungValues())


def patterns(value: HandValue) -> dict[str, int]:
    return {line.rule: line.points for line in value.lines}


@pytest.mark.parametrize("case", [marked(case, number) for number, case in enumerate(CASES)])
def test_a_hand_has_the_points_that_another_scorer_gives_it_line_by_line(case: dict[str, Any]) -> None:
    value = winner_value(*won_vector(case), ZungjungValues())
    assert value.base_points == case["worth"]
    assert [[line.clause, line.points] for line in value.lines] == case["lines"]
    assert {line.rule for line in value.lines} <= ALL_RULE_KEYS


@pytest.mark.clause("Zung Jung rules §4")
def test_four_concealed_pungs_are_worth_160_at_least() -> None:
    value = won("222m444p666888s3z", "3z", moments=("self_drawn",))
    assert patterns(value) == {"concealed_hand": 5, "all_pungs": 30, "four_concealed_pungs": 125}
    assert value.base_points == 160


@pytest.mark.clause("Zung Jung play §8")
def test_one_reading_counts_the_one_that_is_worth_more() -> None:
    discard = won("111222p33p99m", "3p", "777z")
    assert patterns(discard) == {"outside_hand": 40, "three_same_chows": 120, "value_honour": 10}
    assert won("111222p33p99m", "3p", "777z", moments=("self_drawn",)).base_points == 170


@pytest.mark.clause("Zung Jung play §9")
def test_a_pung_that_the_discard_completes_is_not_concealed() -> None:
    assert "three_concealed_pungs" in patterns(won("222s444m66p789m99p", "6p", moments=("self_drawn",)))
    assert "two_concealed_pungs" in patterns(won("222s444m66p789m99p", "6p"))


@pytest.mark.clause("Zung Jung §2.2")
def test_nine_gates_are_the_wait_for_nine_tiles() -> None:
    for number in range(1, 10):
        value = won("1112345678999s", f"{number}s")
        assert (value.base_points, patterns(value), value.limit) == (480, {"nine_gates": 480}, "maximum")
    assert patterns(won("1112355678999s", "4s"))["homogeneous"] == 80


@pytest.mark.clause("Zung Jung rules §6")
def test_a_sum_ends_at_the_limit_and_a_great_pattern_counts_alone() -> None:
    cut = won("333s555s7s", "7s", "(1111s)", "(2222s)", moments=("self_drawn",))
    assert (cut.fu, cut.base_points, cut.limit) == (360, 320, "limit")
    alone = won("2224z", "4z", "111z", "333z", "123m")
    assert patterns(alone) == {"little_four_winds": 320}
    assert patterns(won("1122334455667z", "7z")) == {"all_honours": 320}


@pytest.mark.clause("Zung Jung §10.2")
def test_four_alike_are_two_of_the_seven_pairs() -> None:
    assert patterns(won("2222m44p66s11z33z5z", "5z")) == {"seven_pairs": 30}
    with pytest.raises(NotComplete):
        won("2244m5577p3s1z", "3s", "(7777z)")


@pytest.mark.clause("Zung Jung rules §5")
def test_a_hand_without_a_pattern_wins_a_point_unless_the_variant_asks_for_five() -> None:
    chicken = hand("567s345m66p99p", "234s", winds="SE")
    value = winner_value(chicken, how("6p"), ZungjungValues())
    assert (patterns(value), value.base_points) == ({"chicken": 1}, 1)
    with pytest.raises(NotComplete, match=r"the hand has 1 points, it takes 5 to win \(option minimum_points\)"):
        winner_value(chicken, how("6p"), ZungjungValues(minimum_points=5))
    with pytest.raises(ValueError, match="minimum_points must be a number from 0 to 320"):
        ZungjungValues(minimum_points=321)


@pytest.mark.clause("Zung Jung §3.1")
def test_the_prevalent_wind_counts_nothing() -> None:
    assert patterns(won("123m456p789s2z", "2z", "111z", winds="EE")) == {"value_honour": 10}
    assert patterns(won("123m456p789s2z", "2z", "111z", winds="SE")) == {"chicken": 1}


@pytest.mark.clause("Zung Jung §9.4.1", "Zung Jung §9.4.2")
def test_a_kong_takes_the_blessings_away() -> None:
    for turn in ("dealer_complete", "first_discard"):
        assert patterns(won("123m456p789s345s2z", "2z", moments=(turn,)))[turn] == 155
        assert turn not in patterns(won("123m456p789s345s2z", "2z", moments=(turn, "kong_lies")))


@pytest.mark.clause("Zung Jung play §11")
def test_what_is_not_complete_does_not_win() -> None:
    with pytest.raises(NotComplete, match="the hand is not complete"):
        won("147m258p369s1234z", "5z")
