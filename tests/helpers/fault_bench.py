"""A controller, a simulated table and a file of faults, in virtual time, with a person who mends and consents."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from machine_bench import MachineBench, machine_bench
from virtual_time import run_virtual

from firmware_bridge.messages import PacketType
from firmware_bridge.packets import PacketReader
from hw_sim.faults.plan import FaultPlan
from hw_sim.faults.troubles import Troubles
from hw_sim.machine.board import TICK_S
from mahjong_rules.set_names import SetName
from table_daemon.machine.controller import MachineError

MAX_S_WITHOUT_LEASE = 0.5 + 0.02
_READ_S = 1.0


class FaultBench:
    """Attributes: `happened` what broke, `mended` what people did, `faults` codes of latched faults, `broken` rules."""

    def __init__(self, bench: MachineBench, plan: FaultPlan) -> None:
        self.bench = bench
        self.controller = bench.controller
        self.mechanics = bench.mechanics
        self.troubles = Troubles(plan, bench.mechanics, bench.board, bench.link)
        self.happened: list[str] = []
        self.mended: list[str] = []
        self.faults: dict[str, str] = {}
        self.broken: list[str] = []
        self._heard_s = 0.0
        self._reader = PacketReader()
        self.troubles.on_happening(self.happened.append)
        bench.link.to_board = self._listen

    async def deals(self, number: int) -> None:
        """So many deals from built walls to an empty table; the count is checked at the end of each."""
        for _ in range(number):
            setup = await self.controller.prepare_deal()
            assert self.mechanics.raised_set == setup.tile_set.value
            assert self.mechanics.tiles_inside(setup.tile_set) == 0
            await self.controller.clear_table()
            assert self.mechanics.raised_set is None
            self.assert_conserved()

    def assert_conserved(self) -> None:
        inside = [self.mechanics.tiles_inside(tile_set) for tile_set in SetName]
        fallen = [self.mechanics.tiles_on_floor(tile_set) for tile_set in SetName]
        assert [sum(pair) for pair in zip(inside, fallen, strict=True)] == [136, 136]

    async def watch(self) -> None:
        """Let the faults happen; note what must never be, and every fault that people are told of."""
        while True:
            now_s = asyncio.get_running_loop().time()
            self.troubles.update(now_s)
            self._judge(now_s)
            await asyncio.sleep(TICK_S)

    async def people(self) -> None:
        """Push tiles in; read the tablet, mend, clear the fault, consent."""
        while True:
            await asyncio.sleep(_READ_S)
            await self.help()
            for _ in range(40):
                if self.mechanics.raised_set is not None:
                    self.mechanics.accept_tile(self.mechanics.raised_set)

    async def help(self) -> None:
        """One look at the tablet, and what it leads to."""
        status = self.controller.status
        if status.fault is not None or status.state in ("waiting", "offline", "refused") or status.missing:
            done = self.troubles.mend()
            self.mended += done
            if done and status.missing:
                return  # the tiles are being counted: look at the tablet again first
        with contextlib.suppress(MachineError):
            if status.fault is not None:
                await self.controller.clear_fault(status.fault.id)
            elif status.state == "waiting":
                await self.controller.resume()
            elif status.missing and self.mechanics.raised_set is None and not self.troubles.is_mendable:
                await self.controller.all_tiles_in(status.missing)

    def _judge(self, now_s: float) -> None:
        running, fault = self.mechanics.motors_running, self.controller._session.facts.fault
        if running and now_s - self._heard_s > MAX_S_WITHOUT_LEASE:
            self.broken.append(f"{now_s:.2f}: {set(running)} without a lease")
        if running and self.bench.board.firmware.machine.fault is not None:
            self.broken.append(f"{now_s:.2f}: {set(running)} after a fault")
        if fault is not None:
            self.faults[fault.id] = fault.code

    def _listen(self, data: bytes) -> list[bytes]:
        if any(packet.type in (PacketType.LEASE, PacketType.COMMAND) for packet in self._reader.feed(data)):
            self._heard_s = asyncio.get_running_loop().time() + 0.003
        return [data]


@asynccontextmanager
async def fault_bench(*faults: dict[str, object], seed: int = 1) -> AsyncIterator[FaultBench]:
    """The bench with its watchers running; a violated rule fails the test."""
    async with machine_bench() as machine:
        bench = FaultBench(machine, FaultPlan.model_validate({"seed": seed, "fault": faults}))
        beside = [asyncio.create_task(part) for part in (bench.watch(), bench.people())]
        try:
            yield bench
            assert bench.broken == []
            assert not [task for task in beside if task.done()]
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)


def deals_with(*faults: dict[str, object], deals: int = 2, seed: int = 1) -> FaultBench:
    """Some deals in virtual time with these faults; what came of it."""

    async def evening() -> FaultBench:
        async with fault_bench(*faults, seed=seed) as bench:
            await bench.deals(deals)
            return bench

    return run_virtual(evening(), limit_s=3000)
