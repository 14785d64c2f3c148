"""`jantaku machine` at a bare motor board: single motions, the motors off at the end."""

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from campaign_cases import more
from eventually import eventually

from firmware_bridge.serial_port import SerialConnector
from firmware_bridge.settings import SerialSettings
from hw_sim.machine.board import SimulatedBoard
from hw_sim.machine.mechanics import Mechanics
from hw_sim.machine.pty_link import PtyLink


class Ended:
    """What a command left: its exit status and what it wrote."""

    def __init__(self, status: int, out: bytes, err: bytes) -> None:
        self.status, self.out, self.err = status, out.decode(), err.decode()

    @property
    def document(self):
        return json.loads(self.out)


async def start(*arguments: object) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "table_daemon.cli", "machine", *map(str, arguments)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def ended(process: asyncio.subprocess.Process) -> Ended:
    out, err = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return Ended(process.returncode, out, err)


async def jantaku(*arguments: object) -> Ended:
    return await ended(await start(*arguments))


@asynccontextmanager
async def plugged_board(folder: Path, speed: float = 30.0) -> AsyncIterator[tuple[SimulatedBoard, Path]]:
    board = SimulatedBoard(Mechanics(Random(5), speed), asyncio.get_running_loop().time)
    async with PtyLink(board, folder) as link:
        yield board, link.path


async def test_the_status_of_a_bare_board_arms_nothing_and_tells_sensors_tiles_and_firmware(tmp_path):
    async with plugged_board(tmp_path) as (board, port):
        done = await jantaku("status", "--port", port, "--json")
        assert not board.firmware.machine.armed
        armings = [verb for verb, _ in board.firmware.machine.history if verb != 1]
    assert (done.status, done.err, armings) == (0, "", [])
    assert done.document["machine"]["state"] == "idle"
    assert done.document["tiles"]["inside_A"] == done.document["tiles"]["inside_B"] == 136
    assert done.document["sensors"]["armed"] is False
    assert done.document["board"]["configuration"] == "fits"


READY = "The machine is ready; no walls are built."


@pytest.mark.slow
@pytest.mark.parametrize("between", [(), more((("dome", "up"), ("dome", "down"), ("self-test",), ("lower",)))])
async def test_single_motions_of_a_bare_board_one_after_the_other_and_the_motors_off_between(tmp_path, between):
    async with plugged_board(tmp_path) as (board, port):
        for arguments, sentence in (
            (("home",), READY),
            *((motion, READY) for motion in between),
            (("build", "--tiles", "B"), "The walls of set B are built."),
            (("raise",), "The walls of set B stand."),
        ):
            done = await jantaku(*arguments, "--port", port, "--yes")
            assert (done.status, done.out) == (0, f"{sentence}\n"), done.err
            assert not board.firmware.machine.armed
            assert not board.mechanics.motors_running
        assert board.mechanics.raised_set == "B"
        refused = await jantaku("lower", "--port", port, "--yes")
    assert refused.status == 1
    assert refused.out == ""
    assert refused.err.splitlines()[-1] == (
        "jantaku: The machine does not lower its lifts, because tiles are still on the table: push them in."
    )


async def test_a_machine_that_was_never_homed_is_not_moved_otherwise(tmp_path):
    async with plugged_board(tmp_path) as (_, port):
        done = await jantaku("dome", "up", "--port", port, "--yes", "--json")
    assert done.status == 1
    assert done.document["ok"] is False
    assert "resting position first" in done.document["message"]


async def test_without_a_persons_word_nothing_is_asked_of_the_board(tmp_path):
    async with plugged_board(tmp_path) as (board, port):
        done = await jantaku("home", "--port", port)
        assert board.firmware.executed == 0
    assert done.status == 2
    assert done.err == "jantaku: nothing was moved: look that nobody reaches into the table, then say so with --yes\n"


async def test_a_port_that_a_daemon_holds_is_refused(tmp_path):
    async with plugged_board(tmp_path) as (board, port):
        held = SerialConnector(SerialSettings(port=str(port))).connect(lambda _data: None, lambda _reason: None)
        done = await jantaku("home", "--port", port, "--yes")
        held.close()
        assert board.firmware.executed == 0
    assert done.status == 2
    assert done.err == f"jantaku: the serial port {port} is in use: stop the other program that holds it\n"


async def test_a_fault_stays_over_commands_until_it_is_cleared_by_its_number(tmp_path):
    async with plugged_board(tmp_path) as (board, port):
        board.firmware.machine.stop()
        status = await jantaku("status", "--port", port)
        home = await jantaku("home", "--port", port, "--yes")
        wrong = await jantaku("clear-fault", "0001-9", "--port", port, "--yes")
        right = await jantaku("clear-fault", "0001-1", "--port", port, "--yes")
        assert board.firmware.machine.fault is None
        assert not board.firmware.machine.armed
    assert status.status == 1
    assert "fault   0001-1 stopped: the machine was stopped" in status.out
    assert (home.status, wrong.status, right.status) == (1, 1, 0)
    assert "clear it first" in home.err
    assert "look again" in wrong.err


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
async def test_ctrl_c_switches_the_motors_off_without_waiting_for_the_dead_man(tmp_path, number, status):
    async with plugged_board(tmp_path, speed=2.0) as (board, port):
        board.firmware.machine.homed = True
        building = await start("build", "--port", port, "--yes")
        await eventually(lambda: board.mechanics.motors_running)
        building.send_signal(number)
        done = await ended(building)
        assert not board.mechanics.motors_running
        assert board.firmware.machine.fault is None
        assert not board.firmware.machine.armed
    assert done.status == status
    assert "Traceback" not in done.err


@pytest.mark.parametrize("arguments", [("maintenance", "on"), more(("exchange", "136"))])
async def test_what_only_a_daemon_knows_is_refused_on_a_bare_board(tmp_path, arguments):
    async with plugged_board(tmp_path) as (board, port):
        done = await jantaku(*arguments, "--port", port, "--yes")
        assert board.firmware.executed == 0
    assert done.status == 2
    assert "leave out --port" in done.err
