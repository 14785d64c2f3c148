"""Bots act out deals of every system: every piece stays on the table, in nobody's way, and lies as its manners say."""

import math
import random
from itertools import combinations

import pytest
from campaign_cases import sampled

from hw_sim.felt.footprint import corners, overlap_mm
from hw_sim.felt.scene import Furniture, Pose
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.bots import BotPlan
from hw_sim.people.choreography import Choreography
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.laying_manners import LayingManners
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.set_names import SetName
from mahjong_rules.state import Turn
from table_daemon.rules.presets import load_rules, preset_names


class Felt:
    def __init__(self, rules: RuleSystem, seed: int) -> None:
        self.traits = rules.traits
        self.furniture = Furniture.for_stock(self.traits.stock)
        self.plan = BotPlan(rules, random.Random(seed))
        rng = random.Random(seed)
        self.world = TableWorld(self.furniture, stock=self.traits.stock, rng=rng)
        self.people = Choreography(
            Gestures(self.world, Pace(math.inf, min_gesture_s=0)), rng, LayingManners.of(self.traits)
        )

    def deepest_overlap_mm(self) -> float:
        pairs = combinations(self.world.scene.pieces.values(), 2)
        return max(overlap_mm(first, second, self.furniture) for first, second in pairs)

    def check(self) -> None:
        assert len(self.world.scene.pieces) == self.traits.stock.count
        assert not self.world.held
        assert self.deepest_overlap_mm() < 0.02
        outlines = [corners(piece, self.furniture) for piece in self.world.scene.pieces.values()]
        farthest = max(abs(value) for outline in outlines for point in outline for value in point)
        assert farthest < self.furniture.marker_at_mm - self.furniture.marker_mm / 2


@pytest.mark.parametrize("name", sampled(["doman", "ema", "simple", "tchou"], preset_names()))
async def test_what_lies_on_the_felt_is_what_the_engine_knows_and_nothing_overlaps(name):
    felt = Felt(load_rules(name), seed=21)
    for _ in range(2):
        deal = felt.plan.next_deal()
        felt.world.raise_walls(SetName.A, deal.deck)
        await felt.people.deal(deal.deck)
        felt.check()
        for number, event in enumerate(deal.moves):
            await felt.people.perform(event)
            if number % 25 == 0:
                felt.check()
        felt.check()
        played = felt.plan.game.deal
        assert played.turn is Turn.OVER
        assert [place.discards for place in felt.world.places] == [len(river) for river in played.rivers]
        assert [len(place.melds) for place in felt.world.places] == [len(melds) for melds in played.melds]
        laid = [tuple(piece.tile for piece in place.flowers) for place in felt.world.places]
        assert laid == list(played.classical.flowers)
        assert await felt.people.endings.push_in(lambda _: True) == felt.traits.stock.count


@pytest.mark.parametrize("name", ["tchou", "simple"])
async def test_losers_open_their_hands_where_they_count(name):
    felt = Felt(load_rules(name), seed=3)
    deal = felt.plan.next_deal()
    felt.world.raise_walls(SetName.A, deal.deck)
    await felt.people.deal(deal.deck)
    for event in deal.moves:
        await felt.people.perform(event)
    result = felt.plan.game.results[-1]
    assert len(result.losers) == 3
    for loser in result.losers:
        hand = felt.world.places[loser.seat].hand
        assert sorted(piece.tile for piece in hand) == sorted(loser.hand)
        assert {piece.pose for piece in hand} == {Pose.FACE_UP}
