"""Either side killed, frozen or unplugged in mid-command: real processes, a real terminal, the real clock.

The judge is the simulated machine itself, in a process of its own: it says which motors have current, in the time of
its own board. The daemon's word counts only for what people are shown.
"""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from board_beside import BoardBeside, assert_dead_man_acted
from campaign_cases import more, sampled
from mortal_daemon import MortalDaemon

from hw_sim.felt.scene import Furniture
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.tablet_watcher import Tablet, TabletWatcher
from hw_sim.picture.appearance import Appearance
from hw_sim.picture.camera_server import CameraServer
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.renderer import Renderer
from mahjong_rules.tiles import TileStock

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
SPEED = 6.0
"""A build takes 3 to 6 s: longer than the lease of half a second, whatever happens in it."""
SIZE_PX = (1280, 720)


class Room:
    """A board and a daemon, each a process of its own, and a person at the tablet."""

    def __init__(self, board: BoardBeside, daemon: MortalDaemon, person: TabletWatcher) -> None:
        self.board = board
        self.daemon = daemon
        self.person = person

    @asynccontextmanager
    async def moving(self, action: str = "build", motor: str = "disc") -> AsyncIterator[int]:
        """In mid-command: this motor has just got current; gives how much the board had said before the blow."""
        asking = asyncio.create_task(self.person.press("machine", action=action))
        try:
            await self.board.motors_on(motor)
            yield len(self.board.said)
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

    async def shows(self, state: str) -> Tablet:
        assert await self.person.until(lambda tablet: tablet.machine.get("state") == state, 60), (
            self.person.tablet.machine
        )
        return self.person.tablet

    async def ask(self, action: str, **details: str) -> None:
        refusal = await self.person.press("machine", action=action, **details)
        assert refusal == "", refusal

    async def goes_on_by_a_persons_word(self, action: str = "build", end: str = "ready") -> None:
        """Nothing has moved until a person consents; then the machine homes and can do what it was asked for."""
        fault = self.person.tablet.fault
        if fault is not None:
            await self.ask("clear_fault", fault_id=str(fault["id"]))
        await self.ask("home")
        await self.ask(action)
        await self.shows(end)


@asynccontextmanager
async def camera() -> AsyncIterator[str]:
    """A camera above an empty table."""
    stock = TileStock()
    world = TableWorld(Furniture.for_stock(stock), stock=stock, rng=Random(1))
    renderer = Renderer(world.furniture, SimulatedCamera().resized(*SIZE_PX), Appearance(), 1)
    server = CameraServer(renderer, lambda: world.shown, fps=2, idle_fps=1)
    server.start()
    try:
        yield server.address
    finally:
        await asyncio.to_thread(server.stop)


@asynccontextmanager
async def room_at(folder: Path, speed: float = SPEED) -> AsyncIterator[Room]:
    async with BoardBeside(folder, speed) as board, camera() as address:
        size = {"camera__width": str(SIZE_PX[0]), "camera__height": str(SIZE_PX[1])}
        daemon = MortalDaemon(board.path, address, folder, **size)
        await daemon.start()
        try:
            async with TabletWatcher(daemon.page) as person:
                room = Room(board, daemon, person)
                await room.shows("idle")
                await room.ask("home")
                yield room
        finally:
            with suppress(ProcessLookupError):
                daemon.signal(signal.SIGCONT)
            await daemon.end()


async def test_a_daemon_killed_in_mid_build_leaves_motors_off_and_its_successor_waits_for_a_person(
    tmp_path: Path,
) -> None:
    async with room_at(tmp_path) as room:
        async with room.moving() as blow:
            await room.daemon.kill()
            off = await room.board.motors_off(blow)
        assert_dead_man_acted(off)
        stood = len(room.board.said)
        await room.daemon.start()
        tablet = await room.shows("faulted")
        assert tablet.fault is not None
        assert tablet.fault["code"] == "lease_expired"
        assert not room.board.moved(stood)
        await room.goes_on_by_a_persons_word()


async def test_a_board_killed_in_mid_build_comes_back_with_its_record_and_waits_for_a_person(tmp_path: Path) -> None:
    async with room_at(tmp_path) as room:
        async with room.moving() as blow:
            await room.board.kill()
            await room.shows("offline")
        stood = len(room.board.said)
        await room.board.start()
        await room.shows("waiting")
        assert [line["boot"] for line in room.board.said if "boot" in line] == [1, 2]
        assert not room.board.moved(stood)
        await room.goes_on_by_a_persons_word()
        assert room.board.moved(blow)


@pytest.mark.parametrize("where", sampled(["plug_in_elsewhere"], ["plug_in", "plug_in_elsewhere"]))
async def test_a_plug_that_fell_out_is_found_again_by_its_path_wherever_it_is_put(where: str, tmp_path: Path) -> None:
    async with room_at(tmp_path) as room:
        first = room.board.said[0]["terminal"]
        async with room.moving() as blow:
            room.board.order("unplug")
            off = await room.board.motors_off(blow)
            await room.shows("offline")
        assert_dead_man_acted(off)
        assert not room.board.path.exists()
        stood = room.board.order(where)
        tablet = await room.shows("faulted")
        assert (room.board.said[stood]["terminal"] == first) is (where == "plug_in")
        assert tablet.fault is not None
        assert tablet.fault["code"] == "lease_expired"
        assert not room.board.moved(stood)
        await room.goes_on_by_a_persons_word()


@pytest.mark.parametrize(
    ("action", "motor", "speed", "then", "end"),
    [("build", "disc", SPEED, "build", "ready"), more("self_test", "lift_0_down", 2.0, "lower", "idle")],
)
async def test_a_daemon_frozen_for_two_seconds_in_mid_motion_finds_its_motors_off(
    action: str, motor: str, speed: float, then: str, end: str, tmp_path: Path
) -> None:
    async with room_at(tmp_path, speed) as room:
        async with room.moving(action, motor) as blow:
            room.daemon.signal(signal.SIGSTOP)
            await room.board.passes(2000)
            off = await room.board.motors_off(blow)
            assert_dead_man_acted(off)
            stood = len(room.board.said)
            room.daemon.signal(signal.SIGCONT)
            tablet = await room.shows("faulted")
        assert tablet.fault is not None
        assert tablet.fault["code"] == "computer_late"
        assert not room.board.moved(stood)
        await room.goes_on_by_a_persons_word(then, end)


async def test_a_daemon_frozen_while_nothing_moves_finds_no_fault_and_asks_before_it_moves(tmp_path: Path) -> None:
    async with room_at(tmp_path) as room:
        stood = len(room.board.said)
        room.daemon.signal(signal.SIGSTOP)
        await room.board.passes(2000)
        room.daemon.signal(signal.SIGCONT)
        tablet = await room.shows("waiting")
        assert tablet.fault is None
        assert not room.board.moved(stood)
        await room.goes_on_by_a_persons_word()
