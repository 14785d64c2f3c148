"""The real daemon and four people at a table that fails: only the pictures are left out.

What the tablet shows, people mend by hand and clear on the tablet; then the game goes on as if nothing had been.
"""

import json
import math
import random
from pathlib import Path

import pytest
from compact_record import record_file
from daemon_without_camera import daemon_at

from hw_sim.faults.plan import read_faults
from hw_sim.people.choreography import Choreography
from hw_sim.people.deal_plans import RecordPlan
from hw_sim.people.evening_plan import Evening, Habits
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.players import Players
from hw_sim.people.record_script import read_record
from hw_sim.people.tablet_watcher import TabletWatcher
from hw_sim.simulated_table import SimulatedTable, TableMake
from table_daemon.config_files import config_path
from table_daemon.rules.presets import load_rules


class Story:
    """What the room heard, what players said they did, and what the tablet and the diagnostics said meanwhile."""

    def __init__(self) -> None:
        self.room: list[str] = []
        self.deeds: list[str] = []
        self.shown: list[str] = []
        self.diagnosed: set[str] = set()

    def note(self, _before, after) -> None:
        if after.fault is not None:
            self.shown.append(str(after.fault["text"]))
            assert set(after.fault) == {"id", "code", "text", "action"}
        elif after.missing:
            self.shown.append(str(after.machine["text"]))
        fault = after.documents.get("diag/machine", {}).get("fault")
        if fault:
            self.diagnosed.add(str(fault["code"]))


async def evening_with(faults: Path, deals: int, folder: Path) -> tuple[Evening, Story]:
    """An evening at a table with this file of faults."""
    story, stock = Story(), load_rules("tenhou").traits.stock
    make = TableMake(math.inf, 1, stock, 1920, 1080, folder, read_faults(faults))
    plan = RecordPlan(read_record(record_file("two_short_deals")), red_fives=True, rng=random.Random(1))
    async with SimulatedTable(make) as table, daemon_at(table, folder) as address, TabletWatcher(address) as watcher:
        watcher.on_change(story.note)
        table.troubles.on_happening(story.room.append)
        pace = Pace(math.inf, min_gesture_s=0.005)
        people = Choreography(Gestures(table.world, pace), random.Random(3))
        players = Players(table, people, watcher, plan, Habits("tenhou", deals), pace, say=story.deeds.append)
        return await players.play(), story


@pytest.mark.timeout(120)
async def test_a_jam_is_shown_cleared_by_a_person_and_the_deal_is_played_as_recorded(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    evening, story = await evening_with(config_path("examples/faults/jam.toml"), 1, tmp_path)
    assert evening.gave_up == ""
    assert [deal.deltas for deal in evening.deals] == [(0, 13000, -12000, 0)]
    assert story.room[0] == "A tile jams in the pusher of side 1."
    assert "A player takes out the tile that jammed in the pusher of side 1." in story.deeds
    assert set(story.shown) == {"the pusher of side 1 did not load its lift"}
    assert len(evening.faults) == 1
    assert story.diagnosed == {"push_timeout"}
    assert "fault PUSH_TIMEOUT" in caplog.text


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_a_tile_on_the_floor_and_one_that_nobody_counted_are_asked_for_and_both_sets_are_played(
    tmp_path: Path,
) -> None:
    evening, story = await evening_with(config_path("examples/faults/missing_tile.toml"), 2, tmp_path)
    assert evening.gave_up == ""
    assert evening.is_exact
    assert evening.faults == set()
    assert "A player picks up what lies on the floor and puts it in." in story.deeds
    assert "A player looks, finds nothing, and says that all tiles are in (not counted: 1)." in story.deeds
    assert any("Of set A 134 of 136 tiles are counted" in text for text in story.shown)


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_a_bad_line_and_a_pulled_plug_leave_no_trace_in_the_score(tmp_path: Path) -> None:
    faults = tmp_path / "line.toml"
    kinds = ("bytes_lost", "bytes_flipped", "bytes_duplicated")
    entries = [{"kind": kind, "chance": 0.003, "at_s": 0.5, "for_s": 20} for kind in kinds]
    entries.append({"kind": "unplug", "when": "lifts_rise"})
    faults.write_text("".join(_entry(entry) for entry in entries))
    evening, story = await evening_with(faults, 1, tmp_path)
    assert evening.gave_up == ""
    assert evening.is_exact
    assert "A player plugs the motor board in again." in story.deeds


def _entry(entry: dict[str, object]) -> str:
    return "[[fault]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in entry.items())
