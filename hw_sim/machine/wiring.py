"""Everything that is wired to the simulated Raspberry Pi, as people in the room use it: they press, see and hear."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from firmware_bridge.buttons import Button, ButtonKind
from firmware_bridge.gpio_settings import GpioSettings
from hw_sim.machine.fake_gpio import FILE_VARIABLE
from hw_sim.machine.gpio_levels import GpioLevels

WIRED: Final = GpioSettings(driver="rpi", module="hw_sim.machine.fake_gpio")
"""The usual pins."""
SETTINGS: Final = {"gpio.driver": WIRED.driver, "gpio.module": WIRED.module}
"""What a daemon beside this table is told."""
PRESS_S: Final = 0.15
"""So long people hold a button."""


class Wiring:
    """Buttons, contacts, light and buzzer of one table.

    Args:
        path: of the file with the levels.
    """

    def __init__(self, path: Path) -> None:
        self._pins = GpioLevels(path)
        self.press_emergency_stop(pressed=False)

    @property
    def environment(self) -> dict[str, str]:
        """What a daemon beside this table has in its environment."""
        return {FILE_VARIABLE: str(self._pins.path)}

    @property
    def light(self) -> bool:
        """Whether the status light is on."""
        return self._is_high(WIRED.status_light_pin)

    @property
    def buzzer(self) -> bool:
        """Whether the buzzer sounds."""
        return self._is_high(WIRED.buzzer_pin)

    @property
    def relay(self) -> bool:
        """Whether the daemon lets the motors have current."""
        return self._is_high(WIRED.enable_relay_pin)

    async def press(self, *buttons: Button, hold_s: float = PRESS_S) -> None:
        """Somebody presses these together and lets go of them; long enough apart for another press to count."""
        for button in buttons:
            self._pins.press(_pin_of(button))
        await asyncio.sleep(hold_s)
        for button in buttons:
            self._pins.release(_pin_of(button))
        await asyncio.sleep(hold_s)

    def press_emergency_stop(self, *, pressed: bool) -> None:
        """The second contact of the mushroom, which the computer watches: closed while it is not pressed."""
        if WIRED.emergency_stop_pin is not None:
            self._pins.write(WIRED.emergency_stop_pin, int(pressed))

    def close(self) -> None:
        """Nobody looks any more."""
        self._pins.close()

    def _is_high(self, pin: int | None) -> bool:
        return pin is not None and bool(self._pins.read(pin))


def _pin_of(button: Button) -> int:
    seats = None if button.kind is ButtonKind.START else getattr(WIRED.buttons, button.kind)
    pin: int | None = WIRED.start_button_pin if seats is None or button.seat is None else seats[button.seat]
    if pin is None:
        raise LookupError(f"no {button.kind} button is wired for seat {button.seat}")
    return pin
