"""Settings of the Raspberry Pi's own pins: which wire hangs where, and what light and buzzer say. Numbers are BCM's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from firmware_bridge.buttons import Button, ButtonKind
from mahjong_rules.seats import SEATS

NOT_WIRED = "none"
_MIN_PIN, _MAX_PIN = 2, 27
"""BCM 0 and 1 on the header belong to the memory of add-on boards."""


def _wired(value: Any) -> Any:
    """The pin, None for one that is not wired; whatever is neither is refused with what may stand there."""
    if value is None or value == NOT_WIRED:
        return None
    if type(value) is not int or not _MIN_PIN <= value <= _MAX_PIN:
        raise ValueError(f"expected a BCM pin of the header, {_MIN_PIN} to {_MAX_PIN}, or {NOT_WIRED!r}")
    return value


Pin = Annotated[int | None, BeforeValidator(_wired)]
Seats = Annotated[list[Pin], Field(min_length=4, max_length=4)]
Pattern = Annotated[list[Annotated[int, Field(ge=10, le=10_000)]], Field(max_length=20)]
"""Milliseconds, alternately on and off, beginning with on; empty: off, a single one: on without end."""


class _Settings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ButtonSettings(_Settings):
    """Buttons to ground with the Pi's pull-ups, pins by seat 0 to 3; "none" where none is wired."""

    win: Seats = Field(default=[5, 6, 13, 19])
    """The player says: I win."""
    riichi: Seats = Field(default=[12, 16, 20, 21])
    """The player declares riichi; asked only by rules that know it."""
    attention: Seats = Field(default=[24, 25, 8, 7])
    """The player asks everybody to look at the page."""


class LightSettings(_Settings):
    """What the status light does in each situation: milliseconds on, off, on, off, ... repeated; [] is dark."""

    idle: Pattern = Field(default=[100, 2900])
    """Nothing moves and nothing is asked."""
    working: Pattern = Field(default=[500, 500])
    """The machine moves."""
    asks: Pattern = Field(default=[150, 150, 150, 850])
    """A person is needed: consent, missing tiles, a question."""
    attention: Pattern = Field(default=[60, 60])
    """Somebody has pressed a button that calls everybody."""
    fault: Pattern = Field(default=[120, 120])
    """The machine has latched a fault or is not there."""
    stop: Pattern = Field(default=[1000])
    """The emergency stop is open."""


class BuzzerSettings(_Settings):
    """What the buzzer says once when a situation begins: milliseconds on, off, on, ...; [] is silent."""

    idle: Pattern = Field(default=[])
    working: Pattern = Field(default=[])
    asks: Pattern = Field(default=[80])
    attention: Pattern = Field(default=[120, 80, 120, 80, 120])
    fault: Pattern = Field(default=[200, 100, 200, 100, 200])
    stop: Pattern = Field(default=[800])
    accepted: Pattern = Field(default=[30])
    """A button was pressed and counts."""
    refused: Pattern = Field(default=[300])
    """A button was pressed and is refused; the page says why."""


class GpioSettings(_Settings):
    """Pins of the Raspberry Pi, in BCM numbers. Without `driver` the emergency stop is the board's alone."""

    driver: Literal["none", "rpi"] = "none"
    """`rpi`: a module with the interface of RPi.GPIO; none of the pins below is touched without it."""
    module: str = Field(default="RPi.GPIO", pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$")
    """That module: RPi.GPIO comes from the package of that name, or from rpi-lgpio on kernel 6.6 and later."""
    emergency_stop_pin: Pin = 17
    """Input with pull-up, monitors the normally-closed contact to ground: open means stop. A pin, or "none"."""
    stop_released_ms: Annotated[int, Field(ge=0, le=5_000)] = 300
    """The contact must have been closed for so long before the stop counts as released; open counts at once."""
    enable_relay_pin: Pin = 27
    """Output, high while the daemon is ready to move the table; needs an external pull-down."""
    start_button_pin: Pin = 26
    """Button to ground: consent to motion, or the next deal, like the page's button."""
    status_light_pin: Pin = 22
    """Output, high while the light is on."""
    buzzer_pin: Pin = 23
    """Output, high while the buzzer sounds; it makes its own tone."""
    debounce_ms: Annotated[int, Field(ge=20, le=500)] = 40
    """A button must be down, and up again, for so long."""
    buttons: ButtonSettings = ButtonSettings()
    """Three buttons for each of the four seats."""
    light: LightSettings = LightSettings()
    """Patterns of the status light."""
    buzzer: BuzzerSettings = BuzzerSettings()
    """Patterns of the buzzer."""

    @model_validator(mode="after")
    def _each_pin_once(self) -> Self:
        uses = Counter(pin for _, pin in self.wired())
        twice = [pin for pin, count in uses.items() if count > 1]
        if twice:
            names = " and ".join(name for name, pin in self.wired() if pin == twice[0])
            raise ValueError(f"expected a pin of its own for everything, but {names} share pin {twice[0]}")
        return self

    def wired_buttons(self) -> Iterator[tuple[Button, int]]:
        """Every wired button and its pin."""
        if self.start_button_pin is not None:
            yield Button(ButtonKind.START), self.start_button_pin
        for kind in (ButtonKind.WIN, ButtonKind.RIICHI, ButtonKind.ATTENTION):
            for seat in SEATS:
                pin: int | None = getattr(self.buttons, kind)[seat]
                if pin is not None:
                    yield Button(kind, seat), pin

    def wired(self) -> Iterator[tuple[str, int]]:
        """Every pin in use with the name of its setting."""
        for name in ("emergency_stop_pin", "enable_relay_pin", "start_button_pin", "status_light_pin", "buzzer_pin"):
            pin: int | None = getattr(self, name)
            if pin is not None:
                yield name, pin
        for kind in ButtonSettings.model_fields:
            for seat, button in enumerate(getattr(self.buttons, kind)):
                if button is not None:
                    yield f"buttons.{kind} of seat {seat}", button
