"""The trays on the lifts, and the pushers that move the walls from the rails on to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hw_sim.machine.board_outputs import BoardOutputs
from hw_sim.machine.stacker import SIDES, Stacker
from mahjong_rules.set_names import SetName

_PUSH_S: Final = 1.5
"""Table seconds of a push. Chosen, not measured: a push is one short stroke, much shorter than a lift's travel."""


class Trays:
    """Four trays; each pusher moves its own wall, and all are loaded once the last wall has arrived.

    Attributes:
        loaded: the set that stands on the trays, None while they are empty.
    """

    def __init__(self) -> None:
        self.loaded: SetName | None = None
        self._pushed = [0.0 for _ in SIDES]
        self._listeners: list[Callable[[SetName], None]] = []

    def on_unloaded(self, listener: Callable[[SetName], None]) -> None:
        """Call `listener` with the set whenever its walls stand on the table."""
        self._listeners.append(listener)

    def is_loaded(self, side: int) -> bool:
        """Whether the light barrier of this tray is covered."""
        return self.loaded is not None or self._pushed[side] >= 1.0

    def unload(self) -> None:
        """The walls stand on the table: people take the tiles."""
        tile_set, self.loaded = self.loaded, None
        if tile_set is not None:
            for listener in tuple(self._listeners):
                listener(tile_set)

    def update(self, table_s: float, outputs: BoardOutputs, stacker: Stacker, *, are_lifts_down: bool) -> None:
        """Let so much table time pass; the tiles count as on the rails until the last wall is on its tray."""
        if self.loaded is not None or not are_lifts_down or not stacker.is_complete(outputs.wall_tiles):
            return
        for side in SIDES:
            if outputs.turns(f"pusher_{side}"):
                self._pushed[side] += outputs.defects.speed_of(f"pusher_{side}") * table_s / _PUSH_S
        if min(self._pushed) >= 1.0:
            self._pushed = [0.0 for _ in SIDES]
            self.loaded = stacker.hand_over()
