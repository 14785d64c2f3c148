"""Bots play every system on the felt; the interpreter reaches the engine's own figures from what lies there."""

import random

import pytest
from campaign_cases import SAMPLED_PRESETS, more
from felt_evening import FeltEvening

from hw_sim.people.bots import BotPlan
from table_daemon.rules.presets import load_rules


def play_bots(name, seed, deals, settings=(), **how):
    """The results the bots' engine reached beside those the interpreter reached."""
    rules = load_rules(name, settings)
    plan, evening = BotPlan(rules, random.Random(seed)), FeltEvening(rules, seed)
    while len(plan.game.results) < deals and (deal := plan.next_deal()) is not None:
        evening.play_plan(deal, **how)
        number = len(plan.game.results)
        where = f"{name} seed {seed} deal {number}: {evening.questions}"
        assert len(evening.game.results) == number, where
        assert evening.game.results[-1].deltas == plan.game.results[-1].deltas, where
        assert evening.game.scores == plan.game.scores, where
    assert evening.game.is_over == plan.game.is_over
    return plan.game.results, evening.game.results


@pytest.mark.parametrize("deals", [1, more(3)])
@pytest.mark.parametrize("name", SAMPLED_PRESETS)
def test_deals_of_every_system_are_settled_as_the_engine_settles_them(name, deals):
    played, seen = play_bots(name, seed=1, deals=deals)
    assert [result.outcome for result in seen] == [result.outcome for result in played]
    assert [result.losers for result in seen] == [result.losers for result in played]
    assert [result.fines for result in seen] == [result.fines for result in played]


@pytest.mark.parametrize("name", ["tenhou", "simple", "tchou"])
def test_a_restart_after_every_move_changes_nothing(name):
    play_bots(name, seed=7, deals=1, restart_each_move=True)


@pytest.mark.clause("HK §44")
def test_two_winners_of_one_discard_are_read_where_tables_agree_on_them():
    played, seen = play_bots("hongkong", 6, 2, (("winners_on_discard", "3"), ("minimum_faan", "0")))
    assert [len(result.wins) for result in seen] == [len(result.wins) for result in played] == [1, 2]
