"""The machine's one owner: brings the table where the game wants it, and says what it is doing.

Rules this file keeps:
* Goals may be asked for again and again; each begins from what the board reports, never from memory.
* A goal waits while the machine stands still, and goes on when someone has given consent.
* While one set is played the other is built.
* A step counts as begun when the board has accepted it; one that it keeps refusing is shown to people.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random

from firmware_bridge import cycle
from firmware_bridge.board import BoardRefusedError, LinkLostError, MotionStoppedError
from firmware_bridge.cycle import State, Trigger
from firmware_bridge.goals import BuildWalls, Goal, Home, ThrowDice
from firmware_bridge.gpio import GpioError, SafetyPins, open_pins
from firmware_bridge.gpio_settings import GpioSettings
from firmware_bridge.link import LinkFigures
from firmware_bridge.messages import BoardStatus
from firmware_bridge.planner import ChangeSize, Reached, Target, WaitForBoard, WaitForTiles, next_step
from firmware_bridge.serial_port import SerialConnector
from firmware_bridge.settings import MachineSettings, SerialSettings
from firmware_bridge.transport import Connector
from mahjong_rules.set_names import SetName
from table_daemon.machine.builder import Builder
from table_daemon.machine.count_doubt import CountDoubt, short_set
from table_daemon.machine.failures import told_of_failure
from table_daemon.machine.lift_guard import LiftGuard
from table_daemon.machine.link import MachineError
from table_daemon.machine.maintenance_mark import MaintenanceMark
from table_daemon.machine.obstacles import Watch, nobody_watches
from table_daemon.machine.people_awaited import PeopleAwaited
from table_daemon.machine.refusals import Refusals
from table_daemon.machine.session import MachineSession
from table_daemon.machine.set_exchange import SetExchange
from table_daemon.machine.single_motions import goal_of
from table_daemon.machine.status import DealSetup
from table_daemon.machine.view import MachineView
from wire.commands.motions import Motion
from wire.machine_status import MachineStatus

__all__ = ["DealSetup", "MachineController", "MachineError", "MachineStatus"]
_LOG = logging.getLogger(__name__)
_POLL_S = 0.1
Approach = Callable[[], Awaitable[BoardStatus | None]]
"""One step towards a goal; the board's status when nothing is left to do."""


