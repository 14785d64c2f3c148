"""The self-test of the set-up: the machine's own maintenance motions, told part by part while they run.

Rules this file keeps:
* Motors are driven by `MachineController` and by nothing else; it holds the board from a person's consent to the end of
  the test, and the board is disarmed before and after.
* A part has passed when the board says that its motion has ended, and failed when a fault names it.
* The test of the buttons moves nothing and greets no board.
* Nothing goes on moving when nobody looks at the page any more.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Final

from firmware_bridge.board import BoardRefusedError, LinkLostError
from firmware_bridge.gpio import GpioError, open_pins
from firmware_bridge.gpio_settings import GpioSettings
from firmware_bridge.messages import BoardStatus
from firmware_bridge.serial_port import SerialConnector, SerialPortError
from firmware_bridge.settings import MachineSettings, SerialSettings
from mahjong_rules.set_names import SetName
from mahjong_rules.told import said_by, sentence
from table_daemon.errors import UserError
from table_daemon.machine.controller import MachineController
from table_daemon.machine.link import MachineError, OtherProtocolError
from table_daemon.machine.refusals import fault_told, reason_text, unconnected_text
from table_daemon.setting_up.button_trial import ButtonTrial, pressed_parts
from table_daemon.setting_up.trial_parts import (
    MECHANISM,
    PARTS,
    TESTED,
    MovingPart,
    NextTest,
    Part,
    TrialLook,
    Walls,
    next_test,
)
from wire.commands.motions import Motion

_LOOK_S: Final = 0.08
"""Between two looks at the board: a tested lift rests at its top for 100 ms (`board_firmware.steps.SETTLE_MS`)."""
_UNWATCHED_S: Final = 5.0
"""Chosen: a page looks five times a second; one in a pocket is known soon, a slow network is no pocket."""
_PRESS_LOOK_S: Final = 0.02
"""Between two looks at the buttons, as at a table (`people.panel`)."""
_MOTIONS: Final = {"mechanism": Motion.SELF_TEST, "heads": Motion.BUILD, "pushers": Motion.RAISE}
_STATES: Final = {
    "mechanism": "testing",
    "heads": "heads",
    "pushers": "pushers",
    "counters": "counters",
    "buttons": "buttons",
}


class AskedMachine(MachineController):
    """The controller, and how its board stands while something moves."""

    async def look(self) -> BoardStatus:
        """Ask the board.

        Raises:
            LinkLostError: it cannot be reached.
            BoardRefusedError: it has restarted.
        """
        return await self._session.refresh()

    @property
    def walls(self) -> Walls:
        """Where the tiles are by the board's newest word."""
        board = self._session.facts.board
        return Walls.UNKNOWN if board is None else Walls.of(board)

    async def look_on(self) -> BoardStatus:
        """How the board stands while people do their part and nothing moves.

        Raises:
            MachineError: it cannot be reached, or a fault is latched.
        """
        try:
            board = await self.look()
        except LinkLostError as error:
            raise MachineError(unconnected_text(error)) from error
        except BoardRefusedError as error:
            raise MachineError(reason_text(error.reply.outcome, error.reply.interlock)) from error
        if (fault := self.status.fault) is not None:
            raise MachineError(fault_told(fault, fault.text))
        return board


