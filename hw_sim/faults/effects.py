"""What each kind of fault does to the simulated table, and what a person does about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware_bridge.layout import hello_payload
from firmware_bridge.messages import PacketType
from firmware_bridge.packets import Packet, encode
from hw_sim.faults import plan as f
from hw_sim.faults.base import Fault
from hw_sim.faults.breakable import FaultyTable
from hw_sim.faults.effect import Effect, at_once, done
from hw_sim.faults.room import in_the_room
from hw_sim.faults.room_plan import RoomFault
from hw_sim.machine.counters import COUNTERS, drop_counter
from hw_sim.machine.line_noise import Noise
from mahjong_rules.set_names import SetName

# Twice a second, as docs/simulated_faults.md says of a second program.
_GREET_EVERY_S = 0.5


def effect_of(fault: Fault, table: FaultyTable) -> Effect:
    """What this fault does to this table."""
    if isinstance(fault, RoomFault):
        return in_the_room(fault, table)
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
                done(partial(mechanics.defects.stuck.update, motors)),
                done(partial(mechanics.defects.stuck.difference_update, motors)),
                f"takes out the tile that jammed {where}",
            )
        case f.StuckTiles(side=side):
            return Effect(
                f"three tiles that stick together block the head of side {side}",
                partial(mechanics.stacker.stick_together, side),
                done(partial(mechanics.stacker.take_apart, side)),
                f"takes three tiles that stuck together out of the head of side {side}",
            )
        case f.MissedPulses(tile_set=tile_set, tiles=tiles):
            counter = drop_counter(tile_set)
            return Effect(
                f"the drop ring does not count {tiles} of set {tile_set.value}",
                done(partial(mechanics.defects.missed.__setitem__, counter, tiles)),
            )
        case f.TileMissing():
            return _missing_tiles(fault, table)


def _missing_tiles(fault: f.TileMissing, table: FaultyTable) -> Effect:
    mechanics, tile_set, tiles = table.mechanics, fault.tile_set, fault.tiles

    def fall() -> bool:
        if fault.place == "ring":
            mechanics.defects.slips += tiles
            return True
        return mechanics.drop_ring.lose_tiles(tile_set, tiles)

    def put_back() -> bool:
        mechanics.drop_ring.return_fallen()
        return mechanics.defects.slips == 0 and not any(map(mechanics.tiles_on_floor, SetName))

    where = "on its way into the ring" if fault.place == "ring" else f"out of the hopper of set {tile_set.value}"
    return Effect(f"{tiles} on the floor, {where}", fall, put_back, "picks up what lies on the floor and puts it in")


def _of_motion(fault: f.SlowMotor | f.LiftStuck, table: FaultyTable) -> Effect:
    defects = table.mechanics.defects
    if isinstance(fault, f.SlowMotor):
        return Effect(
            f"{fault.mechanism} has {fault.speed:.0%} of its speed",
            done(partial(defects.speeds.__setitem__, fault.mechanism, fault.speed)),
            done(partial(defects.speeds.pop, fault.mechanism, None)),
            f"frees {fault.mechanism}, which was slow",
        )
    lift = f"lift_{fault.side}"
    return Effect(
        f"the lift of side {fault.side} sticks at {fault.height:.0%} of its way",
        done(partial(defects.barriers.__setitem__, lift, fault.height)),
        done(partial(defects.barriers.pop, lift, None)),
        f"frees the lift of side {fault.side}, which stuck",
    )


def _of_sensor(fault: f.SensorDead | f.SensorChatter, table: FaultyTable) -> Effect:
    defects, sensor = table.mechanics.defects, fault.sensor
    by_hand = f"cleans the sensor {sensor} and presses its plug home"
    if isinstance(fault, f.SensorChatter):
        return Effect(
            f"the sensor {sensor} chatters",
            done(partial(defects.chances.__setitem__, sensor, fault.chance)),
            done(partial(defects.chances.pop, sensor, None)),
            by_hand,
        )
    if sensor in COUNTERS:
        return Effect(
            f"the counter {sensor} is dead",
            done(partial(defects.mute.add, sensor)),
            done(partial(defects.mute.discard, sensor)),
            by_hand,
        )
    return Effect(
        f"the sensor {sensor} always reads {fault.reads}",
        done(partial(defects.frozen.__setitem__, sensor, fault.reads)),
        done(partial(defects.frozen.pop, sensor, None)),
        by_hand,
    )


def _of_supply(fault: f.EmergencyStop | f.BoardReset | f.BrownOut | f.Unplug, table: FaultyTable) -> Effect:
    board, press = table.board, table.mechanics.press_emergency_stop
    match fault:
        case f.EmergencyStop():
            return Effect(
                "somebody presses the emergency stop",
                done(partial(press, pressed=True)),
                done(partial(press, pressed=False)),
                "releases the emergency stop",
            )
        case f.BoardReset():
            return Effect("the motor board restarts", done(board.reset))
        case f.BrownOut():
            return Effect("the motor board has no power", done(board.cut_power), done(board.restore_power))
        case f.Unplug():
            cable = table.cable
            return Effect(
                "the cable of the motor board is pulled",
                done(cable.unplug),
                done(cable.plug_in),
                "plugs the motor board in again",
            )


def _of_line(fault: Fault, table: FaultyTable) -> Effect:
    match fault:
        case f.BytesHit(kind=kind, chance=chance):
            how = kind.removeprefix("bytes_")
            return _noisy(f"bytes on the line are {how}", fault.direction, table, how, chance)
        case f.BytesDelayed(delay_s=delay_s):
            return _noisy(f"bytes come {delay_s} s later", fault.direction, table, "delay_s", delay_s)
        case f.BytesStuck():
            return _noisy("no byte gets through the line", fault.direction, table, "is_stuck", value=True)
        case f.SecondHost():
            return Effect("another program greets the motor board", at_once, go_on=_greeter(table))
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

    return Effect(what, done(partial(put, value)), done(partial(put, type(value)(0))))


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
