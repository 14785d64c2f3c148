"""The pins of a simulated Raspberry Pi: a file with one digit for each BCM pin, "1" high and "0" low.

Both sides open the file: the daemon through `hw_sim.machine.fake_gpio`, the room through this class. People may look
at it and change it, too: it is text. A fresh one is all high, as inputs with pull-ups are that nobody presses.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

# BCM 0 to 27: the lines on a Raspberry Pi's header with 40 pins.
PINS: Final = 28
_OFFSETS: Final = range(PINS)


class GpioLevels:
    """One such file, opened; made when it is not there.

    Args:
        path: of the file.

    Raises:
        OSError: it cannot be opened or made.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        if os.fstat(self._file).st_size < PINS:
            os.pwrite(self._file, b"1" * PINS + b"\n", 0)

    def read(self, pin: int) -> int:
        """The level of a pin, 0 or 1."""
        return int(os.pread(self._file, 1, _offset(pin)) != b"0")

    def write(self, pin: int, level: int) -> None:
        """Set the level of a pin."""
        os.pwrite(self._file, b"1" if level else b"0", _offset(pin))

    def press(self, pin: int) -> None:
        """A contact to ground closes."""
        self.write(pin, 0)

    def release(self, pin: int) -> None:
        """It opens: the pull-up wins."""
        self.write(pin, 1)

    def close(self) -> None:
        """Close the file; its levels stay."""
        os.close(self._file)


def _offset(pin: int) -> int:
    if pin not in _OFFSETS:
        raise ValueError(f"there is no BCM pin {pin}: expected 0 to {PINS - 1}")
    return pin
