"""Packets on the wire, as the host reads and writes them (docs/serial_link.md §2).

Rules this file keeps:
* No I/O and no clock: bytes in, packets out.
* A packet is `00 COBS(body) 00`; body = version, type, boot_id u16, seq u16, length, payload, CRC-32 of all before it.
* A packet is accepted whole or not at all; what does not decode is counted and dropped up to the next 00.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

# docs/serial_link.md §2.
PACKET_VERSION = 1
MAX_PAYLOAD_BYTES = 96
_HEADER = struct.Struct("<BBHHB")
_CRC = struct.Struct("<I")
_MAX_BODY_BYTES = _HEADER.size + MAX_PAYLOAD_BYTES + _CRC.size
_MAX_ENCODED_BYTES = _MAX_BODY_BYTES + 1
"""COBS adds one byte to bodies shorter than 254."""


@dataclass(frozen=True, slots=True)
class Packet:
    """One packet.

    Attributes:
        type: see `messages.PacketType`.
        boot_id: the boot of the board this belongs to, 0 while unknown.
        seq: number of the command or event, 0-65535.
        payload: at most 96 bytes.

    Raises:
        ValueError: a field does not fit its place.
    """

    type: int
    boot_id: int
    seq: int
    payload: bytes = b""

    def __post_init__(self) -> None:
        if not 0 <= self.type <= 0xFF or not 0 <= self.boot_id <= 0xFFFF or not 0 <= self.seq <= 0xFFFF:
            raise ValueError(f"type fits a byte, boot_id and seq fit two: {self}")
        if len(self.payload) > MAX_PAYLOAD_BYTES:
            raise ValueError(f"a packet carries at most {MAX_PAYLOAD_BYTES} bytes, not {len(self.payload)}")


def encode(packet: Packet) -> bytes:
    """The packet as it goes over the wire, both delimiters included."""
    body = _HEADER.pack(PACKET_VERSION, packet.type, packet.boot_id, packet.seq, len(packet.payload)) + packet.payload
    return b"\x00" + _stuff(body + _CRC.pack(zlib.crc32(body))) + b"\x00"


def decode(encoded: bytes) -> Packet | None:
    """The packet in what stood between two delimiters; None if it is damaged or of another version."""
    body = _unstuff(encoded)
    if body is None or not _HEADER.size + _CRC.size <= len(body) <= _MAX_BODY_BYTES:
        return None
    version, kind, boot_id, seq, length = _HEADER.unpack_from(body)
    payload = body[_HEADER.size : -_CRC.size]
    (crc,) = _CRC.unpack_from(body, len(body) - _CRC.size)
    if version != PACKET_VERSION or length != len(payload) or crc != zlib.crc32(body[: -_CRC.size]):
        return None
    return Packet(kind, boot_id, seq, payload)


def _stuff(body: bytes) -> bytes:
    return b"".join(bytes((len(run) + 1,)) + run for run in body.split(b"\x00"))


def _unstuff(encoded: bytes) -> bytes | None:
    runs: list[bytes] = []
    at = 0
    while at < len(encoded):
        run = encoded[at + 1 : at + encoded[at]]
        if encoded[at] == 0 or len(run) != encoded[at] - 1:
            return None
        runs.append(run)
        at += encoded[at]
    return b"\x00".join(runs)


class PacketReader:
    """Finds packets in a stream of bytes that comes in pieces of any size.

    Attributes:
        damaged: pieces between delimiters that were no packet.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self._pending = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[Packet]:
        """The packets completed by these bytes, in order."""
        packets: list[Packet] = []
        *finished, rest = data.split(b"\x00")
        for piece in finished:
            self._take(piece)
            packets.extend(self._finish())
        self._take(rest)
        return packets

    def _take(self, piece: bytes) -> None:
        if self._skipping:
            return
        self._pending += piece
        if len(self._pending) > _MAX_ENCODED_BYTES:
            self._pending.clear()
            self._skipping = True

    def _finish(self) -> list[Packet]:
        packet = decode(bytes(self._pending)) if self._pending else None
        if packet is None and (self._pending or self._skipping):
            self.damaged += 1
        self._pending.clear()
        self._skipping = False
        return [] if packet is None else [packet]
