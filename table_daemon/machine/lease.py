"""The control loop: what keeps an armed board armed, and the computer's own eye on the emergency stop.

Rules this file keeps:
* The lease is renewed here and nowhere else; when this loop hangs, the board's dead man's switch acts.
* A stop that was said is not undermined: until the board has reported it, no lease is renewed.
* The emergency stop is looked at whether or not anything may move: people are told of it in any state.
* A lost board is greeted again once a second; that alone moves nothing.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable

from firmware_bridge.board import BoardClient
from firmware_bridge.emergency_stop import EmergencyStopMonitor
from firmware_bridge.gpio import SafetyPins
from table_daemon.machine.facts import MachineFacts
from table_daemon.machine.loop_gaps import LoopGaps

LEASE_PERIOD_S = 0.1
"""docs/serial_link.md §4: five in the board's dead man of 500 ms, so that four may be lost on the line."""
_RECONNECT_S = 1.0
"""docs/serial_link.md §4: a board that boots, or a plug that is pushed home, is found within a second."""


class LeaseKeeper:
    """Renews the lease every `LEASE_PERIOD_S`.

    Args:
        client: the board.
        facts: gives what is known of the machine now.
        stop: called with the reason when the emergency stop is seen open while motion is allowed.
        reconnect: greets a lost board again; does not raise when it is still not there.

    Attributes:
        emergency_stop: what the computer's own contact says; None before `begin`.
        openings: how often it was seen to open, whether or not anything might move.
        task: the running loop; None before `begin`.
    """

    def __init__(
        self,
        client: BoardClient,
        facts: Callable[[], MachineFacts],
        *,
        stop: Callable[[str], None],
        reconnect: Callable[[], Awaitable[None]],
    ) -> None:
        self._client = client
        self._facts = facts
        self._stop = stop
        self._reconnect = reconnect
        self._next_try_s = 0.0
        self._gaps = LoopGaps()
        self.emergency_stop: EmergencyStopMonitor | None = None
        self.openings = 0
        self.task: asyncio.Task[None] | None = None

    def begin(self, pins: SafetyPins, emergency_stop: EmergencyStopMonitor) -> None:
        """Start the loop; `pins` show the emergency stop."""
        self.emergency_stop = emergency_stop
        loop = asyncio.get_running_loop()
        pins.watch_emergency_stop(lambda: loop.call_soon_threadsafe(self._edge))
        self.task = asyncio.create_task(self._run(pins, emergency_stop), name="machine control loop")

    async def end(self) -> None:
        """Stop the loop."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    def gap_s(self, within_s: float = math.inf) -> float:
        """The longest time of the last minute, or less, in which this computer did not wake this loop."""
        return self._gaps.longest_s(asyncio.get_running_loop().time(), within_s)

    def _edge(self) -> None:
        """The contact has opened since the last look, if only for a moment."""
        if self.emergency_stop is not None:
            self.emergency_stop.edge()
        self._stop_motion()

    def _stop_motion(self) -> None:
        self.openings += 1
        if self._facts().has_consent:
            self._stop("the emergency stop is pressed")

    async def _run(self, pins: SafetyPins, emergency_stop: EmergencyStopMonitor) -> None:
        while True:
            now_s = asyncio.get_running_loop().time()
            if emergency_stop.update(now_s, contact_open=pins.emergency_stop_open()):
                self._stop_motion()
            if not self._client.up:
                await self._reconnect_in_time()
            elif not self._facts().is_stopping:
                self._client.renew_lease()
            self._gaps.sleeps(asyncio.get_running_loop().time())
            await asyncio.sleep(LEASE_PERIOD_S)
            self._gaps.wakes(asyncio.get_running_loop().time())

    async def _reconnect_in_time(self) -> None:
        now_s = asyncio.get_running_loop().time()
        if now_s >= self._next_try_s:
            self._next_try_s = now_s + _RECONNECT_S
            await self._reconnect()
