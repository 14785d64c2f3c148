"""What a running daemon takes and how fast it answers, seen from outside."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aiohttp import ClientSession

_ASKED: Final = 11
"""Requests of each kind for a median. Chosen: a look a second stays below the fifty commands that one address may send
in a second."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One look: so many deals or games in, megabytes, handles and threads of the process, kilobytes of all documents,
    and median milliseconds of an answer with all documents and of a command's answer.
    """

    count: int
    memory_mb: float
    handles: int
    threads: int
    documents_kb: float
    page_ms: float
    command_ms: float


async def look(session: ClientSession, page: str, pid: int, count: int) -> Sample:
    """Measure now."""
    page_s: list[float] = []
    command_s: list[float] = []
    size = 0
    for _ in range(_ASKED):
        began_s = time.perf_counter()
        async with session.get(f"{page}api/documents") as response:
            size = len(await response.read())
        page_s.append(time.perf_counter() - began_s)
        began_s = time.perf_counter()
        async with session.post(f"{page}api/cmd/events", json={"data": {}}) as response:
            await response.read()
        command_s.append(time.perf_counter() - began_s)
    taken = process(pid)
    return Sample(count, *taken, size / 1000, 1000 * statistics.median(page_s), 1000 * statistics.median(command_s))


def process(pid: int) -> tuple[float, int, int]:
    """Megabytes in memory, open handles and threads of a process (Linux: /proc)."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    memory_mb = int(status["VmRSS"].split()[0]) / 1024
    return memory_mb, len(list(Path(f"/proc/{pid}/fd").iterdir())), int(status["Threads"])
