"""Camera pictures for browsers: encoded beside the event loop, which keeps the motors' lease alive.

Rules this file keeps: one picture is encoded at a time, and whoever asks again within `KEPT_S` gets the same one, so
that a client in a loop costs the table at most a few pictures a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from table_daemon.service import TableService

# Browsers that ask at the same moment share one encoded picture. Chosen.
KEPT_S: Final = 0.2


@dataclass(frozen=True, slots=True)
class _Kept:
    """A picture, None when there was none, and when its encoding ended."""

    jpeg: bytes | None
    at_s: float


class Snapshots:
    """The newest picture of one table, with and without what was read drawn over it.

    Args:
        service: gives the pictures; its `snapshot_jpeg` is called in a worker thread.
        clock: seconds on any monotonic clock.
    """

    def __init__(self, service: TableService, clock: Callable[[], float]) -> None:
        self._service = service
        self._clock = clock
        self._one_at_a_time = asyncio.Lock()
        self._kept: dict[bool, _Kept] = {}

    async def jpeg(self, *, overlay: bool) -> bytes | None:
        """A picture not older than `KEPT_S`; None while the camera has given none."""
        async with self._one_at_a_time:
            kept = self._kept.get(overlay)
            if kept is None or self._clock() - kept.at_s >= KEPT_S:
                picture = await asyncio.to_thread(self._service.snapshot_jpeg, overlay=overlay)
                kept = self._kept[overlay] = _Kept(picture, self._clock())
            return kept.jpeg
