"""Eight kinds of damage to packets on a line, and a judge of what readers make of them."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from both_codecs import BOTH, Fields

from firmware_bridge.messages import PacketType

MAX_PAYLOAD = 96
_POOL = 512


def _flip(packet: bytes, rng: Random) -> bytes:
    data = bytearray(packet)
    for bit in rng.sample(range(8 * len(data)), rng.randint(1, 8)):
        data[bit // 8] ^= 1 << bit % 8
    return bytes(data)


def _burst(packet: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(packet))
    length = min(rng.randint(2, 16), len(packet) - at)
    return packet[:at] + rng.randbytes(length) + packet[at + length :]


def _lose(packet: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(packet))
    return packet[:at] + packet[at + rng.randint(1, 3) :]


def _insert(packet: bytes, rng: Random) -> bytes:
    at = rng.randrange(1, len(packet))
    return packet[:at] + rng.randbytes(rng.randint(1, 3)) + packet[at:]


def _duplicate(packet: bytes, rng: Random) -> bytes:
    if rng.random() < 0.25:
        return packet * 2
    at = rng.randrange(len(packet))
    return packet[: at + 1] + packet[at:]


def _truncate(packet: bytes, rng: Random) -> bytes:
    cut = rng.randrange(len(packet))
    return packet[:cut] if rng.random() < 0.5 else packet[cut + 1 :]


def _stick(packet: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(packet))
    length = min(rng.randint(1, 40), len(packet) - at)
    level = rng.choice((b"\x00", b"\xff", packet[at : at + 1]))
    return packet[:at] + level * length + packet[at + length :]


def _mix(first: bytes, second: bytes, rng: Random) -> bytes:
    """Swapped, merged without a delimiter, or the head of one with the tail of the other."""
    way = rng.randrange(3)
    if way == 0:
        return second + first
    if way == 1:
        return first[:-1] + second[1:]
    return first[: rng.randrange(1, len(first))] + second[rng.randrange(1, len(second)) :]


MIXED = "two packets merged or swapped"
SINGLE: dict[str, Callable[[bytes, Random], bytes]] = {
    "bits flipped": _flip,
    "burst": _burst,
    "bytes lost": _lose,
    "bytes inserted": _insert,
    "byte or packet duplicated": _duplicate,
    "truncated": _truncate,
    "line stuck": _stick,
}
KINDS = (*SINGLE, MIXED)


def damage(kind: str, packets: Sequence[bytes], rng: Random) -> bytes:
    """The packet (two for `MIXED`) as the damaged line delivers it: never what was sent."""
    intact = b"".join(packets)
    while True:
        damaged = _mix(packets[0], packets[1], rng) if kind == MIXED else SINGLE[kind](packets[0], rng)
        if damaged != intact:
            return damaged


def victims_of(kind: str) -> int:
    """How many packets one blow of this kind hits."""
    return 2 if kind == MIXED else 1


def random_packet(rng: Random) -> Fields:
    """A packet of any content; half of them of types and lengths that the link really says."""
    if rng.random() < 0.5:
        kind, length = rng.choice(list(PacketType)).value, rng.choice((1, 2, 4, 5, 7, 21, 38, 62))
    else:
        kind, length = rng.randrange(256), rng.randint(0, MAX_PAYLOAD)
    payload = rng.randbytes(length) if rng.random() < 0.7 else bytes(length)
    return (kind, rng.randrange(0x10000), rng.randrange(0x10000), payload)


@dataclass
class Tally:
    """What readers made of damaged packets. `survivors`: only delimiters were hit, the packet was read as sent."""

    packets: Counter[str] = field(default_factory=Counter)
    survivors: Counter[str] = field(default_factory=Counter)
    neighbours: int = 0
    violations: list[str] = field(default_factory=list)


class PacketJudge:
    """Damaged packets between undamaged neighbours, read by the bridge's codec and the firmware's own."""

    def __init__(self, seed: int) -> None:
        self.tally = Tally()
        self._rng = Random(seed)
        self._readers = {codec.name: codec.reader() for codec in BOTH}
        self._encode = [codec.encode for codec in BOTH]
        self._pool = [(fields, self._encode[0](*fields)) for fields in (random_packet(self._rng) for _ in range(_POOL))]

    def blow(self, kind: str) -> None:
        """One more blow of this kind on a running stream."""
        rng = self._rng
        (before, before_wire), (after, after_wire) = rng.choice(self._pool), rng.choice(self._pool)
        victims = [random_packet(rng) for _ in range(victims_of(kind))]
        wires = [rng.choice(self._encode)(*fields) for fields in victims]
        damaged = damage(kind, wires, rng)
        self.tally.packets[kind] += len(victims)
        self.tally.neighbours += 2
        stream = before_wire + damaged + after_wire
        cut = rng.randrange(len(stream))
        for name, reader in self._readers.items():
            found = reader.feed(stream[:cut]) + reader.feed(stream[cut:])
            self._judge(f"{name}, {kind}, {damaged.hex()}", found, (before, after), victims)
        self.tally.survivors[kind] += len(found) - 2

    def _judge(self, what: str, found: list[Fields], neighbours: tuple[Fields, Fields], victims: list[Fields]) -> None:
        if len(found) < 2 or (found[0], found[-1]) != neighbours:
            self.tally.violations.append(f"an undamaged neighbour was lost: {what}")
            return
        often = 2 if "duplicated" in what else 1
        allowed = Counter(dict.fromkeys(victims, often))
        if Counter(found[1:-1]) - allowed:
            self.tally.violations.append(f"a packet nobody sent was accepted: {what}")
