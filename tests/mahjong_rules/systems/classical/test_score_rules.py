"""Random complete hands: the best reading counts, lines add up."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from complete_hands import complete_hand
from hypothesis import given
from hypothesis import strategies as st

from mahjong_rules.deal_result import HandValue
from mahjong_rules.decomposition import readings
from mahjong_rules.seats import Wind
from mahjong_rules.systems.classical import jp_values, simple_values, tchou_values
from mahjong_rules.systems.classical.hand import ClassicalHand, WinCircumstances
from mahjong_rules.systems.classical.score_rules import Won

Valued = Callable[[ClassicalHand, WinCircumstances], HandValue]
OneReading = Callable[[Won], HandValue]
TCHOU = tchou_values.TchouValues()
JP = jp_values.JpValues()
SIMPLE = simple_values.SimpleValues()
SYSTEMS: dict[str, tuple[Valued, OneReading]] = {
    "tchou": (
        lambda hand, how: tchou_values.winner_value(hand, how, TCHOU),
        lambda won: tchou_values._value(won, TCHOU),
    ),
    "simple": (
        lambda hand, how: simple_values.winner_value(hand, how, SIMPLE),
        lambda won: simple_values._value(won, SIMPLE),
    ),
    "jp_classic": (
        lambda hand, how: jp_values.winner_value(hand, how, JP),
        lambda won: jp_values._value(won, JP),
    ),
}


@pytest.mark.parametrize("system", SYSTEMS)
@given(st.integers(0, 2**32), st.booleans(), st.sampled_from(list(Wind)))
def test_a_hand_is_worth_its_best_reading_and_its_lines_add_up(system: str, seed: int, own: bool, wind: Wind) -> None:
    whole, one_reading = SYSTEMS[system]
    tiles = complete_hand(random.Random(seed))
    hand, how = ClassicalHand(tiles[:13], seat_wind=wind), WinCircumstances(tiles[13], self_drawn=own)
    value = whole(hand, how)
    every = [one_reading(Won(hand, how, reading)) for reading in readings(tiles[:13], tiles[13], (), claimed=not own)]
    assert value.base_points == max(other.base_points for other in every)
    assert sum(line.points for line in value.lines) == value.fu
    assert sum(line.fan for line in value.lines) == value.fan
    assert value.limit or value.base_points == value.fu << value.fan
