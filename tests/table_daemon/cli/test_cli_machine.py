"""`jantaku machine`: the real command in a process of its own, at a bare simulated board and at a daemon."""

import asyncio
import io
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from daemon_without_camera import daemon_at
from eventually import eventually
from fake_service import FakeService

from firmware_bridge.serial_port import SerialConnector
from firmware_bridge.settings import SerialSettings
from hw_sim.machine.board import SimulatedBoard
from hw_sim.machine.mechanics import Mechanics
from hw_sim.machine.pty_link import PtyLink
from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.tiles import TileStock
from table_daemon.access.gatekeeper import AccessDesk
from table_daemon.access.passcode_file import PinFile
from table_daemon.access.roles import Role
from table_daemon.cli.machine_report import Progress, exit_status, report_lines
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from wire.messages import Answer

FAULT = {"id": "0001-3", "code": "lift_timeout", "text": "the lift is stuck", "action": "free it, then clear it"}
RESTING = {"state": "idle", "text": "The machine is ready; no walls are built.", "progress": None, "fault": None}


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


# Words ------------------------------------------------------------------------------------------


def test_a_report_is_a_line_for_each_part_and_names_the_way_out_of_a_fault():
    machine = RESTING | {"state": "building", "text": "Set A is being built.", "progress": 0.5, "fault": FAULT}
    lines = list(report_lines({"machine": machine, "sensors": {"dome_down": True, "lifts_up": False, "set": None}}))
    assert lines == [
        "state   building: Set A is being built. (50%)",
        "fault   0001-3 lift_timeout: the lift is stuck",
        "do      free it, then clear it",
        "clear   jantaku machine clear-fault 0001-3",
        "sensors dome down yes, lifts up no, set none",
    ]


@pytest.mark.parametrize(
    ("changes", "status"),
    [({}, 0), ({"state": "waiting"}, 0), ({"fault": FAULT}, 1), ({"state": "offline"}, 1), ({"state": "refused"}, 1)],
)
def test_the_exit_status_of_a_report_says_whether_the_machine_can_be_used(changes, status):
    assert exit_status({"machine": RESTING | changes}) == status


def test_progress_is_written_over_on_a_terminal_and_said_now_and_then_in_a_file():
    terminal, file = io.StringIO(), io.StringIO()
    on_terminal, in_file = Progress(terminal, rewrites=True), Progress(file, rewrites=False)
    for done in range(101):
        machine = {"state": "building", "text": "Building.", "progress": done / 100}
        on_terminal.show(machine)
        in_file.show(machine)
    on_terminal.end()
    in_file.end()
    assert terminal.getvalue().count("\r\x1b[K") == 102
    assert "\n" not in terminal.getvalue()
    assert file.getvalue().splitlines() == [f"Building. ({done}%)" for done in (0, 25, 50, 75, 100)]


# A bare board -----------------------------------------------------------------------------------


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


