"""The session with the motor board: consent to motion, faults, and what the machine is doing.

Rules this file keeps:
* Reconnecting is automatic, motion never: after the link was lost someone gives consent again.
* What the machine is doing is a `cycle.State`; every change goes through its table.
* The line is `machine.link`'s business, the lease `machine.lease`'s.
"""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from random import Random

from firmware_bridge import cycle
from firmware_bridge.cycle import State, Trigger
from firmware_bridge.emergency_stop import EmergencyStopMonitor
from firmware_bridge.gpio import NoPins, SafetyPins
from firmware_bridge.layout import complete_arguments, size_arguments
from firmware_bridge.link import Disconnected, Happened, Heartbeat, LinkEvent
from firmware_bridge.messages import (
    BoardEvent,
    BoardStatus,
    CommandOutcome,
    FaultCode,
    FaultReport,
    LeaseReply,
    Notice,
    OperationProgress,
    Verb,
)
from firmware_bridge.settings import MachineSettings
from firmware_bridge.transport import Connector, PortError
from mahjong_rules.set_names import SetName
from table_daemon.machine.lease import LeaseKeeper
from table_daemon.machine.link import MachineError, MachineLink
from table_daemon.machine.refusals import reason_text
from table_daemon.machine.status import board_fault, machine_notice
from wire.machine_status import MachineFault, MachineNotice

_LOG = logging.getLogger(__name__)
_STOP_CONFIRMED_S = 1.0
_NOTICES_KEPT = 5


