"""A stand-in for the module RPi.GPIO, over a file (`hw_sim.machine.gpio_levels`) named by the environment.

It has the part of that interface which a table needs, and its strictness: a pin is set up before it is used, an output
is not read as a button, the mode is chosen first. `gpio.module = "hw_sim.machine.fake_gpio"` makes a daemon use it.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hw_sim.machine.gpio_levels import GpioLevels

FILE_VARIABLE: Final = "JANTAKU_PIN_FILE"
"""Environment variable with the path of the file."""
# The values of RPi.GPIO, so that nobody can tell the two apart by them.
BCM: Final = 11
OUT: Final = 0
IN: Final = 1
LOW: Final = 0
HIGH: Final = 1
PUD_UP: Final = 22
RISING: Final = 31
# Chosen: much shorter than the 150 ms for which people press, much longer than a read of the file takes.
_LOOK_S: Final = 0.002


class _Pi:
    """What this process has set up."""

    def __init__(self) -> None:
        self.file: GpioLevels | None = None
        self.directions: dict[int, int] = {}
        self.watchers: list[_Watcher] = []

    def pin(self, number: int, direction: int) -> GpioLevels:
        """The file, once this pin was set up so."""
        if self.file is None or self.directions.get(number) != direction:
            wanted = "output" if direction == OUT else "input"
            raise RuntimeError(f"set up pin {number} as an {wanted} first")
        return self.file


class _Watcher(threading.Thread):
    """Looks for rising edges of one pin; it has a file of its own, so that nobody closes it under its hands."""

    def __init__(self, pin: int, path: Path, callback: Callable[[int], None]) -> None:
        super().__init__(name=f"edges of pin {pin}", daemon=True)
        self._pin = pin
        self._file = GpioLevels(path)
        self._callback = callback
        self.ended = threading.Event()

    def run(self) -> None:
        """Until told to end."""
        before = self._file.read(self._pin)
        while not self.ended.wait(_LOOK_S):
            now = self._file.read(self._pin)
            if now and not before:
                self._callback(self._pin)
            before = now
        self._file.close()


_PI: Final = _Pi()


def setmode(mode: int) -> None:
    """Choose BCM numbers and open the file.

    Raises:
        ValueError: another numbering.
        RuntimeError: the environment names no file.
        OSError: it cannot be opened.
    """
    if mode != BCM:
        raise ValueError("only BCM numbers are known here")
    path = os.environ.get(FILE_VARIABLE, "")
    if not path:
        raise RuntimeError(f"no pins: {FILE_VARIABLE} names no file")
    cleanup()
    _PI.file = GpioLevels(Path(path))


def setup(pin: int, direction: int, *, pull_up_down: int | None = None, initial: int | None = None) -> None:
    """Make a pin an input (with its pull-up; the file is high anyway) or an output.

    Raises:
        RuntimeError: `setmode` comes first, or an input has no pull-up.
    """
    if _PI.file is None:
        raise RuntimeError("setmode comes before setup")
    if direction == IN and pull_up_down != PUD_UP:
        raise RuntimeError(f"pin {pin} would float: this table's inputs have pull-ups")
    _PI.directions[pin] = direction
    if direction == OUT and initial is not None:
        _PI.file.write(pin, initial)


def input(pin: int) -> int:  # noqa: A001 - the name in RPi.GPIO
    """The level of an input."""
    return _PI.pin(pin, IN).read(pin)


def output(pin: int, level: int) -> None:
    """Switch an output."""
    _PI.pin(pin, OUT).write(pin, level)


def add_event_detect(pin: int, edge: int, *, callback: Callable[[int], None]) -> None:
    """Call `callback` with the pin, on a thread of its own, at every rising edge.

    Raises:
        ValueError: other edges.
        RuntimeError: the pin is no input.
    """
    if edge != RISING:
        raise ValueError("only rising edges are known here")
    watcher = _Watcher(pin, _PI.pin(pin, IN).path, callback)
    _PI.watchers.append(watcher)
    watcher.start()


def cleanup() -> None:
    """Forget every pin; outputs become inputs, which pull-downs take low."""
    for watcher in _PI.watchers:
        watcher.ended.set()
        watcher.join()
    _PI.watchers.clear()
    if _PI.file is not None:
        for pin, direction in _PI.directions.items():
            if direction == OUT:
                _PI.file.write(pin, LOW)
        _PI.file.close()
    _PI.file = None
    _PI.directions.clear()
