"""A controller, a simulated board and the line between them, in virtual time."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Literal

from board_firmware.config import BoardConfig
from firmware_bridge.goals import Goal
from firmware_bridge.serial_port import SerialPortError
from firmware_bridge.settings import MachineSettings
from hw_sim.machine.board import SimulatedBoard
from hw_sim.machine.mechanics import Mechanics
from hw_sim.machine.memory_link import MemoryLink
from mahjong_rules.set_names import SetName
from table_daemon.machine.controller import MachineController
from table_daemon.machine.maintenance_mark import MaintenanceMark
from table_daemon.machine.obstacles import Obstacle, Watch, nobody_watches
from wire.machine_status import MachineStatus

SetSize = Literal[108, 136, 144, 152]
_SPEED = 2.0
"""Of the mechanics: halves every evening. Chosen: a lift still takes 1.5 s, long enough to be broken on its way."""
_BUILD_LIMIT_MS = 40_000
"""Half of the machine's own, for mechanics of twice its speed: what is stuck is waited for half as long."""
BUILD_S = 20.0
"""Longer than any build at that speed (18 to 35 s of the table)."""


class FakePins:
    """A person's hand on the emergency stop that the computer monitors."""

    def __init__(self) -> None:
        self.open = False
        self.relay: list[bool] = []
        self.opened: Callable[[], object] = lambda: None

    def emergency_stop_open(self) -> bool:
        return self.open

    def watch_emergency_stop(self, opened: Callable[[], object]) -> None:
        self.opened = opened

    def enable(self, on: bool) -> None:
        self.relay.append(on)

    def close(self) -> None:
        self.relay.append(False)


class MachineBench:
    """Everything on one loop. `controller` is the real one; `mechanics` is what it should have moved."""

    def __init__(
        self,
        config: BoardConfig | None = None,
        speed: float = _SPEED,
        tile_count: SetSize = 136,
        record: bytes | None = None,
    ) -> None:
        self._settings = MachineSettings(tile_count=tile_count, build_limit_ms=_BUILD_LIMIT_MS)
        self.mechanics = Mechanics(Random(21), speed, tile_count)
        config = config or BoardConfig({"build_limit_ms": _BUILD_LIMIT_MS})
        self.board = SimulatedBoard(self.mechanics, asyncio.get_running_loop().time, config, record=record)
        self.link = MemoryLink(self.board, lambda: SerialPortError("the serial port is not there"))
        self.pins = FakePins()
        self.statuses: list[MachineStatus] = []
        self.mark: MaintenanceMark | None = None
        self.watch: Watch = nobody_watches
        self.controller = self.new_controller()

    def new_controller(self) -> MachineController:
        """Another daemon on the same line."""
        return MachineController(
            self.link,
            self._settings,
            rng=Random(4),
            mark=self.mark,
            watch=self._in_the_way,
        )

    async def start(self, controller: MachineController | None = None) -> None:
        """Connect a controller; the emergency stop counts as released after three tenths of a second."""
        await (controller or self.controller).start(self.pins, stop_released_s=0.3)

    def _in_the_way(self, goal: Goal, tiles_seen: int) -> Obstacle | None:
        return self.watch(goal, tiles_seen)

    async def note_statuses(self) -> None:
        """Look at the first controller at everything that happens, and keep what it says, each status once in a row."""
        controller = self.controller
        while True:
            status = controller.status
            if not self.statuses or status != self.statuses[-1]:
                self.statuses.append(status)
            await controller._session.wait_for_news()

    def states(self) -> list[str]:
        """The states so far, each named once in a row."""
        names = [status.state for status in self.statuses]
        return [name for name, before in zip(names, ["", *names], strict=False) if name != before]

    async def until(self, state: str) -> None:
        """Wait for a state of the controller."""
        async with asyncio.timeout(200):
            while self.controller.status.state != state:  # noqa: ASYNC110 - virtual time: a poll costs nothing
                await asyncio.sleep(0.05)

    async def motors_off(self) -> None:
        """Wait until no motor has current, to the millisecond."""
        async with asyncio.timeout(200):
            while self.mechanics.motors_running:  # noqa: ASYNC110 - a motor has no event to wait for
                await asyncio.sleep(0.001)

    async def push_tiles(self, tile_set: SetName) -> None:
        """People push in what lies on the table, as soon as the dome is up."""
        while self.mechanics.raised_set is tile_set:
            await asyncio.sleep(0.05)
            self.mechanics.accept_tile(tile_set)

    async def clear(self) -> None:
        """The table is cleared by machine and people together."""
        tile_set = self.mechanics.raised_set
        assert tile_set is not None
        await asyncio.gather(self.controller.clear_table(), self.push_tiles(tile_set))


@asynccontextmanager
async def machine_bench(
    config: BoardConfig | None = None,
    tile_count: SetSize = 136,
    record: bytes | None = None,
    speed: float = _SPEED,
) -> AsyncIterator[MachineBench]:
    """A bench with the board switched on and the controller started."""
    bench = MachineBench(config, speed, tile_count, record)
    async with bench.link:
        watching = asyncio.create_task(bench.note_statuses())
        await bench.start()
        try:
            yield bench
        finally:
            watching.cancel()
            await bench.controller.close()