class MachineSession:
    """One board, found again whenever it was lost.

    Args:
        connector: opens the line to the board.
        settings: this table's machine.
        rng: chooses session numbers.

    Attributes:
        client: the board.
        lease: the control loop.
        state: what the machine is doing.
        facts: the board's last status, its tile counters kept up to date.
        fault: why it stands still, if the board latched a fault.
        ready: set while motion is allowed.
        released: set while nobody has put the machine into maintenance.
        trouble: why there is no connection, or no consent; "" otherwise.
        build_progress: tiles stacked by the running build.
        notices: what somebody should look after soon, the newest last.
    """

    def __init__(self, connector: Connector, settings: MachineSettings, rng: Random) -> None:
        self._pins: SafetyPins = NoPins()
        self._emergency_stop = EmergencyStopMonitor(0.0, is_open=False)
        self._link = MachineLink(connector, settings, rng, self._on_link)
        self.client = self._link.client
        self.state = State.OFFLINE
        self.facts: BoardStatus | None = None
        self.fault: MachineFault | None = None
        self.ready = asyncio.Event()
        self.released = asyncio.Event()
        self.released.set()
        self.trouble = "it was never connected"
        self.build_progress = 0
        self.notices: tuple[MachineNotice, ...] = ()
        self.lease = LeaseKeeper(self.client, self.ready, stop=self._stop_now, reconnect=self._reconnect)
        self._news = asyncio.Event()
        self._rearming: asyncio.Task[None] | None = None
        self._boot_id = 0
        self._stop_reason = ""

    @property
    def may_pursue(self) -> bool:
        """Whether the machine may move for the game: consent stands, and nobody works on it."""
        return self.ready.is_set() and self.released.is_set()

    @property
    def emergency_stop_open(self) -> bool:
        """Whether the stop is pressed as far as the computer's own contact tells, or not released for long enough."""
        return self._emergency_stop.is_open

    async def start(self, pins: SafetyPins, stop_released_s: float = 0.0) -> None:
        """Connect, begin to renew the lease, arm unless a fault is latched.

        Args:
            pins: the computer's own.
            stop_released_s: how long the emergency stop must be closed to count as released.

        Raises:
            PortError: the port cannot be opened.
            MachineError: nobody answers there, or it is no board of ours.
        """
        self._pins = pins
        self._emergency_stop = EmergencyStopMonitor(stop_released_s, is_open=pins.emergency_stop_open())
        await self._greet()
        self.lease.begin(pins, self._emergency_stop)
        if self.fault is None:
            try:
                await self.consent()
            except MachineError as error:
                self.trouble = str(error)
                self._notify()

    async def close(self) -> None:
        """Motors off, line closed."""
        self.ready.clear()
        if self._rearming is not None:
            self._rearming.cancel()
            await asyncio.gather(self._rearming, return_exceptions=True)
        await self.lease.end()
        await self._link.close()
        self._pins.close()

    async def refresh(self) -> BoardStatus:
        """Ask the board how it stands.

        Raises:
            LinkLostError: it cannot be reached.
            CommandRefusedError: it has restarted.
        """
        facts = await self.client.status()
        self._learn(facts)
        return facts

    async def consent(self) -> None:
        """A person says that the machine may move: arm the board.

        Raises:
            MachineError: a fault is latched, the emergency stop is pressed, or nobody is there.
        """
        if self.fault is not None:
            raise MachineError(f"the machine has latched fault {self.fault.id} ({self.fault.text}): clear it first")
        if self.emergency_stop_open:
            raise MachineError(reason_text(CommandOutcome.ESTOP_OPEN))
        await self._arm()
        if self.fault is None:
            self._pins.enable(on=True)
            self.trouble = ""
            self.ready.set()
            self.rest()

    async def clear_fault(self, fault_id: str) -> None:
        """A person has seen this fault and removed its cause; this is consent to motion.

        Raises:
            MachineError: another fault, or none, is latched, or the emergency stop is still pressed.
        """
        if self.fault is None or self.fault.id != fault_id:
            latched = "none" if self.fault is None else self.fault.id
            raise MachineError(f"fault {fault_id} is not the one that is latched ({latched}): look again")
        if self.emergency_stop_open:
            raise MachineError(reason_text(CommandOutcome.ESTOP_OPEN))
        await self._link.demand(Verb.CLEAR, int(fault_id.rpartition("-")[2]).to_bytes(2, "little"))
        if self.fault is not None and self.fault.id == fault_id:
            self.fault = None
        self._stop_reason = ""
        try:
            await self.consent()
        except MachineError as error:
            self._wait_for_consent(str(error))
            raise

    async def complete(self, tile_set: SetName, counted: int) -> None:
        """A person has looked: the whole set is inside, although so few of its tiles were counted.

        Raises:
            MachineError: the count is another one, a fault is latched, the dome is not up, or nobody is there.
        """
        await self._link.demand(Verb.COMPLETE, complete_arguments(tile_set, counted))
        _LOG.warning("a person says that all of set %s are inside, of which %d were counted", tile_set.value, counted)

    async def change_size(self, tile_set: SetName, tiles: int) -> None:
        """Tell the board how many tiles a set has from now on.

        Raises:
            LinkLostError: it cannot be reached.
            CommandRefusedError: the set is stacked, or more of it is inside.
        """
        await self.client.demand(Verb.SIZE, size_arguments(tile_set, tiles))
        _LOG.warning("set %s has %d tiles from now on", tile_set.value, tiles)

    async def name_sizes(self, tiles: int) -> BoardStatus:
        """Tell a new board how many tiles its sets have; how it stands then. Others keep what they know.

        Raises:
            LinkLostError: it cannot be reached.
            CommandRefusedError: it has restarted.
        """
        facts = await self.refresh()
        unnamed = [tile_set for tile_set in SetName if facts.size(tile_set) == 0]
        for tile_set in unnamed:
            await self.change_size(tile_set, tiles)
        return await self.refresh() if unnamed else facts

    def tell(self) -> None:
        """Whoever waits for news is to look again."""
        self._notify()

    async def stop(self, reason: str) -> None:
        """Latch a stop; returns when the board has confirmed it, or is out of reach (then its dead man acts)."""
        self._stop_now(reason)
        if self.client.up:
            try:
                async with asyncio.timeout(_STOP_CONFIRMED_S):
                    while self.fault is None and self.client.up:
                        await self.wait_for_news()
            except TimeoutError:
                _LOG.warning("the board did not confirm the stop; its dead man's switch will")

    def maintain(self, *, on: bool) -> None:
        """A person begins, or ends, to work on the machine."""
        if on:
            self.released.clear()
        else:
            self.released.set()
        if self.ready.is_set():
            self.rest()
        self._notify()

    def rest(self) -> None:
        """The machine rests where the board's facts say."""
        if self.facts is not None:
            self.state = cycle.step(self.state, cycle.found(self.facts))
            if not self.released.is_set():
                self.state = cycle.step(self.state, Trigger.MAINTAIN)
        self._notify()

    def enter(self, trigger: Trigger) -> None:
        """The machine begins something from where it rests."""
        self.rest()
        self.state = cycle.step(self.state, trigger)
        self._notify()

    async def wait_for_news(self) -> None:
        """Until anything changes."""
        self._news.clear()
        await self._news.wait()

    async def _arm(self) -> None:
        self._learn(await self._link.arm())

    async def _greet(self) -> None:
        hello = await self._link.greet()
        self._boot_id = hello.boot_id
        self.fault = None
        self.trouble = "someone has to say that it may move"
        self.state = cycle.step(self.state, Trigger.CONNECTED)
        try:
            self._learn(await self._link.find_at_rest())
        except MachineError as error:
            self._disconnected(str(error))
            raise
        _LOG.info("the motor board is connected (boot %04x)", hello.boot_id)
        self._notify()

    async def _reconnect(self) -> None:
        try:
            await self._greet()
        except (PortError, MachineError) as error:
            self.trouble = str(error)
            self._notify()

    def _learn(self, facts: BoardStatus) -> None:
        self.facts = facts
        if facts.fault_code is not None and self.fault is None:
            self._latched(facts.fault_id, facts.fault_code, facts.fault_mechanism)

    def _stop_now(self, reason: str) -> None:
        self.ready.clear()
        self._stop_reason = reason
        self.lease.silent = self.fault is None and self.client.up
        self.client.stop()
        self._notify()

    def _on_link(self, event: LinkEvent) -> None:
        match event:
            case Disconnected(reason):
                self._disconnected(reason)
            case Happened(happening):
                self._happened(happening)
            case Heartbeat(lease):
                self._heard(lease)
            case _:
                pass

    def _disconnected(self, reason: str) -> None:
        self.ready.clear()
        self._pins.enable(on=False)
        self.lease.silent = False
        self.trouble = reason
        if self.state is not State.OFFLINE:
            _LOG.warning("the motor board is lost: %s", reason)
        self.state = cycle.step(self.state, Trigger.LOST)
        self._notify()

    def _happened(self, happening: BoardEvent) -> None:
        if self.state is State.OFFLINE:
            return  # between HELLO_REPLY and STATUS, which tells the same
        self._count(happening.tiles_inside_a, happening.tiles_inside_b)
        match happening.what:
            case FaultReport(fault_id, code, mechanism, sensors, history):
                _LOG.error("fault %s: sensors %07x, last commands %s", code.name, sensors, history)
                self._latched(fault_id, code, mechanism)
            case OperationProgress(_, done, _):
                self.build_progress = done
            case Notice():
                self._note(machine_notice(happening.what))
            case _:
                pass
        self._notify()

    def _heard(self, lease: LeaseReply) -> None:
        self._count(lease.tiles_inside_a, lease.tiles_inside_b)
        idle_lapse = not lease.armed and not lease.faulted and self.ready.is_set()
        if idle_lapse and (self._rearming is None or self._rearming.done()):
            self._rearming = asyncio.create_task(self._rearm())

    def _note(self, notice: MachineNotice) -> None:
        """Keep the newest notices, one of each kind and place."""
        _LOG.warning("%s", notice.text)
        others = [
            old for old in self.notices if (old.code, old.part, old.side) != (notice.code, notice.part, notice.side)
        ]
        self.notices = (*others, notice)[-_NOTICES_KEPT:]

    async def _rearm(self) -> None:
        """The lease lapsed while nothing moved: nothing was cut short, so the same session goes on."""
        try:
            await self._arm()
        except MachineError as error:
            self._wait_for_consent(str(error))

    def _wait_for_consent(self, why: str) -> None:
        """The board did not let itself be armed: a fault that it latched says why, else people are asked again."""
        self.ready.clear()
        if self.fault is None and self.state is not State.OFFLINE:
            self.trouble = why
            self.enter(Trigger.UNARMED)

    def _latched(self, fault_id: int, code: FaultCode, mechanism: int) -> None:
        self.ready.clear()
        self._pins.enable(on=False)
        self.lease.silent = False
        self.fault = board_fault(self._boot_id, fault_id, code, mechanism, self._known_beside(code))
        self.state = cycle.step(self.state, Trigger.FAULT)
        self._notify()

    def _known_beside(self, code: FaultCode) -> str:
        """What the board's code for a fault does not say."""
        facts = self.facts
        match code:
            case FaultCode.STOPPED:
                return self._stop_reason
            case FaultCode.BUILD_TIMEOUT if self.build_progress:
                return f"{self.build_progress} tiles stand in the four walls"
            case FaultCode.TILE_SURPLUS if facts is not None:
                return f"{facts.tiles_inside_a} of set A, {facts.tiles_inside_b} of set B"
            case _:
                return ""

    def _count(self, inside_a: int, inside_b: int) -> None:
        facts = self.facts
        if facts is not None and (facts.tiles_inside_a, facts.tiles_inside_b) != (inside_a, inside_b):
            self.facts = dataclasses.replace(facts, tiles_inside_a=inside_a, tiles_inside_b=inside_b)
            self._notify()

    def _notify(self) -> None:
        self._news.set()
