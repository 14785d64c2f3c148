"""Four people, the machine, the serial line and the daemon play deals to the end; only the pictures are left out."""

import asyncio
import math
import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from compact_record import record_file
from daemon_without_camera import daemon_at

from hw_sim.people.bots import BotPlan
from hw_sim.people.choreography import Choreography
from hw_sim.people.deal_plans import DealPlan, GamePlan, RecordPlan
from hw_sim.people.evening_plan import Evening, Habits
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.players import Players
from hw_sim.people.record_script import read_record
from hw_sim.people.tablet_watcher import TabletWatcher
from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.seats import Seat
from table_daemon.rules.presets import load_rules

RECORD = record_file("whole_game")


def record_plan() -> RecordPlan:
    return RecordPlan(read_record(RECORD), red_fives=True, rng=random.Random(1))


class OnePlan:
    """One deal and no more."""

    names = ("a", "b", "c", "d")

    def __init__(self, deal: DealPlan) -> None:
        self._deals = iter([deal])

    def next_deal(self) -> DealPlan | None:
        return next(self._deals, None)

    def sit_anew(self, seats: tuple[Seat, Seat, Seat, Seat], first_dealer: Seat) -> None:
        raise AssertionError((seats, first_dealer))


async def evening_of(plan: GamePlan, rules: str, deals: int | None, folder: Path, meddle=None, **habits) -> Evening:
    """One evening; `meddle(table, watcher)` runs beside it."""
    make = TableMake(math.inf, 1, load_rules(rules).traits.stock, 1920, 1080, folder)
    async with SimulatedTable(make) as table, daemon_at(table, folder) as address, TabletWatcher(address) as watcher:
        pace = Pace(math.inf, min_gesture_s=0.005)
        people = Choreography(Gestures(table.world, pace), random.Random(3))
        beside = asyncio.create_task(meddle(table, watcher)) if meddle else None
        evening = await Players(table, people, watcher, plan, Habits(rules, deals, **habits), pace).play()
        if beside is not None:
            await beside
        return evening


@pytest.mark.slow
async def test_two_deals_of_a_record_are_settled_as_recorded_and_both_sets_are_used(tmp_path: Path) -> None:
    evening = await evening_of(record_plan(), "tenhou", 2, tmp_path)
    assert evening.gave_up == ""
    assert [deal.deltas for deal in evening.deals] == [(0, 13000, -12000, 0), (8000, -4000, -2000, -2000)]
    assert evening.scores == evening.expected_scores == (33000, 33000, 11000, 23000)
    assert evening.is_exact
    assert (evening.questions, evening.faults, evening.corrections) == (set(), set(), 0)


@pytest.mark.slow
async def test_a_deal_of_bots_is_settled_as_their_own_engine_settles_it(tmp_path: Path) -> None:
    plan = BotPlan(load_rules("ema"), random.Random(11))
    evening = await evening_of(plan, "ema", 1, tmp_path)
    assert evening.gave_up == ""
    assert evening.is_exact
    assert evening.deals[0].deltas == plan.game.results[0].deltas


@pytest.mark.slow
async def test_a_player_lets_a_stopped_machine_go_on_and_the_fault_is_counted(tmp_path: Path) -> None:
    async def stop_while_building(_table, watcher):
        await watcher.until(lambda tablet: tablet.machine.get("state") == "building", 30)
        assert await watcher.press("machine", action="stop") == ""

    evening = await evening_of(record_plan(), "tenhou", 1, tmp_path, stop_while_building)
    assert evening.is_exact
    assert len(evening.faults) == 1


@pytest.mark.slow
async def test_a_deal_that_somebody_annuls_on_the_page_is_named_beside_the_figures(tmp_path: Path) -> None:
    async def annul(_table, watcher):
        await watcher.until(lambda tablet: sum(tablet.glance().discards) > 2, 60)
        assert await watcher.press("void_deal", reason="the wall fell") == ""

    evening = await evening_of(record_plan(), "tenhou", 1, tmp_path, annul)
    assert not evening.is_exact
    assert [change.split(",")[0] for change in evening.page_changes] == ["deal 1: annulled"]


@pytest.mark.slow
async def test_people_give_up_when_the_table_never_shows_a_result(tmp_path: Path) -> None:
    deal = record_plan().next_deal()
    unfinished = OnePlan(replace(deal, moves=islice(deal.moves, 1)))
    evening = await evening_of(unfinished, "tenhou", 1, tmp_path, result_patience_s=0.5)
    assert "no result for E1" in evening.gave_up
    assert not evening.is_exact
    assert evening.scores == (25000, 25000, 25000, 25000)
