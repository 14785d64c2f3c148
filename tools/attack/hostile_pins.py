"""The pin layer over the simulated mechanics, with a tick counter that wraps and jumps while true time goes on."""

from __future__ import annotations

from random import Random
from typing import Final

from hw_sim.machine.mechanics import Mechanics

WRAPS: Final = (1 << 30, 1 << 31, 1 << 32)
"""Where tick counters wrap: MicroPython's on a Pico, signed and unsigned ones of 32 bits."""
_NEAR_MS: Final = 3000
"""So close before a wrap a counter begins or lands: it is crossed soon, while something runs. Chosen."""
MIN_STEP_BACK_MS: Final = 100
"""Steps back that are shorter than the time between two looks cannot be told from time (ADR 0032)."""
_NO_MOTORS: Final = ("motor_enable", "hopper_b", "rails_short", "rails_long", "die_1", "die_2")
_MAX_JUMP_MS: Final = 100_000
"""Chosen: the jump of 17.5 s that was found, and others around it."""


class HostilePins:
    """See `board_firmware.pins.Pins`.

    Attributes:
        true_ms: the time that has really passed.
        motors_on: motor outputs that are switched on, whether the relay lets them run or not.
        is_stop_open: whether somebody presses the emergency stop.
        boot: the last boot's number, as the flash keeps it.
    """

    def __init__(self, mechanics: Mechanics, chance: Random) -> None:
        self._mechanics = mechanics
        self._chance = chance
        self._record = b""
        self.true_ms = 0
        self.motors_on: set[str] = set()
        self.is_stop_open = False
        self.boot = chance.randrange(0xFFFF)
        self._wrap = chance.choice((0, *WRAPS))
        self._is_signed = chance.random() < 0.5
        self._offset = self._near_a_wrap()

    def read(self, name: str) -> int:
        """A sensor or counter."""
        return self._mechanics.read(name)

    def write(self, name: str, value: int) -> None:
        """An output."""
        if name not in _NO_MOTORS:
            (self.motors_on.add if value else self.motors_on.discard)(name)
        self._mechanics.write(name, value)

    def ticks_ms(self) -> int:
        """True time, moved by all jumps and wrapped."""
        ticks = self.true_ms + self._offset
        if self._wrap:
            ticks %= self._wrap
            if self._is_signed and ticks >= self._wrap // 2:
                ticks -= self._wrap
        return ticks

    def throw_dice(self) -> tuple[int, int]:
        """The simulated table's chance."""
        return self._mechanics.throw_dice()

    def load_record(self) -> bytes:
        """What outlasted the reset."""
        return self._record

    def save_record(self, record: bytes) -> None:
        """See `load_record`."""
        self._record = record

    def wipe(self) -> None:
        """The record is lost; the boot number is not."""
        self._record = b""

    def press_stop(self, *, pressed: bool) -> None:
        """The emergency stop."""
        self.is_stop_open = pressed
        self._mechanics.press_emergency_stop(pressed=pressed)

    def jump(self) -> str:
        """Move the counter: to a wrap, or forward or back by some seconds, or over whole wraps; how."""
        how = self._chance.choice(("to a wrap", "forward", "back", "over whole wraps"))
        if how == "to a wrap":
            self._offset += self._told_from_time(self._near_a_wrap() - self.true_ms - self._offset)
        elif how == "forward":
            self._offset += self._chance.randrange(1, _MAX_JUMP_MS)
        elif how == "back":
            self._offset -= self._chance.randrange(MIN_STEP_BACK_MS, _MAX_JUMP_MS)
        else:
            self._offset += self._chance.choice((-1, 1)) * self._chance.choice(WRAPS)
        return how

    def _near_a_wrap(self) -> int:
        whole = self._chance.choice(WRAPS) // self._chance.choice((1, 2))
        return whole - self._chance.randrange(_NEAR_MS)

    @staticmethod
    def _told_from_time(jump_ms: int) -> int:
        back_ms = -jump_ms % WRAPS[0]
        return jump_ms - MIN_STEP_BACK_MS if 0 < back_ms < MIN_STEP_BACK_MS else jump_ms
