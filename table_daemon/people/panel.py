"""Buttons, light and buzzer of the table: a press becomes the command that the page's button sends.

Rules this file keeps:
* A button can do nothing that the page cannot: the same commands, the same checks, the same journal.
* What it shows is what everybody is told; it decides nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final

from firmware_bridge.buttons import Button, ButtonKind, ButtonWatch
from firmware_bridge.cycle import State
from firmware_bridge.gpio import PanelPins
from firmware_bridge.gpio_settings import GpioSettings
from firmware_bridge.signals import PressReply, Signal, SignalPlayer
from table_daemon.machine.controller import MachineController
from table_daemon.people.calls import Calls
from table_daemon.service import TableService
from wire.commands.command import Command
from wire.commands.game import CallAttentionData, Declaration, DeclareData
from wire.commands.machine import GoOnData
from wire.machine_status import MachineStatus
from wire.messages import Announcement, Answer

_LOG = logging.getLogger(__name__)
_POLL_S: Final = 0.02
"""Between two looks at the buttons: shorter than any press, and than what debouncing waits for."""
_UNANSWERED_S: Final = 0.5
"""A command that is being carried out for so long is not refused: motions are answered when they have ended.

Refusals come at once; half a second is what a person who presses takes for at once."""
_ASKS: Final = frozenset({State.WAITING, State.BLOCKED, State.EXCHANGE, State.REFUSED})
_WORKS: Final = frozenset(
    {State.HOMING, State.BUILDING, State.RAISING, State.ROLLING, State.CLEARING, State.COUNTING, State.CLOSING}
)

_SAID: Final[Mapping[ButtonKind, Declaration]] = {ButtonKind.WIN: "win", ButtonKind.RIICHI: "riichi"}


def signal_of(status: MachineStatus, *, stop_open: bool, is_called: bool, is_asked: bool) -> Signal:
    """What light and buzzer are to say.

    Args:
        status: of the machine.
        stop_open: the emergency stop counts as pressed.
        is_called: somebody has just called everybody.
        is_asked: a question or a call waits for people.
    """
    if stop_open:
        return Signal.STOP
    if status.fault is not None or status.state in (State.FAULTED, State.OFFLINE):
        return Signal.FAULT
    if is_called:
        return Signal.ATTENTION
    if status.state in _ASKS or status.missing or is_asked:
        return Signal.ASKS
    return Signal.WORKING if status.state in _WORKS else Signal.IDLE


def command_of(button: Button) -> Command:
    """What the page would send."""
    if button.seat is None:
        return Command(GoOnData(), origin="start button")
    origin = f"button of seat {button.seat}"
    if button.kind is ButtonKind.ATTENTION:
        return Command(CallAttentionData(seat=button.seat), origin=origin)
    return Command(DeclareData(kind=_SAID[button.kind], seat=button.seat), origin=origin)


def panel_of(
    pins: PanelPins, settings: GpioSettings, table: TableService, calls: Calls, machine: MachineController
) -> Panel:
    """The panel of a table as everybody is told about it."""

    def signal() -> Signal:
        return signal_of(
            machine.status,
            stop_open=machine.emergency_stop_open,
            is_called=calls.is_loud(asyncio.get_running_loop().time()),
            is_asked=bool(calls.standing) or _has_questions(table.retained()),
        )

    return Panel(pins, settings, table.command, signal)


def _has_questions(retained: Iterable[Announcement]) -> bool:
    asked = (said.payload["data"]["questions"] for said in retained if said.topic == "questions")
    return any(not question["can_wait"] for questions in asked for question in questions)


class Panel:
    """Everything around one table that people press, see and hear.

    Args:
        pins: where it is wired.
        settings: debouncing and patterns.
        carry_out: takes a command, as from any front end.
        signal: what is to be shown now.
    """

    def __init__(
        self,
        pins: PanelPins,
        settings: GpioSettings,
        carry_out: Callable[[Command], Awaitable[Answer]],
        signal: Callable[[], Signal],
    ) -> None:
        self._pins = pins
        self._carry_out = carry_out
        self._signal = signal
        self._watch = ButtonWatch(settings.debounce_ms / 1000)
        self._player = SignalPlayer(settings.light, settings.buzzer)
        self._under_way: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Look after all of it until cancelled."""
        loop = asyncio.get_running_loop()
        try:
            while True:
                for button in self._watch.update(self._pins.buttons_down(), loop.time()):
                    self._pressed(button)
                self._player.show(self._signal(), loop.time())
                light, buzzer = self._player.levels(loop.time())
                self._pins.show(light=light, buzzer=buzzer)
                await asyncio.sleep(_POLL_S)
        finally:
            for task in self._under_way:
                task.cancel()
            self._pins.show(light=False, buzzer=False)

    def _pressed(self, button: Button) -> None:
        task = asyncio.create_task(self._obey(button), name=f"button {button}")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _obey(self, button: Button) -> None:
        command = command_of(button)
        answering = asyncio.ensure_future(self._carry_out(command))
        try:
            done, _ = await asyncio.wait([answering], timeout=_UNANSWERED_S)
            if not done:
                self._reply(PressReply.ACCEPTED)
            answer = await answering
        except Exception:  # noqa: BLE001 - whoever pressed hears it, whatever went wrong
            _LOG.exception("command %s of %s failed", command.name, command.origin)
            self._reply(PressReply.REFUSED)
            return
        finally:
            answering.cancel()
        _LOG.info("%s: %s %s", command.origin, command.name, "done" if answer.ok else f"refused: {answer.message}")
        if done or not answer.ok:
            self._reply(PressReply.ACCEPTED if answer.ok else PressReply.REFUSED)

    def _reply(self, reply: PressReply) -> None:
        self._player.reply(reply, asyncio.get_running_loop().time())
