"""Bringing the shipped firmware onto a board: keep what it has, write, let it prove itself, else go back.

Rules this file keeps:
* Nothing is written before what was there lies on this computer.
* What counts is what the board says of itself when it is greeted afterwards: the hash over its own files.
* Whatever goes wrong after the first write, the files from before are written back, and that is proved the same way.
* Where nothing was written yet, the board is only started anew, which has its firmware run again.
* `record.bin`, which knows where the tiles are, is never touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from board_firmware.handover import FILE, TRIAL
from firmware_bridge.messages import Hello
from table_daemon.errors import UserError
from table_daemon.firmware.raw_repl import RawRepl, ReplError, ReplLine
from table_daemon.firmware.shipped import MAIN, Files, firmware_hash
from table_daemon.firmware_service import FirmwareError, FirmwareWhy

_TRIES: Final = 30
"""Greetings of 1.5 s each: a firmware on trial that nobody greets gives the board back after 30 s (`main.TRIAL_MS`)."""
_PROMPT_TRIES: Final = 3
"""Openings of the port: the first may still find a board that is about to restart, which takes its port along."""
_TRIES_WHILE_IT_STARTS: Final = 5
"""The same for a board that may only just have restarted: 2 s later it answers (emulated board). Chosen, a margin."""

Tell = Callable[[str, int, int], None]
"""Hears what is being done, and how many of how many steps of it are."""


class FlashingError(FirmwareError):
    """It was begun and failed; the text says what is on the board now."""


class Flashing:
    """One board, from one firmware to another.

    Args:
        open_line: opens its serial port for the raw REPL.
        greet: what the board says of itself, None when nobody answers; waits for a port that is away.
        ask_to_leave: has the firmware give the board to the prompt; raises FirmwareError where it refuses.
        kept: a folder for the files from before.
        tell: hears how it goes.
    """

    def __init__(
        self,
        open_line: Callable[[], AbstractContextManager[ReplLine]],
        greet: Callable[[], Hello | None],
        ask_to_leave: Callable[[], None],
        kept: Path,
        tell: Tell,
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
            FirmwareError: it was refused.
            FlashingError: it failed; the text says whether the board has its old firmware again.
            UserError: the port cannot be opened.
        """
        if self._greet() is not None:
            self._ask_to_leave()
        before = self._read_and_keep()
        try:
            self._write(files, before)
            self._wait_for(files)
            why_not = prove()
        except (ReplError, UserError) as error:
            why_not = str(error)
        if why_not:
            now, why = self._go_back(before)
            raise FlashingError(f"{why_not}; {now}", why)

    def _answers(self) -> bool:
        """Whether a firmware of ours serves; it may have been started only just now."""
        return any(self._greet() is not None for _ in range(_TRIES_WHILE_IT_STARTS))

    def _read_and_keep(self) -> dict[str, bytes]:
        try:
            with self._prompt() as repl:
                names = repl.files()
                before = {}
                for done, name in enumerate(names):
                    self._tell("keeping", done, len(names))
                    before[name] = repl.read(name)
            for name, content in before.items():
                file = self._kept / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
        except (ReplError, OSError) as error:
            raise FlashingError(f"{error}; nothing was changed: {self._restart()}", FirmwareWhy.UNCHANGED) from error
        return before

    @contextmanager
    def _prompt(self) -> Iterator[RawRepl]:
        """Raises ReplError, as the prompt does."""
        with ExitStack() as held:
            yield self._found_prompt(held, _PROMPT_TRIES)

    def _found_prompt(self, held: ExitStack, tries: int) -> RawRepl:
        with ExitStack() as opened:
            line = opened.enter_context(self._open_line())
            try:
                repl = RawRepl(line)
            except ReplError:
                if tries == 1:
                    raise
            else:
                held.push(opened.pop_all())
                return repl
        return self._found_prompt(held, tries - 1)

    def _restart(self) -> str:
        """The prompt was had for nothing: the firmware that is there is to run again."""
        with suppress(ReplError), self._prompt() as repl:
            repl.leave()
        with suppress(UserError):
            if self._answers():
                return "the board runs as before"
        return "take out the board's plug and put it in again"

    def _write(self, files: Files, there: Files) -> None:
        """`main.py` comes last: a power cut before that leaves a board that starts as before, or none that starts."""
        with self._prompt() as repl:
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

    def _go_back(self, before: Files) -> tuple[str, FirmwareWhy]:
        """What is on the board now; nobody knows how far the writing came."""
        try:
            if self._answers():
                self._ask_to_leave()
            self._write(before, {})
            if MAIN not in before:
                return "the board has no firmware, as before", FirmwareWhy.NONE_AS_BEFORE
            self._wait_for(before)
        except (UserError, ReplError) as error:
            now = f"the firmware from before could not be brought back ({error}): its files are in {self._kept}"
            return now, FirmwareWhy.NOT_BACK
        return "the board has its firmware from before again", FirmwareWhy.WENT_BACK
