"""The shipped `jantaku firmware flash` against an emulated Pico: its port, its greetings, and firmwares that fail.

Rules this file keeps:
* What is brought, kept, proved and undone is `table_daemon.firmware`'s; here is only the line, in the chip's time.
* A restart takes the port along, as a USB device does: whoever holds it open hears that it is gone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from firmware_bridge.messages import Hello
from table_daemon.firmware.board_greeting import greet, leave
from table_daemon.firmware.flashing import Flashing, FlashingError
from table_daemon.firmware.raw_repl import ReplError, ReplLine, is_at_prompt
from table_daemon.firmware.shipped import MAIN, Files, firmware_hash, shipped_files
from tools.emulated_board.host import PicoConnector, run_in_time_of
from tools.emulated_board.pico import EmulatedPico
from tools.emulated_board.pico_line import PicoLine
from tools.emulated_board.table import EmulatedTable

_AWAY_S = 0.5
"""A restarted chip is a USB device again after so long at most here; a computer takes a second."""
_CORE = "board_firmware/main.py"
Tell = Callable[[str], None]


class FlashingRun:
    """Firmwares onto one emulated board, one after the other.

    Args:
        table: switched on; its flash holds the shipped firmware.
        kept: a folder for what was there before.
        tell: hears a line for each figure.

    Attributes:
        all_right: whether everything ended as it is to.
    """

    def __init__(self, table: EmulatedTable, kept: Path, tell: Tell) -> None:
        self._pico = table.pico
        self._kept, self._tell = kept, tell
        self._phase = ""
        self._began = (0.0, 0.0)
        self.all_right = True

    def run(self) -> None:
        """Another version; one that ends at once; one that never ends: the last two must be undone."""
        shipped = shipped_files()
        newer = {**shipped, _CORE: shipped[_CORE] + b"# another version\n"}
        self._bring("another version", newer, newer)
        self._bring("one that ends at once", _broken(newer, b"raise ValueError('broken')\n"), newer)
        self._bring("one that hangs", _broken(newer, b"while True:\n    pass\n"), newer)

    def _bring(self, name: str, files: Files, expected: Files) -> None:
        pico, resets = self._pico, self._pico.resets
        began_s, wall_s = pico.now_s, time.monotonic()
        self._tell(f"{name}: {firmware_hash(files):08x}")
        flashing = Flashing(self._open_line, self._greet, self._ask_to_leave, self._kept, self._follow)
        try:
            flashing.bring(files)
            said = "is proved"
        except FlashingError as error:
            said = f"{error.why}: {error}"
        self._follow("", 0, 0)
        hello = self._greet()
        now = "nobody answers" if hello is None else f"the board runs {hello.firmware_hash:08x}"
        self.all_right &= hello is not None and hello.firmware_hash == firmware_hash(expected)
        took = f"{pico.now_s - began_s:.1f} s of the chip, {time.monotonic() - wall_s:.0f} s here"
        self._tell(f"{name}: {said}; {now}; {took}, {pico.resets - resets} restarts")

    def _follow(self, phase: str, _done: int, _of: int) -> None:
        if phase == self._phase:
            return
        now = (self._pico.now_s, time.monotonic())
        if self._phase:
            self._tell(f"  {self._phase}: {now[0] - self._began[0]:.1f} s of the chip")
        self._phase, self._began = phase, now

    @contextmanager
    def _open_line(self) -> Iterator[ReplLine]:
        self._pico.run(_AWAY_S)
        self._pico.take()
        yield _BreakingLine(self._pico)

    def _greet(self) -> Hello | None:
        with self._open_line() as line:
            if is_at_prompt(line):
                return None
        return run_in_time_of(self._pico, greet(PicoConnector(self._pico), Random(1)))

    def _ask_to_leave(self) -> None:
        run_in_time_of(self._pico, leave(PicoConnector(self._pico), Random(1)))


class _BreakingLine:
    """A `ReplLine` that is gone once the chip restarts."""

    def __init__(self, pico: EmulatedPico) -> None:
        self._pico, self._line, self._resets = pico, PicoLine(pico), pico.resets

    def send(self, data: bytes) -> None:
        """See `ReplLine`."""
        self._look()
        self._line.send(data)

    def hear(self, end: bytes, within_s: float) -> bytes:
        """See `ReplLine`."""
        said = self._line.hear(end, within_s)
        self._look()
        return said

    def _look(self) -> None:
        if self._pico.resets != self._resets:
            raise ReplError("the serial port is gone")


def _broken(files: Files, text: bytes) -> dict[str, bytes]:
    """What fails before it serves: `start.py` imports it."""
    assert MAIN in files
    return {**files, _CORE: text}
