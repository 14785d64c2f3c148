"""Whether the lifts may move as far as the camera can tell: no hand over them, no forgotten tile, and eyes that see.

Pure: time is an argument. The board knows what its counters say; here stands what people and cameras see.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from firmware_bridge.goals import Goal, Home, LowerLifts, RaiseWalls, SelfTest
from firmware_bridge.messages import BoardStatus
from vision.sightings import Zone

if TYPE_CHECKING:
    from vision.eyes_status import EyesStatus

CLEAR_S: Final = 0.7
"""Nothing may be over the lifts for so long before they move: seven pictures at ten a second. Chosen."""
SHOWN_AFTER_S: Final = 1.5
"""Separates a hand on its way out, not worth a word, from one that stays. Chosen, not measured."""


class ObstacleKind(StrEnum):
    """Why the lifts wait; keys of the page's catalogues below `obstacle.`."""

    HANDS = "hands"
    TILES = "tiles"
    BLIND = "blind"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What keeps the lifts waiting; `text` is one sentence that says what to do."""

    kind: ObstacleKind
    text: str


Watch = Callable[[Goal, int], Obstacle | None]
"""What is in the way of a goal now, given how many tiles lie on the table by the newest observation."""


def nobody_watches(_goal: Goal, _tiles_seen: int) -> Obstacle | None:
    """A machine without a camera: whoever orders a motion looks for himself."""
    return None


def watch_through(eyes: Callable[[], EyesStatus], clock: Callable[[], float], silent_after_s: float) -> Watch:
    """What a table's camera sees in the way of its lifts.

    Args:
        eyes: asked anew for every goal: how the camera fares and where it sees hands.
        clock: the eyes' clock.
        silent_after_s: an older picture shows nothing of what is now.
    """

    def watch(goal: Goal, tiles_seen: int) -> Obstacle | None:
        return obstacle_of(eyes(), tiles_seen, goal, clock(), silent_after_s)

    return watch


def moves_lifts(goal: Goal, board: BoardStatus | None) -> bool:
    """Whether a goal moves them from where the machine stands."""
    if isinstance(goal, Home):
        return board is None or not board.lifts_up
    return isinstance(goal, RaiseWalls | LowerLifts | SelfTest)


def obstacle_of(eyes: EyesStatus, tiles_seen: int, goal: Goal, now_s: float, silent_after_s: float) -> Obstacle | None:
    """What is in the way of a goal that moves the lifts; None when nothing is.

    Args:
        eyes: how the camera fares and where it sees hands or motion.
        tiles_seen: tiles that lie on the table by the newest observation.
        goal: forgotten tiles matter only to walls that are to come up.
        now_s: the eyes' clock.
        silent_after_s: an older picture shows nothing of what is now.
    """
    why = _blindness(eyes, now_s - silent_after_s)
    if why:
        return Obstacle(
            ObstacleKind.BLIND,
            f"The lifts wait, because the camera does not see the table ({why}): mend that, or look yourself and say "
            "that nothing is in the way.",
        )
    if any(zone is Zone.WALL for zone, _ in eyes.busy):
        text = "The lifts wait: take hands and arms away from where the walls come up."
        return Obstacle(ObstacleKind.HANDS, text)
    if tiles_seen and isinstance(goal, RaiseWalls):
        return Obstacle(
            ObstacleKind.TILES,
            f"The walls wait: all tiles are counted inside, and the camera still sees {tiles_seen} on the table; take "
            "them away, or say that nothing is in the way.",
        )
    return None


def _blindness(eyes: EyesStatus, since_s: float) -> str:
    """Why nobody has looked at the table since then; "" where somebody has."""
    if eyes.problem:
        return eyes.problem
    if eyes.newest_frame_at is None or eyes.newest_frame_at <= since_s:
        return "no picture comes"
    if eyes.looked_at is None or eyes.looked_at <= since_s:
        return "its pictures are read too late"
    if eyes.seen_at is None or eyes.seen_at <= since_s:
        return "it shows too few of the table's markers"
    return ""
