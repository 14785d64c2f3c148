"""The Raspberry Pi's own pins: emergency stop monitor and enable relay. The only file that knows RPi.GPIO."""

from __future__ import annotations

import contextlib
from typing import Any, Protocol

from firmware_bridge.settings import GpioSettings
from firmware_bridge.transport import PortError


class GpioError(PortError):
    """The pins cannot be used."""


class SafetyPins(Protocol):
    """What the daemon needs of pins; polled by its control loop."""

    def emergency_stop_open(self) -> bool:
        """Whether the monitored contact is open: stop."""

    def enable(self, on: bool) -> None:
        """The relay in the motor supply."""

    def close(self) -> None:
        """Relay off, pins released."""


class NoPins:
    """A table whose emergency stop and relay hang on the motor board alone."""

    def emergency_stop_open(self) -> bool:
        """Nothing is monitored here."""
        return False

    def enable(self, on: bool) -> None:
        """There is no relay."""

    def close(self) -> None:
        """Nothing to release."""


class RaspberryPins:
    """Pins by RPi.GPIO or its drop-in rpi-lgpio.

    The input is polled, not only watched for edges: edge detection fails on some kernels and its debouncing
    hides a chattering contact. One open reading is enough to stop.
    """

    def __init__(self, settings: GpioSettings, gpio: Any) -> None:
        self._settings = settings
        self._gpio = gpio
        gpio.setmode(gpio.BCM)
        if settings.emergency_stop_pin is not None:
            gpio.setup(settings.emergency_stop_pin, gpio.IN, pull_up_down=gpio.PUD_UP)
        if settings.enable_relay_pin is not None:
            gpio.setup(settings.enable_relay_pin, gpio.OUT, initial=gpio.LOW)

    def emergency_stop_open(self) -> bool:
        """An open contact lets the pull-up win: high means stop."""
        pin = self._settings.emergency_stop_pin
        return pin is not None and bool(self._gpio.input(pin))

    def enable(self, on: bool) -> None:
        """High while the daemon is ready to move the table."""
        if self._settings.enable_relay_pin is not None:
            self._gpio.output(self._settings.enable_relay_pin, self._gpio.HIGH if on else self._gpio.LOW)

    def close(self) -> None:
        """Off first: some kernels keep a released output at its last level."""
        self.enable(on=False)
        with contextlib.suppress(RuntimeError):
            self._gpio.cleanup()


def open_pins(settings: GpioSettings) -> SafetyPins:
    """The pins the settings name.

    Raises:
        GpioError: the GPIO module is missing or has no access.
    """
    if settings.driver == "none":
        return NoPins()
    try:
        from RPi import GPIO
    except (ImportError, RuntimeError) as error:
        raise GpioError(
            f"the settings ask for GPIO pins but RPi.GPIO does not start ({error}): install the extra gpio, "
            "or gpio-lgpio on kernel 6.6 and later, or set gpio.driver to none"
        ) from error
    try:
        return RaspberryPins(settings, GPIO)
    except (RuntimeError, OSError) as error:
        raise GpioError(f"the GPIO pins cannot be used ({error}): add the user to the group gpio") from error
