"""The session with the motor board: hears what happens, keeps the facts, and carries out what follows from them.

Rules this file keeps:
* Reconnecting is automatic, motion never: after the link was lost someone gives consent again.
* `facts` decides what news means; this file only talks to the board, the relay and the log.
* The line is `machine.link`'s business, the lease `machine.lease`'s.
* While the line is lent (`line_loan`) nobody is greeted and nothing is allowed to move.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from random import Random
from typing import Final

from firmware_bridge.board import BoardClient
from firmware_bridge.cycle import State
from firmware_bridge.emergency_stop import EmergencyStopMonitor
from firmware_bridge.goals import BuildWalls
from firmware_bridge.gpio import NoPins, SafetyPins
from firmware_bridge.layout import complete_arguments, size_arguments
from firmware_bridge.link import Disconnected, Happened, Heartbeat, LinkEvent
from firmware_bridge.messages import BoardEvent, BoardStatus, CommandOutcome, FaultReport, Notice, Verb
from firmware_bridge.settings import MachineSettings
from firmware_bridge.transport import Connector, PortError
from mahjong_rules.set_names import SetName
from table_daemon.machine import facts as news
from table_daemon.machine.facts import KnownTrouble, MachineFacts, SessionEvent
from table_daemon.machine.lease import LeaseKeeper
from table_daemon.machine.link import MachineError, MachineLink, OtherProtocolError, told_trouble
from table_daemon.machine.refusals import latched_text, reason_text, refusal_told

_LOG = logging.getLogger(__name__)
_STOP_CONFIRMED_S: Final = 1.0
"""Twice the board's dead man (`lease_ms`, 500 ms): after that its motors are off whether it heard STOP or not."""

_SUSPECT_S: Final = 5.0
"""Chosen: a frozen daemon finds the session over, greets the board once a second and reads its fault then."""


