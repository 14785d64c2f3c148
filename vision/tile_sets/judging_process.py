"""Judging a book in a process of its own, so that it takes no picture from the eyes: `python -m` this module.

Rules this file keeps:
* Learning is thousands of short steps in Python. In a thread of the daemon each would hold up the eyes by the
  interpreter's lock; a process shares none, and has whatever processor time the others leave.
* It reads one book from its standard input and writes one to its output. It ends by itself, also where whoever asked
  is gone.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import threading
from typing import Final

from mahjong_rules.told import sentence
from vision.reading.classification import Classifier
from vision.tile_sets.learnt_set import LearntSet, LearntSetError, packed_set, unpacked_set
from vision.tile_sets.lesson_book import LessonBook, packed_book, unpacked_book
from vision.tile_sets.lesson_judge import judged

_NICE: Final = 5
"""How far it stands back behind everything else on the computer.

Whoever wants the same core leaves it a quarter; with 15 it was one part in thirty (the kernel's weights). While two
simulated tables shared two cores, a bird 15 s after an answer about its like was then asked about, too (world 9601);
not on idle cores.
"""
_PATIENCE_S: Final = 300.0
"""Chosen, not measured: fifty times what a book takes on a small computer that does little else."""
_LENGTH: Final = struct.Struct(">Q")
"""Before the book: how long it is; what follows it is the taught set, if there is one."""


class JudgingProcess:
    """Judges as `lesson_judge.judged` does, one book at a time, in another process."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._is_stopped = False

    def __call__(self, book: LessonBook, shown: LearntSet | None, _: Classifier) -> LessonBook:
        """The judged book; to be called on a worker thread.

        Raises:
            LearntSetError: that process failed, or was stopped.
        """
        heard = packed_book(book)
        asked = b"".join([_LENGTH.pack(len(heard)), heard, b"" if shown is None else packed_set(shown)])
        try:
            said, complaints, status = self._answer(asked)
        except (OSError, subprocess.SubprocessError) as error:
            raise LearntSetError(_failed(str(error))) from error
        if status != 0:
            last = complaints.decode(errors="replace").strip().splitlines()[-1:] or [f"exit status {status}"]
            raise LearntSetError(_failed(last[0]))
        return unpacked_book(said)

    def stop(self) -> None:
        """End what runs, and begin nothing more; may be called from any thread."""
        with self._lock:
            self._is_stopped = True
            if self._child is not None:
                self._child.kill()

    def _answer(self, asked: bytes) -> tuple[bytes, bytes, int]:
        """What it says, what it complains of, and its exit status."""
        command = [sys.executable, "-m", "vision.tile_sets.judging_process"]
        pipe = subprocess.PIPE
        with self._lock:
            if self._is_stopped:
                raise LearntSetError(sentence("nothing is learnt any more: the table is being shut down"))
            self._child = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)  # noqa: S603 - our own module
        with self._child as child:
            try:
                said, complaints = child.communicate(asked, _PATIENCE_S)
            except subprocess.TimeoutExpired:
                child.kill()
                raise
            finally:
                self._child = None
        return said, complaints, child.returncode


def _failed(why: str) -> str:
    return sentence("the process that learns failed ({why}): see whether memory is short", why=why)


def main() -> None:
    """Judge the book on the standard input."""
    os.nice(_NICE)
    (length,) = _LENGTH.unpack(sys.stdin.buffer.read(_LENGTH.size))
    book, rest = unpacked_book(sys.stdin.buffer.read(length)), sys.stdin.buffer.read()
    shown = unpacked_set(rest) if rest else None
    sys.stdout.buffer.write(packed_book(judged(book, shown, Classifier())))


if __name__ == "__main__":
    main()
