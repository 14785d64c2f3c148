"""The self-test of the set-up over HTTP: nothing moves unasked, every fault is named, Stop waits for nothing."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from eventually import eventually
from first_start_bench import FirstStart, board_is, first_start, prove_board, simulated_table

from board_firmware import protocol
from firmware_bridge.buttons import Button, ButtonKind
from firmware_bridge.gpio import NoPins
from firmware_bridge.messages import PROTOCOL_MAJOR
from firmware_bridge.serial_port import SerialConnector
from firmware_bridge.settings import MachineSettings, SerialSettings
from hw_sim.felt.deck import chance_deck
from hw_sim.machine.wiring import SETTINGS
from hw_sim.people.deal_endings import Endings
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.set_up_helpers import SetUpHelpers
from hw_sim.people.tablet_watcher import TabletWatcher
from hw_sim.simulated_table import SimulatedTable
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock
from table_daemon.machine.controller import MachineController
from wire.commands.motions import Motion

pytestmark = pytest.mark.slow
TILES = 136


async def at_the_machine(started: FirstStart, table: Any) -> dict[str, Any]:
    """The board is proved and its test stands before the person."""
    await started.wish("go", step="board")
    await prove_board(started, table)
    return await started.wish("go", step="machine")


@pytest.mark.parametrize(("major", "which"), [(2, "older"), (4, "newer")])
async def test_a_board_of_another_protocol_is_told_and_nothing_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, major: int, which: str
) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        await at_the_machine(started, table)
        monkeypatch.setattr(protocol, "MAJOR", major)
        await started.wish("machine", what="mechanism", fault_id="")
        seen = await started.until(state_is("passed", "trouble"))
        assert (seen["machine"]["state"], seen["machine"]["refusal"]) == ("trouble", f"firmware_{which}")
        await started.wish("go", step="board")
        await started.wish("board", port=str(table.serial_port))
        seen = await started.until(board_is("trouble"))
        assert seen["board"]["trouble"] == f"firmware_{which}"
        assert "jantaku firmware flash" in seen["board"]["sentence"]
        assert not table.mechanics.motors_running
        monkeypatch.setattr(protocol, "MAJOR", PROTOCOL_MAJOR)
        await started.until(board_is("press"))


def state_is(*states: str) -> Any:
    return lambda document: document["machine"]["state"] in states


def results(document: dict[str, Any]) -> list[str]:
    return [part["result"] for part in document["machine"]["parts"]]


async def test_without_a_board_nothing_can_be_tested(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        shown = await started.wish("go", step="machine")
        assert not shown["machine"]["has_board"]
        refused = await started.wish("machine", what="mechanism", fault_id="")
        assert "go back to the motor board" in refused["error"]["message"]


async def test_every_part_moves_after_consent_alone_and_is_told_to_work(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        shown = await at_the_machine(started, table)
        assert shown["machine"]["state"] == "none"
        assert set(results(shown)) == {""}
        await started.wish("machine", what="mechanism", fault_id="")
        again = await started.wish("machine", what="mechanism", fault_id="")
        assert "is under way" in again["error"]["message"]
        moved = set()
        async with asyncio.timeout(60):
            while not state_is("passed", "trouble")(seen := await started.document()):
                moved |= {part["part"] for part in seen["machine"]["parts"] if part["result"] == "running"}
        assert seen["machine"]["state"] == "passed", seen["machine"]
        assert moved >= {"dome", "lift"}
        assert results(seen) == ["passed"] * 6 + [""] * 10, "the heads need tiles and a word of their own"
        await started.wish("machine", what="heads", fault_id="")
        seen = await started.until(state_is("passed", "trouble"))
        assert results(seen) == ["passed"] * 10 + [""] * 6, seen["machine"]
        await started.wish("go", step="rules")
        kept = await started.wish("go", step="machine")
        assert results(kept) == ["passed"] * 10 + [""] * 6
        assert "machine" in [step["name"] for step in kept["steps"] if step["done"]]


async def test_a_lift_that_is_stuck_is_named_and_tested_again_once_a_person_has_seen_to_it(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        await at_the_machine(started, table)
        table.mechanics.defects.barriers["lift_2"] = 0.4
        await started.wish("machine", what="mechanism", fault_id="")
        seen = await started.until(state_is("passed", "trouble"))
        assert seen["machine"]["fault"]["code"] == "stalled"
        assert results(seen)[:6] == ["passed", "passed", "passed", "passed", "failed", ""]
        unseen = await started.wish("machine", what="mechanism", fault_id="")
        assert not unseen.get("error")
        seen = await started.until(state_is("trouble"))
        assert seen["machine"]["fault"], "a fault that nobody has named stays latched"
        table.mechanics.defects.barriers.clear()
        await started.wish("machine", what="mechanism", fault_id=seen["machine"]["fault"]["id"])
        assert results(await started.until(state_is("passed")))[:6] == ["passed"] * 6


async def count_in(started: FirstStart, table: SimulatedTable, tile_set: SetName, tiles: int = TILES) -> None:
    """Let the dome open and push so many tiles in."""
    await started.wish("machine", what="counters", fault_id="")
    await eventually(lambda: table.mechanics.drop_ring.is_open)
    for _ in range(tiles):
        table.mechanics.drop_ring.push_over(tile_set)


async def test_set_b_goes_the_same_way_once_set_a_is_counted_in(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        shown = await at_the_machine(started, table)
        assert (shown["machine"]["next"], shown["machine"]["set"]) == ("mechanism", "A")
        await started.wish("machine", what="mechanism", fault_id="")
        await started.until(state_is("passed", "trouble"))
        for tile_set in SetName:
            for what in ("heads", "pushers"):
                seen = await started.until(state_is("passed", "trouble"))
                assert (seen["machine"]["next"], seen["machine"]["set"]) == (what, tile_set), seen["machine"]
                await started.wish("machine", what=what, set=tile_set, fault_id="")
                await started.until(lambda document: document["machine"]["state"] not in ("begins", "homing"))
            seen = await started.until(state_is("passed", "trouble"))
            assert (seen["machine"]["next"], seen["machine"]["set"]) == ("counters", tile_set), seen["machine"]
            await count_in(started, table, tile_set)
            await started.until(state_is("counters"))
        seen = await started.until(state_is("passed", "trouble"))
        assert results(seen) == ["passed"] * 16, seen["machine"]
        assert seen["machine"]["next"] == ""
        assert seen["machine"]["pressed"] == [], "no pins of the computer are named: nobody is asked to press them"


async def test_simulated_people_push_in_and_press_what_the_page_asks_for(tmp_path: Path) -> None:
    pins = {key: str(value) for key, value in SETTINGS.items()}
    async with (
        simulated_table(tmp_path) as table,
        first_start(tmp_path, table, **pins) as started,
        people(started, table),
    ):
        await started.wish("go", step="board")
        await started.wish("board", port=str(table.serial_port))
        await started.until(board_is("proved"))
        await started.wish("go", step="machine")
        for what in ("heads", "pushers", "counters", "buttons"):
            await started.wish("machine", what=what, fault_id="")
            seen = await started.until(state_is("passed", "trouble"))
            assert seen["machine"]["state"] == "passed", seen["machine"]
        assert results(seen)[-2:] == ["passed", ""]
        assert len(pressed(seen)) == 14


@asynccontextmanager
async def people(started: FirstStart, table: SimulatedTable) -> AsyncIterator[None]:
    """Four of them, who look at the tablet often: a test's patience is short."""
    async with TabletWatcher(started.page) as watcher:
        endings = Endings(Gestures(table.world, Pace(math.inf, min_gesture_s=0)))
        serving = asyncio.create_task(SetUpHelpers(table, endings, watcher, glance_s=0.5).run())
        try:
            yield
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)


