"""Bringing the shipped firmware onto a board: keep what it has, write, let it prove itself, else go back.

Rules this file keeps:
* Nothing is written before what was there lies on this computer.
* What counts is what the board says of itself when it is greeted afterwards: the hash over its own files.
* Whatever goes wrong after the first write, the files from before are written back, and that is proved the same way.
* `record.bin`, which knows where the tiles are, is never touched.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from board_firmware.handover import FILE, TRIAL
from firmware_bridge.messages import Hello
from table_daemon.errors import UserError
from table_daemon.firmware.raw_repl import RawRepl, ReplError, ReplLine
from table_daemon.firmware.shipped import MAIN, Files, firmware_hash

_TRIES: Final = 30
"""Greetings of 1.5 s each: a firmware on trial that nobody greets gives the board back after 30 s (`main.TRIAL_MS`)."""


class FlashingError(UserError):
    """The firmware is not on the board; one sentence that says what is on it now."""


class Flashing:
    """One board, from one firmware to another.

    Args:
        open_line: opens its serial port for the raw REPL.
        greet: what the board says of itself, None when nobody answers.
        ask_to_leave: has the firmware give the board to the prompt; raises UserError where it refuses.
        kept: a folder for the files from before.
        tell: hears what is being done, and how many of how many files.
    """

    def __init__(
        self,
        open_line: Callable[[], AbstractContextManager[ReplLine]],
        greet: Callable[[], Hello | None],
        ask_to_leave: Callable[[], None],
        kept: Path,
        tell: Callable[[str, int, int], None],
    ) -> None:
        self._open_line = open_line
        self._greet = greet
        self._ask_to_leave = ask_to_leave
        self._kept = kept
        self._tell = tell

    def bring(self, files: Files, prove: Callable[[], str] = lambda: "") -> None:
        """Bring these files onto the board.

        Args:
            files: see `shipped.shipped_files`.
            prove: tests what was brought, for example by the machine's self-test: "" or why it does not do.

        Raises:
            UserError: it was not begun.
            FlashingError: it failed; the text says whether the board has its old firmware again.
        """
        if self._greet() is not None:
            self._ask_to_leave()
        before = self._read_and_keep()
        try:
            self._write(files, before)
            self._wait_for(files)
            why_not = prove()
        except ReplError as error:
            why_not = str(error)
        if why_not:
            raise FlashingError(f"{why_not}; {self._go_back(before)}")

    def _read_and_keep(self) -> dict[str, bytes]:
        try:
            with self._open_line() as line:
                repl = RawRepl(line)
                names = repl.files()
                before = {}
                for done, name in enumerate(names):
                    self._tell("keeping", done, len(names))
                    before[name] = repl.read(name)
        except ReplError as error:
            raise FlashingError(
                f"{error}; nothing was changed: take out the board's plug and put it in again"
            ) from error
        for name, content in before.items():
            file = self._kept / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        return before

    def _write(self, files: Files, there: Files) -> None:
        """`main.py` comes last: a power cut before that leaves a board that starts as before, or none that starts."""
        with self._open_line() as line:
            repl = RawRepl(line)
            found = repl.files()
            names = [name for name in files if name != MAIN] + ([MAIN] if MAIN in files else [])
            for done, name in enumerate(names):
                self._tell("writing", done, len(names))
                if there.get(name) != files[name]:
                    repl.write(name, files[name])
            for name in found:
                if name not in files:
                    repl.remove(name)
            repl.write(FILE, TRIAL)
            repl.leave()

    def _wait_for(self, files: Files) -> None:
        wanted = firmware_hash(files)
        for done in range(_TRIES):
            self._tell("proving", done, _TRIES)
            hello = self._greet()
            if hello is not None and hello.firmware_hash == wanted:
                return
            if hello is not None:
                raise ReplError(f"the board says that its firmware is {hello.firmware_hash:08x}, not {wanted:08x}")
        raise ReplError("the board does not answer with its new firmware")

    def _go_back(self, before: Files) -> str:
        """Say what is on the board now; nobody knows how far the writing came."""
        try:
            if self._greet() is not None:
                self._ask_to_leave()
            self._write(before, {})
            if MAIN not in before:
                return "the board has no firmware, as before"
            self._wait_for(before)
        except (UserError, ReplError) as error:
            return f"the firmware from before could not be brought back ({error}): its files are in {self._kept}"
        return "the board has its firmware from before again"
