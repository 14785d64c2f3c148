"""The table's moving parts as a discrete model: motors move things, things cover sensors.

Rules this file keeps:
* The model is driven by `update(now_s)` alone: it has no clock, and chance comes from a seeded `random.Random`.
* Motors move only while the supply is closed (relay on, emergency stop not pressed).
* Tiles are conserved: each is in a hopper, stuck in a head, on the rails, on the lifts, on the table or on the floor.
* What can break is in `Defects` and in the methods of the parts; who breaks it is not this file's business.

One cycle: tiles fall through the drop ring into a hopper, the stacker builds walls on the rails, the pushers move
them on to the trays, the lifts raise them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from hw_sim.machine.board_outputs import BoardOutputs
from hw_sim.machine.counters import Counters
from hw_sim.machine.defects import Defects
from hw_sim.machine.dice_box import DICE_OUTPUTS, DiceBox
from hw_sim.machine.drop_ring import SimulatedDropRing
from hw_sim.machine.hoist import Hoist
from hw_sim.machine.stacker import SIDES, Hopper, Stacker
from hw_sim.machine.trays import Trays
from mahjong_rules.set_names import SetName

_DOME_S: Final = 2.0
"""Table seconds of the dome's travel. Chosen, not measured: people wait about so long for the ring to open."""
_LIFT_S: Final = 3.0
"""Table seconds of a lift's travel. Chosen, not measured: slow enough that a hand can be drawn back."""
SPEEDS: Final = (0.1, 1000.0)
"""Chosen: slower is no table that anybody waits for; at a thousand times its speed a dome is up in 2 ms."""


