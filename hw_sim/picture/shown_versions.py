"""Being seen: the camera tells what its newest picture shows, people go on as soon as it shows what they do.

Rules this file keeps: the camera's thread only calls `note`; everything else belongs to the event loop.
"""

from __future__ import annotations

import asyncio
from typing import Final

_PATIENCE_S: Final = 0.03
"""A camera that is slow, or gives no pictures, holds nobody up for longer."""


class ShownVersions:
    """Which version of the scene the camera has shown, and who waits for a newer one."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._shown = -1
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []

    def note(self, version: int) -> None:
        """The newest picture shows this version of the scene; from the camera's thread, also when the loop is gone."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._show, version)

    async def wait_for(self, version: int, patience_s: float = _PATIENCE_S) -> bool:
        """Wait for a picture of this version of the scene or a later one; False when none came in time."""
        if self._shown >= version:
            return True
        seen = self._loop.create_future()
        self._waiting.append((version, seen))
        done, _ = await asyncio.wait([seen], timeout=patience_s)
        seen.cancel()
        return bool(done)

    def _show(self, version: int) -> None:
        self._shown = version
        waiting, self._waiting = self._waiting, []
        for wanted, seen in waiting:
            if wanted > version:
                self._waiting.append((wanted, seen))
            elif not seen.done():
                seen.set_result(None)
