"""`jantaku machine` through a running daemon: with its checks, in its own sentences."""

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest
from daemon_without_camera import daemon_at
from eventually import eventually
from fake_service import FakeService

from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.tiles import TileStock
from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.access.passcode_file import PasscodeFile
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from wire.commands.roles import Role
from wire.messages import Answer


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
    assert (done.status, done.err.count("Traceback")) == (0, 0)
    assert [command.data for command in service.commands] == [data]


async def test_the_end_of_the_maintenance_needs_a_persons_word():
    async with fake_daemon() as (service, url):
        unasked = await jantaku("maintenance", "off", "--url", url)
    assert (unasked.status, service.commands) == (2, [])


async def test_where_pins_are_set_the_key_in_the_state_folder_opens_the_machine(tmp_path):
    service = FakeService()
    service.show(None)
    PasscodeFile(tmp_path / "access").set_pin(Role.TABLE, "4711")
    desk = Gatekeeper(tmp_path / "access", is_public=False, now=lambda: datetime.now(UTC), clock=lambda: 0.0)
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
            if self.commands[-1].data["action"] != "stop":
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
