"""Prints an evening at the table for the person who started it."""

from __future__ import annotations

from typing import TextIO

from hw_sim.people.narrator import machine_line, machine_step, narrate
from hw_sim.people.tablet_watcher import Tablet


class Reporter:
    """Writes what the tablet shows: a line a happening, and the machine's progress.

    On a terminal the progress is one line that is written over; elsewhere it is a line a quarter.

    Args:
        stream: where to write.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._line = ""
        self._step: tuple[str, int] | None = None

    def report(self, before: Tablet, after: Tablet) -> None:
        """Say what has changed."""
        for sentence in narrate(before, after):
            self.say(sentence)
        line, step = machine_line(after), machine_step(after)
        if self._is_terminal and line != self._line:
            self._write(f"\r\x1b[K{line}")
            self._line = line
        elif not self._is_terminal and line and step != self._step:
            self._write(f"{line}\n")
            self._step = step

    def say(self, sentence: str) -> None:
        """A line of its own."""
        if self._line:
            self._write("\r\x1b[K")
            self._line = ""
        self._write(f"{sentence}\n")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
