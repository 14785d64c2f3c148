"""`kill -9` at awkward moments: the same scores, and a table that goes on."""

import asyncio
import contextlib
import math
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from compact_record import record_file
from eventually import eventually
from mortal_daemon import MortalDaemon

from hw_sim.people.choreography import Choreography
from hw_sim.people.deal_plans import RecordPlan
from hw_sim.people.evening_plan import Habits
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.players import Players
from hw_sim.people.record_script import read_record
from hw_sim.people.tablet_watcher import Tablet, TabletWatcher
from hw_sim.simulated_table import SimulatedTable, TableMake
from table_daemon.rules.presets import load_rules

IN_MID_DEAL = 2
"""Discards in the rivers; the first deal has six, two of which are claimed."""
MACHINE_SPEED = 8.0
"""A build takes 2 to 4 s: longer than the lease of half a second."""


def is_building(tablet: Tablet) -> bool:
    """Early enough in the build that it outlasts the lease, so that the dead man must stop it."""
    return tablet.machine.get("state") == "building" and (tablet.machine.get("progress") or 0) < 0.4


def is_playing(tablet: Tablet) -> bool:
    return sum(tablet.glance().discards) >= IN_MID_DEAL


def is_counting(tablet: Tablet) -> bool:
    return tablet.machine.get("state") in ("clearing", "counting")


async def kill_at(
    daemon: MortalDaemon, table: SimulatedTable, watcher: TabletWatcher, *moments: Callable[[Tablet], bool]
) -> int:
    kills = 0
    for moment in moments:
        assert await watcher.until(moment, 300)
        await daemon.kill()
        await eventually(lambda: not table.mechanics.motors_running)
        await daemon.start()
        kills += 1
    return kills


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_a_daemon_killed_while_building_playing_and_clearing_ends_with_the_players_scores(tmp_path: Path) -> None:
    rules = load_rules("tenhou")
    make = TableMake(MACHINE_SPEED, 1, rules.traits.stock, width_px=1920, height_px=1080, folder=tmp_path)
    plan = RecordPlan(read_record(record_file("two_short_deals")), red_fives=True, rng=random.Random(1))
    pace = Pace(math.inf, min_gesture_s=0.005)
    async with contextlib.AsyncExitStack() as stack:
        table = await stack.enter_async_context(SimulatedTable(make))
        size = {"camera__width": "1920", "camera__height": "1080"}
        daemon = MortalDaemon(table.serial_port, table.camera_address, tmp_path, **size)
        await daemon.start()
        stack.push_async_callback(daemon.end)
        watcher = await stack.enter_async_context(TabletWatcher(daemon.page))
        people = Choreography(Gestures(table.world, pace), random.Random(3))
        killing = asyncio.create_task(kill_at(daemon, table, watcher, is_building, is_playing, is_counting))
        evening = await Players(table, people, watcher, plan, Habits("tenhou", 2, patience_s=30.0), pace).play()
        assert await killing == 3
    assert evening.gave_up == ""
    assert [deal.deltas for deal in evening.deals] == [deal.expected_deltas for deal in evening.deals]
    assert evening.scores == evening.expected_scores
    assert evening.faults
