"""The table's moving parts as a discrete model: motors move things, things cover sensors.

Rules this file keeps:
* The model is driven by `update(now_s)` alone: it has no clock, and chance comes from a seeded `random.Random`.
* Motors move only while the supply is closed (relay on, emergency stop not pressed).
* Tiles are conserved: a set is in its hopper, on the rails, on the lifts or on the table.

Times at speed 1 follow what four-port tables need: building 18-35 s, lifts 3 s, dome 2 s.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hw_sim.scene import TileSet

SIDES = range(4)
_DOME_S = 2.0
_LIFT_S = 3.0
_PUSH_S = 1.5
_TUMBLE_S = 1.5
_BUILD_RANGE_S = (18.0, 35.0)


class Mechanics:
    """Dome, disc with four heads, rails, pushers, lifts, drop ring and dice box.

    Args:
        rng: chance of the mechanism (how long a build takes, dice without a source).
        speed: how much faster than a real table everything moves, 1 to 1000.
        tile_count: tiles of one set; a rail holds a quarter of them.

    Attributes:
        stuck: names of motors that turn without moving anything ("lift_2_up", "head_0", "dome_up").
        motor_seconds: total running time of all motors so far, in real seconds.
    """

    def __init__(self, rng: Random, speed: float = 1.0, tile_count: int = 136) -> None:
        if not 0.1 <= speed <= 1000:
            raise ValueError(f"the table's speed is between 0.1 and 1000, not {speed}")
        self._rng = rng
        self._speed = speed
        self._side_tiles = tile_count // 4
        self._tile_count = tile_count
        self.stuck: set[str] = set()
        self.motor_seconds = 0.0
        self._now_s: float | None = None
        self._outputs: dict[str, int] = {}
        self._dome = 0.0
        self._lifts = [1.0] * 4
        self._hopper = {TileSet.A: tile_count, TileSet.B: tile_count}
        self._dropped = {TileSet.A: 0, TileSet.B: 0}
        self._rails_set: TileSet | None = None
        self._rails = [0] * 4
        self._fraction = [0.0] * 4
        self._head_tiles = [0] * 4
        self._head_s = [_BUILD_RANGE_S[1]] * 4
        self._push = 0.0
        self._loaded: TileSet | None = None
        self._emergency_stop = False
        self._tumbling_s = 0.0
        self._listeners: list[Callable[[TileSet], None]] = []
        self._dice_source: Callable[[], tuple[int, int]] | None = None

    @property
    def dome_raised(self) -> float:
        """0 flush with the console .. 1 fully up."""
        return self._dome

    @property
    def lifts_raised(self) -> float:
        """Mean of the four lifts: 0 down at the rails .. 1 level with the felt."""
        return sum(self._lifts) / 4

    @property
    def raised_set(self) -> TileSet | None:
        """The set of which tiles are on the table."""
        outside = (tile_set for tile_set in TileSet if self.tiles_inside(tile_set) < self._tile_count)
        return next(outside, None)

    @property
    def dice(self) -> tuple[int, int] | None:
        """What the dice box shows; None while dark or tumbling."""
        faces = (self._outputs.get("die_1", 0), self._outputs.get("die_2", 0))
        return None if 0 in faces or self._tumbling_s > 0 else faces

    @property
    def motors_running(self) -> frozenset[str]:
        """Names of the motors that have current."""
        if not self._powered():
            return frozenset()
        named = (name for name, value in self._outputs.items() if value and name != "motor_enable")
        return frozenset(name for name in named if not name.startswith(("die_", "hopper_")))

    def tiles_inside(self, tile_set: TileSet) -> int:
        """Tiles of a set in hopper, on rails and on lowered lifts."""
        rails = sum(self._rails) if self._rails_set is tile_set else 0
        lifts = self._tile_count if self._loaded is tile_set else 0
        return self._hopper[tile_set] + rails + lifts

    def accept_tile(self, tile_set: TileSet) -> bool:
        """A player pushes one tile over the drop ring; False while the ring is closed (dome not fully up)."""
        if self._dome < 1.0 or self.tiles_inside(tile_set) >= self._tile_count:
            return False
        self._hopper[tile_set] += 1
        self._dropped[tile_set] += 1
        return True

    def bounce_drop_counter(self, tile_set: TileSet) -> None:
        """The counter of the drop ring gives a pulse for which no tile fell in."""
        self._dropped[tile_set] += 1

    def on_walls_lifted(self, listener: Callable[[TileSet], None]) -> None:
        """Call `listener` with the set whenever four walls arrive on the table: all its tiles have left the machine."""
        self._listeners.append(listener)

    def set_dice_source(self, source: Callable[[], tuple[int, int]] | None) -> None:
        """Who decides the next throws; None: chance."""
        self._dice_source = source

    def throw_dice(self) -> tuple[int, int]:
        """The board's entropy: the source's next throw, or chance; also the same faces again make the dice tumble."""
        self._tumbling_s = _TUMBLE_S
        if self._dice_source is not None:
            return self._dice_source()
        return (self._rng.randint(1, 6), self._rng.randint(1, 6))

    def press_emergency_stop(self, *, pressed: bool) -> None:
        """Open (or close again) the contact in the motor supply."""
        self._emergency_stop = pressed

    def read(self, name: str) -> int:
        """A sensor or counter of the pin interface (docs/serial_link.md §8).

        Raises:
            KeyError: there is no such input.
        """
        if name == "emergency_stop_closed":
            return int(not self._emergency_stop)
        if name == "dice_busy":
            return int(self._tumbling_s > 0)
        if name.startswith("dome_"):
            return int(self._dome == {"dome_top": 1.0, "dome_bottom": 0.0}[name])
        if name.startswith("drop_"):
            return self._dropped[{"drop_a_tiles": TileSet.A, "drop_b_tiles": TileSet.B}[name]]
        part, side, what = name.split("_")
        return self._read_side(int(side), f"{part}_{what}")

    def _read_side(self, side: int, what: str) -> int:
        readings = {
            "lift_top": int(self._lifts[side] == 1.0),
            "lift_bottom": int(self._lifts[side] == 0.0),
            "rail_full": int(self._rails[side] >= self._side_tiles),
            "tray_loaded": int(self._loaded is not None),
            "head_tiles": self._head_tiles[side],
        }
        return readings[what]

    def write(self, name: str, value: int) -> None:
        """Switch an output of the pin interface."""
        if name in ("die_1", "die_2") and value and value != self._outputs.get(name):
            self._tumbling_s = _TUMBLE_S
        self._outputs[name] = value

    def update(self, now_s: float) -> None:
        """Let the time pass up to `now_s` (real seconds)."""
        passed_s = 0.0 if self._now_s is None else max(0.0, now_s - self._now_s)
        self._now_s = now_s
        table_s = passed_s * self._speed
        self._tumbling_s = max(0.0, self._tumbling_s - table_s)
        self.motor_seconds += passed_s * len(self.motors_running)
        self._dome = self._moved(self._dome, "dome", table_s / _DOME_S)
        if self._turns("disc"):
            self._stack(table_s)
        self._push_walls(table_s)
        self._lifts = [self._moved(self._lifts[side], f"lift_{side}", table_s / _LIFT_S) for side in SIDES]
        if self._loaded is not None and min(self._lifts) == 1.0:
            self._walls_arrive(self._loaded)

    def _powered(self) -> bool:
        return bool(self._outputs.get("motor_enable")) and not self._emergency_stop

    def _turns(self, motor: str) -> bool:
        return self._powered() and bool(self._outputs.get(motor)) and motor not in self.stuck

    def _moved(self, position: float, mechanism: str, distance: float) -> float:
        if self._turns(f"{mechanism}_up"):
            return min(1.0, position + distance)
        if self._turns(f"{mechanism}_down"):
            return max(0.0, position - distance)
        return position

    def _stack(self, table_s: float) -> None:
        chosen = TileSet.B if self._outputs.get("hopper_b") else TileSet.A
        if self._rails_set is None:
            self._rails_set = chosen
            slowest_s = self._rng.uniform(*_BUILD_RANGE_S)
            self._head_s = [slowest_s * self._rng.uniform(0.85, 1.0) for _ in SIDES]
            self._head_s[self._rng.randrange(4)] = slowest_s
        if self._rails_set is not chosen:
            return
        for side in SIDES:
            if self._turns(f"head_{side}"):
                self._stack_side(side, chosen, self._side_tiles * table_s / self._head_s[side])

    def _stack_side(self, side: int, tile_set: TileSet, tiles: float) -> None:
        self._fraction[side] += tiles
        whole = min(int(self._fraction[side]), self._side_tiles - self._rails[side], self._hopper[tile_set])
        self._fraction[side] = min(self._fraction[side] - whole, 1.0)
        self._rails[side] += whole
        self._head_tiles[side] += whole
        self._hopper[tile_set] -= whole

    def _push_walls(self, table_s: float) -> None:
        pushing = all(self._turns(f"pusher_{side}") for side in SIDES)
        if not pushing or self._loaded is not None or max(self._lifts) > 0 or sum(self._rails) < self._tile_count:
            return
        self._push += table_s / _PUSH_S
        if self._push >= 1.0:
            self._push = 0.0
            self._loaded, self._rails_set = self._rails_set, None
            self._rails = [0] * 4
            self._fraction = [0.0] * 4

    def _walls_arrive(self, tile_set: TileSet) -> None:
        self._loaded = None
        for listener in tuple(self._listeners):
            listener(tile_set)