class MachineSession:
    """One board, found again whenever it was lost.

    Args:
        connector: opens the line to the board.
        settings: this table's machine.
        rng: chooses session numbers.

    Attributes:
        facts: what is known of the machine now.
        lease: the control loop.
    """

    def __init__(self, connector: Connector, settings: MachineSettings, rng: Random) -> None:
        self.facts = MachineFacts()
        self._pins: SafetyPins = NoPins()
        self._emergency_stop = EmergencyStopMonitor(0.0, is_open=False)
        self._link = MachineLink(connector, settings, rng, self._on_link)
        self.lease = LeaseKeeper(self.client, lambda: self.facts, stop=self._stop_now, reconnect=self._reconnect)
        self._changed = asyncio.Event()
        self._rearming: asyncio.Task[None] | None = None

    @property
    def client(self) -> BoardClient:
        """The board."""
        return self._link.client

    @property
    def emergency_stop_open(self) -> bool:
        """Whether the stop is pressed as far as the computer's own contact tells, or not released for long enough."""
        return self._emergency_stop.is_open

    async def start(self, pins: SafetyPins, stop_released_s: float, *, waits_for_firmware: bool = False) -> None:
        """Connect, begin to renew the lease, arm unless a fault is latched.

        Args:
            pins: the computer's own.
            stop_released_s: how long the emergency stop must be closed to count as released.
            waits_for_firmware: a board of another protocol is told about and not armed, until it has ours.

        Raises:
            PortError: the port cannot be opened.
            MachineError: nobody answers there, or it is no board of ours.
        """
        self._pins = pins
        self._emergency_stop = EmergencyStopMonitor(stop_released_s, is_open=pins.emergency_stop_open())
        try:
            await self.greet()
        except OtherProtocolError as error:
            if not waits_for_firmware:
                raise
            self.apply(news.StillWaiting(told_trouble(error)))
            _LOG.error("%s", error)
            self.lease.begin(pins, self._emergency_stop)
            return
        self.lease.begin(pins, self._emergency_stop)
        if self.facts.fault is None:
            try:
                await self.consent()
            except MachineError as error:
                self.apply(news.StillWaiting(str(error)))

    async def close(self) -> None:
        """Motors off, line closed."""
        self.apply(news.SessionClosed())
        if self._rearming is not None:
            self._rearming.cancel()
            await asyncio.gather(self._rearming, return_exceptions=True)
        await self.lease.end()
        await self._link.close()
        self._pins.close()

    async def greet(self) -> None:
        """Open the line to a board that fits, and hear how it stands; nothing is allowed to move by that.

        Raises:
            PortError: the port cannot be opened.
            MachineError: nobody answers there, or it is no board of ours.
        """
        hello = await self._link.greet()
        self.apply(news.Greeted(hello.boot_id, hello.firmware_hash))
        try:
            self.apply(news.StatusRead(await self._link.find_at_rest()))
        except MachineError as error:
            self._on_link(Disconnected(str(error)))
            raise
        _LOG.info("the motor board is connected (boot %04x)", hello.boot_id)

    async def refresh(self) -> BoardStatus:
        """Ask the board how it stands.

        Raises:
            LinkLostError: it cannot be reached.
            BoardRefusedError: it has restarted.
        """
        board = await self.client.status()
        self.apply(news.StatusRead(board))
        return board

    async def consent(self) -> None:
        """A person says that the machine may move: arm the board.

        Raises:
            MachineError: a fault is latched, the emergency stop is pressed, or nobody is there.
        """
        fault = self.facts.fault
        if fault is not None:
            raise MachineError(latched_text(fault))
        if self.emergency_stop_open:
            raise MachineError(reason_text(CommandOutcome.ESTOP_OPEN))
        trouble = self.facts.trouble
        if isinstance(trouble, KnownTrouble):
            raise MachineError(refusal_told(trouble.code, trouble))
        await self._arm()
        if self.facts.fault is None:
            self.apply(news.Consented())

    async def clear_fault(self, fault_id: str) -> None:
        """A person has seen this fault and removed its cause; this is consent to motion.

        Raises:
            MachineError: another fault, or none, is latched, or the emergency stop is still pressed.
        """
        fault = self.facts.fault
        if fault is None or fault.id != fault_id:
            latched = "none" if fault is None else fault.id
            text = f"fault {fault_id} is not the one that is latched ({latched}): look again"
            raise MachineError(refusal_told("wrong_fault", text))
        if self.emergency_stop_open:
            raise MachineError(reason_text(CommandOutcome.ESTOP_OPEN))
        await self._link.demand(Verb.CLEAR, int(fault_id.rpartition("-")[2]).to_bytes(2, "little"))
        self.apply(news.FaultCleared(fault_id))
        try:
            await self.consent()
        except MachineError as error:
            self.apply(news.NotArmed(str(error)))
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
            BoardRefusedError: the set is stacked, or more of it is inside.
        """
        await self.client.demand(Verb.SIZE, size_arguments(tile_set, tiles))
        _LOG.warning("set %s has %d tiles from now on", tile_set.value, tiles)

    async def name_sizes(self, tiles: int) -> BoardStatus:
        """Tell a new board how many tiles its sets have; how it stands then. Others keep what they know.

        Raises:
            LinkLostError: it cannot be reached.
            BoardRefusedError: it has restarted.
        """
        board = await self.refresh()
        unnamed = [tile_set for tile_set in SetName if board.size(tile_set) == 0]
        for tile_set in unnamed:
            await self.change_size(tile_set, tiles)
        return await self.refresh() if unnamed else board

    def build(self, goal: BuildWalls, begun: Callable[[], None]) -> Coroutine[None, None, None]:
        """Build a set; the facts say so at once, before the coroutine has run. `begun` as in `BoardClient.pursue`."""
        self.apply(news.BuildBegan(goal.tile_set))
        return self._build(goal, begun)

    async def stop(self, reason: str) -> None:
        """Latch a stop; returns when the board has confirmed it, or is out of reach (then its dead man acts)."""
        self._stop_now(reason)
        if self.client.up:
            try:
                async with asyncio.timeout(_STOP_CONFIRMED_S):
                    while self.facts.fault is None and self.client.up:
                        await self.wait_for_news()
            except TimeoutError:
                _LOG.warning("the board did not confirm the stop; its dead man's switch will")

    def apply(self, event: SessionEvent) -> None:
        """Something has happened on the daemon's side.

        Raises:
            IllegalTransitionError: the machine cannot begin this from where it rests.
        """
        self._become(news.after_session_event(self.facts, event))
        self.tell()

    def tell(self) -> None:
        """Whoever waits for news is to look again."""
        self._changed.set()

    async def wait_for_news(self) -> None:
        """Until anything changes."""
        self._changed.clear()
        await self._changed.wait()

    async def wait_until_may_pursue(self) -> None:
        """Until motion for the game is allowed."""
        while not self.facts.may_pursue:
            await self.wait_for_news()

    def _become(self, after: MachineFacts) -> None:
        """The relay closes before anybody believes in motion, and opens after nobody does any more."""
        before = self.facts
        if after.fault is not None and before.fault is None:
            after = news.with_late_computer(after, self.lease.gap_s(_SUSPECT_S))
        if after.relay_on and not before.relay_on:
            self._pins.enable(on=True)
        self.facts = after
        if before.relay_on and not after.relay_on:
            self._pins.enable(on=False)

    async def _build(self, goal: BuildWalls, begun: Callable[[], None]) -> None:
        stacked: int | None = None
        try:
            await self.client.pursue(goal, begun)
            stacked = goal.tile_count
        finally:
            self.apply(news.BuildEnded(stacked))
        await self.refresh()

    async def _arm(self) -> None:
        self.apply(news.StatusRead(await self._link.arm()))

    async def _reconnect(self) -> None:
        if self.facts.is_lent:
            return
        try:
            await self.greet()
        except (PortError, MachineError) as error:
            self.apply(news.StillWaiting(told_trouble(error)))

    def _stop_now(self, reason: str) -> None:
        self.apply(news.StopSaid(reason, is_heard=self.client.up))
        self.client.stop()

    def _on_link(self, event: LinkEvent) -> None:
        before = self.facts
        self._become(news.after_link_event(before, event))
        if before.state is not State.OFFLINE:
            _log(event, self.facts)
        if self.facts != before:
            self.tell()
        is_rearming = self._rearming is not None and not self._rearming.done()
        if isinstance(event, Heartbeat) and news.has_lapsed(self.facts, event.lease) and not is_rearming:
            self._rearming = asyncio.create_task(self._rearm())

    async def _rearm(self) -> None:
        """The lease lapsed while nothing moved: nothing was cut short, so the same session goes on."""
        try:
            await self._arm()
        except MachineError as error:
            self.apply(news.NotArmed(str(error)))


def _log(event: LinkEvent, after: MachineFacts) -> None:
    """What somebody who reads the log later must know; `after` are the facts that it led to."""
    match event:
        case Disconnected(reason):
            _LOG.warning("the motor board is lost: %s", reason)
        case Happened(BoardEvent(what=FaultReport(code=code, sensors=sensors, history=history))):
            _LOG.error("fault %s: sensors %07x, last commands %s", code.name, sensors, history)
        case Happened(BoardEvent(what=Notice())):
            _LOG.warning("%s", after.notices[-1].text)
        case _:
            pass
