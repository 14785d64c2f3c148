"""The build of a set, which goes on while people play with the other one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from firmware_bridge.goals import BuildWalls
from mahjong_rules.set_names import SetName
from table_daemon.machine.session import MachineSession

_LOG = logging.getLogger(__name__)


class Builder:
    """At most one build at a time.

    Args:
        session: the machine.

    Attributes:
        tile_set: the set of the build that runs, or ran last.
    """

    def __init__(self, session: MachineSession) -> None:
        self._session = session
        self._build: asyncio.Task[None] | None = None
        self.tile_set = SetName.A

    @property
    def is_running(self) -> bool:
        """Whether a set is being built."""
        return self._build is not None and not self._build.done()

    def begin(self, goal: BuildWalls, begun: Callable[[], None]) -> asyncio.Task[None]:
        """Build, unless a build runs already; `begun` is called when the board has accepted it."""
        if self._build is not None and not self._build.done():
            begun()
            return self._build
        self._session.build_progress = 0
        self.tile_set = goal.tile_set
        self._build = asyncio.create_task(self._run(goal, begun), name=f"build set {goal.tile_set}")
        self._build.add_done_callback(_note_failure)
        return self._build

    def end(self) -> None:
        """Nobody waits for it any more."""
        if self._build is not None:
            self._build.cancel()

    async def _run(self, goal: BuildWalls, begun: Callable[[], None]) -> None:
        await self._session.client.pursue(goal, begun)
        self._session.build_progress = goal.tile_count
        await self._session.refresh()


def _note_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        _LOG.warning("%s: %s", task.get_name(), task.exception())
