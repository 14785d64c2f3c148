"""Sticks that players forget and leave over, seen by the camera and told on the tablet; the game takes no notice."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from compact_record import record_file

from hw_sim.faults.plan import FaultPlan
from hw_sim.machine.wiring import SETTINGS
from hw_sim.people.choreography import Choreography
from hw_sim.people.deal_plans import RecordPlan
from hw_sim.people.evening_plan import Habits
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.players import Players
from hw_sim.people.record_script import read_record
from hw_sim.people.tablet_watcher import Tablet, TabletWatcher
from hw_sim.simulated_table import SimulatedTable, TableMake
from table_daemon.access.gatekeeper import read_local_key
from table_daemon.cli.daemon_child import DaemonChild
from table_daemon.config_files import config_path
from table_daemon.rules.presets import load_rules
from table_daemon.settings import TableSettings

PATIENCE_S = 90.0
RIICHI, OTHER = 1, 3
"""Who declares riichi in the first deal, and before whom a stick of the deal before is left."""
ASTRAY = FaultPlan.model_validate(
    {
        "fault": [
            {"kind": "stick_left", "seat": OTHER, "when": "discard", "for_s": 900.0},
            {"kind": "stick_forgotten", "when": "discard", "for_s": 900.0},
        ]
    }
)


class Told:
    """What the tablet said of sticks, in order, and the counts beside it."""

    def __init__(self) -> None:
        self.notices: list[tuple[str, int]] = []
        self.counts: set[tuple[int | None, ...]] = set()
        self.questions: set[str] = set()

    def note(self, _before: Tablet, after: Tablet) -> None:
        sticks = after.documents.get("sticks", {})
        self.counts.add(tuple(sticks.get("seen", ())))
        self.questions |= after.question_ids
        for item in sticks.get("notices", ()):
            if (notice := (item["notice"], item["seat"])) not in self.notices:
                self.notices.append(notice)


class PatientPace(Pace):
    """Before a discard, with no arm over the table, everybody waits until the tablet has told what is astray."""

    def __init__(self, table: SimulatedTable, watcher: TabletWatcher, told: Told) -> None:
        super().__init__(math.inf)
        self._table, self._watcher, self._told = table, watcher, told
        self._usual = Pace(table.speed, be_seen=table.be_seen)

    async def spend(self, table_s: float) -> None:
        await self._usual.spend(table_s)

    async def think(self, table_s: float) -> None:
        due = self._due()
        if due and not self._table.world.scene.arms:
            assert await self._watcher.until(lambda _: due <= set(self._told.notices), PATIENCE_S), due
        await self._usual.think(table_s)

    def _due(self) -> set[tuple[str, int]]:
        riichi = self._watcher.tablet.documents["state"]["riichi"]
        left = {("stray", OTHER)} if self._table.world.scene.sticks else set()
        return left | ({("missing", RIICHI)} if riichi[RIICHI] else set())


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_a_forgotten_stick_and_one_left_over_are_told_and_the_deal_is_settled_as_recorded(tmp_path: Path) -> None:
    told, rules = Told(), load_rules("tenhou")
    make = TableMake(math.inf, 1, rules.traits.stock, 1920, 1080, tmp_path, ASTRAY)
    plan = RecordPlan(read_record(record_file("two_short_deals")), red_fives=True, rng=random.Random(1))
    async with SimulatedTable(make) as table:
        settings = {
            "table.state_dir": str(tmp_path),
            "play.rules": "tenhou",
            "play.sticks_s": 1,
            "serial.port": str(table.serial_port),
            **SETTINGS,
            "camera.address": table.camera_address,
            "camera.width": make.width_px,
            "camera.height": make.height_px,
            "http.port": 0,
            "mqtt.broker": "none",
        }
        config = config_path("examples/simulator.toml")
        async with DaemonChild(config, settings, table.wiring.environment) as daemon:
            key = read_local_key(TableSettings(state_dir=str(tmp_path)).access_folder)
            async with TabletWatcher(daemon.page, key) as watcher:
                watcher.on_change(told.note)
                people = Choreography(Gestures(table.world, PatientPace(table, watcher, told)), random.Random(3))
                players = Players(
                    table, people, watcher, plan, Habits("tenhou", 1), Pace(table.speed, be_seen=table.be_seen)
                )
                evening = await players.play()
    assert evening.gave_up == ""
    assert evening.is_exact
    assert told.notices == [("stray", OTHER), ("missing", RIICHI)]
    assert any(counts[OTHER : OTHER + 1] == (1,) and counts[RIICHI] == 0 for counts in told.counts)
    assert told.questions == set()
