"""A board at MicroPython's prompt, as far as the raw REPL tells: programs run, in a folder that stands for its flash.

The programs are MicroPython's; what CPython calls otherwise (`os.ilistdir`, `machine`) is lent to them.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import os
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from board_firmware.handover import FILE, TRIAL
from firmware_bridge.messages import Hello
from table_daemon.firmware.shipped import MAIN, firmware_hash


class PromptedBoard:
    """A board with a flash, and a firmware of ours on it or none.

    Args:
        flash: the folder that stands for it.

    Attributes:
        at_prompt: whether MicroPython's prompt is had, not the firmware.
        broken: contents of a `start.py` with which the board answers nobody, as one that cannot be compiled.
        fails_at: raised as OSError by the write of this path, as a flash that is full.
        restarts: how often it has started anew.
    """

    def __init__(self, flash: Path) -> None:
        self.flash = flash
        self.at_prompt = False
        self.broken: set[bytes] = set()
        self.fails_at = ""
        self.restarts = 0
        self._to_host = bytearray()
        self._program = bytearray()
        self._is_raw = False
        self._names: dict[str, Any] = {}

    @property
    def files(self) -> dict[str, bytes]:
        """Everything on its flash."""
        return {
            str(path.relative_to(self.flash)): path.read_bytes() for path in self.flash.rglob("*") if path.is_file()
        }

    def greeted(self) -> Hello | None:
        """What its firmware says of itself."""
        if self.at_prompt or MAIN not in self.files or self.files[MAIN] in self.broken:
            return None
        (self.flash / FILE).unlink(missing_ok=True)
        sources = {name: content for name, content in self.files.items() if name.startswith("board_firmware/")}
        return Hello(0, 1, 3, 0, firmware_hash(sources), 0, 1, 7, 0, 0)

    def leave(self) -> None:
        """LEAVE: the prompt is had."""
        self.restarts += 1
        self.at_prompt = True

    @contextlib.contextmanager
    def line(self) -> Iterator[PromptedBoard]:
        """Its port, for the raw REPL: a firmware that is broken has ended, and left the prompt."""
        if self.greeted() is None:
            self.at_prompt = True
        yield self

    def send(self, data: bytes) -> None:
        """See `raw_repl.ReplLine`."""
        if not self.at_prompt:
            return
        for byte in data:
            if byte == 0x01:
                self._is_raw = True
                self._program.clear()
                self._to_host += b"raw REPL; CTRL-B to exit\r\n>"
            elif byte in (0x02, 0x03):
                self._is_raw = self._is_raw and byte != 0x02
                self._program.clear()
                self._to_host += b"\r\n>>> "
            elif byte == 0x04 and self._is_raw:
                self._to_host += b"OK" + self._run(bytes(self._program).decode(errors="replace")) + b"\x04>"
                self._program.clear()
            elif self._is_raw:
                self._program.append(byte)

    def hear(self, end: bytes, _within_s: float) -> bytes:
        """See `raw_repl.ReplLine`."""
        at = self._to_host.find(end) + len(end) if end in self._to_host else len(self._to_host)
        said = bytes(self._to_host[:at])
        del self._to_host[:at]
        return said

    def take(self) -> bytes:
        """All that it has said since."""
        said = bytes(self._to_host)
        self._to_host.clear()
        return said

    def _run(self, program: str) -> bytes:
        printed = io.StringIO()
        lent: dict[str, Any] = {"os": self._os(), "machine": types.SimpleNamespace(reset=self._reset)}

        def imported(name: str, *rest: Any) -> Any:
            return lent.get(name) or builtins.__import__(name, *rest)

        offered = {**vars(builtins), "open": self._open, "__import__": imported}
        offered["print"] = lambda *what: print(*what, file=printed)
        self._names["__builtins__"] = offered
        try:
            exec(program, self._names)
        except (OSError, SyntaxError, ValueError) as error:
            said = f"Traceback:\r\n{type(error).__name__}: {error}\r\n"
            return printed.getvalue().encode() + b"\x04" + said.encode()
        return printed.getvalue().replace("\n", "\r\n").encode() + b"\x04"

    def _os(self) -> object:
        def listed(folder: str = "") -> list[tuple[str, int, int, int]]:
            found = sorted((self.flash / folder).iterdir())
            return [(path.name, 0x4000 if path.is_dir() else 0x8000, 0, 0) for path in found]

        return types.SimpleNamespace(
            ilistdir=listed,
            mkdir=lambda name: (self.flash / name).mkdir(),
            remove=lambda name: (self.flash / name).unlink(),
            rename=lambda old, new: os.replace(self.flash / old, self.flash / new),  # noqa: PTH105 - as MicroPython's
        )

    def _open(self, name: str, mode: str) -> Any:
        if self.fails_at and name == self.fails_at and "w" in mode:
            raise OSError(28, "ENOSPC")
        return (self.flash / name).open(mode)

    def _reset(self) -> None:
        self.restarts += 1
        self.at_prompt = self._is_raw = False
        assert self._was_on_trial() or FILE not in self.files

    def _was_on_trial(self) -> bool:
        return self.files.get(FILE) == TRIAL
