"""Stops that came on MQTT: the first at once, those that come meanwhile together.

Rules this file keeps:
* A stop is never left out: after each one that came, the machine is stopped once more.
* Those that come while one is carried out are carried out together.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

_ANSWERED_AT_MOST: Final = 64
"""Chosen: of the stops that are carried out together, those whose senders are answered."""


@dataclass(frozen=True, slots=True)
class StopMessage:
    """A stop as it came."""

    topic: str
    payload: bytes


class StopQueue:
    """Gives stops to `carry_out`, the oldest waiting ones together; the list is never empty."""

    def __init__(self, carry_out: Callable[[list[StopMessage]], Awaitable[None]]) -> None:
        self._carry_out = carry_out
        self._waiting: deque[StopMessage] = deque(maxlen=_ANSWERED_AT_MOST)
        self._task: asyncio.Task[None] | None = None

    def put(self, message: StopMessage) -> None:
        """Have the machine stopped."""
        self._waiting.append(message)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._drain())

    def close(self) -> None:
        """Leave what has not begun."""
        if self._task is not None:
            self._task.cancel()

    async def _drain(self) -> None:
        while self._waiting:
            together = list(self._waiting)
            self._waiting.clear()
            await self._carry_out(together)
