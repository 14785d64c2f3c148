"""A simulated board that runs beside the test as a process of its own (`board_process.py`), and what its motors did."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

_PROGRAM = Path(__file__).with_name("board_process.py")
_MAX_WAIT_S = 60.0
LEASE_MS = 500
_CLOCK_MS = 1
"""The firmware counts whole milliseconds."""


class BoardBeside:
    """Start it, kill it, pull its cable, read its trace; an asynchronous context manager.

    Attributes:
        path: the serial port, the same in every life of the board.
        said: everything it said, oldest first.
    """

    def __init__(self, folder: Path, speed: float) -> None:
        self.path = folder / "motor_board"
        self.said: list[dict[str, Any]] = []
        self._arguments = (str(folder), str(speed))
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

    async def start(self) -> None:
        """Power on: as new, or with everything where it stood."""
        before = len(self.said)
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(_PROGRAM), *self._arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self._reading = asyncio.create_task(self._read(self._process))
        await self.until(lambda line: "boot" in line, since=before)

    async def kill(self) -> None:
        """`kill -9`."""
        assert self._process is not None
        assert self._reading is not None
        if self._process.returncode is None:
            os.kill(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        await self._reading

    def order(self, order: str) -> int:
        """Move the cable or ask for an answer (see `board_process.py`); how much it had said before."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(f"{order}\n".encode())
        return len(self.said)

    async def until(self, is_it: Callable[[dict[str, Any]], bool], since: int = 0) -> dict[str, Any]:
        """The first line of this kind after the first `since` lines, awaited."""

        def found() -> dict[str, Any] | None:
            return next((line for line in self.said[since:] if is_it(line)), None)

        async with asyncio.timeout(_MAX_WAIT_S), self._news:
            await self._news.wait_for(lambda: found() is not None)
        line = found()
        assert line is not None
        return line

    async def passes(self, passing_ms: int) -> None:
        """So much of the board's own time."""
        await self.until(lambda line: "waited_ms" in line, since=self.order(f"wait {passing_ms}"))

    async def motors_on(self, motor: str, since: int = 0) -> None:
        """Until this motor has current."""
        await self.until(lambda line: motor in line.get("motors", ()), since)

    async def motors_off(self, since: int) -> dict[str, Any]:
        """Until no motor has current; that line of the trace."""
        return await self.until(lambda line: line.get("motors") == [], since)

    def moved(self, since: int) -> bool:
        """Whether any motor had current after the first `since` lines."""
        return any(line.get("motors") for line in self.said[since:])

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for raw in process.stdout:
            self.said.append(json.loads(raw))
            async with self._news:
                self._news.notify_all()


def assert_dead_man_acted(off: dict[str, Any]) -> None:
    """Motors went off because nothing was heard for half a second, and at the board's first look after that.

    All times are the board's own: how busy this computer is does not matter.
    """
    earliest_ms, latest_ms = off["heard_ms"]
    assert off["now_ms"] - earliest_ms > LEASE_MS - _CLOCK_MS
    assert off["look_ms"] - latest_ms < LEASE_MS + _CLOCK_MS
