"""A record as a plan: its deals in order, each with its deck and its own figures."""

import random

import pytest
from compact_record import record_file

from hw_sim.people.deal_plans import RecordPlan
from hw_sim.people.record_script import read_record
from mahjong_rules.records import RecordError

GAME = read_record(record_file("whole_game"))


def test_a_record_is_planned_deal_by_deal_with_its_own_figures() -> None:
    plan = RecordPlan(GAME, red_fives=True, rng=random.Random(1))
    assert plan.names == GAME.names
    for scripted in GAME.deals:
        deal = plan.next_deal()
        assert deal is not None
        assert (deal.label, deal.deck.dealer) == (scripted.label, scripted.dealer)
        assert tuple(deal.moves) == scripted.moves
        assert deal.expected() == (scripted.deltas, scripted.scores)
        assert deal.declared == ()
    assert plan.next_deal() is None


def test_a_record_that_the_sets_cannot_play_is_refused_before_the_first_deal() -> None:
    with pytest.raises(RecordError, match="a set under these rules"):
        RecordPlan(GAME, red_fives=False, rng=random.Random(1))
