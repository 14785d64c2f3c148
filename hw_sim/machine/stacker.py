"""The disc with its four heads: they take tiles out of a hopper and stack them on the rails.

Rule this file keeps: tiles go from the hopper to a rail, never back by themselves, whatever wall the board asks for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from hw_sim.machine.board_outputs import BoardOutputs
from hw_sim.machine.counters import Counters
from mahjong_rules.set_names import SetName

SIDES: Final = range(4)
_BUILD_RANGE_S: Final = (18.0, 35.0)
"""How long the slowest head of a build takes: four-port tables build in 18 to 35 s (figures of their makers)."""
_FASTEST_HEAD: Final = 0.85
"""Share of the slowest head's time that the fastest takes. Chosen, not measured: the four never end together."""
LUMP_TILES: Final = 3
"""How many tiles stick together when they do: two or three are reported of real tables."""


@dataclass(slots=True)
class Hopper:
    """The tiles of one set that wait below the disc."""

    tiles: int


@dataclass(slots=True)
class Head:
    """One side's head and its rail.

    Attributes:
        stacked: tiles on the rail.
        fraction: how far the next tile is on its way, 0 to 1.
        lump: tiles that stick together and block the head.
        build_s: table seconds that this head takes for a whole wall.
    """

    stacked: int = 0
    fraction: float = 0.0
    lump: int = 0
    build_s: float = _BUILD_RANGE_S[1]


class Stacker:
    """Builds four walls of one set on the rails.

    Args:
        hoppers: where the tiles come from.
        counters: what sees them pass.
        rng: how long a build takes.

    Attributes:
        tile_set: what lies on the rails, None while they are empty.
        heads: by side.
    """

    def __init__(self, hoppers: Mapping[SetName, Hopper], counters: Counters, rng: Random) -> None:
        self._hoppers = hoppers
        self._counters = counters
        self._rng = rng
        self.tile_set: SetName | None = None
        self.heads = tuple(Head() for _ in SIDES)

    @property
    def tiles_on_rails(self) -> int:
        """Tiles that the heads have stacked."""
        return sum(head.stacked for head in self.heads)

    def tiles_of(self, tile_set: SetName) -> int:
        """Tiles of a set on the rails and stuck in the heads."""
        if self.tile_set is not tile_set:
            return 0
        return self.tiles_on_rails + sum(head.lump for head in self.heads)

    def is_complete(self, wall_tiles: int) -> bool:
        """Whether a whole wall stands on every rail."""
        return all(head.stacked >= wall_tiles for head in self.heads)

    def hand_over(self) -> SetName | None:
        """The pushers have taken all four walls: which set they were."""
        tile_set, self.tile_set = self.tile_set, None
        for head in self.heads:
            head.stacked, head.fraction = 0, 0.0
        return tile_set

    def stick_together(self, side: int) -> bool:
        """Tiles that stick to each other enter a head, counted as one, and block it; False when nothing is built."""
        head = self.heads[side]
        if self.tile_set is None or self._hoppers[self.tile_set].tiles < LUMP_TILES or head.lump:
            return False
        self._hoppers[self.tile_set].tiles -= LUMP_TILES
        head.lump = LUMP_TILES
        self._counters.count(_counter(side), 1)
        return True

    def take_apart(self, side: int) -> None:
        """A person takes the lump out of a head and drops the tiles back into the hopper."""
        head = self.heads[side]
        if self.tile_set is not None:
            self._hoppers[self.tile_set].tiles += head.lump
        head.lump = 0

    def update(self, table_s: float, outputs: BoardOutputs) -> None:
        """Let so much table time pass: the disc turns and the heads stack what it brings."""
        if not outputs.turns("disc"):
            return
        chosen = outputs.chosen_hopper
        if self.tile_set is None:
            self._begin(chosen)
        if self.tile_set is not chosen:
            return
        wall_tiles, disc_speed = outputs.wall_tiles, outputs.defects.speed_of("disc")
        for side, head in enumerate(self.heads):
            motor = f"head_{side}"
            if outputs.turns(motor) and not head.lump:
                speed = disc_speed * outputs.defects.speed_of(motor)
                self._stack(side, speed * wall_tiles * table_s / head.build_s, wall_tiles)

    def _begin(self, tile_set: SetName) -> None:
        self.tile_set = tile_set
        slowest_s = self._rng.uniform(*_BUILD_RANGE_S)
        for head in self.heads:
            head.build_s = slowest_s * self._rng.uniform(_FASTEST_HEAD, 1.0)
        self.heads[self._rng.randrange(len(self.heads))].build_s = slowest_s

    def _stack(self, side: int, tiles: float, wall_tiles: int) -> None:
        head, hopper = self.heads[side], self._hoppers[self.tile_set or SetName.A]
        head.fraction += tiles
        # The board may ask for shorter walls in mid-build: what stands beyond its barrier stays on the rail.
        whole = max(0, min(int(head.fraction), wall_tiles - head.stacked, hopper.tiles))
        head.fraction = min(head.fraction - whole, 1.0)
        head.stacked += whole
        hopper.tiles -= whole
        self._counters.count(_counter(side), whole)


def _counter(side: int) -> str:
    return f"head_{side}_tiles"
