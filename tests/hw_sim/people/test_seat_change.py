"""People change places when the tablet asks for it: over the real page's address, at a real daemon's table."""

from __future__ import annotations

import asyncio
import math
import random
from contextlib import asynccontextmanager

import pytest
from played_tours import at_the_change, bring_to_the_change
from table_bench import bench_at

from hw_sim.people.bots import BotPlan
from hw_sim.people.gestures import Pace
from hw_sim.people.seat_change import change_places
from hw_sim.people.tablet_watcher import TabletWatcher
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from table_daemon.rules.presets import load_rules

PACE = Pace(math.inf)


@asynccontextmanager
async def served_at(folder):
    """A daemon's table and somebody who looks at its tablet."""
    async with bench_at(folder) as bench:
        server = HttpServer(bench.table, HttpSettings(port=0))
        await server.start()
        async with TabletWatcher(server.url) as watcher:
            yield bench, watcher
        await server.stop()


def plan_at_the_change():
    plan = BotPlan(load_rules("tchou", (("rounds", "8"),)), random.Random(1))
    plan.game = at_the_change()
    return plan


def assert_agree(plan, bench):
    assert plan.game.names == tuple(bench.state["names"])
    assert plan.game.scores == tuple(bench.state["scores"])
    assert plan.next_deal().deck.dealer == bench.state["next_dealer"]
    assert not bench.state["seats_due"]


@pytest.mark.clause("Tchou 1924 l.296")
async def test_one_of_the_players_has_the_seats_drawn_and_all_go_on_with_them(tmp_path):
    plan, said = plan_at_the_change(), []
    async with served_at(tmp_path) as (bench, watcher):
        bring_to_the_change(bench.parts.keeper)
        assert await watcher.until(lambda tablet: tablet.seats_due, 10)
        await change_places(watcher, plan, PACE, said.append)
        assert said == [f"The players change places: {', '.join(plan.game.names)}."]
        assert_agree(plan, bench)


@pytest.mark.clause("Tchou 1924 l.296")
async def test_they_sit_as_somebody_at_the_page_has_told(tmp_path):
    plan, said = plan_at_the_change(), []
    async with served_at(tmp_path) as (bench, watcher):
        bring_to_the_change(bench.parts.keeper)
        assert await watcher.until(lambda tablet: tablet.seats_due, 10)
        sitting = asyncio.create_task(change_places(watcher, plan, PACE, said.append, is_watched=True))
        assert (await bench.send("redraw_seats", drawn=[0, 2, 3, 1], east_place=2, first_dealer=2)).ok
        await sitting
        assert plan.game.names == ("D", "B", "A", "C")
        assert_agree(plan, bench)


async def test_where_no_seats_are_due_everybody_stays(tmp_path):
    plan, said = plan_at_the_change(), []
    async with served_at(tmp_path) as (bench, watcher):
        assert (await bench.send("start_game", rules="ema")).ok
        assert await watcher.until(lambda tablet: bool(tablet.names), 10)
        await change_places(watcher, plan, PACE, said.append)
    assert (said, plan.game.names) == ([], ("A", "B", "C", "D"))
