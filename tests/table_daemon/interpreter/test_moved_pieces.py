"""Sleeves push tiles and hands knock them over; an eye sees a moved tile at both places for a while.

Whatever the rules: each discard is counted once, and the deal ends as it was played.
"""

import random

import pytest
from campaign_cases import SAMPLED_PRESETS
from felt_evening import FeltEvening
from short_deals import TURNS
from table_bench import Bench, bench_at, in_virtual_time
from unsteady_eye import SlowEye

from hw_sim.faults.disturbance import Knock, Push
from hw_sim.faults.room_plan import Sleeve, TilesKnocked
from hw_sim.people.bots import BotPlan
from mahjong_rules.events import Drawn
from table_daemon.rules.presets import load_rules


@pytest.mark.parametrize("name", SAMPLED_PRESETS)
def test_tiles_that_sleeves_push_are_counted_once_in_every_system(name):
    rules, rng = load_rules(name), random.Random(11)
    plan, evening = BotPlan(rules, random.Random(5)), FeltEvening(rules, 5)
    pushes = 0
    for _ in range(2):
        deal = plan.next_deal()
        assert deal is not None
        for event in deal.declared:
            evening.game = rules.apply(evening.game, event)
        evening.begin_deck(deal.deck)
        eye = SlowEye(evening.seen)
        for move in deal.moves:
            evening.perform(move)
            evening.look(eye.seen())
            if isinstance(move, Drawn) and rng.random() < 0.4:
                pushes += push(evening, rng)
                evening.look(eye.seen())
                evening.look(eye.seen())
        evening.be_quiet()
        assert evening.questions == ()
        assert evening.game.results[-1].deltas == plan.game.results[-1].deltas
    assert pushes >= 5


def push(evening: FeltEvening, rng: random.Random) -> bool:
    """Whether a sleeve found a river with enough tiles."""
    sleeve = Push(evening.world, Sleeve(kind="sleeve", at_s=0.0), rng)
    done = sleeve.begin()
    sleeve.end()
    return done


@pytest.mark.parametrize("name", SAMPLED_PRESETS)
def test_tiles_knocked_over_and_put_back_are_the_same_tiles_in_every_system(name):
    rules, rng = load_rules(name), random.Random(12)
    plan, evening = BotPlan(rules, random.Random(6)), FeltEvening(rules, 6)
    knocks = 0
    deal = plan.next_deal()
    assert deal is not None
    for event in deal.declared:
        evening.game = rules.apply(evening.game, event)
    evening.begin_deck(deal.deck)
    for move in deal.moves:
        evening.perform(move)
        evening.look(evening.seen())
        if isinstance(move, Drawn) and rng.random() < 0.3:
            place = rng.choice(("river", "river", "hand", "wall"))
            fault = TilesKnocked(kind="tiles_knocked", place=place, tiles=rng.choice((1, 2)), at_s=0.0)
            knock = Knock(evening.world, fault, rng)
            if knock.begin():
                knocks += 1
                knock.go_on(0.0)
                knock.go_on(1.0)
                evening.look(evening.seen())
                evening.now += rng.choice((1.0, 6.0))
                evening.look(None)
                knock.end()
                evening.look(evening.seen())
    evening.be_quiet()
    assert evening.questions == ()
    assert evening.game.results[-1].deltas == plan.game.results[-1].deltas
    assert knocks >= 3


@in_virtual_time
async def test_a_pushed_tile_that_is_hardly_read_at_first_is_not_its_neighbour(tmp_path):
    """As seen in a game: under the sleeve a 2s was read as many things, and its neighbour could not be seen at all."""
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(5)
        two, west = bench.felt.river(0)
        blurred = (("f2", 0.24), ("3z", 0.2), ("9p", 0.1))
        bench.felt.change(two.track, track=801, u_mm=two.u_mm + 8, v_mm=two.v_mm + 2)
        bench.felt.read_as(two, *blurred)
        bench.felt.take_away(west.track)
        await see(bench)
        bench.felt.put_back(west.track)
        bench.felt.change(west.track, track=802, u_mm=west.u_mm + 10, v_mm=west.v_mm + 3)
        await see(bench)
        bench.felt.read_as(two, ("2s", 0.99))
        await see(bench)
        await bench.wait(4)
        assert bench.rivers[0] == ["2s", "3z"]
        assert (bench.questions, bench.document("audit")["total"]) == ([], 0)
        await bench.perform(*TURNS[5])
        assert bench.rivers[1] == ["6z", "4z"]


@in_virtual_time
async def test_a_tile_beside_the_place_of_one_that_has_vanished_is_no_discard_before_a_person_says_so(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(4)
        (two,) = bench.felt.river(0)
        bench.felt.change(two.track, track=804, u_mm=two.u_mm + 16)
        bench.felt.read_as(two, ("9p", 0.97))
        await see(bench)
        assert bench.rivers[0] == ["2s"]
        await bench.wait(3)
        (question,) = bench.questions
        assert question["text"] == "changed_tile"
        await bench.answer("9p")
        await bench.wait(0.5)
        assert bench.rivers[0] == ["2s", "9p"]


async def see(bench: Bench) -> None:
    bench.show()
    await bench.wait(0.3)


@in_virtual_time
@pytest.mark.parametrize("apart_mm", [22.0, 66.0])
async def test_a_tile_like_one_that_is_out_of_sight_for_a_moment_is_another_discard(tmp_path, apart_mm):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(4)
        (two,) = bench.felt.river(0)
        bench.felt.take_away(two.track)
        bench.felt.lay_copy_of(two, track=805, u_mm=two.u_mm + apart_mm)
        await see(bench)
        bench.felt.put_back(two.track)
        await see(bench)
        assert bench.rivers[0] == ["2s", "2s"]
        await bench.wait(3)
        assert bench.questions == []
