"""When the faults of a plan are due: the beginnings of the table's movements, counted."""

from __future__ import annotations

from collections import Counter

from hw_sim.faults.base import Fault, Moment
from hw_sim.felt.table_world import TableWorld
from hw_sim.machine.mechanics import Mechanics
from hw_sim.machine.stacker import SIDES
from mahjong_rules.set_names import SetName

_MOTORS = {
    "dome_up": Moment.DOME_RISES,
    "dome_down": Moment.DOME_SINKS,
    **{f"pusher_{side}": Moment.PUSH for side in SIDES},
    **{f"lift_{side}_up": Moment.LIFTS_RISE for side in SIDES},
    **{f"lift_{side}_down": Moment.LIFTS_SINK for side in SIDES},
}
"""What goes on while a motor has current; the disc turns for more than one reason."""


class MomentWatch:
    """Looks at the mechanics again and again and says which movements have begun since the last look."""

    def __init__(self, mechanics: Mechanics) -> None:
        self._mechanics = mechanics
        self._last: frozenset[Moment] = frozenset()
        self._inside = self._tiles_inside()
        self._falling = False
        self._was_up = False

    def begun(self) -> list[Moment]:
        """Movements that go on now and did not at the last look."""
        now = self._going_on()
        new = now - self._last
        self._last = now
        return [moment for moment in Moment if moment in new] if new else []

    def _going_on(self) -> frozenset[Moment]:
        mechanics, running = self._mechanics, self._mechanics.motors_running
        going = {_MOTORS[motor] for motor in running if motor in _MOTORS}
        if "disc" in running and (Moment.BUILD in self._last or mechanics.stacker.tiles_on_rails == 0):
            going.add(Moment.BUILD)
        if mechanics.read("dice_busy"):
            going.add(Moment.DICE)
        if self._tiles_fall():
            going.add(Moment.TILES_FALL)
        return frozenset(going)

    def _tiles_fall(self) -> bool:
        """Since the first tile fell in, as long as the dome is up."""
        inside, is_up = self._tiles_inside(), self._mechanics.dome_raised == 1.0
        self._falling = is_up and (self._falling or (self._was_up and inside > self._inside))
        self._inside, self._was_up = inside, is_up
        return self._falling

    def _tiles_inside(self) -> int:
        return sum(self._mechanics.tiles_inside(tile_set) for tile_set in SetName)


class FeltWatch:
    """Looks at the felt again and again and says what players have laid since the last look."""

    def __init__(self, world: TableWorld) -> None:
        self._world = world
        self._last = self._laid()

    def begun(self) -> list[Moment]:
        """One moment for each discard and each meld; a new deal begins at none."""
        now, before = self._laid(), self._last
        self._last = now
        return [moment for moment in now for _ in range(now[moment] - before[moment])]

    def _laid(self) -> dict[Moment, int]:
        places = self._world.places
        return {
            Moment.DISCARD: sum(place.discards for place in places),
            Moment.CALL: sum(len(meld.pieces) > 0 for place in places for meld in place.melds),
        }


class Agenda:
    """The faults that have not happened yet."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self._seen: Counter[Moment] = Counter()
        self._timed: list[tuple[float, Fault]] = [(fault.at_s, fault) for fault in faults if fault.at_s is not None]
        self._waiting = [fault for fault in faults if fault.when is not None]

    def note(self, moment: Moment, at_s: float) -> None:
        """A movement has begun."""
        self._seen[moment] += 1
        for fault in tuple(self._waiting):
            if fault.when is moment and _is_due(fault, self._seen[moment]):
                if fault.every is None:
                    self._waiting.remove(fault)
                self._timed.append((at_s + fault.after_s, fault))

    def due(self, now_s: float) -> list[Fault]:
        """Faults whose time has come, earliest first; each is given once."""
        ripe = sorted((entry for entry in self._timed if entry[0] <= now_s), key=lambda entry: entry[0])
        self._timed = [entry for entry in self._timed if entry[0] > now_s]
        return [fault for _, fault in ripe]


def _is_due(fault: Fault, seen: int) -> bool:
    """Whether the fault happens at this one of its moments, counted from 1."""
    later = seen - fault.nth
    return later == 0 or (fault.every is not None and later > 0 and later % fault.every == 0)
