"""The emulated Pico in its table: `hw_sim`'s mechanics move at its pins, and what the firmware does is noted.

Rules this file keeps:
* The firmware is not asked how it does: its looks are its reads of the first expander, its deeds are levels at pins.
"""

from __future__ import annotations

from random import Random

from board_firmware import board_map
from hw_sim.machine.mechanics import Mechanics
from tools.emulated_board.expanders import Expanders
from tools.emulated_board.pico import EmulatedPico

_MOVE_S = 0.002
"""Chosen: the mechanics of a table twenty times as fast move less than a hundredth of a travel in it."""
_PULSE_S = 0.004
"""A tile in a light barrier: see docs/hardware.md §6."""


class EmulatedTable:
    """A table that is switched on.

    Args:
        image: the Pico's flash.
        speed: how much faster than a real table the mechanics move; the board does not.

    Attributes:
        looks: when the firmware looked at its inputs, in emulated seconds.
        relay: when it closed or opened the motors' relay, and which.
    """

    def __init__(self, image: bytes, speed: float = 1.0) -> None:
        self.pico = EmulatedPico(image)
        self.mechanics = Mechanics(Random(5), speed)
        self.looks: list[float] = []
        self.relay: list[tuple[float, bool]] = []
        self._counts = {name: self.mechanics.read(name) for name in board_map.PULSES}
        self._owed = dict.fromkeys(board_map.PULSES, 0)
        self.pulses_given = dict.fromkeys(board_map.PULSES, 0)
        self._places = {
            name: (address, bit)
            for address, names in board_map.INPUTS.items()
            for bit, name in enumerate(names)
            if name != board_map.FREE
        }
        Expanders(self.pico, self._levels, self._latched)
        self.pico.mcu.gpio[board_map.MOTOR_ENABLE].add_listener(lambda *_levels: self._enable())
        for number in board_map.PULSES.values():
            self._drive(number, high=True)
        self._move()

    def press_stop(self, *, pressed: bool) -> None:
        """The emergency stop, at once."""
        self.mechanics.press_emergency_stop(pressed=pressed)
        self._drive(board_map.EMERGENCY_STOP, high=pressed)

    def pulse(self, name: str, low_s: float = _PULSE_S) -> None:
        """One tile passes this counter."""
        number = board_map.PULSES[name]
        self.pulses_given[name] += 1
        self._drive(number, high=False)
        self.pico.after(low_s, lambda: self._drive(number, high=True))

    def _drive(self, number: int, *, high: bool) -> None:
        self.pico.mcu.gpio[number].set_input_value(high)

    def _levels(self, address: int) -> int:
        """A sensor that says yes pulls its bit low; what is an output reads high here."""
        if address == board_map.LIFT_LIMITS:
            self.looks.append(self.pico.now_s)
        bits = 0xFFFF
        for name, (at, bit) in self._places.items():
            if at == address and self.mechanics.read(name):
                bits &= ~(1 << bit)
        return bits

    def _latched(self, address: int, outputs: int) -> None:
        for bit, name in enumerate(board_map.OUTPUTS.get(address, ())):
            if name != board_map.FREE:
                self.mechanics.write(name, outputs >> bit & 1)

    def _enable(self) -> None:
        from rp2040py.gpio_pin import GPIOPinState

        closed = self.pico.mcu.gpio[board_map.MOTOR_ENABLE].value == GPIOPinState.HIGH
        self.relay.append((self.pico.now_s, closed))
        self.mechanics.write("motor_enable", int(closed))

    def _move(self) -> None:
        """A moment of the table."""
        self.mechanics.update(self.pico.now_s)
        self._drive(board_map.EMERGENCY_STOP, high=not self.mechanics.read("emergency_stop_closed"))
        for name in board_map.PULSES:
            count = self.mechanics.read(name)
            self._owed[name] += count - self._counts[name]
            self._counts[name] = count
            if self._owed[name] and self._is_high(name):
                self._owed[name] -= 1
                self.pulse(name)
        self.pico.after(_MOVE_S, self._move)

    def _is_high(self, name: str) -> bool:
        return bool(self.pico.mcu.gpio[board_map.PULSES[name]].input_value)
