"""What people press at the computer's own pins, told as it is seen: buttons, and the emergency stop's second contact.

Rules this file keeps: nothing moves, and the motors' relay stays off; a press counts as it does at a table
(`firmware_bridge.buttons`), so a button that is held from the beginning, as one wired the wrong way round, never does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from firmware_bridge.buttons import Button, ButtonWatch
from firmware_bridge.gpio_settings import GpioSettings
from table_daemon.setting_up.trial_parts import STOP_CONTACT, Part, button_part


class PressedPins(Protocol):
    """What is looked at of the computer's own pins."""

    def buttons_down(self) -> frozenset[Button]:
        """The buttons whose contacts are closed."""

    def emergency_stop_open(self) -> bool:
        """Whether the stop's contact is open now."""


def pressed_parts(settings: GpioSettings) -> tuple[Part, ...]:
    """Everything to be pressed that the settings name, the stop first; nothing without pins."""
    if settings.driver == "none":
        return ()
    stop = (STOP_CONTACT,) if settings.emergency_stop_pin is not None else ()
    return (*stop, *(button_part(button) for button, _pin in settings.wired_buttons()))


class ButtonTrial:
    """Watches pins that somebody else has opened.

    Args:
        pins: opened.
        settings: which pins there are, and how long a press takes.
        known: what earlier tests found.
    """

    def __init__(self, pins: PressedPins, settings: GpioSettings, known: Mapping[Part, str]) -> None:
        self._pins = pins
        self._parts = pressed_parts(settings)
        self._watch = ButtonWatch(settings.debounce_ms / 1000)
        self._seen = {part for part in self._parts if known.get(part) == "passed"}
        self._stop_was_open = False
        self._stop_was_closed = False

    def look(self, now_s: float) -> dict[Part, str]:
        """What is known of each: passed, held (down just now), or nothing."""
        down = self._pins.buttons_down()
        self._seen |= {button_part(button) for button in self._watch.update(down, now_s)}
        held = {button_part(button) for button in down} | self._look_at_stop()
        return {part: "passed" if part in self._seen else "held" if part in held else "" for part in self._parts}

    @property
    def is_over(self) -> bool:
        """Whether everything was pressed."""
        return self._seen.issuperset(self._parts)

    def _look_at_stop(self) -> set[Part]:
        """It works when it was closed, opened, and is closed again."""
        if STOP_CONTACT not in self._parts:
            return set()
        if self._pins.emergency_stop_open():
            self._stop_was_open = self._stop_was_closed
            return {STOP_CONTACT}
        self._stop_was_closed = True
        if self._stop_was_open:
            self._seen.add(STOP_CONTACT)
        return set()