class MachineController:
    """The table machine for the rest of the daemon. All methods are called on the daemon's event loop.

    Args:
        serial: the line to the motor board.
        machine: this table's machine.
        gpio: the computer's own pins; opened by `start`.
        connector: another line than the serial port.
        open_safety_pins: another maker of pins than `firmware_bridge.gpio.open_pins`.
        rng: chooses session numbers; unpredictable unless given.
        mark: remembers beyond a restart that somebody works on the machine.
        watch: says what is in the way of the lifts (`obstacles.watch_through` for a table with a camera).
    """

    def __init__(  # noqa: PLR0913 - three settings and four parts that tests replace
        self,
        serial: SerialSettings,
        machine: MachineSettings,
        gpio: GpioSettings,
        *,
        connector: Connector | None = None,
        open_safety_pins: Callable[[GpioSettings], SafetyPins] = open_pins,
        rng: Random | None = None,
        mark: MaintenanceMark | None = None,
        watch: Watch = nobody_watches,
    ) -> None:
        self._settings = machine
        self._gpio = gpio
        self._open_safety_pins = open_safety_pins
        self._session = MachineSession(connector or SerialConnector(serial), machine, rng or Random())
        self._goal = asyncio.Lock()
        self._by_hand = asyncio.Lock()
        self._lifts = LiftGuard(self._session, watch)
        self._refusals = Refusals()
        self._doubt = CountDoubt()
        self._builder = Builder(self._session)
        self._exchange = SetExchange(machine.tile_count)
        self._people = PeopleAwaited(self._session, self._doubt, self._exchange)
        self._view = MachineView(self._session, self._builder, self._lifts, self._refusals, self._doubt, self._exchange)
        self._mark = mark or MaintenanceMark(None)
        if self._mark.is_set:
            self._session.maintain(on=True)
        self._next_set = SetName.A

    @property
    def has_tiles_on_table(self) -> bool:
        """Whether a set, or part of one, is out of the machine as far as the board knows."""
        return self._session.facts is not None and self._session.facts.on_table is not None

    @property
    def emergency_stop_open(self) -> bool:
        """Whether the emergency stop counts as pressed by the computer's own contact."""
        return self._session.emergency_stop_open

    @property
    def figures(self) -> LinkFigures:
        """Packets sent, sent again and received: for diagnostics."""
        return self._session.client.figures

    @property
    def status(self) -> MachineStatus:
        """The machine now."""
        return self._view.status(self._next_set)

    @property
    def in_maintenance(self) -> bool:
        """Whether somebody works on the machine."""
        return not self._session.released.is_set()

    async def start(self) -> None:
        """Connect and arm; nothing moves yet. A fault latched before stays latched and shows in `status`.

        Raises:
            SerialPortError: the serial port cannot be opened.
            MachineError: the pins cannot be used, nobody answers there, or the board does not fit this daemon.
        """
        try:
            pins = self._open_safety_pins(self._gpio)
        except GpioError as error:
            raise MachineError(str(error)) from error
        await self._session.start(pins, self._gpio.stop_released_ms / 1000)

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
        while not self._session.may_pursue:
            await self._session.ready.wait()
            await self._session.released.wait()

    def maintenance(self, *, on: bool) -> None:
        """A person begins, or ends, to work on the machine; meanwhile it moves only by single orders.

        Raises:
            MachineError: something moves just now, or the mark that outlives a restart cannot be made.
        """
        if on and not self.in_maintenance and self._moves():
            raise MachineError("the machine is moving: wait until it rests, or stop it, then begin the maintenance")
        if not on and self._by_hand.locked():
            raise MachineError("a single motion is under way: wait until it has ended, then end the maintenance")
        self._mark.put(on=on)
        _LOG.warning("maintenance %s", "begins" if on else "ends")
        self._session.maintain(on=on)

    def _moves(self) -> bool:
        builds = self._builder.is_running and self._session.ready.is_set()
        return builds or self._session.state not in cycle.STANDING

    async def close(self) -> None:
        """Motors off, line closed."""
        self._builder.end()
        await self._session.close()

    def use_sets(self, tiles: int) -> None:
        """The next deals are played with sets of so many tiles; people exchange theirs on the way there."""
        self._exchange.want(tiles)
        self._session.tell()

    def exchange_sets(self, tiles: int) -> None:
        """A person has the tiles at hand, or a box for them, and lets both sets be changed to so many tiles.

        Raises:
            MachineError: no such exchange is asked for.
        """
        self._exchange.agree(tiles, self._session.facts)
        self._session.tell()

    async def prepare_deal(self, throws: int = 1) -> DealSetup:
        """Four walls on the table and two dice thrown, so often; then the other set is built during play.

        If a set already stands untouched on the table, that is the deal, and what the dice show is the first throw;
        if it is being cleared away, clearing is finished first. Call `clear_table` between two deals.
        """
        async with self._goal:
            facts = await self._until(partial(self._advance, Target.DEAL))
            dice: tuple[int, ...] = facts.dice or ()
            for _ in range(throws - 1):
                facts = await self._until(self._throw_again)
                dice += facts.dice or ()
        if facts.on_table is None or len(dice) != 2 * throws:
            raise MachineError("the board reports walls without set or dice: restart it and home the machine")
        self._exchange.forget()
        self._next_set = facts.on_table.other
        self._builder.begin(BuildWalls(self._next_set, facts.size(self._next_set)), begun=lambda: None)
        return DealSetup(facts.on_table, dice)

    async def clear_table(self) -> None:
        """Dome up, wait until people have pushed all tiles in, dome down; at once if the table is empty."""
        async with self._goal:
            await self._until(partial(self._advance, Target.CLEAR))

    async def stop(self, reason: str) -> None:
        """Latch a stop: all motors off until the fault it leaves is cleared."""
        _LOG.warning("stop: %s", reason)
        await self._session.stop(reason)

    async def resume(self) -> None:
        """A person consents to motion after a reconnection; goals that wait go on.

        Raises:
            MachineError: a fault is latched or the board is not there.
        """
        if not self._session.ready.is_set():
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
        facts = self._session.facts
        tile_set = short_set(facts)
        if facts is None or tile_set is None or not self.status.missing:
            raise MachineError("no tile is missing: say this only when the machine asks for tiles")
        if missing > facts.size(tile_set):
            raise MachineError(f"a set has {facts.size(tile_set)} tiles, {missing} cannot be missing: look again")
        await self._session.complete(tile_set, facts.size(tile_set) - missing)

    @property
    def tiles_seen(self) -> int:
        """Tiles that lie on the table by the newest observation."""
        return self._lifts.tiles_seen

    def update_tiles_seen(self, tiles: int) -> None:
        """So many tiles lie on the table by the newest observation; forgotten ones keep walls from coming up."""
        self._lifts.tiles_seen = tiles

    def nothing_in_the_way(self, obstacle: str) -> None:
        """A person has looked: what the lifts wait for is not in their way.

        Raises:
            MachineError: nothing of that kind is shown.
        """
        self._lifts.vouch(obstacle)

    async def home(self, begun: Callable[[], None] = lambda: None) -> None:
        """A person consents to motion; the machine moves to its resting position unless it stands there already.

        Args:
            begun: called when the consent stands.

        Raises:
            MachineError: a fault is latched or occurs, or the board is not there.
        """
        await self.resume()
        begun()
        lock = self._lock
        if lock.locked():
            return
        async with lock:
            await told_of_failure(self._reach_home(), "its resting position", self._session)

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
        lock = self._lock
        if lock.locked():
            raise MachineError("the machine is at work for the next deal: wait until its walls stand, or stop it")
        async with lock:
            await self.resume()
            await told_of_failure(self._reach(motion, tile_set, begun), "the end of this motion", self._session)

    @property
    def _lock(self) -> asyncio.Lock:
        """What a single motion needs for itself; in maintenance the goal of a game only waits."""
        return self._by_hand if self.in_maintenance else self._goal

    async def _reach_home(self) -> None:
        self._lifts.refuse(Home())
        while await self._advance(Target.HOME) is None:
            pass

    async def _reach(self, motion: Motion, tile_set: SetName | None, accepted: Callable[[], None]) -> None:
        facts = await self._session.name_sizes(self._exchange.wanted)
        goal = goal_of(motion, facts, tile_set, self._next_set)
        self._lifts.refuse(goal)

        def begun() -> None:
            accepted()
            self._motion_begins(cycle.trigger_of(goal))

        if isinstance(goal, BuildWalls):
            await asyncio.shield(self._builder.begin(goal, begun))
        else:
            await self._session.client.pursue(goal, begun)
            await self._session.refresh()
        if self._session.ready.is_set():
            self._session.rest()

    def _motion_begins(self, trigger: Trigger) -> None:
        """Show what begins; a build beside a game, and what is reached already, are no states of their own."""
        self._session.rest()
        if self._session.ready.is_set() and (self._session.state, trigger) in cycle.TRANSITIONS:
            self._session.enter(trigger)

    async def _until(self, approach: Approach) -> BoardStatus:
        """Approach a goal, again and again, until it is reached."""
        try:
            while True:
                await self.wait_until_ready()
                facts = await self._try(approach)
                if facts is not None:
                    return facts
        finally:
            self._refusals.forget()
            if self._session.state in (State.REFUSED, State.BLOCKED, State.EXCHANGE):
                self._session.rest()

    async def _try(self, approach: Approach) -> BoardStatus | None:
        """One step towards the goal, or a pause after one that failed."""
        try:
            return await approach()
        except (MotionStoppedError, LinkLostError) as error:
            _LOG.warning("a step of the machine failed: %s", error)
            self._refusals.forget()
            await asyncio.sleep(_POLL_S)
        except BoardRefusedError as error:
            _LOG.warning("a step of the machine was refused: %s", error)
            self._refusals.add(error, self._session.facts)
            if self._refusals.must_be_shown and self._session.may_pursue:
                self._session.enter(Trigger.REFUSED)
            await asyncio.sleep(self._refusals.try_again_in_s)
        return None

    async def _advance(self, target: Target) -> BoardStatus | None:
        """One step towards the target; the board's status when nothing is left to do."""
        facts = await self._session.refresh()
        if not (self._session.may_pursue or (target is Target.HOME and self._session.ready.is_set())):
            return None
        if target is not Target.HOME and self._exchange.must_ask(facts):
            await self._people.say_the_word()
            return None
        step = next_step(facts, target, self._next_set, self._exchange.wanted)
        match step:
            case ChangeSize(tile_set, tiles):
                self._exchange.changes(tile_set, facts.size(tile_set))
                await self._session.change_size(tile_set, tiles)
            case Reached():
                self._session.rest()
                return facts
            case WaitForBoard():
                await asyncio.sleep(_POLL_S)
            case WaitForTiles(tile_set):
                self._step_begins(Trigger.COUNT)
                await self._people.push_in(tile_set)
            case _:
                if target is Target.HOME or await self._lifts.is_clear(step):
                    await self._pursue(step)
        return None

    async def _throw_again(self) -> BoardStatus | None:
        """The dice once more, as soon as the walls stand and the last throw is over."""
        if await self._advance(Target.DEAL) is None:
            return None
        await self._pursue(ThrowDice())
        facts = await self._session.refresh()
        self._session.rest()
        return facts

    async def _pursue(self, goal: Goal) -> None:
        begun = partial(self._step_begins, cycle.trigger_of(goal))
        if isinstance(goal, BuildWalls):
            await asyncio.shield(self._builder.begin(goal, begun))
        else:
            await self._session.client.pursue(goal, begun)

    def _step_begins(self, trigger: Trigger) -> None:
        self._refusals.forget()
        if self._session.may_pursue:
            self._session.enter(trigger)
        else:
            self._motion_begins(trigger)
