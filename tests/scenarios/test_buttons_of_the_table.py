"""People press the table's own buttons and reach over its lifts; the wires are a file, the rest is as in a game."""

import asyncio
import math
import random
from pathlib import Path

import pytest
from compact_record import record_file
from daemon_without_camera import daemon_at

from firmware_bridge.buttons import Button, ButtonKind
from hw_sim.machine import fake_gpio
from hw_sim.machine.wiring import SETTINGS
from hw_sim.people.choreography import Choreography
from hw_sim.people.deal_plans import RecordPlan
from hw_sim.people.evening_plan import Habits
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.players import Players
from hw_sim.people.record_script import read_record
from hw_sim.people.tablet_watcher import Tablet, TabletWatcher
from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.seats import Seat
from table_daemon.journal.journal import Journal
from table_daemon.rules.presets import load_rules

WIRED = [f'{key}="{value}"' for key, value in SETTINGS.items()]
START = Button(ButtonKind.START)
MEDDLER = Seat(1)


def table_in(folder: Path, monkeypatch, speed: float = math.inf) -> SimulatedTable:
    """A table whose wires a daemon in this process finds."""
    table = SimulatedTable(TableMake(speed, 1, load_rules("tenhou").traits.stock, 1920, 1080, folder))
    for name, value in table.wiring.environment.items():
        monkeypatch.setenv(name, value)
    return table


def calls(tablet: Tablet) -> list[tuple[str, int]]:
    return [(call["kind"], call["seat"]) for call in tablet.documents.get("calls", {}).get("calls", [])]


_UNDER_WAY = 2
"""Discards that a pause comes too late for: one that lies and is not read yet, one in somebody's hand."""
_PEACE_S = 4.0
"""Several discards long: players in no pause lay one every second or faster."""


def laid(tablet: Tablet) -> int:
    return sum(tablet.glance().discards)


async def pause(watcher: TabletWatcher) -> None:
    """Somebody pauses in the middle of a deal: what is under way comes to its end, and nobody plays on."""
    await watcher.until(lambda tablet: laid(tablet) >= 4, 120)
    assert await watcher.press("hold", on=True) == ""
    at_most = laid(watcher.tablet) + _UNDER_WAY
    assert not await watcher.until(lambda tablet: laid(tablet) > at_most, _PEACE_S)
    assert await watcher.press("hold", on=False) == ""


async def meddle(table: SimulatedTable, watcher: TabletWatcher) -> None:
    """A pause; after the first deal somebody calls everybody, starts the next deal, and leans over the lifts."""
    await pause(watcher)
    await watcher.until(lambda tablet: tablet.phase == "result", 120)
    await table.wiring.press(Button(ButtonKind.ATTENTION, Seat(2)))
    assert await watcher.until(lambda tablet: calls(tablet) == [("attention", 2)], 5)
    await table.wiring.press(Button(ButtonKind.WIN, Seat(0)), Button(ButtonKind.RIICHI, Seat(0)))
    # Without waiting for its release: the table may be bare before that, and only for a moment.
    pressing = asyncio.create_task(table.wiring.press(START, hold_s=0.3))
    async with asyncio.timeout(60):
        while watcher.tablet.machine.get("obstacle") != "hands":
            if not (table.world.scene.arms or table.world.scene.pieces):
                table.world.show_arm(MEDDLER, 0.0, 180.0)
            await asyncio.sleep(0.001)
    await pressing
    assert watcher.tablet.machine["state"] == "blocked"
    table.world.hide_arm(MEDDLER)


@pytest.mark.slow
async def test_a_button_begins_the_next_deal_and_the_walls_wait_for_an_arm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = RecordPlan(read_record(record_file("whole_game")), red_fives=True, rng=random.Random(1))
    async with (
        table_in(tmp_path, monkeypatch) as table,
        daemon_at(table, tmp_path, *WIRED) as address,
        TabletWatcher(address) as watcher,
    ):
        pace = Pace(math.inf, min_gesture_s=0.005)
        people = Choreography(Gestures(table.world, pace), random.Random(3))
        meddling = asyncio.create_task(meddle(table, watcher))
        habits = Habits("tenhou", 2, is_watched=True)
        evening = await Players(table, people, watcher, plan, habits, pace).play()
        await meddling
    assert evening.gave_up == ""
    assert evening.is_exact
    journal = Journal.open(tmp_path / "journal.db")
    entries = journal.entries(journal.games()[-1].id)
    journal.close()
    called = [
        (entry.payload["call"], entry.payload["seat"], entry.cause) for entry in entries if "call" in entry.payload
    ]
    assert called == [("attention", 2, "button of seat 2")]


@pytest.mark.slow
async def test_the_emergency_stop_opens_the_relay_and_motion_needs_a_word_after_its_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        table_in(tmp_path, monkeypatch) as table,
        daemon_at(table, tmp_path, *WIRED) as address,
        TabletWatcher(address) as watcher,
    ):
        assert await watcher.until(lambda tablet: tablet.machine.get("state") == "idle", 10)
        assert table.wiring.relay
        table.mechanics.press_emergency_stop(pressed=True)
        assert await watcher.until(lambda tablet: tablet.fault is not None, 5)
        assert not table.wiring.relay
        fault = watcher.tablet.fault
        assert "release it first" in await watcher.press("machine", action="clear_fault", fault_id=fault["id"])
        await table.wiring.press(START)
        assert watcher.tablet.fault == fault
        table.mechanics.press_emergency_stop(pressed=False)
        while await watcher.press("machine", action="clear_fault", fault_id=fault["id"]):
            assert not table.wiring.relay
        assert await watcher.until(lambda tablet: tablet.fault is None, 5)
        assert table.wiring.relay
    assert not fake_gpio._PI.directions
