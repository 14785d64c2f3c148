"""What may go wrong at a table while it is used: the blows of a random schedule, each begun, endured and undone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from wire_damage import SINGLE, damage

from board_firmware.machine_core import SENSORS
from firmware_bridge.layout import command_payload, hello_payload, lease_payload
from firmware_bridge.messages import PacketType, Verb
from firmware_bridge.packets import Packet, encode
from hw_sim.faults.plan import MECHANISMS
from hw_sim.machine.line_noise import Noise
from mahjong_rules.set_names import SetName

if TYPE_CHECKING:
    from cycle_schedule import Table

_MOTORS = (
    *("dome_up", "dome_down", "disc"),
    *(f"{part}_{side}" for part in ("head", "pusher") for side in range(4)),
    *(f"lift_{side}_{way}" for side in range(4) for way in ("up", "down")),
)
_DEAD = (
    *((sensor, 0) for sensor in SENSORS),
    *((sensor, 1) for sensor in SENSORS if sensor == "dice_busy" or sensor.endswith("_overload")),
)
"""A broken wire reads 0. A stop that reads 1 for ever is another matter: no board can tell it from one reached."""
_FALLEN_S = 0.1


@dataclass(frozen=True)
class Blow:
    """Something goes wrong: `after_s` the one before it has ended, for `for_s`; `seed` chooses what exactly."""

    kind: str
    after_s: float
    for_s: float
    seed: float


def random_schedule(seed: int | str) -> list[Blow]:
    """One to six blows, each of a kind, a moment and a length by chance."""
    rng = Random(f"schedule {seed}")
    return [_random_blow(rng) for _ in range(rng.randint(1, 6))]


def _random_blow(rng: Random) -> Blow:
    kind = rng.choice(list(BLOWS))
    for_s = rng.choice((0.02, 0.3, 0.6, 2.0, 12.0)) * rng.uniform(0.7, 1.3)
    return Blow(kind, rng.uniform(0.05, 6.0), for_s, rng.random())


def _damaging(table: Table) -> Callable[[bytes], list[bytes]]:
    def damaged(data: bytes) -> list[bytes]:
        packets = [b"\x00" + piece + b"\x00" for piece in data.split(b"\x00") if piece]
        rng = table.rng
        return [damage(rng.choice(list(SINGLE)), [packet], rng) if rng.random() < 0.3 else packet for packet in packets]

    return damaged


async def _hit_the_line(table: Table, blow: Blow) -> None:
    link = table.bench.link
    link.to_board = link.to_host = _damaging(table)
    await asyncio.sleep(blow.for_s)
    link.to_board = link.to_host = lambda data: [data]


async def _cut_one_way(table: Table, blow: Blow) -> None:
    link, way = table.bench.link, table.rng.choice(("to_board", "to_host"))
    setattr(link, way, lambda _data: [])
    await asyncio.sleep(blow.for_s)
    setattr(link, way, lambda data: [data])


async def _hold_bytes_up(table: Table, blow: Blow) -> None:
    for noise in _noises(table):
        noise.is_stuck = True
    await asyncio.sleep(blow.for_s)
    for noise in _noises(table):
        noise.is_stuck = False


async def _delay_bytes(table: Table, blow: Blow) -> None:
    delay_s = Random(blow.seed).choice((0.01, 0.04, 0.2, 0.7))
    for noise in _noises(table):
        noise.delay_s = delay_s
    await asyncio.sleep(blow.for_s)
    for noise in _noises(table):
        noise.delay_s = 0.0


async def _hit_bytes(table: Table, blow: Blow) -> None:
    how = Random(blow.seed).choice(("lost", "flipped", "duplicated"))
    for noise in _noises(table):
        setattr(noise, how, 0.01)
    await asyncio.sleep(blow.for_s)
    for noise in _noises(table):
        setattr(noise, how, 0.0)


def _noises(table: Table) -> tuple[Noise, Noise]:
    return (table.bench.link.noise_to_board, table.bench.link.noise_to_host)


async def _freeze_host(table: Table, blow: Blow) -> None:
    """It says nothing; what the board says waits for it and comes at once afterwards."""
    link = table.bench.link
    link.to_board = lambda _data: []
    link.noise_to_host.is_stuck = True
    await asyncio.sleep(blow.for_s)
    link.to_board = lambda data: [data]
    link.noise_to_host.is_stuck = False


async def _second_host(table: Table, blow: Blow) -> None:
    """Another program greets, asks, renews a lease of its own and switches off, under the numbers that come next."""
    rng, board, link = Random(blow.seed), table.bench.board, table.bench.link
    session, until_s = rng.randrange(0x10000), asyncio.get_running_loop().time() + blow.for_s
    while asyncio.get_running_loop().time() < until_s:
        boot, seq = board.firmware.boot_id, board.firmware._last.seq + rng.randrange(2)
        verb = rng.choice((Verb.STATUS, Verb.STATUS, Verb.DISARM))
        said = rng.choice(
            (
                Packet(PacketType.HELLO, 0, 0, hello_payload(session)),
                Packet(PacketType.LEASE, boot, 0, lease_payload(session, board.firmware.events.newest)),
                Packet(PacketType.COMMAND, boot, seq & 0xFFFF, command_payload(session, 0, verb)),
            )
        )
        link.intrude(encode(said))
        await asyncio.sleep(rng.uniform(0.002, 0.3))


async def _unplug(table: Table, blow: Blow) -> None:
    table.bench.link.unplug()
    await asyncio.sleep(blow.for_s)
    table.bench.link.plugged = True


async def _press_emergency_stop(table: Table, blow: Blow) -> None:
    table.bench.mechanics.press_emergency_stop(pressed=True)
    await asyncio.sleep(blow.for_s)
    table.bench.mechanics.press_emergency_stop(pressed=False)


async def _stick(table: Table, blow: Blow) -> None:
    motor = Random(blow.seed).choice(_MOTORS)
    table.bench.mechanics.defects.stuck.add(motor)
    await asyncio.sleep(blow.for_s)
    table.bench.mechanics.defects.stuck.discard(motor)


async def _slow_down(table: Table, blow: Blow) -> None:
    rng, speeds = Random(blow.seed), table.bench.mechanics.defects.speeds
    mechanism = rng.choice(MECHANISMS)
    speeds[mechanism] = rng.uniform(0.05, 0.8)
    await asyncio.sleep(blow.for_s)
    del speeds[mechanism]


async def _hold_up(table: Table, blow: Blow) -> None:
    rng, barriers = Random(blow.seed), table.bench.mechanics.defects.barriers
    mechanism = rng.choice(("dome", *(f"lift_{side}" for side in range(4))))
    barriers[mechanism] = rng.uniform(0.05, 0.95)
    await asyncio.sleep(blow.for_s)
    del barriers[mechanism]


async def _kill_sensor(table: Table, blow: Blow) -> None:
    frozen = table.bench.mechanics.defects.frozen
    sensor, reads = Random(blow.seed).choice(_DEAD)
    frozen[sensor] = reads
    await asyncio.sleep(blow.for_s)
    del frozen[sensor]


async def _chatter(table: Table, blow: Blow) -> None:
    rng, chances = Random(blow.seed), table.bench.mechanics.defects.chances
    sensor = rng.choice(SENSORS)
    chances[sensor] = rng.uniform(0.02, 0.3)
    await asyncio.sleep(blow.for_s)
    del chances[sensor]


async def _blind_counter(table: Table, blow: Blow) -> None:
    mute = table.bench.mechanics.defects.mute
    counter = Random(blow.seed).choice(("drop_a_tiles", "drop_b_tiles", "head_2_tiles"))
    mute.add(counter)
    await asyncio.sleep(blow.for_s)
    mute.discard(counter)


async def _stick_together(table: Table, blow: Blow) -> None:
    mechanics, side = table.bench.mechanics, Random(blow.seed).randrange(4)
    if mechanics.stacker.stick_together(side):
        await asyncio.sleep(blow.for_s)
        mechanics.stacker.take_apart(side)


async def _lose_tile(table: Table, blow: Blow) -> None:
    """Out of a hopper, or on its way over the drop ring; whoever finds it puts it back where it belongs."""
    mechanics, place = table.bench.mechanics, Random(blow.seed).choice(("ring", *SetName))
    if place == "ring":
        mechanics.defects.slips += 1
    else:
        mechanics.drop_ring.lose_tiles(SetName(place), 1)
    await asyncio.sleep(blow.for_s)
    mechanics.defects.slips = 0
    while table.tiles_on_floor():
        mechanics.drop_ring.return_fallen()
        await asyncio.sleep(_FALLEN_S)


async def _reset(table: Table, _blow: Blow) -> None:
    table.bench.board.reset()


async def _brown_out(table: Table, blow: Blow) -> None:
    table.bench.board.cut_power()
    await asyncio.sleep(blow.for_s)
    table.bench.board.restore_power()


async def _stop(table: Table, _blow: Blow) -> None:
    await table.bench.controller.stop("a test")


async def _bounce(table: Table, _blow: Blow) -> None:
    """Of any set under a closed dome; of one that is inside under an open one: among falling tiles nobody can tell."""
    mechanics = table.bench.mechanics
    is_closed = mechanics.dome_raised == 0.0
    sets = [tile_set for tile_set in SetName if is_closed or tile_set.value != mechanics.raised_set]
    mechanics.counters.bounce_drop(table.rng.choice(sets))


async def _kill(table: Table, blow: Blow) -> None:
    await table.kill_daemon(blow.for_s)


BLOWS: dict[str, Callable[[Table, Blow], Awaitable[None]]] = {
    "packets are damaged": _hit_the_line,
    "one direction is dead": _cut_one_way,
    "bytes are held up": _hold_bytes_up,
    "the cable is pulled": _unplug,
    "the emergency stop is pressed": _press_emergency_stop,
    "bytes come late": _delay_bytes,
    "bytes are hit": _hit_bytes,
    "the host is frozen": _freeze_host,
    "a second host talks": _second_host,
    "a motor sticks": _stick,
    "a motor is slow": _slow_down,
    "lift or dome is held up": _hold_up,
    "a sensor is dead": _kill_sensor,
    "a sensor chatters": _chatter,
    "a counter is blind": _blind_counter,
    "tiles stick together": _stick_together,
    "a tile is missing": _lose_tile,
    "the board is reset": _reset,
    "the board loses power": _brown_out,
    "somebody says stop": _stop,
    "a drop counter bounces": _bounce,
    "the daemon is killed": _kill,
}
