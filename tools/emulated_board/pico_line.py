"""The emulated Pico's USB serial for the product's own raw REPL, and the firmware as an owner brings it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.firmware.raw_repl import RawRepl
from table_daemon.firmware.shipped import Files

if TYPE_CHECKING:
    from tools.emulated_board.pico import EmulatedPico

_BOOT_S = 0.3
"""A Pico without a program shows its prompt after 15 ms here."""


class PicoLine:
    """See `table_daemon.firmware.raw_repl.ReplLine`; seconds are the chip's."""

    def __init__(self, pico: EmulatedPico) -> None:
        self._pico = pico

    def send(self, data: bytes) -> None:
        """Bytes to the chip."""
        self._pico.send(data)

    def hear(self, end: bytes, within_s: float) -> bytes:
        """What it says up to `end`, or so far."""
        try:
            return self._pico.hear(end, within_s)
        except TimeoutError:
            return self._pico.take()


def bring_firmware(pico: EmulatedPico, files: Files) -> None:
    """Onto a new Pico, with the product's own code; then the power goes off: take its `flash`."""
    pico.run(_BOOT_S)
    repl = RawRepl(PicoLine(pico))
    for name, content in files.items():
        repl.write(name, content)
    for name, content in files.items():
        if repl.read(name) != content:
            raise SystemExit(f"{name} on the emulated flash is not what was written")
