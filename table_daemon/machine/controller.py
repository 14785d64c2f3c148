"""The machine's one owner: everything that the rest of the daemon may ask of it, and who may ask when.

Rules this file keeps:
* One goal of the game at a time, and one motion of a person beside it in maintenance.
* Goals may be asked for again and again; how they are reached is `goal_pursuit`'s business.
* While one set is played the other is built.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from random import Random

from firmware_bridge.gpio import SafetyPins
from firmware_bridge.settings import MachineSettings
from firmware_bridge.transport import Connector
from mahjong_rules.set_names import SetName
from table_daemon.machine.facts import MaintenanceChanged
from table_daemon.machine.goal_pursuit import DealSetup, GoalPursuit
from table_daemon.machine.line_loan import MachineLine
from table_daemon.machine.link import MachineError
from table_daemon.machine.maintenance_mark import BEGINS_AT_REST, ENDS_AT_REST, MaintenanceMark
from table_daemon.machine.obstacles import Watch, nobody_watches
from table_daemon.machine.session import MachineSession
from table_daemon.machine.single_motions import AT_WORK, goal_of
from table_daemon.machine.status_view import Waits, machine_status
from wire.commands.motions import Motion
from wire.machine_status import MachineStatus

__all__ = ["DealSetup", "MachineController", "MachineError"]
_LOG = logging.getLogger(__name__)


class MachineController:
    """The table machine for the rest of the daemon. All methods are called on the daemon's event loop.

    Args:
        connector: opens the line to the motor board.
        machine: this table's machine.
        rng: chooses session numbers; unpredictable unless given.
        mark: remembers beyond a restart that somebody works on the machine.
        watch: says what is in the way of the lifts (`obstacles.watch_through` for a table with a camera).

    Attributes:
        line: to the board; it is lent to whoever brings its firmware.
    """

    def __init__(
        self,
        connector: Connector,
        machine: MachineSettings,
        *,
        rng: Random | None = None,
        mark: MaintenanceMark | None = None,
        watch: Watch = nobody_watches,
    ) -> None:
        self._session = MachineSession(connector, machine, rng or Random())
        self._pursuit = GoalPursuit(self._session, machine.tile_count, watch)
        self._goal = asyncio.Lock()
        self._by_hand = asyncio.Lock()
        self.line = MachineLine(self._session, self._pursuit, (self._goal, self._by_hand))
        self._mark = mark or MaintenanceMark(None)
        if self._mark.is_set:
            self._session.apply(MaintenanceChanged(on=True))

    @property
    def has_tiles_on_table(self) -> bool:
        """Whether a set, or part of one, is out of the machine as far as the board knows."""
        board = self._session.facts.board
        return board is not None and board.on_table is not None

    @property
    def emergency_stop_open(self) -> bool:
        """Whether the emergency stop counts as pressed by the computer's own contact."""
        return self._session.emergency_stop_open

    @property
    def late_s(self) -> float:
        """The longest time of the last minute in which this computer did not wake the control loop."""
        return self._session.lease.gap_s()

    @property
    def status(self) -> MachineStatus:
        """The machine now."""
        pursuit = self._pursuit
        refusals = pursuit.refusals
        waits = Waits(pursuit.lifts.obstacle, pursuit.doubt.is_due, refusals.text, refusals.code)
        return machine_status(self._session.facts, waits, pursuit.exchange, pursuit.next_set)

    @property
    def in_maintenance(self) -> bool:
        """Whether somebody works on the machine."""
        return self._session.facts.in_maintenance

    async def start(self, pins: SafetyPins, stop_released_s: float, *, waits_for_firmware: bool = False) -> None:
        """Connect and arm; nothing moves yet. A fault latched before stays latched and shows in `status`.

        Args:
            pins: the computer's own; `close` closes them.
            stop_released_s: how long the emergency stop must be closed to count as released.
            waits_for_firmware: a board of another protocol version is told about in `status` until it has this
                program's firmware; nothing moves, and without this it is refused.

        Raises:
            SerialPortError: the serial port cannot be opened.
            MachineError: nobody answers there, or the board does not fit this daemon.
        """
        await self._session.start(pins, stop_released_s, waits_for_firmware=waits_for_firmware)

    async def run(self) -> None:
        """For whoever supervises the daemon: returns only when the control loop was ended, raises what failed in it.

        Raises:
            MachineError: `start` has not been called.
        """
        control_loop = self._session.lease.task
        if control_loop is None:
            raise MachineError("the controller has not been started: call start() first")
        await asyncio.wait([control_loop])
        if not control_loop.cancelled():
            control_loop.result()

    async def wait_until_ready(self) -> None:
        """Until motion for the game is allowed: connected, armed, no fault, nobody at work on the machine."""
        await self._session.wait_until_may_pursue()

    def maintenance(self, *, on: bool) -> None:
        """A person begins, or ends, to work on the machine; meanwhile it moves only by single orders.

        Raises:
            MachineError: something moves just now, or the mark that outlives a restart cannot be made.
        """
        if on and not self.in_maintenance and self._session.facts.is_moving:
            raise MachineError(BEGINS_AT_REST)
        if not on and self._by_hand.locked():
            raise MachineError(ENDS_AT_REST)
        self._mark.put(on=on)
        _LOG.warning("maintenance %s", "begins" if on else "ends")
        self._session.apply(MaintenanceChanged(on=on))

    async def close(self) -> None:
        """Motors off, line closed."""
        self._pursuit.end()
        await self._session.close()

    def use_sets(self, tiles: int) -> None:
        """The next deals are played with sets of so many tiles; people exchange theirs on the way there."""
        self._pursuit.exchange.want(tiles)
        self._session.tell()

    def exchange_sets(self, tiles: int) -> None:
        """A person has the tiles at hand, or a box for them, and lets both sets be changed to so many tiles.

        Raises:
            MachineError: no such exchange is asked for.
        """
        self._pursuit.exchange.agree(tiles, self._session.facts.board)
        self._session.tell()

    async def prepare_deal(self, throws: int = 1) -> DealSetup:
        """Four walls on the table and two dice thrown, so often; then the other set is built during play.

        If a set already stands untouched on the table, that is the deal, and what the dice show is the first throw;
        if it is being cleared away, clearing is finished first. Call `clear_table` between two deals.
        """
        async with self._goal:
            return await self._pursuit.deal(throws)

    async def clear_table(self) -> None:
        """Dome up, wait until people have pushed all tiles in, dome down; at once if the table is empty."""
        async with self._goal:
            await self._pursuit.clear()

    async def stop(self, reason: str) -> None:
        """Latch a stop: all motors off until the fault it leaves is cleared."""
        _LOG.warning("stop: %s", reason)
        await self._session.stop(reason)

    async def resume(self) -> None:
        """A person consents to motion after a reconnection; goals that wait go on.

        Raises:
            MachineError: a fault is latched or the board is not there.
        """
        if not self._session.facts.has_consent:
            await self._session.consent()

    async def clear_fault(self, fault_id: str) -> None:
        """A person has removed the cause of this fault and consents to motion; goals that wait go on.

        Raises:
            MachineError: it is not the latched one, or the emergency stop is still pressed.
        """
        await self._session.clear_fault(fault_id)

    async def all_tiles_in(self, missing: int) -> None:
        """A person has looked and says that the whole set is inside although so many tiles were not counted.

        This is consent to what comes next: the table is taken for empty.

        Raises:
            MachineError: no tile is missing, the count is another one by now, or the board refuses.
        """
        tile_set, counted = self._pursuit.counted_but_for(missing, is_asked=bool(self.status.missing))
        await self._session.complete(tile_set, counted)

    @property
    def tiles_seen(self) -> int:
        """Tiles that lie on the table by the newest observation."""
        return self._pursuit.lifts.tiles_seen

    def update_tiles_seen(self, tiles: int) -> None:
        """So many tiles lie on the table by the newest observation; forgotten ones keep walls from coming up."""
        self._pursuit.lifts.tiles_seen = tiles

    def nothing_in_the_way(self, obstacle: str) -> None:
        """A person has looked: what the lifts wait for is not in their way.

        Raises:
            MachineError: nothing of that kind is shown.
        """
        self._pursuit.lifts.vouch(obstacle)

    async def home(self, begun: Callable[[], None] = lambda: None) -> None:
        """A person consents to motion; the machine moves to its resting position unless it stands there already.

        Args:
            begun: called when the consent stands.

        Raises:
            MachineError: a fault is latched or occurs, or the board is not there.
        """
        await self.resume()
        begun()
        # In maintenance the goal of a game only waits: a single motion needs nothing of it.
        lock = self._by_hand if self.in_maintenance else self._goal
        if lock.locked():
            return
        async with lock:
            await self._pursuit.home()

    async def maintain(
        self, motion: Motion, tile_set: SetName | None = None, begun: Callable[[], None] = lambda: None
    ) -> None:
        """A person consents to motion and asks for this one; returns when it has ended.

        Args:
            motion: what to do.
            tile_set: which set to build or raise; None leaves that to the machine.
            begun: called when the board has accepted it.

        Raises:
            MachineError: the machine is doing something for the game, cannot do this now, or was stopped.
        """
        lock = self._by_hand if self.in_maintenance else self._goal
        if lock.locked():
            raise MachineError(AT_WORK)
        async with lock:
            await self.resume()
            goal_at = partial(goal_of, motion, tile_set=tile_set, next_set=self._pursuit.next_set)
            await self._pursuit.pursue_once(goal_at, begun)
