"""Random schedules of mishaps over whole cycles of the table in virtual time: two sets, the real controller.

A schedule is a list of blows drawn from one seed. While it runs every tick of the board is judged: no motor is on for
longer than the lease allows, or after a fault; a fault stays until a person clears it, and is told to people before;
nothing moves against an interlock; tiles are conserved. Afterwards, when every cause is removed and faults are cleared,
the table must finish its deals and play one more, with both sets complete.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from both_codecs import BOTH
from cycle_blows import BLOWS, Blow, random_schedule
from machine_bench import MachineBench
from virtual_time import run_virtual

from firmware_bridge.messages import FaultCode, PacketType, Verb
from firmware_bridge.transport import PortError
from hw_sim.machine.board import TICK_S
from mahjong_rules.set_names import SetName
from table_daemon.machine.controller import MachineError

DEALS = 2
MAX_S_WITHOUT_LEASE = 0.5 + 2 * TICK_S
_LIMIT_S = 1500.0


@dataclass
class CycleTally:
    """What happened in all schedules."""

    schedules: int = 0
    deals: int = 0
    blows: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    virtual_s: float = 0.0
    violations: list[str] = field(default_factory=list)


class Table:
    """The bench, a person, and whoever watches."""

    def __init__(self, seed: int | str) -> None:
        self.rng = Random(f"table {seed}")
        self.bench = MachineBench(speed=self.rng.choice((5.0, 10.0, 20.0)))
        self.violations: list[str] = []
        self.faults: Counter[str] = Counter()
        self.deals = 0
        self.raised = 0
        self.kills = 0
        self._told: set[str] = set()
        self._latched: tuple[object, str] | None = None
        self._heard_s = 0.0
        self._armed_by = b""
        self._ear = BOTH[0].reader()
        self._playing: asyncio.Task[None] | None = None
        self._listen()

    def _listen(self) -> None:
        board, bench = self.bench.board, self.bench
        receive, tick = board.receive, board.tick

        def hear(data: bytes) -> None:
            self._note_lease(data)
            receive(data)

        def judged_tick() -> None:
            tick()
            self._judge()

        board.receive = hear  # type: ignore[method-assign] # the judge listens in
        board.tick = judged_tick  # type: ignore[method-assign] # the judge listens in
        bench.mechanics.on_walls_lifted(lambda _set: setattr(self, "raised", self.raised + 1))

    def _note_lease(self, data: bytes) -> None:
        boot = self.bench.board.firmware.boot_id
        for kind, boot_id, _seq, payload in self._ear.feed(data):
            if boot_id != boot:
                continue
            if kind == PacketType.COMMAND and len(payload) > 4 and payload[4] == Verb.ARM:
                self._armed_by = payload[:2]
                self._heard_s = _now_s()
            elif kind == PacketType.LEASE and payload[:2] == self._armed_by:
                self._heard_s = _now_s()

    def _judge(self) -> None:
        mechanics, machine = self.bench.mechanics, self.bench.board.firmware.machine
        running = mechanics.motors_running
        if running and _now_s() - self._heard_s > MAX_S_WITHOUT_LEASE:
            self.complain(f"{sorted(running)} on {_now_s() - self._heard_s:.3f} s after the last lease")
        if running and (machine.fault is not None or not machine.armed):
            self.complain(f"{sorted(running)} on while faulted or not armed")
        if mechanics.lifts_raised < 1.0 and "dome_up" in running:
            self.complain("the dome rises over lowered lifts")
        if mechanics.dome_raised > 0.0 and any(name.startswith("lift") for name in running):
            self.complain("a lift moves under a raised dome")
        self._judge_counts()
        self._judge_fault()

    def _judge_counts(self) -> None:
        mechanics, machine = self.bench.mechanics, self.bench.board.firmware.machine
        for tile_set, counted in zip(SetName, machine.record.inside[1:], strict=True):
            inside = mechanics.tiles_inside(tile_set)
            if not 0 <= inside <= 136:
                self.complain(f"{inside} tiles of set {tile_set} inside")
            if counted > 136 and machine.fault is None:
                self.complain(f"{counted} tiles of set {tile_set} counted, and no fault")

    def _judge_fault(self) -> None:
        """A fault ends by CLEAR alone (or with the board's memory), and not before people were told."""
        firmware, told = self.bench.board.firmware, self.bench.controller._session.facts.fault
        if told is not None:
            self._told.add(f"{told.id} {told.code}")
        if self._latched is not None and self._latched[0] is firmware and firmware.machine.fault is None:
            if self._latched[1] not in self._told:
                self.complain(f"fault {self._latched[1]} was cleared before anybody was told")
            self._latched = None
        fault = firmware.machine.fault
        if fault is not None and (self._latched is None or self._latched[0] is not firmware):
            name = FaultCode(fault.code).name.lower()
            self.faults[name] += 1
            self._latched = (firmware, f"{firmware.boot_id:04x}-{fault.fault_id} {name}")

    def complain(self, what: str) -> None:
        self.violations.append(f"{_now_s():.2f} s: {what}")

    async def play(self, deals: int) -> None:
        """So many deals more, however often the daemon is killed on the way."""
        goal = self.deals + deals
        while self.deals < goal:
            self._playing = asyncio.create_task(self._play_one())
            await asyncio.wait([self._playing])
            if not self._playing.cancelled():
                self._playing.result()

    async def _play_one(self) -> None:
        controller, mechanics = self.bench.controller, self.bench.mechanics
        setup = await controller.prepare_deal()
        if mechanics.raised_set != setup.tile_set.value or mechanics.tiles_inside(setup.tile_set):
            self.complain(f"a deal is announced that does not stand: {setup}, {mechanics.raised_set} is raised")
        await controller.clear_table()
        self.deals += 1
        self._judge_rest()

    def _judge_rest(self) -> None:
        mechanics, record = self.bench.mechanics, self.bench.board.firmware.machine.record
        inside = [mechanics.tiles_inside(tile_set) for tile_set in SetName]
        if sum(inside) + self.tiles_on_floor() != 2 * 136:
            self.complain(f"after clearing {inside} tiles are inside, and the others are not on the floor")
        if inside == [136, 136] and record.inside[1:] != inside:
            self.complain(f"after clearing {inside} tiles are inside, the board counts {record.inside[1:]}")
        if not self.deals <= self.raised <= self.deals + self.kills:
            self.complain(f"walls were raised {self.raised} times for {self.deals} deals")

    def tiles_on_floor(self) -> int:
        return sum(self.bench.mechanics.tiles_on_floor(tile_set) for tile_set in SetName)

    async def person(self) -> None:
        """Every half second: clears what is told, consents, pushes tiles in, says that all are in when asked."""
        while True:
            await asyncio.sleep(0.5)
            controller, status = self.bench.controller, self.bench.controller.status
            try:
                if status.fault is not None:
                    self._told.add(f"{status.fault.id} {status.fault.code}")
                    await controller.clear_fault(status.fault.id)
                elif status.state == "waiting":
                    await controller.resume()
                elif status.missing and self.bench.mechanics.raised_set is None and not self.tiles_on_floor():
                    await controller.all_tiles_in(status.missing)
            except MachineError:
                continue
            for _ in range(self.rng.randint(1, 60)):
                if self.bench.mechanics.raised_set is not None:
                    self.bench.mechanics.accept_tile(self.bench.mechanics.raised_set)

    async def kill_daemon(self, away_s: float) -> None:
        """No goodbye, no more bytes; a new daemon is started until one runs."""
        self.kills += 1
        bench, old = self.bench, self.bench.controller
        old._pursuit.end()
        await old._session.lease.end()
        if old._session._rearming is not None:
            old._session._rearming.cancel()
        old._session.client.close()
        await asyncio.sleep(away_s)
        started = False
        while not started:
            reborn = bench.new_controller()
            try:
                await bench.start(reborn)
                started = True
            except (PortError, MachineError):
                await reborn.close()
                await asyncio.sleep(1.0)
        bench.controller = reborn
        if self._playing is not None:
            self._playing.cancel()


def _now_s() -> float:
    return asyncio.get_running_loop().time()


async def _let_happen(table: Table, schedule: list[Blow]) -> None:
    for blow in schedule:
        await asyncio.sleep(blow.after_s)
        await BLOWS[blow.kind](table, blow)


async def _evening(table: Table, schedule: list[Blow]) -> None:
    """All blows, and one deal in peace afterwards."""
    async with table.bench.link:
        await table.bench.start()
        person = asyncio.create_task(table.person())
        blows = asyncio.create_task(_let_happen(table, schedule))
        await table.play(DEALS)
        await blows
        await table.play(1)
        if person.done():
            person.result()
        person.cancel()
        await table.bench.controller.close()


async def _judged(seed: int | str, tally: CycleTally) -> None:
    table, schedule = Table(seed), random_schedule(seed)
    try:
        async with asyncio.timeout(_LIMIT_S):
            await _evening(table, schedule)
    except TimeoutError:
        table.complain(f"the table does not come to the end of its deals: {table.bench.controller.status}, {schedule}")
    tally.schedules += 1
    tally.deals += table.deals
    tally.blows.update(blow.kind for blow in schedule)
    tally.faults += table.faults
    tally.virtual_s += _now_s()
    tally.violations += [f"schedule {seed}, {violation}" for violation in table.violations]


def run_schedule(seed: int | str, tally: CycleTally) -> None:
    """The schedule of this seed from the first deal to one after the last blow."""
    run_virtual(_judged(seed, tally), limit_s=2 * _LIMIT_S)
