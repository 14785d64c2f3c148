"""The page's way to the board's firmware: a real controller, a real port, a board that leaves for its prompt."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from eventually import eventually
from flashable_board import FlashableBoard
from machine_bench import FakePins

from firmware_bridge.messages import Verb
from firmware_bridge.serial_port import SerialConnector
from firmware_bridge.settings import MachineSettings, SerialSettings
from hw_sim.machine.mechanics import Mechanics
from hw_sim.machine.pty_link import PtyLink
from table_daemon.firmware.at_port import flashing_at
from table_daemon.firmware.desk import FirmwareDesk
from table_daemon.firmware.flashing import Flashing, Tell
from table_daemon.firmware.shipped import firmware_hash
from table_daemon.firmware_service import FirmwareError, FirmwareWhy
from table_daemon.machine.controller import MachineController, MachineError
from wire.commands.motions import Motion

OLD = {"board_firmware/start.py": b"old start", "board_firmware/gone.py": b"x = 1\n", "main.py": b"old start"}
NEW = {"board_firmware/start.py": b"new start", "board_firmware/core.py": b"y = 2\n", "main.py": b"new start"}
AT_REST = ("done", "failed")


class Bench:
    """A table that is switched on, a daemon's machine at it, and its desk of firmware."""

    def __init__(self, folder: Path) -> None:
        for name, content in {**OLD, "record.bin": b"where the tiles are"}.items():
            (folder / "flash" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "flash" / name).write_bytes(content)
        self.mechanics = Mechanics(Random(5), 30.0)
        self.board = FlashableBoard(self.mechanics, asyncio.get_running_loop().time, folder / "flash")
        self.link = PtyLink(self.board, folder)
        self.board.restarting = self._port_goes
        serial = SerialSettings(port=str(self.link.path))
        self.machine = MachineController(SerialConnector(serial), MachineSettings())
        self.pins = FakePins()
        self.told: list[str] = []
        self.heard: dict[str, object] = {}
        self.desk = FirmwareDesk(
            self.machine, NEW, partial(self._flashing, serial), folder / "state", lambda: datetime.now(UTC)
        )

    def _port_goes(self) -> None:
        """As that of a USB device which starts anew."""
        self.link.unplug()
        asyncio.get_running_loop().call_later(0.1, self.link.plug_in)

    def _flashing(self, serial: SerialSettings, kept: Path, tell: Tell) -> Flashing:
        def noted(doing: str, done: int, of: int) -> None:
            """In the worker thread, as the desk is told."""
            if doing not in self.told:
                self.told.append(doing)
                self.heard[doing] = (self.machine.status.state, self.pins.relay[-1], set(self.mechanics.motors_running))
            tell(doing, done, of)

        return flashing_at(serial, kept, noted)

    @property
    def files(self) -> dict[str, bytes]:
        """On the board's flash, but for what the firmware writes itself."""
        return {name: content for name, content in self.board.prompt.files.items() if not name.endswith(".bin")}

    async def brought(self) -> dict[str, object]:
        """Bring it; how that ended."""
        await self.desk.bring()
        await eventually(lambda: self.desk.document()["progress"]["phase"] in AT_REST)
        await self.desk.end()
        return dict(self.desk.document()["progress"])


@pytest_asyncio.fixture
async def bench(tmp_path) -> AsyncIterator[Bench]:
    made = Bench(tmp_path)
    async with made.link:
        await made.machine.start(made.pins, stop_released_s=0.0)
        try:
            yield made
        finally:
            await made.machine.close()


async def test_the_board_gets_the_firmware_of_this_program_and_proves_it_by_moving(bench):
    assert bench.desk.document()["running"] == f"{firmware_hash(OLD):08x}"
    assert (await bench.brought())["phase"] == "done"
    assert bench.files == NEW
    assert bench.board.prompt.files["record.bin"] == b"where the tiles are"
    document = bench.desk.document()
    assert document["running"] == document["carried"] == f"{firmware_hash(NEW):08x}"
    assert Verb.SELF_TEST in [verb for verb, _ in bench.board.firmware.machine.history]


async def test_motors_are_off_while_it_is_written_and_afterwards_the_machine_waits_for_a_person(bench):
    await bench.brought()
    assert bench.told == ["keeping", "writing", "proving"]
    assert all(heard == ("offline", False, set()) for heard in bench.heard.values()), bench.heard
    assert bench.machine.status.state == "waiting"
    assert bench.pins.relay == [True, False, True, False], "closed by the start, and by the self-test alone"
    await bench.machine.home()
    assert bench.pins.relay[-1] is True


