"""Bots play whole legal games, and sensibly."""

import functools
import random
from collections import Counter

import pytest
from campaign_cases import sampled

from hw_sim.people.bots import BotPlan, Temper
from hw_sim.people.deal_plans import DealPlan
from mahjong_rules.events import (
    Called,
    Discarded,
    Drawn,
    Event,
    FlowerLaid,
    HandShown,
    IndicatorTurned,
    KongDeclared,
    PenaltyDeclared,
    StakeLaid,
    WinsDeclared,
)
from table_daemon.rules.presets import load_rules, preset_names


def game_of(rules: str, seed: int, most: int = 100) -> tuple[BotPlan, list[tuple[DealPlan, list[Event]]]]:
    plan = BotPlan(load_rules(rules), random.Random(seed))
    deals = []
    while len(deals) < most and (deal := plan.next_deal()) is not None:
        deals.append((deal, list(deal.moves)))
    return plan, deals


@functools.cache
def whole_game(rules: str) -> tuple[BotPlan, list[tuple[DealPlan, list[Event]]]]:
    """To look at only: it takes seconds to play, and several tests look at the same one."""
    return game_of(rules, seed=4)


@pytest.mark.parametrize("rules", sampled(["tchou", "tenhou", "zungjung"], preset_names()))
def test_four_bots_play_a_whole_game_of_every_preset_whose_points_add_up(rules):
    plan, deals = whole_game(rules)
    game = plan.game
    assert game.is_over
    tallied = sum(paid.points for result in game.results for paid in result.payments if paid.reason == "tally")
    assert sum(game.scores) + 1000 * game.riichi_sticks + game.stake == 4 * game.start_points + tallied
    assert [deal.expected()[1] for deal, _ in deals[-1:]] == [plan.game.results[-1].scores]


@pytest.mark.clause("HK §6")
def test_bots_reach_three_faan_often_enough_for_a_lively_evening():
    results = whole_game("hongkong")[0].game.results
    assert sum(bool(result.wins) for result in results) > len(results) / 2
    assert min(win.value.fan for result in results for win in result.wins) >= 3


def test_a_game_of_the_1924_rules_shows_everything_that_people_do_in_it():
    seen, wanted = set(), {FlowerLaid, Called, KongDeclared, WinsDeclared, HandShown, StakeLaid, PenaltyDeclared}
    rules = load_rules("tchou", (("bonus_tiles", "true"),))
    plan = BotPlan(rules, random.Random(2), Temper(mishaps=0.2, stakes=0.3, forgotten_stakes=0.5))
    while not seen >= wanted and (deal := plan.next_deal()) is not None:
        seen.update(type(event) for event in (*deal.declared, *deal.moves))
    assert seen >= wanted


def test_people_without_mishaps_and_stakes_declare_none():
    plan = BotPlan(load_rules("tchou"), random.Random(2), Temper(mishaps=0.0, stakes=0.0, forgotten_stakes=0.0))
    for _ in range(3):
        deal = plan.next_deal()
        assert not deal.declared
        assert not any(isinstance(move, PenaltyDeclared) for move in deal.moves)


def test_somebody_wins_somebody_calls_and_somebody_declares_riichi():
    kinds = Counter()
    for _, moves in whole_game("tenhou")[1]:
        kinds.update(type(move) for move in moves)
        kinds["riichi"] += sum(isinstance(move, Discarded) and move.riichi for move in moves)
    assert min(kinds[kind] for kind in (WinsDeclared, Called, Drawn, IndicatorTurned, "riichi")) > 0


def test_the_same_seed_plays_the_same_game():
    games = [[moves for _, moves in game_of("tenhou", seed, most=1)[1]] for seed in (7, 7, 8)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_every_draw_and_indicator_of_a_bot_game_comes_from_the_deck():
    for deal, moves in whole_game("tenhou")[1]:
        live = [deal.deck.faces[deal.deck.dealt_places(deal.deck.dealer)[13]]]
        live += [deal.deck.faces[place] for place in deal.deck.live_places()]
        kongs = (move for move in moves if isinstance(move, KongDeclared) or getattr(move, "meld", None))
        replaced = sum(move.meld.kind.is_kong for move in kongs)
        draws = [move.tile for move in moves if isinstance(move, Drawn)]
        assert replaced or draws == live[: len(draws)]
        turned = [move.tile for move in moves if isinstance(move, IndicatorTurned)]
        assert turned == [deal.deck.faces[place] for place in deal.deck.wall.indicators[: len(turned)]]
