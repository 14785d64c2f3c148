"""Reader of a wall that is gone although the count leaves tiles in it: a flower or a kong was not seen.

Rules this file keeps:
* A camera that does not see a wall at all (backs of the felt's colour) asks nothing in the middle of a deal: what
  nobody saw is one tile or two.
* Whoever drew the last tile may think about it: the count leaves that one in the wall until it is discarded. So this
  is read only where nothing has moved for long (`EndingTimes.draw_is_overdue`).

In world 10901 a table without such a question waited for a draw for ever: one flower of eight was never seen.
"""

from __future__ import annotations

from typing import Final

from table_daemon.interpreter.explanations import Doubt
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.table_view import View
from vision.sightings import Face, SettledTile, Zone

_MOST_MISSED: Final = 4
"""More tiles than these are not taken behind the camera's back: then it does not see the wall. Chosen."""
_NO_TRACK: Final = 0
"""The number of the tile that is not there; those that are seen have numbers from 1 on (`vision.reading.tracking`)."""


def read_bare_wall(view: View) -> Doubt | None:
    """The tile that should lie in the wall, asked about where no wall is seen and somebody is to draw it."""
    seat, left = view.hints.draws, view.deal.live_tiles
    is_hidden = any(zone is Zone.WALL for zone, _ in view.observation.busy)
    is_there = any(piece.zone is Zone.WALL for piece in view.observation.tiles)
    if seat is None or is_hidden or is_there or not 0 < left <= _MOST_MISSED:
        return None
    unseen = SettledTile(_NO_TRACK, Zone.WALL, seat, Face.DOWN, None, (), 0.0, 0.0, 0.0, 0.0, is_sideways=False)
    return Doubt(unseen, QuestionReason.BARE_WALL)
