from __future__ import annotations

import random

import pytest
from random_play import RandomTable

from mahjong_rules.deal_result import DealHeader
from mahjong_rules.seats import SEATS, Wind
from mahjong_rules.state import ClassicalState, RiichiState
from table_daemon.rules.presets import load_rules, preset_names


@pytest.mark.parametrize(("dealer", "number"), [(2, 1), (3, 2), (0, 3), (1, 4)])
def test_deals_of_a_round_are_counted_from_the_first_dealer(dealer: int, number: int) -> None:
    header = DealHeader(7, Wind.SOUTH, SEATS[dealer], honba=2, round_number=1)
    assert header.number_in_round(SEATS[2]) == number


@pytest.mark.parametrize("name", preset_names())
def test_an_engine_never_touches_the_record_of_the_other(name: str) -> None:
    table = RandomTable(load_rules(name), random.Random(5))
    for _ in range(3):
        table.play_deal()
        if table.rules.traits.has_riichi:
            assert table.deal.classical == ClassicalState()
        else:
            assert table.deal.riichi == RiichiState()


@pytest.mark.parametrize("name", preset_names())
def test_a_game_knows_which_deal_is_in_play_and_then_which_is_next(name: str) -> None:
    table = RandomTable(load_rules(name), random.Random(6))
    table.play_deal()
    assert (table.deal.header.number, table.game.header.number) == (1, 2)
    assert table.deal.result is not None
    assert table.deal.result.header == table.deal.header
