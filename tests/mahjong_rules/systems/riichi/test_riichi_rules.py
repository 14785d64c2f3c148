"""The riichi family as everything else sees it: a preset behind the interface of all rule systems."""

from __future__ import annotations

import pytest
from presets import RIICHI_PRESETS, riichi_options

from mahjong_rules.events import GameStarted
from mahjong_rules.finished_deal import FinishedDeal, FinishedHand
from mahjong_rules.rule_system import NOTHING
from mahjong_rules.seats import SEATS
from mahjong_rules.systems.riichi import RiichiRules
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.rules.presets import load_rules

FIFTH_TILE = parse_tiles("123456789m5555z")
"""Waits for nothing but a fifth white dragon."""


@pytest.mark.parametrize("name", RIICHI_PRESETS)
def test_a_game_begins_with_the_points_of_its_preset_and_asks_for_nothing(name: str) -> None:
    rules = load_rules(name)
    game = rules.new_game(GameStarted(name, ("A", "B", "C", "D"), SEATS[3]))
    assert (game.rules, game.header.dealer, game.scores) == (name, 3, (riichi_options(name).game.start_points,) * 4)
    assert rules.hints(game) == NOTHING


@pytest.mark.parametrize("name", RIICHI_PRESETS)
def test_traits_are_those_of_a_game_with_dora_sticks_and_tenpai(name: str) -> None:
    traits = load_rules(name).traits
    assert traits.has_indicators
    assert traits.has_riichi
    assert traits.draw_shows_hands
    assert (traits.score.step, traits.score.name, traits.score.stick_points) == (100, "points", 1000)


def test_whether_a_wait_for_a_fifth_tile_counts_is_an_option() -> None:
    assert load_rules("ema").waits(FIFTH_TILE) == ()
    assert load_rules("ema", (("dead_wait_is_noten", "no"),)).waits(FIFTH_TILE) == parse_tiles("5z")


def test_time_can_be_called_only_where_the_preset_sets_a_limit() -> None:
    assert not RiichiRules(riichi_options("tenhou")).traits.time.can_be_called
    assert load_rules("tenhou", (("time_limit_minutes", "60"),)).traits.time.can_be_called


def test_a_finished_deal_is_valued_without_a_game() -> None:
    hand = FinishedHand(parse_tiles("234m22456678p45s"))
    deal = FinishedDeal((hand, None, None, None), (SEATS[0],), parse_tile("6s"), SEATS[2])
    value = load_rules("tenhou").score(deal).values[0]
    assert value is not None
    assert [line.rule for line in value.lines] == ["pinfu", "tanyao"]
