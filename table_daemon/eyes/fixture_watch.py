"""When the eyes may take what they see for a part of the table: while every tile is counted inside the machine.

Rules this file keeps:
* The counters' word is enough where the networks themselves are in doubt. What they surely take for a tile may be one
  that lies there although it was counted: that waits for a person.
* A person who says that nothing is in the way has looked: then all of it belongs to the table.
* What only looks a little like a tile is learnt whenever the first walls are built: no tile is read there anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.game.keeper import GameKeeper
from table_daemon.machine.machine_log import MachineLog
from table_daemon.machine.obstacles import ObstacleKind

if TYPE_CHECKING:
    from vision.eyes import TableEyes

_AFTER_S: Final = 3.0
"""So long people have to take away what they are told of. Chosen: to read the sentence and to reach for a tile."""
_DOUBTFUL_BELOW: Final = 0.8
"""Parts what looks a little like a tile from tiles. Measured on the bare tables of worlds 1 to 60
(`hw_sim.picture.scenery`): 0.74 at most. Of the backs and faces of rendered tables most have 0.88 and more (`reader`).
"""
_NO_PIECE: Final = 0.0
"""Below everything that is read as a piece: only what looks a little like one, and might become one, is learnt."""
_SURELY_SEEN: Final = 1.01
"""Above everything that a network says."""


class FixtureWatch:
    """Lets the eyes of one table learn what belongs to it.

    Args:
        eyes: learn it.
        machine_log: says so.
    """

    def __init__(self, eyes: TableEyes, machine_log: MachineLog) -> None:
        self._eyes = eyes
        self._log = machine_log
        self._since_s: float | None = None
        self._is_learnt = False
        self._was_building = False

    @classmethod
    def of(cls, eyes: TableEyes, keeper: GameKeeper) -> FixtureWatch:
        """One that says in the journal what was learnt."""
        return cls(eyes, MachineLog(keeper))

    def tick(self, obstacle: str, now_s: float, *, is_building: bool = False) -> None:
        """To be called again and again.

        Args:
            obstacle: the kind of what the lifts wait for, "" while they do not.
            now_s: any clock that goes on.
            is_building: the machine builds the first walls of a table on which none lie, and the camera sees it.
        """
        if is_building and not self._was_building:
            self._eyes.own_what_is_seen(_NO_PIECE)
        self._was_building = is_building
        if obstacle != ObstacleKind.TILES:
            self._since_s, self._is_learnt = None, False
            return
        if self._since_s is None:
            self._since_s = now_s
        if now_s - self._since_s >= _AFTER_S and not self._is_learnt:
            self._is_learnt = True
            self._eyes.own_what_is_seen(_DOUBTFUL_BELOW)
            self._log.learnt_fixtures("every tile is counted inside")

    def vouched(self, obstacle: str) -> None:
        """A person has looked: what is shown is not in the way."""
        if obstacle == ObstacleKind.TILES:
            self._eyes.own_what_is_seen(_SURELY_SEEN)
            self._log.learnt_fixtures("a person has looked")
