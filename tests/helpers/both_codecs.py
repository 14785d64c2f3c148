"""The bridge's codec and the firmware's own behind one face, so that one set of tests judges both."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from board_firmware import codec
from firmware_bridge import packets

GOLDEN = json.loads((Path(__file__).parent.parent / "data" / "wire" / "packets.json").read_text())
Fields = tuple[int, int, int, bytes]


class BridgeReader:
    """`packets.PacketReader`, its packets as plain tuples."""

    def __init__(self) -> None:
        self._reader = packets.PacketReader()

    def feed(self, data: bytes) -> list[Fields]:
        return [(found.type, found.boot_id, found.seq, found.payload) for found in self._reader.feed(data)]

    @property
    def damaged(self) -> int:
        return self._reader.damaged


@dataclass(frozen=True)
class Codec:
    name: str
    encode: Callable[[int, int, int, bytes], bytes]
    reader: type[BridgeReader] | type[codec.PacketParser]


def _bridge_encode(kind: int, boot_id: int, seq: int, payload: bytes) -> bytes:
    return packets.encode(packets.Packet(kind, boot_id, seq, payload))


BOTH = [Codec("bridge", _bridge_encode, BridgeReader), Codec("firmware", codec.encode_packet, codec.PacketParser)]


def fields(golden: dict[str, Any]) -> Fields:
    return (golden["type"], golden["boot_id"], golden["seq"], bytes.fromhex(golden["payload"]))


def wire(golden: dict[str, Any]) -> bytes:
    return bytes.fromhex(golden["wire"])
