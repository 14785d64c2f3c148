"""Packets for the motor board as an attacker makes them: right ones, damaged ones, old ones, and lies with a right CRC.

Written from docs/serial_link.md alone: nothing of the two codecs of the product is used, so that a mistake in them is
no mistake here.
"""

from __future__ import annotations

import struct
import zlib
from collections import deque
from dataclasses import dataclass
from random import Random
from typing import Final

HELLO, COMMAND, LEASE, STOP = 1, 2, 3, 4
HELLO_REPLY, REPLY, LEASE_REPLY, STOPPED, EVENT = 0x81, 0x82, 0x83, 0x84, 0x85
"""docs/serial_link.md §3."""
STATUS, ARM, DISARM, CLEAR, COMPLETE, SIZE = range(1, 7)
HOME, BUILD, RAISE, LOWER, DOME, DICE, SELF_TEST = range(16, 23)
"""docs/serial_link.md §5."""
_HEAD: Final = struct.Struct("<BBHHB")
_KEPT: Final = 120
"""Packets that may be sent again. Chosen: with those of sessions and boots that are over."""


@dataclass(frozen=True, slots=True)
class Fields:
    """What a packet says: type, boot, number, payload."""

    kind: int
    boot: int
    seq: int
    payload: bytes


def encode(fields: Fields, *, version: int = 1, length: int | None = None) -> bytes:
    """The packet with both delimiters; `length` may lie."""
    said = len(fields.payload) if length is None else length
    body = _HEAD.pack(version, fields.kind, fields.boot, fields.seq, said) + fields.payload
    body += zlib.crc32(body).to_bytes(4, "little")
    return b"\0" + b"".join(bytes((len(run) + 1,)) + run for run in body.split(b"\0")) + b"\0"


def decode(between: bytes) -> Fields | None:
    """What stood between two delimiters; None when it is no packet."""
    runs, at = [], 0
    while at < len(between):
        end = at + between[at]
        if end > len(between):
            return None
        runs.append(between[at + 1 : end])
        at = end
    body = b"\0".join(runs)
    if len(between) > 108 or len(body) < 11 or zlib.crc32(body[:-4]) != int.from_bytes(body[-4:], "little"):
        return None
    version, kind, boot, seq, length = _HEAD.unpack_from(body)
    return Fields(kind, boot, seq, body[7:-4]) if version == 1 and length == len(body) - 11 else None


class Ear:
    """What stands on a line, byte for byte: `hear` gives None or fields for each stretch that a delimiter ends."""

    def __init__(self) -> None:
        self._open = b""

    def hear(self, data: bytes) -> list[Fields]:
        """The packets that these bytes complete."""
        *closed, self._open = (self._open + data).split(b"\0")
        return [found for between in closed if between and (found := decode(between)) is not None]


class Damage:
    """Makes of packets what an attacker makes of them; each kind has its name in `kinds`."""

    kinds = ("flipped", "truncated", "spliced", "replayed", "doubled", "reordered", "inserted", "lying", "noise")

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._kept: deque[bytes] = deque(maxlen=_KEPT)
        self._held = b""

    def keep(self, packet: bytes) -> None:
        """This one was sent, and may come again."""
        self._kept.append(packet)

    def make(self, kind: str, packet: bytes, fields: Fields) -> bytes:
        """The bytes that come instead of this packet."""
        chance = self._chance
        if kind == "lying":
            return self._lie(fields)
        if kind == "replayed":
            return chance.choice(self._kept) if self._kept else packet
        if kind == "reordered":
            before, self._held = self._held, packet
            return before
        if kind == "noise":
            return b"\0" + chance.randbytes(chance.randrange(1, 140)) + b"\0"
        at = chance.randrange(len(packet))
        changed = {
            "flipped": lambda: packet[:at] + bytes((packet[at] ^ 1 << chance.randrange(8),)) + packet[at + 1 :],
            "truncated": lambda: packet[:at],
            "spliced": lambda: packet[:at] + self.make("replayed", packet, fields)[at // 2 :],
            "doubled": lambda: packet * 2,
            "inserted": lambda: packet[:at] + chance.randbytes(chance.randrange(1, 4)) + packet[at:],
        }
        return changed[kind]()

    def _lie(self, fields: Fields) -> bytes:
        """A field that is wrong under a CRC that is right."""
        chance = self._chance
        payload = bytearray(fields.payload)
        wrong, length, version = chance.randrange(6), None, 1
        kind, boot, seq = fields.kind, fields.boot, fields.seq
        if wrong == 0:
            payload = bytearray(chance.randbytes(chance.randrange(97)))
        elif wrong == 1 and payload:
            payload[chance.randrange(len(payload))] = chance.randrange(256)
        elif wrong == 2:
            kind = chance.choice((HELLO, COMMAND, LEASE, STOP, REPLY, chance.randrange(256)))
        elif wrong == 3:
            boot = chance.choice((boot - 1, boot + 1, 0, chance.randrange(0x10000))) & 0xFFFF
        elif wrong == 4:
            seq = chance.choice((seq - 1, seq + 1, seq + 0x8000, chance.randrange(0x10000))) & 0xFFFF
        else:
            length, version = chance.randrange(256), chance.choice((0, 1, 2))
        return encode(Fields(kind, boot, seq, bytes(payload)), version=version, length=length)