class Mechanics:
    """Dome, lifts, stacker, trays, drop ring and dice box, as the board's pins and people's hands meet them.

    Args:
        rng: chance of the mechanism (how long a build takes, dice without a source).
        speed: how much faster than a real table everything moves, 0.1 to 1000.
        tile_count: tiles that each set has at first.

    Attributes:
        defects: what is broken now.
        motor_seconds: total running time of all motors so far, in real seconds.
        outputs, counters, drop_ring, stacker: the parts that the board, faults and people act on.
    """

    def __init__(self, rng: Random, speed: float = 1.0, tile_count: int = 136) -> None:
        if not SPEEDS[0] <= speed <= SPEEDS[1]:
            raise ValueError(f"the table's speed is between 0.1 and 1000, not {speed}")
        self._speed = speed
        self._now_s: float | None = None
        self._total = dict.fromkeys(SetName, tile_count)
        self._hoppers = {tile_set: Hopper(tile_count) for tile_set in SetName}
        self.motor_seconds = 0.0
        self.defects = Defects()
        self.counters = Counters(self.defects)
        self.outputs = BoardOutputs(self.defects)
        self._dome = Hoist("dome", _DOME_S, 0.0)
        self._lifts = tuple(Hoist(f"lift_{side}", _LIFT_S, 1.0) for side in SIDES)
        self.drop_ring = SimulatedDropRing(self._dome, self._hoppers, self.counters, self.defects)
        self.stacker = Stacker(self._hoppers, self.counters, rng)
        self._trays = Trays()
        self._dice_box = DiceBox(rng)
        self._sensors = self._wired_sensors()

    @property
    def dome_raised(self) -> float:
        """0 flush with the console .. 1 fully up."""
        return self._dome.position

    @property
    def lifts_raised(self) -> float:
        """Mean of the four lifts: 0 down at the rails .. 1 level with the felt."""
        return sum(lift.position for lift in self._lifts) / 4

    @property
    def raised_set(self) -> SetName | None:
        """The set of which tiles are on the table."""
        return next((tile_set for tile_set in SetName if self._tiles_on_table(tile_set) > 0), None)

    @property
    def dice(self) -> tuple[int, int] | None:
        """What the dice box shows; None while dark or tumbling."""
        return self._dice_box.shown(self.outputs)

    @property
    def motors_running(self) -> frozenset[str]:
        """Names of the motors that have current."""
        return self.outputs.motors_running

    def tiles_of(self, tile_set: SetName) -> int:
        """Tiles that a set has, wherever they are."""
        return self._total[tile_set]

    def tiles_inside(self, tile_set: SetName) -> int:
        """Tiles of a set in hopper, in the heads, on rails and on lowered lifts."""
        on_trays = self._total[tile_set] if self._trays.loaded is tile_set else 0
        return self._hoppers[tile_set].tiles + self.stacker.tiles_of(tile_set) + on_trays

    def tiles_on_floor(self, tile_set: SetName) -> int:
        """Tiles of a set that have fallen off the table or out of the machine."""
        return self.drop_ring.tiles_on_floor(tile_set)

    def accept_tile(self, tile_set: SetName) -> bool:
        """A player pushes one tile over the drop ring; False while the ring is closed (dome not fully up)."""
        if not self.drop_ring.is_open or self._tiles_on_table(tile_set) <= 0:
            return False
        self.drop_ring.push_over(tile_set)
        return True

    def add_tile(self, tile_set: SetName) -> bool:
        """A person drops one more tile of this set, out of its box, over the drop ring; False while that is closed."""
        if not self.drop_ring.is_open:
            return False
        self._total[tile_set] += 1
        self.drop_ring.fall_in(tile_set)
        return True

    def take_out(self, tile_set: SetName, tiles: int) -> bool:
        """A person puts tiles of this set that lie on the table into their box; False when fewer lie there."""
        if self._tiles_on_table(tile_set) < tiles:
            return False
        self._total[tile_set] -= tiles
        return True

    def empty_hopper(self, tile_set: SetName) -> None:
        """A machine that has just been built: this set is still in its box."""
        self._total[tile_set] -= self._hoppers[tile_set].tiles
        self._hoppers[tile_set].tiles = 0

    def on_walls_lifted(self, listener: Callable[[SetName], None]) -> None:
        """Call `listener` with the set whenever four walls arrive on the table: all its tiles have left the machine."""
        self._trays.on_unloaded(listener)

    def set_dice_source(self, source: Callable[[], tuple[int, int]] | None) -> None:
        """Who decides the next throws; None: chance."""
        self._dice_box.set_source(source)

    def throw_dice(self) -> tuple[int, int]:
        """The board's entropy: the source's next throw, or chance; also the same faces again make the dice tumble."""
        return self._dice_box.throw()

    def press_emergency_stop(self, *, pressed: bool) -> None:
        """Open (or close again) the contact in the motor supply."""
        self.outputs.press_emergency_stop(pressed=pressed)

    def read(self, name: str) -> int:
        """A sensor or counter of the pin interface (docs/serial_link.md §8), as it reads with its defects.

        Raises:
            KeyError: there is no such input.
        """
        sensor = self._sensors.get(name)
        if sensor is None:
            return self.counters.read(name)
        return self.defects.reading(name, int(sensor()))

    def write(self, name: str, value: int) -> None:
        """Switch an output of the pin interface."""
        if name in DICE_OUTPUTS and value and value != self.outputs.output(name):
            self._dice_box.tumble()
        self.outputs.write(name, value)

    def update(self, now_s: float) -> None:
        """Let the time pass up to `now_s` (real seconds)."""
        passed_s = 0.0 if self._now_s is None else max(0.0, now_s - self._now_s)
        self._now_s = now_s
        self.motor_seconds += passed_s * len(self.motors_running)
        for name in self.defects.chattering_counters():
            self.counters.bounce(name)
        self._move(passed_s * self._speed)
        if all(lift.is_at_top() for lift in self._lifts):
            self._trays.unload()

    def _move(self, table_s: float) -> None:
        self._dice_box.update(table_s)
        self._dome.update(table_s, self.outputs)
        self.stacker.update(table_s, self.outputs)
        are_lifts_down = all(lift.is_at_bottom() for lift in self._lifts)
        self._trays.update(table_s, self.outputs, self.stacker, are_lifts_down=are_lifts_down)
        for lift in self._lifts:
            lift.update(table_s, self.outputs)

    def _tiles_on_table(self, tile_set: SetName) -> int:
        return self._total[tile_set] - self.tiles_inside(tile_set) - self.tiles_on_floor(tile_set)

    def _is_rail_full(self, side: int) -> bool:
        return self.stacker.heads[side].stacked >= self.outputs.wall_tiles and not self._trays.is_loaded(side)

    def _wired_sensors(self) -> dict[str, Callable[[], bool]]:
        """What each level sensor of the pin interface reads when nothing is broken."""
        sensors: dict[str, Callable[[], bool]] = {
            "emergency_stop_closed": partial(getattr, self.outputs, "is_emergency_stop_closed"),
            "dice_busy": partial(getattr, self._dice_box, "is_busy"),
        }
        for hoist in (self._dome, *self._lifts):
            sensors[f"{hoist.name}_top"] = hoist.is_at_top
            sensors[f"{hoist.name}_bottom"] = hoist.is_at_bottom
            sensors[f"{hoist.name}_overload"] = partial(getattr, hoist, "is_held_up")
        for side in SIDES:
            sensors[f"rail_{side}_full"] = partial(self._is_rail_full, side)
            sensors[f"tray_{side}_loaded"] = partial(self._trays.is_loaded, side)
        return sensors
