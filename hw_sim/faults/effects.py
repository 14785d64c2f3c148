"""What each kind of fault does to the simulated table, and what a person does about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from firmware_bridge.layout import hello_payload
from firmware_bridge.messages import PacketType
from firmware_bridge.packets import Packet, encode
from hw_sim.faults import plan as f
from hw_sim.faults.breakable import FaultyTable
from hw_sim.faults.line import Noise
from hw_sim.scene import TileSet

_GREET_EVERY_S = 0.5


def _at_once() -> bool:
    return True


def _done(*actions: Callable[[], object]) -> Callable[[], bool]:
    """Do all this; it is always possible."""

    def act() -> bool:
        for action in actions:
            action()
        return True

    return act


def _nothing(_now_s: float) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Effect:
    """One fault at one table.

    Attributes:
        what: what is broken, as a clause.
        begin: break it; False when the table is not in a state for it yet (it is tried again).
        end: undo it; False when that is not possible yet.
        by_hand: what a person does who mends it, as a clause without subject; "" when people cannot.
        go_on: called with the time in seconds as long as it lasts.
    """

    what: str
    begin: Callable[[], bool]
    end: Callable[[], bool] = _at_once
    by_hand: str = ""
    go_on: Callable[[float], None] = _nothing


def effect_of(fault: f.Fault, table: FaultyTable) -> Effect:
    """What this fault does to this table."""
    match fault:
        case f.TileJam() | f.StuckTiles() | f.TileMissing() | f.MissedPulses():
            return _of_tiles(fault, table)
        case f.SlowMotor() | f.LiftStuck():
            return _of_motion(fault, table)
        case f.SensorDead() | f.SensorChatter():
            return _of_sensor(fault, table)
        case f.EmergencyStop() | f.BoardReset() | f.BrownOut() | f.Unplug():
            return _of_supply(fault, table)
        case _:
            return _of_line(fault, table)


def _of_tiles(fault: f.TileJam | f.StuckTiles | f.TileMissing | f.MissedPulses, table: FaultyTable) -> Effect:
    mechanics = table.mechanics
    match fault:
        case f.TileJam(part=part, side=side):
            where = "under the rim of the dome" if part == "dome" else f"in the {part} of side {side}"
            motors = _motors(part if part == "dome" else f"{part}_{side}")
            return Effect(
                f"a tile jams {where}",
                _done(partial(mechanics.stuck.update, motors)),
                _done(partial(mechanics.stuck.difference_update, motors)),
                f"takes out the tile that jammed {where}",
            )
        case f.StuckTiles(side=side):
            return Effect(
                f"three tiles that stick together block the head of side {side}",
                partial(mechanics.stick_together, side),
                _done(partial(mechanics.take_apart, side)),
                f"takes three tiles that stuck together out of the head of side {side}",
            )
        case f.MissedPulses(tile_set=tile_set, tiles=tiles):
            counter = f"drop_{tile_set.value.lower()}_tiles"
            return Effect(
                f"the drop ring does not count {tiles} of set {tile_set.value}",
                _done(partial(mechanics.defects.missed.__setitem__, counter, tiles)),
            )
        case f.TileMissing():
            return _missing_tiles(fault, table)


def _missing_tiles(fault: f.TileMissing, table: FaultyTable) -> Effect:
    mechanics, tile_set, tiles = table.mechanics, fault.tile_set, fault.tiles

    def fall() -> bool:
        if fault.place == "ring":
            mechanics.defects.slips += tiles
            return True
        return mechanics.lose_tiles(tile_set, tiles)

    def put_back() -> bool:
        mechanics.return_fallen()
        return mechanics.defects.slips == 0 and not any(map(mechanics.tiles_on_floor, TileSet))

    where = "on its way into the ring" if fault.place == "ring" else f"out of the hopper of set {tile_set.value}"
    return Effect(f"{tiles} on the floor, {where}", fall, put_back, "picks up what lies on the floor and puts it in")


def _of_motion(fault: f.SlowMotor | f.LiftStuck, table: FaultyTable) -> Effect:
    defects = table.mechanics.defects
    if isinstance(fault, f.SlowMotor):
        return Effect(
            f"{fault.mechanism} has {fault.speed:.0%} of its speed",
            _done(partial(defects.speeds.__setitem__, fault.mechanism, fault.speed)),
            _done(partial(defects.speeds.pop, fault.mechanism, None)),
            f"frees {fault.mechanism}, which was slow",
        )
    lift = f"lift_{fault.side}"
    return Effect(
        f"the lift of side {fault.side} sticks at {fault.height:.0%} of its way",
        _done(partial(defects.barriers.__setitem__, lift, fault.height)),
        _done(partial(defects.barriers.pop, lift, None)),
        f"frees the lift of side {fault.side}, which stuck",
    )


def _of_sensor(fault: f.SensorDead | f.SensorChatter, table: FaultyTable) -> Effect:
    defects, sensor = table.mechanics.defects, fault.sensor
    by_hand = f"cleans the sensor {sensor} and presses its plug home"
    if isinstance(fault, f.SensorChatter):
        return Effect(
            f"the sensor {sensor} chatters",
            _done(partial(defects.chances.__setitem__, sensor, fault.chance)),
            _done(partial(defects.chances.pop, sensor, None)),
            by_hand,
        )
    if sensor in f.COUNTERS:
        return Effect(
            f"the counter {sensor} is dead",
            _done(partial(defects.mute.add, sensor)),
            _done(partial(defects.mute.discard, sensor)),
            by_hand,
        )
    return Effect(
        f"the sensor {sensor} always reads {fault.reads}",
        _done(partial(defects.frozen.__setitem__, sensor, fault.reads)),
        _done(partial(defects.frozen.pop, sensor, None)),
        by_hand,
    )


def _of_supply(fault: f.EmergencyStop | f.BoardReset | f.BrownOut | f.Unplug, table: FaultyTable) -> Effect:
    board, press = table.board, table.mechanics.press_emergency_stop
    match fault:
        case f.EmergencyStop():
            return Effect(
                "somebody presses the emergency stop",
                _done(partial(press, pressed=True)),
                _done(partial(press, pressed=False)),
                "releases the emergency stop",
            )
        case f.BoardReset():
            return Effect("the motor board restarts", _done(board.reset))
        case f.BrownOut():
            return Effect("the motor board has no power", _done(board.cut_power), _done(board.restore_power))
        case f.Unplug():
            cable = table.cable
            return Effect(
                "the cable of the motor board is pulled",
                _done(cable.unplug),
                _done(cable.plug_in),
                "plugs the motor board in again",
            )


def _of_line(fault: f.Fault, table: FaultyTable) -> Effect:
    match fault:
        case f.BytesHit(kind=kind, chance=chance):
            how = kind.removeprefix("bytes_")
            return _noisy(f"bytes on the line are {how}", fault.direction, table, how, chance)
        case f.BytesDelayed(delay_s=delay_s):
            return _noisy(f"bytes come {delay_s} s later", fault.direction, table, "delay_s", delay_s)
        case f.BytesStuck():
            return _noisy("no byte gets through the line", fault.direction, table, "is_stuck", value=True)
        case f.SecondHost():
            return Effect("another program greets the motor board", _at_once, go_on=_greeter(table))
    raise TypeError(f"{type(fault).__name__} has no effect on the simulated table: add it to effect_of")


def _noisy(what: str, direction: f.Direction, table: FaultyTable, attribute: str, value: float) -> Effect:
    """Set an attribute of the noise for a while."""
    cable = table.cable
    lines: dict[f.Direction, tuple[Noise, ...]] = {
        f.Direction.TO_BOARD: (cable.noise_to_board,),
        f.Direction.TO_HOST: (cable.noise_to_host,),
        f.Direction.BOTH: (cable.noise_to_board, cable.noise_to_host),
    }

    def put(level: float) -> None:
        for noise in lines[direction]:
            setattr(noise, attribute, level)

    return Effect(what, _done(partial(put, value)), _done(partial(put, type(value)(0))))


def _greeter(table: FaultyTable) -> Callable[[float], None]:
    """Another program's HELLO, twice a second."""
    due_s = 0.0

    def greet(now_s: float) -> None:
        nonlocal due_s
        if now_s >= due_s:
            due_s = now_s + _GREET_EVERY_S
            table.cable.intrude(encode(Packet(PacketType.HELLO, 0, 0, hello_payload(table.rng.randrange(0x10000)))))

    return greet


def _motors(mechanism: str) -> tuple[str, ...]:
    if mechanism.startswith(("lift_", "dome")):
        return (f"{mechanism}_up", f"{mechanism}_down")
    return (mechanism,)
