"""The table's moving parts as a discrete model: motors move things, things cover sensors.

Rules this file keeps:
* The model is driven by `update(now_s)` alone: it has no clock, and chance comes from a seeded `random.Random`.
* Motors move only while the supply is closed (relay on, emergency stop not pressed).
* Tiles are conserved: each is in a hopper, stuck in a head, on the rails, on the lifts, on the table or on the floor.
* What can break is in `Defects` and in the methods named after it; who breaks it is not this file's business.

Times at speed 1 follow what four-port tables need: building 18-35 s, lifts 3 s, dome 2 s.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hw_sim.machine.defects import Defects
from mahjong_rules.set_names import SetName

SIDES = range(4)
_DOME_S = 2.0
_LIFT_S = 3.0
_PUSH_S = 1.5
_TUMBLE_S = 1.5
_BUILD_RANGE_S = (18.0, 35.0)
_WALL_TILES = (27, 34, 36)
"""Where the three light barriers of a rail stand: at the end of a wall of 108, 136 and 144 tiles."""
LUMP_TILES = 3
"""How many tiles stick together when they do."""
_COUNTERS = ("head_0_tiles", "head_1_tiles", "head_2_tiles", "head_3_tiles", "drop_a_tiles", "drop_b_tiles")


class Mechanics:
    """Dome, disc with four heads, rails, pushers, lifts, drop ring and dice box.

    Args:
        rng: chance of the mechanism (how long a build takes, dice without a source).
        speed: how much faster than a real table everything moves, 1 to 1000.
        tile_count: tiles that each set has at first.

    Attributes:
        defects: what is broken now.
        motor_seconds: total running time of all motors so far, in real seconds.
    """

    def __init__(self, rng: Random, speed: float = 1.0, tile_count: int = 136) -> None:
        if not 0.1 <= speed <= 1000:
            raise ValueError(f"the table's speed is between 0.1 and 1000, not {speed}")
        self._rng = rng
        self._speed = speed
        self._total = {SetName.A: tile_count, SetName.B: tile_count}
        self.defects = Defects()
        self.motor_seconds = 0.0
        self._now_s: float | None = None
        self._outputs: dict[str, int] = {}
        self._held_up: set[str] = set()
        self._dome = 0.0
        self._lifts = [1.0] * 4
        self._hopper = {SetName.A: tile_count, SetName.B: tile_count}
        self._pulses = dict.fromkeys(_COUNTERS, 0)
        self._floor: list[tuple[SetName, bool]] = []
        self._rails_set: SetName | None = None
        self._rails = [0] * 4
        self._fraction = [0.0] * 4
        self._lumps = [0] * 4
        self._head_s = [_BUILD_RANGE_S[1]] * 4
        self._pushed = [0.0] * 4
        self._loaded: SetName | None = None
        self._emergency_stop = False
        self._tumbling_s = 0.0
        self._listeners: list[Callable[[SetName], None]] = []
        self._dice_source: Callable[[], tuple[int, int]] | None = None

    @property
    def dome_raised(self) -> float:
        """0 flush with the console .. 1 fully up."""
        return self._dome

    @property
    def stuck(self) -> set[str]:
        """Names of motors that turn without moving anything ("lift_2_up", "head_0", "dome_up")."""
        return self.defects.stuck

    @property
    def tiles_on_rails(self) -> int:
        """Tiles that the heads have stacked."""
        return sum(self._rails)

    @property
    def lifts_raised(self) -> float:
        """Mean of the four lifts: 0 down at the rails .. 1 level with the felt."""
        return sum(self._lifts) / 4

    @property
    def raised_set(self) -> SetName | None:
        """The set of which tiles are on the table."""
        return next((tile_set for tile_set in SetName if self._tiles_on_table(tile_set) > 0), None)

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
        return frozenset(name for name in named if not name.startswith(("die_", "hopper_", "rails_")))

    def tiles_of(self, tile_set: SetName) -> int:
        """Tiles that a set has, wherever they are."""
        return self._total[tile_set]

    def add_tile(self, tile_set: SetName) -> bool:
        """A person drops one more tile of this set, out of its box, over the drop ring; False while that is closed."""
        if self._dome < 1.0:
            return False
        self._total[tile_set] += 1
        self._fall_in(tile_set)
        return True

    def take_out(self, tile_set: SetName, tiles: int) -> bool:
        """A person puts tiles of this set that lie on the table into their box; False when fewer lie there."""
        if self._tiles_on_table(tile_set) < tiles:
            return False
        self._total[tile_set] -= tiles
        return True

    def empty_hopper(self, tile_set: SetName) -> None:
        """A machine that has just been built: this set is still in its box."""
        self._total[tile_set] -= self._hopper[tile_set]
        self._hopper[tile_set] = 0

    def tiles_inside(self, tile_set: SetName) -> int:
        """Tiles of a set in hopper, in the heads, on rails and on lowered lifts."""
        rails = sum(self._rails) + sum(self._lumps) if self._rails_set is tile_set else 0
        lifts = self._total[tile_set] if self._loaded is tile_set else 0
        return self._hopper[tile_set] + rails + lifts

    def tiles_on_floor(self, tile_set: SetName) -> int:
        """Tiles of a set that have fallen off the table or out of the machine."""
        return sum(1 for fallen, _ in self._floor if fallen is tile_set)

    def accept_tile(self, tile_set: SetName) -> bool:
        """A player pushes one tile over the drop ring; False while the ring is closed (dome not fully up)."""
        if self._dome < 1.0 or self._tiles_on_table(tile_set) <= 0:
            return False
        if self.defects.tile_slips():
            self._floor.append((tile_set, False))
        else:
            self._fall_in(tile_set)
        return True

    def bounce_counter(self, name: str) -> None:
        """A counter gives a pulse for which no tile came."""
        self._pulses[name] += 1

    def bounce_drop_counter(self, tile_set: SetName) -> None:
        """The counter of the drop ring gives a pulse for which no tile fell in."""
        self.bounce_counter(_drop_counter(tile_set))

    def lose_tiles(self, tile_set: SetName, tiles: int) -> bool:
        """Tiles fall out of the machine onto the floor, uncounted; False when the hopper holds fewer."""
        if self._hopper[tile_set] < tiles:
            return False
        self._hopper[tile_set] -= tiles
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
                self._hopper[tile_set] += 1
            elif self._dome == 1.0:
                self._floor.remove(fallen)
                self._fall_in(tile_set)
        return lying - len(self._floor)

    def stick_together(self, side: int) -> bool:
        """Tiles that stick to each other enter a head, counted as one, and block it; False when nothing is built."""
        tile_set = self._rails_set
        if tile_set is None or self._hopper[tile_set] < LUMP_TILES or self._lumps[side]:
            return False
        self._hopper[tile_set] -= LUMP_TILES
        self._lumps[side] = LUMP_TILES
        self._count(f"head_{side}_tiles", 1)
        return True

    def take_apart(self, side: int) -> None:
        """A person takes the lump out of a head and drops the tiles back into the hopper."""
        if self._rails_set is not None:
            self._hopper[self._rails_set] += self._lumps[side]
        self._lumps[side] = 0

    def on_walls_lifted(self, listener: Callable[[SetName], None]) -> None:
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
        """A sensor or counter of the pin interface (docs/serial_link.md §8), as it reads with its defects.

        Raises:
            KeyError: there is no such input.
        """
        if name in self._pulses:
            return self._pulses[name]
        return self.defects.reading(name, self._true_level(name))

    def _true_level(self, name: str) -> int:
        if name == "emergency_stop_closed":
            return int(not self._emergency_stop)
        if name == "dice_busy":
            return int(self._tumbling_s > 0)
        if name.endswith("_overload"):
            return int(name.removesuffix("_overload") in self._held_up)
        if name.startswith("dome_"):
            return int(self._dome == {"dome_top": 1.0, "dome_bottom": 0.0}[name])
        part, side, what = name.split("_")
        return self._read_side(int(side), f"{part}_{what}")

    def _read_side(self, side: int, what: str) -> int:
        on_tray = self._loaded is not None or self._pushed[side] >= 1.0
        readings = {
            "lift_top": int(self._lifts[side] == 1.0),
            "lift_bottom": int(self._lifts[side] == 0.0),
            "rail_full": int(self._rails[side] >= self._barrier() and not on_tray),
            "tray_loaded": int(on_tray),
        }
        return readings[what]

    def write(self, name: str, value: int) -> None:
        """Switch an output of the pin interface."""
        if name in ("die_1", "die_2") and value and value != self._outputs.get(name):
            self._tumbling_s = _TUMBLE_S
        self._outputs[name] = value

    def release_outputs(self) -> None:
        """The board has lost its power: no output drives anything."""
        self._outputs.clear()

    def update(self, now_s: float) -> None:
        """Let the time pass up to `now_s` (real seconds)."""
        passed_s = 0.0 if self._now_s is None else max(0.0, now_s - self._now_s)
        self._now_s = now_s
        table_s = passed_s * self._speed
        self._tumbling_s = max(0.0, self._tumbling_s - table_s)
        self.motor_seconds += passed_s * len(self.motors_running)
        for name in self.defects.chattering_counters():
            self.bounce_counter(name)
        self._held_up.clear()
        if self._powered():
            self._move(table_s)
        if self._loaded is not None and min(self._lifts) == 1.0:
            self._walls_arrive(self._loaded)

    def _move(self, table_s: float) -> None:
        self._dome = self._moved(self._dome, "dome", table_s / _DOME_S)
        if self._turns("disc"):
            self._stack(table_s)
        self._push_walls(table_s)
        self._lifts = [self._moved(self._lifts[side], f"lift_{side}", table_s / _LIFT_S) for side in SIDES]

    def _powered(self) -> bool:
        return bool(self._outputs.get("motor_enable")) and not self._emergency_stop

    def _turns(self, motor: str) -> bool:
        return self._powered() and bool(self._outputs.get(motor)) and motor not in self.stuck

    def _moved(self, position: float, mechanism: str, distance: float) -> float:
        way = distance * self.defects.speed_of(mechanism)
        if self._turns(f"{mechanism}_up"):
            target = min(1.0, position + way)
        elif self._turns(f"{mechanism}_down"):
            target = max(0.0, position - way)
        else:
            return position
        reached = self.defects.stopped(mechanism, position, target)
        if reached == position != target:
            self._held_up.add(mechanism)
        return reached

    def _tiles_on_table(self, tile_set: SetName) -> int:
        return self._total[tile_set] - self.tiles_inside(tile_set) - self.tiles_on_floor(tile_set)

    def _fall_in(self, tile_set: SetName) -> None:
        self._hopper[tile_set] += 1
        self._count(_drop_counter(tile_set), 1)

    def _count(self, counter: str, pulses: int) -> None:
        self._pulses[counter] += self.defects.counted(counter, pulses)

    def _barrier(self) -> int:
        """Tiles of a wall that reaches the light barrier which the board reads now."""
        if self._outputs.get("rails_short"):
            return _WALL_TILES[0]
        return _WALL_TILES[2] if self._outputs.get("rails_long") else _WALL_TILES[1]

    def _stack(self, table_s: float) -> None:
        chosen = SetName.B if self._outputs.get("hopper_b") else SetName.A
        if self._rails_set is None:
            self._rails_set = chosen
            slowest_s = self._rng.uniform(*_BUILD_RANGE_S)
            self._head_s = [slowest_s * self._rng.uniform(0.85, 1.0) for _ in SIDES]
            self._head_s[self._rng.randrange(4)] = slowest_s
        if self._rails_set is not chosen:
            return
        for side in SIDES:
            if self._turns(f"head_{side}") and not self._lumps[side]:
                speed = self.defects.speed_of("disc") * self.defects.speed_of(f"head_{side}")
                self._stack_side(side, chosen, speed * self._barrier() * table_s / self._head_s[side])

    def _stack_side(self, side: int, tile_set: SetName, tiles: float) -> None:
        self._fraction[side] += tiles
        whole = min(int(self._fraction[side]), self._barrier() - self._rails[side], self._hopper[tile_set])
        self._fraction[side] = min(self._fraction[side] - whole, 1.0)
        self._rails[side] += whole
        self._count(f"head_{side}_tiles", whole)
        self._hopper[tile_set] -= whole

    def _push_walls(self, table_s: float) -> None:
        """Each pusher moves its own wall; the tiles count as on the rails until the last one is on its lift."""
        if self._loaded is not None or max(self._lifts) > 0 or min(self._rails) < self._barrier():
            return
        for side in SIDES:
            if self._turns(f"pusher_{side}"):
                self._pushed[side] += self.defects.speed_of(f"pusher_{side}") * table_s / _PUSH_S
        if min(self._pushed) >= 1.0:
            self._pushed = [0.0] * 4
            self._loaded, self._rails_set = self._rails_set, None
            self._rails = [0] * 4
            self._fraction = [0.0] * 4

    def _walls_arrive(self, tile_set: SetName) -> None:
        self._loaded = None
        for listener in tuple(self._listeners):
            listener(tile_set)


def _drop_counter(tile_set: SetName) -> str:
    return "drop_a_tiles" if tile_set is SetName.A else "drop_b_tiles"
