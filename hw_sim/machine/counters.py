"""The photocells that count tiles: one for each head, one for each set at the drop ring."""

from __future__ import annotations

from typing import Final

from hw_sim.machine.defects import Defects
from mahjong_rules.set_names import SetName

COUNTERS: Final = (*(f"head_{side}_tiles" for side in range(4)), "drop_a_tiles", "drop_b_tiles")
"""Their names in the pin interface (docs/serial_link.md §8)."""


class Counters:
    """The pulses that every counter has given so far.

    Args:
        defects: pulses that counters miss.
    """

    def __init__(self, defects: Defects) -> None:
        self._defects = defects
        self._pulses = dict.fromkeys(COUNTERS, 0)

    def __contains__(self, name: str) -> bool:
        return name in self._pulses

    def read(self, name: str) -> int:
        """Pulses since the table was made."""
        return self._pulses[name]

    def count(self, name: str, tiles: int) -> None:
        """So many tiles pass, of which the counter notices what its defects let it."""
        self._pulses[name] += self._defects.counted(name, tiles)

    def bounce(self, name: str) -> None:
        """A counter gives a pulse for which no tile came."""
        self._pulses[name] += 1

    def bounce_drop(self, tile_set: SetName) -> None:
        """The counter of the drop ring gives a pulse for which no tile fell in."""
        self.bounce(drop_counter(tile_set))


def drop_counter(tile_set: SetName) -> str:
    """The counter of the drop ring that sees the tiles of a set."""
    return "drop_a_tiles" if tile_set is SetName.A else "drop_b_tiles"
