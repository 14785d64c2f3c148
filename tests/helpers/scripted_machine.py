"""A machine that does what a test says: stands where `MachineController` stands towards the table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace

from firmware_bridge.link import LinkFigures
from mahjong_rules.set_names import SetName
from table_daemon.machine.controller import DealSetup, MachineError
from wire.commands.motions import Motion
from wire.machine_status import MachineFault, MachineStatus

FAULT = MachineFault(
    "0001-1", "lift_timeout", "the lift of side 0 does not reach its stop", "look at its edge, then clear it"
)


class ScriptedMachine:
    """Every motion succeeds at once, or, with `waits`, ends when the test says how.

    `dice` are the pips of all throws (a single one is repeated where two are wanted).
    `log` holds what was asked, in order; `under_way` names the motion that waits for the test, "" while none does.
    """

    def __init__(self, dice: tuple[int, ...] = (1, 2), tile_count: int = 136) -> None:
        self.dice = dice
        self.tile_count = tile_count
        self.waits = False
        self.log: list[str] = []
        self.under_way = ""
        self.has_tiles_on_table = False
        self.in_maintenance = False
        self.tiles_seen = 0
        self.line = SimpleNamespace(figures=LinkFigures(), firmware_hash=None)
        self.late_s = 0.0
        self.fault: MachineFault | None = None
        self._ready = asyncio.Event()
        self._ready.set()
        self._outcome: asyncio.Future[None] | None = None

    @property
    def status(self) -> MachineStatus:
        state = "faulted" if self.fault else "in_play" if self.has_tiles_on_table else "idle"
        return MachineStatus(state, "", None, SetName.A, 0, self.fault)

    async def clear_table(self) -> None:
        await self._move("clear")
        self.has_tiles_on_table = False

    async def prepare_deal(self, throws: int = 1) -> DealSetup:
        await self._move("raise")
        self.has_tiles_on_table = True
        return DealSetup(SetName.A, (*self.dice, *self.dice)[: 2 * throws])

    async def wait_until_ready(self) -> None:
        await self._ready.wait()

    async def stop(self, reason: str) -> None:
        self.log.append(f"stop: {reason}")

    def maintenance(self, *, on: bool) -> None:
        self.in_maintenance = on
        self.log.append(f"maintenance {on}")

    async def home(self, begun: Callable[[], None] = lambda: None) -> None:
        begun()
        self.log.append("home")

    async def maintain(
        self, motion: Motion, tile_set: SetName | None = None, begun: Callable[[], None] = lambda: None
    ) -> None:
        begun()
        await self._move(" ".join(filter(None, (motion, tile_set))))

    def update_tiles_seen(self, tiles: int) -> None:
        self.tiles_seen = tiles

    def use_sets(self, tiles: int) -> None:
        self.tile_count = tiles

    def exchange_sets(self, tiles: int) -> None:
        self.log.append(f"exchange to {tiles}")

    async def all_tiles_in(self, missing: int) -> None:
        self.log.append(f"{missing} are in too")

    async def clear_fault(self, fault_id: str) -> None:
        if self.fault is None or fault_id != self.fault.id:
            raise MachineError(f"there is no fault {fault_id}; look at the state again")
        self.mend()

    def let_it_end(self) -> None:
        """The motion under way succeeds."""
        assert self._outcome is not None, "nothing moves"
        self._outcome.set_result(None)

    def break_down(self) -> None:
        """The motion under way fails; nothing moves until `mend`."""
        assert self._outcome is not None, "nothing moves"
        self.fault = FAULT
        self._ready.clear()
        self._outcome.set_exception(MachineError(f"{FAULT.text}; {FAULT.action}"))

    def mend(self) -> None:
        """Somebody has removed the cause."""
        self.fault = None
        self._ready.set()

    async def _move(self, name: str) -> None:
        assert not self.under_way, f"{name} asked while {self.under_way} is under way"
        self.log.append(name)
        if not self.waits:
            return
        self.under_way = name
        self._outcome = asyncio.get_running_loop().create_future()
        try:
            await self._outcome
        finally:
            self.under_way, self._outcome = "", None