class MachineTrial:
    """Tests one machine whenever a person lets it move.

    Args:
        serial: its board's port.
        machine: what the table's settings say of it; the board must agree.
        gpio: the computer's own pins, the motors' relay among them.
        rng: chooses session numbers.
        clock: monotonic, in seconds.
        on_passed: called whenever a test has ended well.
        known: what earlier tests found.
    """

    def __init__(  # noqa: PLR0913 - a machine: port, limits, pins, chance, time, and who hears of it
        self,
        serial: SerialSettings,
        machine: MachineSettings,
        gpio: GpioSettings,
        rng: Random,
        clock: Callable[[], float],
        on_passed: Callable[[Mapping[Part, str]], None],
        known: Mapping[Part, str],
    ) -> None:
        self._serial = serial
        self._settings = machine
        self._gpio = gpio
        self._rng = rng
        self._clock = clock
        self._on_passed = on_passed
        self._look = TrialLook("passed" if known else "none", known)
        self._looked_at = clock()
        self._controller: AskedMachine | None = None
        self._task: asyncio.Task[None] | None = None
        self._why_stopped = ""
        self._stopping = asyncio.Lock()

    @property
    def is_running(self) -> bool:
        """Whether the board is held."""
        return self._task is not None and not self._task.done()

    def look(self) -> TrialLook:
        """What somebody who watches is told: this is what keeps the motors going."""
        self._looked_at = self._clock()
        return self._look

    @property
    def pressed(self) -> tuple[Part, ...]:
        """What people press at the computer's own pins."""
        return pressed_parts(self._gpio)

    @property
    def next(self) -> NextTest | None:
        """What a person would test next."""
        return next_test(self._look.results, self._look.walls, self.pressed)

    def begin(self, what: str, tile_set: SetName, fault_id: str) -> None:
        """A person lets the machine move, and has seen to this fault ("" for none); `tile_set` is the one to stack.

        Raises:
            UserError: a test is under way, or there is nothing to be tested.
        """
        if self.is_running:
            raise UserError(sentence("the test is under way: wait until it has ended, or stop it"))
        if what == "buttons" and not self.pressed:
            raise UserError(
                sentence("the settings name no pins of this computer: set gpio.driver, and the pins that are wired")
            )
        self._looked_at, self._why_stopped = self._clock(), ""
        tested = self._anew(what)
        kept = {part: result for part, result in self._look.results.items() if part not in tested}
        self._look = TrialLook("begins", kept, walls=self._look.walls)
        run = self._press() if what == "buttons" else self._run(what, tile_set, fault_id)
        self._task = asyncio.create_task(run, name="trial of the machine")

    def _anew(self, what: str) -> tuple[Part, ...]:
        """Of which parts nothing is known any more once this test begins: counters and buttons are gone on with."""
        if what == "buttons":
            results = self._look.results
            return self.pressed if all(results.get(part) == "passed" for part in self.pressed) else ()
        return () if what == "counters" else TESTED[what]

    async def stop(self, why: str = "stopped") -> None:
        """Motors off, at once; the board latches it."""
        self._why_stopped = self._why_stopped or why
        async with self._stopping:
            if self._controller is not None:
                asked = "asked on the set-up page" if why == "stopped" else "nobody watched the test"
                await self._controller.stop(asked)

    async def close(self) -> None:
        """End it: motors off, line closed."""
        if self.is_running:
            await self.stop("left")
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _press(self) -> None:
        """Until everything was pressed, or somebody says that it is enough; what was seen counts either way."""
        try:
            pins = open_pins(self._gpio)
        except GpioError as error:
            self._look = replace(self._look, state="trouble", sentence=said_by(error))
            return
        trial = ButtonTrial(pins, self._gpio, self._look.results)
        try:
            while not (trial.is_over or self._why_stopped):
                seen = trial.look(self._clock())
                self._look = replace(self._look, state="buttons", results={**self._look.results, **seen})
                await asyncio.sleep(_PRESS_LOOK_S)
        finally:
            pins.close()
        results = {part: result for part, result in self._look.results.items() if result == "passed"}
        self._look = replace(self._look, state="passed" if trial.is_over else "none", results=results)
        if results:
            self._on_passed(results)

    async def _run(self, what: str, tile_set: SetName, fault_id: str) -> None:
        """What came of it is told once the line is free for another test."""
        controller = AskedMachine(SerialConnector(self._serial), self._settings, rng=self._rng)
        watching = asyncio.create_task(self._watch(controller), name="how the machine stands")
        try:
            ended = await self._held(controller, what, tile_set, fault_id)
        except OtherProtocolError as error:
            ended = self._failed(controller, said_by(error), error.code)
        except (MachineError, SerialPortError, GpioError) as error:
            async with self._stopping:  # a motion ends before the board has told the fault that a stop latches
                ended = self._failed(controller, said_by(error))
        finally:
            self._controller = None
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            await controller.close()
        self._look = replace(ended, walls=controller.walls)
        if ended.state == "passed":
            self._on_passed(ended.results)

    async def _held(self, controller: AskedMachine, what: str, tile_set: SetName, fault_id: str) -> TrialLook:
        """Raises MachineError, SerialPortError, GpioError."""
        await controller.start(open_pins(self._gpio), self._gpio.stop_released_ms / 1000)
        self._controller = controller
        fault = controller.status.fault
        if fault is not None and fault.id != fault_id:  # nobody clears a fault that was not shown
            return self._failed(controller, fault.text)
        self._refuse_if_stopped()
        if fault is not None:
            await controller.clear_fault(fault.id)
        self._become("homing")
        await controller.home()
        self._refuse_if_stopped()
        self._become(_STATES[what])
        if what == "counters":
            tested: tuple[Part, ...] = (await self._count_in(controller),)
        else:
            await controller.maintain(_MOTIONS[what], tile_set if what == "heads" else None)
            tested = TESTED[what]
        results = {**self._look.results, **dict.fromkeys(tested, "passed")}
        return replace(self._look, state="passed", results=results, notices=controller.status.notices)

    async def _count_in(self, controller: AskedMachine) -> Part:
        """Dome up, every tile through the drop ring, dome down: the counter of that set.

        People take what time they need. A counter that misses tiles never ends this: they see how many it has and stop.
        Raises MachineError.
        """
        board = await controller.look_on()
        tile_set = board.on_table
        if tile_set is None:
            raise MachineError(
                sentence("no tiles lie on the table to be counted: let the pushers bring walls up first")
            )
        counter = (f"drop_counter_{tile_set.value.lower()}", None)
        await controller.maintain(Motion.DOME_UP)
        while (counted := board.tiles_inside(tile_set)) < (size := board.size(tile_set)):
            self._refuse_if_stopped()
            running = {**self._look.results, counter: "running"}
            self._look = replace(self._look, results=running, counted=counted, count_of=size)
            await asyncio.sleep(_LOOK_S)
            board = await controller.look_on()
        self._look = replace(self._look, counted=counted, count_of=size)
        await controller.maintain(Motion.DOME_DOWN)
        return counter

    def _refuse_if_stopped(self) -> None:
        """Between two motions nothing is there that a stop would cut short."""
        if self._why_stopped:
            raise MachineError(sentence("the test was stopped"))

    def _become(self, state: str) -> None:
        self._look = TrialLook(state, self._look.results, walls=self._look.walls)

    def _failed(self, controller: AskedMachine, why: str, refusal: str = "") -> TrialLook:
        status, tested = controller.status, self._look.state == "testing"
        fault = status.fault
        results = {part: result for part, result in self._look.results.items() if result == "passed"}
        if fault is not None and (place := (fault.part, fault.side)) in PARTS:
            before = MECHANISM[: MECHANISM.index(place)] if tested and place in MECHANISM else ()
            results |= {**dict.fromkeys(before, "passed"), place: "failed"}
        state = self._why_stopped or "trouble"
        return replace(
            self._look,
            state=state,
            results=results,
            fault=fault,
            sentence=why,
            refusal=refusal or status.refusal,
            notices=status.notices,
        )

    async def _watch(self, controller: AskedMachine) -> None:
        moving = MovingPart()
        while True:
            await asyncio.sleep(_LOOK_S)
            if self._clock() - self._looked_at > _UNWATCHED_S and self._controller is not None:
                await self.stop("left")
                return
            if self._look.state in ("testing", "heads", "pushers"):
                with contextlib.suppress(LinkLostError, BoardRefusedError):  # whoever waits for the motion tells it
                    self._follow(moving, await controller.look())

    def _follow(self, moving: MovingPart, board: BoardStatus) -> None:
        results = dict(self._look.results)
        if self._look.state in ("heads", "pushers"):
            results |= dict.fromkeys(TESTED[self._look.state], "running")
        elif self._look.state == "testing":
            place = moving.after(board)
            results |= {**dict.fromkeys(MECHANISM[:place], "passed"), MECHANISM[place]: "running"}
        self._look = replace(self._look, results=results)