@pytest.mark.slow
async def test_single_motions_of_a_bare_board_one_after_the_other_and_the_motors_off_between(tmp_path):
    async with plugged_board(tmp_path) as (board, port):
        for arguments, sentence in (
            (("home",), "The machine is ready; no walls are built."),
            (("dome", "up"), "The machine is ready; no walls are built."),
            (("dome", "down"), "The machine is ready; no walls are built."),
            (("self-test",), "The machine is ready; no walls are built."),
            (("lower",), "The machine is ready; no walls are built."),
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
        await jantaku("home", "--port", port, "--yes")
        building = await start("build", "--port", port, "--yes")
        await eventually(lambda: board.mechanics.motors_running)
        building.send_signal(number)
        done = await ended(building)
        assert not board.mechanics.motors_running
        assert board.firmware.machine.fault is None
        assert not board.firmware.machine.armed
    assert done.status == status
    assert "Traceback" not in done.err


# A daemon ---------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_daemon_is_homed_and_builds_and_keeps_its_port_to_itself(tmp_path):
    make = TableMake(30.0, 1, TileStock(red_fives=True), width_px=640, height_px=480, folder=tmp_path)
    async with SimulatedTable(make) as table, daemon_at(table, tmp_path) as url:
        home = await jantaku("home", "--url", url, "--yes")
        build = await jantaku("build", "--url", url, "--yes", "--json")
        up = await jantaku("dome", "up", "--url", url, "--yes")
        risen = table.mechanics.dome_raised
        early = await jantaku("clear-fault", "0001-7", "--url", url, "--yes")
        bare = await jantaku("dome", "down", "--port", table.serial_port, "--yes")
        stop = await jantaku("stop", "--url", url)
        status = await jantaku("status", "--url", url)
    assert (home.status, home.out) == (0, "The machine is ready; no walls are built.\n")
    assert (build.status, build.document["machine"]["state"]) == (0, "ready")
    assert (up.status, risen) == (0, 1.0)
    assert (early.status, bare.status, stop.status) == (1, 2, 0)
    assert "in use" in bare.err
    assert status.status == 1
    assert "state   faulted: The machine stands still: the machine was stopped: asked by http 127.0.0.1." in status.out
    assert "link    sent" in status.out


@asynccontextmanager
async def fake_daemon() -> AsyncIterator[tuple[FakeService, str]]:
    service = FakeService()
    service.show(None)
    server = HttpServer(service, HttpSettings(port=0))
    await server.start()
    try:
        yield service, server.url
    finally:
        await server.stop()


async def test_a_daemons_refusal_is_told_in_its_own_sentence():
    async with fake_daemon() as (service, url):
        service.answer = Answer(ok=False, seq=3, error_code="not_now", message="a deal is being played; wait")
        done = await jantaku("raise", "--tiles", "A", "--url", url, "--yes")
    assert (done.status, done.err.splitlines()[-1]) == (1, "jantaku: a deal is being played; wait")
    assert service.commands[0].data == {"action": "raise", "set": "A"}


@pytest.mark.parametrize(
    ("arguments", "data"),
    [
        (("maintenance", "on"), {"action": "maintenance", "on": True}),
        (("maintenance", "off", "--yes"), {"action": "maintenance", "on": False}),
        (("exchange", "144", "--yes"), {"action": "exchange_sets", "tiles": 144}),
    ],
)
async def test_maintenance_and_the_exchange_of_sets_are_orders_to_a_daemon(arguments, data):
    async with fake_daemon() as (service, url):
        done = await jantaku(*arguments, "--url", url)
        unasked = await jantaku("maintenance", "off", "--url", url)
    assert (done.status, done.err.count("Traceback")) == (0, 0)
    assert [command.data for command in service.commands] == [data], "ending the maintenance needs a person's word"
    assert unasked.status == 2


@pytest.mark.parametrize("arguments", [("maintenance", "on"), ("exchange", "136")])
async def test_what_only_a_daemon_knows_is_refused_on_a_bare_board(tmp_path, arguments):
    async with plugged_board(tmp_path) as (board, port):
        done = await jantaku(*arguments, "--port", port, "--yes")
        assert board.firmware.executed == 0
    assert done.status == 2
    assert "leave out --port" in done.err


async def test_where_pins_are_set_the_key_in_the_state_folder_opens_the_machine(tmp_path):
    service = FakeService()
    service.show(None)
    PinFile(tmp_path / "access").set_pin(Role.TABLE, "4711")
    desk = AccessDesk(tmp_path / "access", is_public=False, now=lambda: datetime.now(UTC), clock=lambda: 0.0)
    server = HttpServer(service, HttpSettings(port=0), access=desk)
    await server.start()
    order = ("raise", "--tiles", "A", "--url", server.url, "--yes")
    try:
        stranger = await jantaku(*order, "--set", f'table.state_dir="{tmp_path / "elsewhere"}"')
        assert (stranger.status, service.commands) == (1, [])
        assert "this needs the role admin: log in with its PIN, or run this as the daemon's user" in stranger.err
        done = await jantaku(*order, "--set", f'table.state_dir="{tmp_path}"')
    finally:
        await server.stop()
    assert done.status == 0
    assert service.commands[0].origin == "http 127.0.0.1 (admin, command line)"


async def test_ctrl_c_before_a_daemons_answer_asks_it_to_stop():
    class SlowService(FakeService):
        async def command(self, command):
            answer = await super().command(command)
            if command.data["action"] != "stop":
                await asyncio.Event().wait()
            return answer

    service = SlowService()
    service.show(None)
    server = HttpServer(service, HttpSettings(port=0))
    await server.start()
    process = await start("dome", "up", "--url", server.url, "--yes")
    await eventually(lambda: service.commands)
    process.send_signal(signal.SIGINT)
    done = await ended(process)
    await server.stop()
    assert [command.data["action"] for command in service.commands] == ["dome_up", "stop"]
    assert done.status == 130


async def test_where_no_daemon_listens_one_sentence_says_so(unused_tcp_port):
    done = await jantaku("status", "--url", f"http://127.0.0.1:{unused_tcp_port}/")
    assert done.status == 2
    assert done.err.startswith(
        f"jantaku: no daemon answers at http://127.0.0.1:{unused_tcp_port}/ (Connection refused)"
    )
    assert len(done.err.splitlines()) == 1


async def test_the_address_comes_from_the_configuration_unless_it_is_given(tmp_path, unused_tcp_port):
    file = tmp_path / "table.toml"
    file.write_text(f'[http]\nhost = "0.0.0.0"\nport = {unused_tcp_port}\n')
    done = await jantaku("status", "--config", file)
    assert f"http://127.0.0.1:{unused_tcp_port}/" in done.err
    any_port = await jantaku("status", "--config", file, "--set", "http.port=0")
    assert "--url" in any_port.err
    assert (done.status, any_port.status) == (2, 2)
