"""The Raspberry Pi's own pins: emergency stop, enable relay, buttons, light and buzzer.

The only file that knows RPi.GPIO. Which module stands behind that interface is a setting.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
from collections.abc import Callable
from typing import Any, Protocol

from firmware_bridge.buttons import Button
from firmware_bridge.gpio_settings import GpioSettings
from firmware_bridge.transport import PortError
from mahjong_rules.told import sentence

_LOG = logging.getLogger(__name__)


class GpioError(PortError):
    """The pins cannot be used."""


class SafetyPins(Protocol):
    """What the machine's control loop needs of pins."""

    def emergency_stop_open(self) -> bool:
        """Whether the monitored contact is open now: stop."""

    def watch_emergency_stop(self, opened: Callable[[], object]) -> None:
        """Call `opened`, on any thread, when the contact opens; where edges cannot be had, polling is all there is."""

    def enable(self, on: bool) -> None:
        """The relay in the motor supply."""

    def close(self) -> None:
        """Relay off, pins released."""


class PanelPins(Protocol):
    """What the people around the table touch, see and hear."""

    def buttons_down(self) -> frozenset[Button]:
        """The buttons whose contacts are closed."""

    def show(self, *, light: bool, buzzer: bool) -> None:
        """Switch the status light and the buzzer."""


class TablePins(SafetyPins, PanelPins, Protocol):
    """All pins of one table."""


class NoPins:
    """A table whose emergency stop and relay hang on the motor board alone, without buttons."""

    def emergency_stop_open(self) -> bool:
        """Nothing is monitored here."""
        return False

    def watch_emergency_stop(self, opened: Callable[[], object]) -> None:
        """There is no contact."""

    def enable(self, on: bool) -> None:
        """There is no relay."""

    def buttons_down(self) -> frozenset[Button]:
        """There is none."""
        return frozenset()

    def show(self, *, light: bool, buzzer: bool) -> None:
        """There is neither."""

    def close(self) -> None:
        """Nothing to release."""


class RaspberryPins:
    """Pins by a module with the interface of RPi.GPIO.

    The emergency stop is polled, not only watched for edges: edge detection fails on some kernels, and an edge that
    came before the watch began is never told.
    """

    def __init__(self, settings: GpioSettings, gpio: Any) -> None:
        self._settings = settings
        self._gpio = gpio
        self._buttons = dict(settings.wired_buttons())
        self._shown: dict[int, bool] = {}
        self._is_closed = False
        gpio.setmode(gpio.BCM)
        for pin in (settings.emergency_stop_pin, *self._buttons.values()):
            if pin is not None:
                gpio.setup(pin, gpio.IN, pull_up_down=gpio.PUD_UP)
        for pin in (settings.enable_relay_pin, settings.status_light_pin, settings.buzzer_pin):
            if pin is not None:
                gpio.setup(pin, gpio.OUT, initial=gpio.LOW)

    def emergency_stop_open(self) -> bool:
        """An open contact lets the pull-up win: high means stop."""
        pin = self._settings.emergency_stop_pin
        return pin is not None and bool(self._gpio.input(pin))

    def watch_emergency_stop(self, opened: Callable[[], object]) -> None:
        """Ask the module for rising edges; without any the loop that polls is slower, not blind."""
        pin = self._settings.emergency_stop_pin
        if pin is None:
            return
        try:
            self._gpio.add_event_detect(pin, self._gpio.RISING, callback=lambda _pin: opened())
        except (RuntimeError, OSError) as error:
            _LOG.warning("no edges of the emergency stop on this kernel (%s): it is polled only", error)

    def enable(self, on: bool) -> None:
        """High while the daemon is ready to move the table."""
        self._switch(self._settings.enable_relay_pin, on)

    def buttons_down(self) -> frozenset[Button]:
        """A pressed button pulls its input to ground."""
        return frozenset(button for button, pin in self._buttons.items() if not self._gpio.input(pin))

    def show(self, *, light: bool, buzzer: bool) -> None:
        """Only what changes is written."""
        for pin, on in ((self._settings.status_light_pin, light), (self._settings.buzzer_pin, buzzer)):
            if pin is not None and self._shown.get(pin) is not on:
                self._shown[pin] = on
                self._switch(pin, on)

    def close(self) -> None:
        """Off first: some kernels keep a released output at its last level; a second time does nothing."""
        if self._is_closed:
            return
        self.enable(on=False)
        self.show(light=False, buzzer=False)
        with contextlib.suppress(RuntimeError):
            self._gpio.cleanup()
        self._is_closed = True

    def _switch(self, pin: int | None, on: bool) -> None:
        if pin is not None and not self._is_closed:
            self._gpio.output(pin, self._gpio.HIGH if on else self._gpio.LOW)


def open_pins(settings: GpioSettings) -> TablePins:
    """The pins the settings name.

    Raises:
        GpioError: the GPIO module is missing or has no access.
    """
    if settings.driver == "none":
        return NoPins()
    try:
        gpio = importlib.import_module(settings.module)
    except (ImportError, RuntimeError) as error:
        raise GpioError(
            sentence(
                "the settings ask for GPIO pins but {module} does not start ({why}): install the extra gpio, or "
                "gpio-lgpio on kernel 6.6 and later, or set gpio.driver to none",
                module=settings.module,
                why=str(error),
            )
        ) from error
    try:
        return RaspberryPins(settings, gpio)
    except (RuntimeError, OSError, ValueError) as error:
        raise GpioError(
            sentence("the GPIO pins cannot be used ({why}): add the user to the group gpio", why=str(error))
        ) from error
