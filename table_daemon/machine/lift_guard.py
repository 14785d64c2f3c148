"""Lets lifts wait until nothing is over them, and says so; a person's word counts once.

Rules this file keeps:
* Nothing moves through an obstacle unless a person has said so of the very kind that is shown; what comes meanwhile is
  waited for all the same.
* Once it is gone for long enough the motion goes on by itself, as long as consent stands.
"""

from __future__ import annotations

import asyncio
from typing import Final

from firmware_bridge.cycle import Trigger
from firmware_bridge.goals import Goal
from table_daemon.machine.link import MachineError
from table_daemon.machine.obstacles import (
    CLEAR_S,
    SHOWN_AFTER_S,
    Obstacle,
    ObstacleKind,
    Watch,
    moves_lifts,
    nobody_watches,
)
from table_daemon.machine.session import MachineSession

_LOOK_S: Final = 0.1


class LiftGuard:
    """Stands between a goal and the lifts.

    Args:
        session: the machine.
        watch: looks at the table.

    Attributes:
        tiles_seen: tiles that lie on the table by the newest observation; whoever observes keeps it up to date.
        obstacle: what people are shown; None while nothing waits.
    """

    def __init__(self, session: MachineSession, watch: Watch = nobody_watches) -> None:
        self._session = session
        self._watch = watch
        self.tiles_seen = 0
        self.obstacle: Obstacle | None = None
        self._vouched: ObstacleKind | None = None

    def vouch(self, kind: str) -> None:
        """A person has looked: what is shown is not in the way.

        Raises:
            MachineError: nothing of that kind is shown.
        """
        if self.obstacle is None or self.obstacle.kind != kind:
            shown = "nothing" if self.obstacle is None else self.obstacle.kind
            raise MachineError(f"{kind or 'this'} is not what the lifts wait for ({shown}): look again")
        self._vouched = self.obstacle.kind

    def refuse(self, goal: Goal) -> None:
        """For a single motion that somebody orders.

        Raises:
            MachineError: a hand is over the lifts; the rest whoever orders sees for himself.
        """
        obstacle = self._watch(goal, self.tiles_seen) if moves_lifts(goal, self._session.facts) else None
        if obstacle is not None and obstacle.kind is ObstacleKind.HANDS:
            raise MachineError(obstacle.text.rstrip("."))

    async def is_clear(self, goal: Goal) -> bool:
        """Wait until nothing is in the way; False when the machine may no longer move for this goal."""
        if not moves_lifts(goal, self._session.facts):
            return True
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        clear_since_s: float | None = None if self._watch(goal, self.tiles_seen) else began_s - CLEAR_S
        try:
            while self._session.may_pursue:
                obstacle, now_s = self._watch(goal, self.tiles_seen), loop.time()
                if obstacle is not None and obstacle.kind is self._vouched:
                    obstacle = None
                if obstacle is not None:
                    clear_since_s = None
                elif clear_since_s is None:
                    clear_since_s = now_s
                if clear_since_s is not None and now_s - clear_since_s >= CLEAR_S:
                    return True
                self._show(obstacle, is_late=now_s - began_s >= SHOWN_AFTER_S)
                await asyncio.sleep(_LOOK_S)
            return False
        finally:
            self.obstacle, self._vouched = None, None

    def _show(self, obstacle: Obstacle | None, *, is_late: bool) -> None:
        if obstacle is None or not is_late:
            return
        is_news = self.obstacle is None
        self.obstacle = obstacle
        if is_news:
            self._session.enter(Trigger.BLOCKED)
