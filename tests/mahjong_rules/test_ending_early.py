"""People end a game before its rules do, in every way to play."""

from __future__ import annotations

import random

import pytest
from random_play import Moods, RandomTable
from scripted_table import ScriptedTable

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import GameEnded
from mahjong_rules.state import Game, Stop, Turn
from table_daemon.rules.presets import load_rules

PRESETS = ["tenhou", "sanma", "tchou", "hongkong", "zungjung", "mcr", "manual"]


def played(rules: str, deals: int) -> RandomTable:
    table = RandomTable(load_rules(rules), random.Random(16))
    table.play(deals)
    assert not table.game.is_over
    return table


def ended(table: RandomTable) -> Game:
    return table.rules.apply(table.game, GameEnded())


@pytest.mark.parametrize("rules", PRESETS)
def test_between_two_deals_the_scores_stand_and_everybody_is_ranked(rules: str) -> None:
    table = played(rules, 3)
    game = ended(table)
    assert (game.is_over, game.stop) == (True, Stop.EARLY)
    assert game.results == table.game.results
    assert [line.rank for line in game.standings] == sorted(line.rank for line in game.standings)
    assert {line.seat for line in game.standings} == set(game.header.seats)
    with pytest.raises(IllegalEvent, match="the game is over"):
        table.rules.apply(game, GameEnded())


@pytest.mark.parametrize("rules", PRESETS)
def test_a_deal_in_play_does_not_count(rules: str) -> None:
    table = played(rules, 3)
    before = table.game.scores
    table.play_part_of_a_deal(moves=4)
    assert table.deal.turn is not Turn.OVER
    game = ended(table)
    assert (game.results[-1].outcome, game.stop, bool(game.standings)) == (Outcome.VOID, Stop.EARLY, True)
    if rules not in ("tenhou", "sanma"):  # where sticks of earlier deals that lie there go to the first
        assert game.scores == before


@pytest.mark.parametrize("rules", PRESETS)
def test_a_game_of_which_no_deal_counted_is_void(rules: str) -> None:
    table = RandomTable(load_rules(rules), random.Random(16), Moods(stacked=0, typed=0, shown=0))
    assert ended(table).is_void
    table.play_part_of_a_deal(moves=4)
    game = ended(table)
    assert (game.stop, game.standings) == (Stop.VOID, ())


def test_sticks_of_the_deal_that_does_not_count_go_back() -> None:
    at = ScriptedTable("tenhou").deal("9m").play("0=9p 1-1z")
    assert (at.game.scores[0], at.game.riichi_sticks) == (24000, 1)
    at.apply(GameEnded())
    assert (at.game.scores, at.game.riichi_sticks) == ((25000,) * 4, 0)
