"""The only crossing between threads: observations come from the eyes' thread and wait for the table's event loop."""

from __future__ import annotations

import asyncio

from vision.sightings import Observation


class Arrivals:
    """What the eyes have seen and nobody has read yet, oldest first.

    Args:
        loop: the table's.

    Attributes:
        is_news: set when something has come, and by whoever wants the table to look again at once.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: list[Observation] = []
        self.is_news = asyncio.Event()

    def put_from_thread(self, observation: Observation) -> None:
        """The eyes saw something new; to be called on any thread."""
        self._loop.call_soon_threadsafe(self.put, observation)

    def put(self, observation: Observation) -> None:
        """The same on the event loop."""
        self._waiting.append(observation)
        self.is_news.set()

    def take(self) -> list[Observation]:
        """All that waits; from now on it counts as read."""
        taken, self._waiting = self._waiting, []
        return taken
