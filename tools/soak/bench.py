"""The figures of long evenings for `make bench`: each at the end beside the same at the beginning."""

from __future__ import annotations

import asyncio
from typing import Final

from tools.soak.__main__ import evening, journals

_DEALS: Final = 100
_GAMES: Final = (10, 1000)


def bench_long() -> None:
    """Print both; a ratio of 1.00 is flat."""
    samples = asyncio.run(evening(_DEALS, 1))
    first, last = samples[0], samples[-1]
    print(
        f"long: after {last.count} deals {last.memory_mb:.0f} MB, {last.handles} handles, {last.threads} threads; "
        f"ratio to the first of memory {last.memory_mb / first.memory_mb:.2f}, "
        f"documents {last.documents_kb / first.documents_kb:.2f}"
    )
    few, many = asyncio.run(journals(_GAMES, 1))
    print(
        f"long: start with {many.games} games {many.start_s:.1f} s, {many.sample.memory_mb:.0f} MB; "
        f"ratio to {few.games} games of time {many.start_s / few.start_s:.2f}, "
        f"memory {many.sample.memory_mb / few.sample.memory_mb:.2f}"
    )
