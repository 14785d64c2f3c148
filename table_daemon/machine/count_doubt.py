"""When fewer tiles are counted than a set has: how long to wait in silence, what to say then, what a person may say.

Rules this file keeps:
* Pure: no I/O; time is an argument.
* The daemon never guesses that a set is complete: a person says so of the very number that is shown.
"""

from __future__ import annotations

from firmware_bridge.cycle import State
from firmware_bridge.messages import BoardStatus
from mahjong_rules.set_names import SetName

PATIENCE_S = 20.0
"""People push tiles in by handfuls: after so long without another one they are asked to look. Chosen, not measured."""


class CountDoubt:
    """Watches the count of the tiles that people push in.

    Attributes:
        is_due: whether the count has stood still for so long that people are to be asked.
    """

    def __init__(self) -> None:
        self.is_due = False
        self._counted = -1
        self._since_s = 0.0

    def update(self, counted: int, now_s: float) -> None:
        """So many are counted now."""
        if counted != self._counted:
            self._counted, self._since_s = counted, now_s
        self.is_due = now_s - self._since_s >= PATIENCE_S

    def forget(self) -> None:
        """Nothing is being counted."""
        self.is_due = False
        self._counted = -1


def short_set(board: BoardStatus | None) -> SetName | None:
    """The set of which not all tiles are counted: the one people push in, else one that should be inside."""
    if board is None:
        return None
    if board.on_table is not None:
        return board.on_table
    return next((tile_set for tile_set in SetName if board.tiles_inside(tile_set) < board.size(tile_set)), None)


def missing_tiles(state: State, board: BoardStatus | None, *, is_due: bool) -> int:
    """How many tiles people are asked to look for; 0 while there is nothing to ask. `is_due` as in `CountDoubt`."""
    tile_set = short_set(board)
    asks = (state is State.COUNTING and is_due) or state is State.REFUSED
    if board is None or tile_set is None or not asks:
        return 0
    if state is State.REFUSED and board.on_table is not None:
        return 0
    return board.size(tile_set) - board.tiles_inside(tile_set)


def doubt_text(tile_set: SetName, counted: int, tile_count: int) -> str:
    """The sentence for people."""
    missing = tile_count - counted
    return (
        f"Of set {tile_set.value} {counted} of {tile_count} tiles are counted: look for the other {missing} on the "
        "floor and under the rim of the dome; if the whole set is inside, say that all tiles are in."
    )
