"""The drop ring below the raised dome: tiles fall through it into the hoppers, or on to the floor.

Rule this file keeps: a tile that falls is in a hopper or on the floor, nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping

from hw_sim.machine.counters import Counters, drop_counter
from hw_sim.machine.defects import Defects
from hw_sim.machine.hoist import Hoist
from hw_sim.machine.stacker import Hopper
from mahjong_rules.set_names import SetName


class SimulatedDropRing:
    """The ring, and the floor around the table.

    Args:
        dome: opens and closes the ring.
        hoppers: where the tiles fall.
        counters: what sees them fall.
        defects: tiles that roll on to the floor instead.
    """

    def __init__(self, dome: Hoist, hoppers: Mapping[SetName, Hopper], counters: Counters, defects: Defects) -> None:
        self._dome = dome
        self._hoppers = hoppers
        self._counters = counters
        self._defects = defects
        self._floor: list[tuple[SetName, bool]] = []
        """Each fallen tile's set, and whether it fell out of the machine."""

    @property
    def is_open(self) -> bool:
        """Whether tiles can fall in: the dome is fully up."""
        return self._dome.is_at_top()

    def tiles_on_floor(self, tile_set: SetName) -> int:
        """Tiles of a set that have fallen off the table or out of the machine."""
        return sum(1 for fallen, _ in self._floor if fallen is tile_set)

    def push_over(self, tile_set: SetName) -> None:
        """A tile is pushed over the open ring: it falls in, or rolls on to the floor."""
        if self._defects.tile_slips():
            self._floor.append((tile_set, False))
        else:
            self.fall_in(tile_set)

    def fall_in(self, tile_set: SetName) -> None:
        """A tile falls into its hopper, past the counter."""
        self._hoppers[tile_set].tiles += 1
        self._counters.count(drop_counter(tile_set), 1)

    def lose_tiles(self, tile_set: SetName, tiles: int) -> bool:
        """Tiles fall out of the machine on to the floor, uncounted; False when the hopper holds fewer."""
        if self._hoppers[tile_set].tiles < tiles:
            return False
        self._hoppers[tile_set].tiles -= tiles
        self._floor += [(tile_set, True)] * tiles
        return True

    def return_fallen(self) -> int:
        """People put fallen tiles back: into the hopper those it had lost, over the open ring the others.

        Returns:
            How many could be put back.
        """
        lying = len(self._floor)
        for fallen in tuple(self._floor):
            tile_set, was_inside = fallen
            if was_inside:
                self._floor.remove(fallen)
                self._hoppers[tile_set].tiles += 1
            elif self.is_open:
                self._floor.remove(fallen)
                self.fall_in(tile_set)
        return lying - len(self._floor)
