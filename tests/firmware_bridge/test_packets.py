"""The golden packets and every kind of damage, for the bridge's codec and the firmware's own."""

from random import Random

import pytest
from both_codecs import BOTH, GOLDEN, Codec, Fields, fields, wire
from hypothesis import given, settings
from hypothesis import strategies as st

every_codec = pytest.mark.parametrize("codec", BOTH, ids=lambda codec: codec.name)
every_golden = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["name"])
a_packet = st.tuples(
    st.integers(0, 0xFF), st.integers(0, 0xFFFF), st.integers(0, 0xFFFF), st.binary(min_size=0, max_size=96)
)


def bitwise_crc32(data: bytes) -> int:
    """CRC-32 as in zlib, written out, so that the golden bytes are judged by something else than zlib."""
    register = 0xFFFFFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (0xEDB88320 if register & 1 else 0)
    return register ^ 0xFFFFFFFF


@every_golden
def test_the_golden_bytes_are_what_the_description_says(golden):
    data = wire(golden)
    assert data[0] == data[-1] == 0
    body = bytearray()
    at = 1
    while at < len(data) - 1:
        assert data[at] != 0
        body += data[at + 1 : at + data[at]] + b"\x00"
        at += data[at]
    body = body[:-1]
    kind, boot_id, seq, payload = fields(golden)
    assert body[:7] == bytes((1, kind, boot_id & 255, boot_id >> 8, seq & 255, seq >> 8, len(payload)))
    assert body[7:-4] == payload
    assert int.from_bytes(body[-4:], "little") == bitwise_crc32(bytes(body[:-4]))


@every_codec
@every_golden
def test_golden_packets_are_written_and_read(codec: Codec, golden):
    assert codec.encode(*fields(golden)) == wire(golden)
    assert codec.reader().feed(wire(golden)) == [fields(golden)]


@every_codec
def test_a_stream_is_read_whole_and_byte_by_byte_alike(codec: Codec) -> None:
    stream = b"".join(wire(golden) for golden in GOLDEN)
    expected = [fields(golden) for golden in GOLDEN]
    reader = codec.reader()
    assert [packet for byte in stream for packet in reader.feed(bytes((byte,)))] == expected
    assert codec.reader().feed(stream) == expected
    assert reader.damaged == 0


@every_codec
def test_junk_between_packets_is_counted_and_costs_no_packet(codec: Codec) -> None:
    junk = Random(11)
    reader = codec.reader()
    found = []
    for golden in GOLDEN:
        found += reader.feed(junk.randbytes(junk.randrange(1, 300)) + wire(golden))
    assert found == [fields(golden) for golden in GOLDEN]
    assert reader.damaged >= len(GOLDEN)


@every_codec
def test_an_endless_run_without_delimiter_is_dropped_up_to_the_next(codec: Codec) -> None:
    reader = codec.reader()
    assert reader.feed(b"\x07" * 100_000) == []
    assert reader.feed(wire(GOLDEN[0])) == [fields(GOLDEN[0])]
    assert reader.damaged == 1


@every_codec
def test_another_packet_version_is_not_understood(codec: Codec) -> None:
    body = b"\x02\x01\x07\x07\x07\x07\x00"
    body += bitwise_crc32(body).to_bytes(4, "little")
    pieces = body.split(b"\x00")
    encoded = b"".join(bytes((len(piece) + 1,)) + piece for piece in pieces)
    assert codec.reader().feed(b"\x00" + encoded + b"\x00") == []


@given(packet=a_packet)
def test_what_one_side_writes_the_other_reads(packet: Fields) -> None:
    bridge, firmware = BOTH
    assert bridge.encode(*packet) == firmware.encode(*packet)
    assert firmware.reader().feed(bridge.encode(*packet)) == [packet]
    assert bridge.reader().feed(firmware.encode(*packet)) == [packet]


@settings(max_examples=200)
@given(data=st.binary(max_size=400))
def test_both_sides_make_the_same_of_any_bytes(data: bytes) -> None:
    bridge, firmware = (codec.reader() for codec in BOTH)
    assert bridge.feed(data) == firmware.feed(data)
    assert bridge.damaged == firmware.damaged


def _flip(data: bytearray, rng: Random, bits: int) -> None:
    for bit in rng.sample(range(8, 8 * (len(data) - 1)), bits):
        data[bit // 8] ^= 1 << bit % 8


def _overwrite(data: bytearray, rng: Random, length: int) -> None:
    at = rng.randrange(1, len(data) - 1)
    end = min(at + length, len(data) - 1)
    data[at:end] = rng.randbytes(end - at)


def _swap(data: bytearray, rng: Random) -> None:
    at = rng.randrange(1, len(data) - 2)
    data[at], data[at + 1] = data[at + 1], data[at]


DAMAGE = {
    "one bit": lambda data, rng: _flip(data, rng, 1),
    "two bits": lambda data, rng: _flip(data, rng, 2),
    "three bits": lambda data, rng: _flip(data, rng, 3),
    "byte lost": lambda data, rng: data.pop(rng.randrange(1, len(data) - 1)),
    "byte doubled": lambda data, rng: data.insert(at := rng.randrange(1, len(data) - 1), data[at]),
    "byte inserted": lambda data, rng: data.insert(rng.randrange(1, len(data) - 1), rng.randrange(256)),
    "burst of four": lambda data, rng: _overwrite(data, rng, 4),
    "neighbours swapped": _swap,
}


@every_codec
@pytest.mark.parametrize("kind", DAMAGE)
def test_no_damaged_packet_is_accepted_and_its_neighbours_arrive(codec: Codec, kind: str) -> None:
    rng = Random(f"{kind} {codec.name}")
    reader = codec.reader()
    before, after = fields(GOLDEN[0]), fields(GOLDEN[3])
    damaged_packets = 0
    while damaged_packets < 1250:
        intact = codec.encode(
            rng.randrange(256), rng.randrange(0x10000), rng.randrange(0x10000), rng.randbytes(rng.randrange(97))
        )
        damaged = bytearray(intact)
        DAMAGE[kind](damaged, rng)
        if damaged == intact:
            continue
        damaged_packets += 1
        assert reader.feed(wire(GOLDEN[0]) + damaged + wire(GOLDEN[3])) == [before, after]