async def test_each_button_and_the_computers_own_stop_contact_turn_green_when_seen(tmp_path: Path) -> None:
    pins = {key: str(value) for key, value in SETTINGS.items()}
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table, **pins) as started:
        await at_the_machine(started, table)
        await started.wish("machine", what="buttons", fault_id="")
        await started.until(state_is("buttons"))
        seen = await press_until_seen(started, table, Button(ButtonKind.WIN, Seat(2)))
        assert pressed(seen) == {("button_win", 2)}, "no other button, and nothing was pressed by the machine"
        assert not table.wiring.relay, "the motors have no current meanwhile"
        table.mechanics.press_emergency_stop(pressed=True)
        await started.until(lambda document: ("stop_contact", None) in pressed(document, "held"))
        table.mechanics.press_emergency_stop(pressed=False)
        await started.until(lambda document: ("stop_contact", None) in pressed(document))
        await started.wish("stop")
        seen = await started.until(state_is("none", "stopped"))
        assert pressed(seen) == {("button_win", 2), ("stop_contact", None)}
        assert seen["machine"]["fault"] is None, "to say that no more is wired is no stop of the machine"
        await started.wish("machine", what="buttons", fault_id="")
        await started.until(state_is("buttons"))
        for kind in ButtonKind:
            for seat in (None,) if kind is ButtonKind.START else SEATS:
                await press_until_seen(started, table, Button(kind, seat))
        seen = await started.until(state_is("passed"))
        assert len(pressed(seen)) == 14
        assert set(results(seen)) == {""}


