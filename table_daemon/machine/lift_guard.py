"""Lets lifts wait until nothing is over them, and says so; a person's word counts once.

Rules this file keeps:
* Pure: time is an argument; whoever pursues the goal asks ten times a second.
* Nothing moves through an obstacle unless a person has said so of the very kind that is shown; what comes meanwhile is
  waited for all the same.
* Once it is gone for long enough the motion goes on by itself, as long as consent stands.
"""

from __future__ import annotations

from enum import Enum, auto

from firmware_bridge.goals import Goal
from firmware_bridge.messages import BoardStatus
from mahjong_rules.told import sentence, told
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


class Passage(Enum):
    """Whether the lifts may move now."""

    CLEAR = auto()
    WAIT = auto()
    BLOCKED = auto()
    """They wait, and from now on people are shown for what."""


class LiftGuard:
    """Stands between a goal and the lifts.

    Args:
        watch: looks at the table.

    Attributes:
        tiles_seen: tiles that lie on the table by the newest observation; whoever observes keeps it up to date.
        obstacle: what people are shown; None while nothing waits.
    """

    def __init__(self, watch: Watch = nobody_watches) -> None:
        self._watch = watch
        self.tiles_seen = 0
        self.obstacle: Obstacle | None = None
        self._vouched: ObstacleKind | None = None
        self._began_s = 0.0
        self._clear_since_s: float | None = None

    def vouch(self, kind: str) -> None:
        """A person has looked: what is shown is not in the way.

        Raises:
            MachineError: nothing of that kind is shown.
        """
        if self.obstacle is None or self.obstacle.kind != kind:
            shown = "nothing" if self.obstacle is None else self.obstacle.kind
            raise MachineError(
                sentence(
                    "{kind} is not what the lifts wait for ({shown}): look again", kind=kind or "this", shown=shown
                )
            )
        self._vouched = self.obstacle.kind

    def refuse(self, goal: Goal, board: BoardStatus | None) -> None:
        """For a single motion that somebody orders.

        Raises:
            MachineError: a hand is over the lifts; the rest whoever orders sees for himself.
        """
        obstacle = self._look(goal) if moves_lifts(goal, board) else None
        if obstacle is not None and obstacle.kind is ObstacleKind.HANDS:
            raise MachineError(told(f"obstacle.{obstacle.kind}", obstacle.text.rstrip(".")))

    def begin(self, goal: Goal, now_s: float) -> None:
        """A goal wants to move the lifts; where nothing is in the way it need not wait."""
        self._began_s = now_s
        self._clear_since_s = None if self._look(goal) else now_s - CLEAR_S

    def update(self, goal: Goal, now_s: float) -> Passage:
        """Whether the goal may go on now."""
        obstacle = self._look(goal)
        if obstacle is not None and obstacle.kind is self._vouched:
            obstacle = None
        if obstacle is not None:
            self._clear_since_s = None
        elif self._clear_since_s is None:
            self._clear_since_s = now_s
        if self._clear_since_s is not None and now_s - self._clear_since_s >= CLEAR_S:
            return Passage.CLEAR
        return self._shown(obstacle, is_late=now_s - self._began_s >= SHOWN_AFTER_S)

    def end(self) -> None:
        """No goal wants to move the lifts any more."""
        self.obstacle, self._vouched = None, None

    def _look(self, goal: Goal) -> Obstacle | None:
        return self._watch(goal, self.tiles_seen)

    def _shown(self, obstacle: Obstacle | None, *, is_late: bool) -> Passage:
        """Whatever stays is shown, and stays shown until the lifts have moved or nobody wants it any more."""
        if obstacle is None or not is_late:
            return Passage.WAIT
        is_news = self.obstacle is None
        self.obstacle = obstacle
        return Passage.BLOCKED if is_news else Passage.WAIT
