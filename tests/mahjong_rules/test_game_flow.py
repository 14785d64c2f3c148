"""The flow from deal to deal that all rule systems share, without an engine around it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mahjong_rules.deal_result import Outcome, Payment
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import DealStarted, GameStarted
from mahjong_rules.game_flow import (
    PLAYED_AGAIN,
    Ending,
    check_not_over,
    close_deal,
    is_between_deals,
    is_out_of_time,
    leaders_first,
    limit_deals,
)
from mahjong_rules.game_start import begin_deal, begin_game
from mahjong_rules.seats import SEATS, Wind
from mahjong_rules.state import Game, Standing, Stop, Turn

NAMES = ("A", "B", "C", "D")


def game_in_play(first_dealer: int = 2) -> Game:
    game = begin_game(GameStarted("any", NAMES, SEATS[first_dealer]), 1000)
    return begin_deal(game, DealStarted(), dice=2, turn=Turn.DRAW, live_tiles=70)


def closed(game: Game, *, stays: bool, winds_prevail: bool = True, outcome: Outcome = Outcome.TSUMO) -> Game:
    assert game.deal is not None
    payments = (Payment(SEATS[0], SEATS[1], 300, "ron"), Payment(None, SEATS[1], 50, "riichi_sticks"))
    ending = Ending(outcome, payments, stays, honba=3, riichi_sticks=1)
    return close_deal(game, game.deal, ending, winds_prevail=winds_prevail)


def test_a_closed_deal_has_its_result_and_the_scores_after_it() -> None:
    game = closed(game_in_play(), stays=False)
    assert game.deal is not None
    result = game.results[-1]
    assert (game.deal.turn, game.deal.result) == (Turn.OVER, result)
    assert result.deltas == (-300, 350, 0, 0)
    assert result.scores == game.scores == (700, 1350, 1000, 1000)
    assert game.riichi_sticks == 1


def test_a_dealer_who_stays_deals_the_next_deal_of_the_same_round() -> None:
    header = closed(game_in_play(), stays=True).header
    assert (header.number, header.dealer, header.prevalent_wind, header.round_number) == (2, 2, Wind.EAST, 0)
    assert header.honba == 3


@pytest.mark.parametrize(("winds_prevail", "wind"), [(True, Wind.SOUTH), (False, Wind.EAST)])
def test_a_round_ends_when_the_deal_comes_back_to_the_first_dealer(winds_prevail: bool, wind: Wind) -> None:
    game = game_in_play()
    for _ in range(4):
        assert (game.header.round_number, game.header.prevalent_wind) == (0, Wind.EAST)
        if is_between_deals(game):
            game = begin_deal(game, DealStarted(), dice=2, turn=Turn.DRAW, live_tiles=70)
        game = closed(game, stays=False, winds_prevail=winds_prevail)
    assert (game.header.round_number, game.header.prevalent_wind, game.header.dealer) == (1, wind, 2)


@pytest.mark.parametrize("outcome", Outcome)
def test_a_deal_that_is_played_again_is_not_one_of_those_left(outcome: Outcome) -> None:
    game = closed(limit_deals(game_in_play(), 1), stays=True, outcome=outcome)
    assert game.deals_left == (2 if outcome in PLAYED_AGAIN else 1)


def test_time_is_called_once_and_is_up_only_between_deals() -> None:
    game = limit_deals(game_in_play(), 0)
    with pytest.raises(IllegalEvent, match="called already"):
        limit_deals(game, 0)
    assert not is_out_of_time(game)
    assert is_out_of_time(closed(game, stays=False))


def test_leaders_with_equal_scores_come_in_turn_order_from_the_first_dealer() -> None:
    assert leaders_first((100, 300, 300, 100), SEATS[2]) == [2, 1, 3, 0]


def test_a_game_that_is_over_takes_nothing_more() -> None:
    game = game_in_play()
    check_not_over(game)
    for over in (replace(game, standings=(Standing(SEATS[0], 0, 0, 1),)), replace(game, stop=Stop.VOID)):
        with pytest.raises(IllegalEvent, match="the game is over"):
            check_not_over(over)


def test_a_deal_begins_with_the_header_of_the_game() -> None:
    game = game_in_play()
    assert game.deal is not None
    assert (game.deal.header, game.deal.seat) == (game.header, SEATS[2])
    with pytest.raises(IllegalEvent, match="has no result yet"):
        begin_deal(game, DealStarted(), dice=2, turn=Turn.DRAW, live_tiles=70)