async def press_until_seen(started: FirstStart, table: SimulatedTable, button: Button) -> dict[str, Any]:
    """As people do: press again while it does not turn green."""
    async with asyncio.timeout(20):
        while (f"button_{button.kind}", button.seat) not in pressed(seen := await started.document()):
            await table.wiring.press(button)
    return seen


def pressed(document: dict[str, Any], result: str = "passed") -> set[tuple[str, int | None]]:
    return {(part["part"], part["side"]) for part in document["machine"]["pressed"] if part["result"] == result}


async def test_walls_are_brought_up_and_every_tile_is_counted_in_again(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        await at_the_machine(started, table)
        await started.wish("machine", what="counters", fault_id="")
        seen = await started.until(state_is("passed", "trouble"))
        assert "let the pushers bring walls up first" in seen["machine"]["sentence"], "nothing was there to be counted"
        for what in ("heads", "pushers"):
            await started.wish("machine", what=what, fault_id="")
            seen = await started.until(state_is("passed", "trouble"))
        assert results(seen) == [""] * 6 + ["passed"] * 8 + [""] * 2, seen["machine"]
        await started.wish("machine", what="counters", fault_id="")
        await eventually(lambda: table.mechanics.drop_ring.is_open)
        for _ in range(TILES - 1):
            table.mechanics.drop_ring.push_over(SetName.A)
        seen = await started.until(lambda document: document["machine"]["counted"] == TILES - 1)
        assert seen["machine"]["state"] == "counters", "one tile is still out"
        table.mechanics.drop_ring.push_over(SetName.A)
        seen = await started.until(state_is("passed", "trouble"))
        assert results(seen)[-2:] == ["passed", ""], seen["machine"]
        assert table.mechanics.dome_raised == 0.0


async def test_a_counter_that_misses_a_tile_is_never_told_to_work(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        await at_the_machine(started, table)
        for what in ("heads", "pushers"):
            await started.wish("machine", what=what, fault_id="")
            await started.until(state_is("passed", "trouble"))
        await started.wish("machine", what="counters", fault_id="")
        await eventually(lambda: table.mechanics.drop_ring.is_open)
        for _ in range(TILES - 1):
            table.mechanics.drop_ring.push_over(SetName.A)
        await started.until(lambda document: document["machine"]["counted"] == TILES - 1)
        await started.wish("stop")
        seen = await started.until(state_is("stopped", "passed", "trouble"))
        assert seen["machine"]["state"] == "stopped"
        assert (seen["machine"]["counted"], seen["machine"]["count_of"]) == (TILES - 1, TILES)
        assert "passed" not in results(seen)[-2:]


async def test_stop_latches_and_a_test_that_nobody_watches_stops_by_itself(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        await at_the_machine(started, table)
        await started.wish("machine", what="mechanism", fault_id="")
        await started.until(state_is("testing"))
        await started.wish("stop")
        seen = await started.until(state_is("stopped"))
        assert seen["machine"]["fault"]["code"] == "stopped"
        assert "passed" not in results(seen)[3:]
        table.mechanics.defects.speeds["dome"] = 0.01
        await started.wish("machine", what="mechanism", fault_id=seen["machine"]["fault"]["id"])
        await eventually(lambda: "dome_up" in table.mechanics.motors_running)
        await eventually(lambda: not table.mechanics.motors_running)
        assert results(await started.until(state_is("left")))[2:6] == [""] * 4


async def raise_walls(table: SimulatedTable) -> None:
    """Somebody has played before: the walls of a set stand on the table."""
    table.stack_next(chance_deck(TileStock(), Random(1)))
    machine = MachineController(SerialConnector(SerialSettings(port=str(table.serial_port))), MachineSettings())
    await machine.start(NoPins(), 0.0)
    await machine.home()
    for motion in (Motion.BUILD, Motion.RAISE):
        await machine.maintain(motion)
    await machine.close()


async def test_a_table_on_which_tiles_stand_is_not_tested(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table:
        await raise_walls(table)
        async with first_start(tmp_path, table) as started:
            await at_the_machine(started, table)
            await started.wish("machine", what="mechanism", fault_id="")
            seen = await started.until(state_is("passed", "trouble"))
            assert seen["machine"]["state"] == "trouble"
            assert "iles" in seen["machine"]["sentence"]
            assert set(results(seen)) == {""}