async def test_a_machine_that_fails_its_self_test_gets_its_firmware_back(bench):
    bench.mechanics.defects.barriers["lift_2"] = 0.5
    progress = await bench.brought()
    assert (progress["phase"], progress["why"]) == ("failed", FirmwareWhy.WENT_BACK)
    assert bench.files == OLD
    assert bench.desk.document()["running"] == f"{firmware_hash(OLD):08x}"
    assert bench.machine.status.state == "waiting"


async def test_who_says_stop_meanwhile_takes_the_consent_to_the_self_test_back(bench):
    await bench.desk.bring()
    await eventually(lambda: "writing" in bench.told)
    await bench.machine.stop("a hand is in the way")
    await eventually(lambda: bench.desk.document()["progress"]["phase"] in AT_REST)
    await bench.desk.end()
    assert "somebody stopped the machine meanwhile" in bench.desk.document()["progress"]["text"]
    assert bench.pins.relay == [True, False], "the relay never closed again"
    assert bench.files == OLD


async def test_an_emergency_stop_pressed_and_released_meanwhile_does_too(bench):
    await bench.desk.bring()
    await eventually(lambda: "writing" in bench.told)
    bench.pins.opened()
    await eventually(lambda: bench.desk.document()["progress"]["phase"] in AT_REST)
    await bench.desk.end()
    assert bench.pins.relay == [True, False]
    assert bench.files == OLD


async def test_a_second_wish_is_refused_and_nothing_of_the_game_begins_while_one_is_under_way(bench):
    await bench.desk.bring()
    with pytest.raises(FirmwareError, match="brought already") as refused:
        await bench.desk.bring()
    assert refused.value.why is FirmwareWhy.BUSY
    with pytest.raises(MachineError, match="at work"):
        await bench.machine.maintain(Motion.SELF_TEST)
    await eventually(lambda: bench.desk.document()["progress"]["phase"] == "done")
    await bench.desk.end()


async def test_a_table_with_tiles_out_keeps_its_firmware(bench):
    bench.board.firmware.machine.record.on_table = 1
    await bench.machine._session.refresh()
    with pytest.raises(FirmwareError, match="let all tiles in") as refused:
        await bench.desk.bring()
    assert refused.value.why is FirmwareWhy.TILES
    assert not bench.board.firmware.leaving


async def test_tiles_on_the_lifts_are_known_to_the_board_alone_and_it_refuses(bench):
    bench.board.firmware.machine.record.loaded_set = 1
    progress = await bench.brought()
    assert (progress["phase"], progress["why"]) == ("failed", FirmwareWhy.TILES)
    assert not bench.board.prompt.restarts
    assert bench.machine.status.state == "waiting"


async def test_a_latched_fault_is_cleared_by_a_person_and_not_by_a_restart(bench):
    await bench.machine.stop("tried")
    with pytest.raises(FirmwareError, match="clear it first") as refused:
        await bench.desk.bring()
    assert refused.value.why is FirmwareWhy.FAULT
    assert bench.machine.status.fault is not None


async def test_a_pressed_emergency_stop_is_released_first(bench):
    bench.pins.open = True
    await eventually(lambda: bench.machine.emergency_stop_open)
    with pytest.raises(FirmwareError) as refused:
        await bench.desk.bring()
    assert refused.value.why in (FirmwareWhy.STOP, FirmwareWhy.FAULT)


async def test_what_the_machine_is_at_is_not_cut_short(bench):
    await bench.machine.home()
    moving = asyncio.create_task(bench.machine.maintain(Motion.SELF_TEST))
    await eventually(lambda: bench.mechanics.motors_running != frozenset())
    with pytest.raises(FirmwareError, match="wait until it rests") as refused:
        await bench.desk.bring()
    assert refused.value.why is FirmwareWhy.MOVING
    await moving


async def test_a_daemon_that_ends_meanwhile_leaves_a_board_that_runs(bench):
    await bench.desk.bring()
    await eventually(lambda: "writing" in bench.told)
    await bench.machine.close()
    await bench.desk.end()
    assert bench.desk.document()["progress"]["why"] == FirmwareWhy.WENT_BACK
    assert bench.files == OLD
    assert not bench.board.prompt.at_prompt
