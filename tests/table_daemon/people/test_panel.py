"""Buttons send what the page sends; light and buzzer say what everybody is told."""

import asyncio

import pytest
from scripted_machine import FAULT
from sent_commands import command_of as sent
from virtual_time import run_virtual

from firmware_bridge.buttons import Button, ButtonKind
from firmware_bridge.gpio_settings import GpioSettings
from firmware_bridge.signals import Signal
from mahjong_rules.seats import Seat
from table_daemon.people.panel import Panel, command_of, signal_of
from wire.commands.command import Command
from wire.machine_status import MachineStatus
from wire.messages import Answer

WIN = Button(ButtonKind.WIN, Seat(2))


class Wires:
    """Pins of a table: what is pressed, and every level that was shown."""

    def __init__(self) -> None:
        self.down: frozenset[Button] = frozenset()
        self.sounds: list[bool] = []

    def buttons_down(self) -> frozenset[Button]:
        return self.down

    def show(self, *, light: bool, buzzer: bool) -> None:
        self.sounds.append(buzzer)


class Desk:
    """Takes commands and answers as told."""

    def __init__(self, answer: Answer | Exception, takes_s: float = 0.0) -> None:
        self.commands: list[Command] = []
        self._answer = answer
        self._takes_s = takes_s

    async def carry_out(self, command: Command) -> Answer:
        self.commands.append(command)
        await asyncio.sleep(self._takes_s)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


def sounded_s(wires: Wires, desk: Desk) -> float:
    """How long the buzzer sounds when somebody presses a button for a moment."""

    async def main() -> None:
        settings = GpioSettings()
        panel = asyncio.create_task(Panel(wires, settings, desk.carry_out, lambda: Signal.IDLE).run())
        await asyncio.sleep(0.2)
        wires.down = frozenset({WIN})
        await asyncio.sleep(0.2)
        wires.down = frozenset()
        await asyncio.sleep(5)
        panel.cancel()
        await asyncio.gather(panel, return_exceptions=True)

    run_virtual(main())
    return sum(wires.sounds) * 0.02


@pytest.mark.parametrize(
    ("button", "command"),
    [
        (WIN, sent("declare", {"kind": "win", "seat": 2}, origin="button of seat 2")),
        (
            Button(ButtonKind.RIICHI, Seat(0)),
            sent("declare", {"kind": "riichi", "seat": 0}, origin="button of seat 0"),
        ),
        (Button(ButtonKind.ATTENTION, Seat(1)), sent("call_attention", {"seat": 1}, origin="button of seat 1")),
        (Button(ButtonKind.START), sent("go_on", {}, origin="start button")),
    ],
)
def test_a_button_is_a_command_of_the_page(button, command):
    assert command_of(button) == command


@pytest.mark.parametrize(
    ("desk", "longest_s", "min_gesture_s"),
    [
        (Desk(Answer(ok=True, seq=1)), 0.06, 0.02),
        (Desk(Answer(ok=True, seq=1), takes_s=3.0), 0.06, 0.02),
        (Desk(Answer(ok=False, seq=1, error_code="not_now", message="no")), 0.34, 0.26),
        (Desk(ValueError("a mistake of ours")), 0.34, 0.26),
    ],
)
def test_whoever_presses_hears_once_whether_it_counts(desk, longest_s, min_gesture_s):
    wires = Wires()
    assert min_gesture_s <= sounded_s(wires, desk) <= longest_s
    assert [command.name for command in desk.commands] == ["declare"]
    assert wires.sounds[-1] is False


@pytest.mark.parametrize(
    ("state", "fault", "missing", "facts", "signal"),
    [
        ("idle", None, 0, {}, Signal.IDLE),
        ("in_play", None, 0, {}, Signal.IDLE),
        ("building", None, 0, {}, Signal.WORKING),
        ("counting", None, 0, {}, Signal.WORKING),
        ("counting", None, 2, {}, Signal.ASKS),
        ("waiting", None, 0, {}, Signal.ASKS),
        ("refused", None, 0, {}, Signal.ASKS),
        ("blocked", None, 0, {}, Signal.ASKS),
        ("exchange", None, 0, {}, Signal.ASKS),
        ("in_play", None, 0, {"is_asked": True}, Signal.ASKS),
        ("in_play", None, 0, {"is_asked": True, "is_called": True}, Signal.ATTENTION),
        ("offline", None, 0, {"is_called": True}, Signal.FAULT),
        ("faulted", FAULT, 0, {}, Signal.FAULT),
        ("faulted", FAULT, 0, {"stop_open": True}, Signal.STOP),
    ],
)
def test_the_gravest_thing_is_what_light_and_buzzer_say(state, fault, missing, facts, signal):
    status = MachineStatus(state, "", None, None, 0, fault, missing)
    said = {"stop_open": False, "is_called": False, "is_asked": False} | facts
    assert signal_of(status, **said) is signal
