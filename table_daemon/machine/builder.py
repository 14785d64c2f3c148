"""The build of a set, which goes on while people play with the other one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine

from firmware_bridge.goals import BuildWalls

_LOG = logging.getLogger(__name__)
BuildSet = Callable[[BuildWalls, Callable[[], None]], Coroutine[None, None, None]]
"""Builds a set; the second argument is called when the board has accepted it."""


class Builder:
    """At most one build at a time.

    Args:
        build: carries a build out.
    """

    def __init__(self, build: BuildSet) -> None:
        self._build_set = build
        self._build: asyncio.Task[None] | None = None

    def begin(self, goal: BuildWalls, begun: Callable[[], None]) -> asyncio.Task[None]:
        """Build, unless a build runs already; `begun` is called when the board has accepted it."""
        if self._build is not None and not self._build.done():
            begun()
            return self._build
        self._build = asyncio.create_task(self._build_set(goal, begun), name=f"build set {goal.tile_set}")
        self._build.add_done_callback(_note_failure)
        return self._build

    def end(self) -> None:
        """Nobody waits for it any more."""
        if self._build is not None:
            self._build.cancel()


def _note_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        _LOG.warning("%s: %s", task.get_name(), task.exception())
