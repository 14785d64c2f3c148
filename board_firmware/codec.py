"""Packets on the wire, as the board reads and writes them (docs/serial_link.md §2).

Rules this file keeps:
* It runs on MicroPython and CPython alike: no typing, dataclasses or enum.
* A packet is `00 COBS(body) 00`; body = version, type, boot_id u16, seq u16, length, payload, CRC-32 (little-endian).
* Whatever does not decode is dropped and counted, never guessed at.
"""

import binascii

# docs/serial_link.md §2: the layout's version, and its lengths in bytes; COBS adds one.
VERSION = 1
MAX_PAYLOAD = 96
_HEADER = 7
_CRC = 4
_MAX_ENCODED = _HEADER + MAX_PAYLOAD + _CRC + 1


def u16(value: int) -> bytes:
    """Two bytes, the low one first."""
    return bytes((value & 0xFF, (value >> 8) & 0xFF))


def u32(value: int) -> bytes:
    """Four bytes, the low one first."""
    return u16(value) + u16(value >> 16)


def read_u16(data: bytes, at: int) -> int:
    """The number in the two bytes from `at`."""
    return data[at] | data[at + 1] << 8


def read_u32(data: bytes, at: int) -> int:
    """The number in the four bytes from `at`."""
    return read_u16(data, at) | read_u16(data, at + 2) << 16


def cobs_encode(data: bytes) -> bytes:
    """The bytes without any zero: each zero becomes the distance to the next (at most 253 bytes)."""
    out = bytearray(1)
    code_at = 0
    for byte in data:
        if byte:
            out.append(byte)
        else:
            out[code_at] = len(out) - code_at
            code_at = len(out)
            out.append(0)
    out[code_at] = len(out) - code_at
    return bytes(out)


def cobs_decode(data: bytes) -> "bytes | None":
    """The inverse of `cobs_encode`, or None where a distance leads past the end."""
    out = bytearray()
    at = 0
    while at < len(data):
        end = at + data[at]
        if data[at] == 0 or end > len(data):
            return None
        out += data[at + 1 : end]
        if end < len(data):
            out.append(0)
        at = end
    return bytes(out)


def encode_packet(kind: int, boot_id: int, seq: int, payload: bytes) -> bytes:
    """One packet with both delimiters."""
    body = bytes((VERSION, kind)) + u16(boot_id) + u16(seq) + bytes((len(payload),)) + payload
    return b"\x00" + cobs_encode(body + u32(binascii.crc32(body))) + b"\x00"


def decode_body(encoded: bytes) -> "tuple[int, int, int, bytes] | None":
    """(type, boot_id, seq, payload) of what stood between two delimiters, or None if it is damaged."""
    body = cobs_decode(encoded)
    if body is None or len(body) < _HEADER + _CRC or body[0] != VERSION:
        return None
    if body[6] != len(body) - _HEADER - _CRC:
        return None
    if binascii.crc32(body[:-_CRC]) != read_u32(body, len(body) - _CRC):
        return None
    return (body[1], read_u16(body, 2), read_u16(body, 4), body[_HEADER:-_CRC])


class PacketParser:
    """Collects bytes as they come and gives the packets in them; `damaged` counts what was dropped."""

    def __init__(self) -> None:
        self.damaged = 0
        self._buffer = bytearray()
        self._oversize = False

    def feed(self, data: bytes) -> "list[tuple[int, int, int, bytes]]":
        """The packets (type, boot_id, seq, payload) completed by these bytes, in order."""
        packets = []
        for byte in data:
            if byte:
                self._collect(byte)
                continue
            packet = decode_body(bytes(self._buffer)) if self._buffer else None
            if packet is not None:
                packets.append(packet)
            elif self._buffer or self._oversize:
                self.damaged += 1
            self._buffer = bytearray()
            self._oversize = False
        return packets

    def _collect(self, byte: int) -> None:
        if self._oversize:
            return
        self._buffer.append(byte)
        if len(self._buffer) > _MAX_ENCODED:
            self._buffer = bytearray()
            self._oversize = True
