"""What the core asks of the board it runs on. Only type checkers import this file: MicroPython has no Protocol."""

from typing import Protocol


class Pins(Protocol):
    """Inputs, outputs, clock, chance and memory of a board (names: docs/serial_link.md §8)."""

    def read(self, name: str) -> int:
        """The level of a sensor (0 or 1), or the value of a pulse counter since power-on."""

    def write(self, name: str, value: int) -> None:
        """Switch an output: 1 on, 0 off; the dice display takes 0 (dark) to 6."""

    def ticks_ms(self) -> int:
        """A counter of milliseconds that may wrap at 2^30, or at any power of two above (see `clock`)."""

    def throw_dice(self) -> tuple[int, int]:
        """Two dice thrown with the board's own entropy, each 1 to 6."""

    def load_record(self) -> bytes:
        """What `save_record` was given last, also before a power cut; b"" the first time."""

    def save_record(self, record: bytes) -> None:
        """Keep a few bytes beyond a power cut."""
