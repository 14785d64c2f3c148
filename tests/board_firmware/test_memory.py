"""What outlasts a power cut: written at once when a set moves, seldom while tiles are counted, read whole or not."""

import pytest

from board_firmware.memory import LAYOUT, Memory, saved_form
from board_firmware.record import COUNTS
from board_firmware.record import LENGTH as TABLE_BYTES
from board_firmware.travel_times import LENGTH as TIMES_BYTES

TABLE, TIMES = bytes(range(1, TABLE_BYTES + 1)), bytes(TIMES_BYTES)
COUNTED = TABLE[:COUNTS] + bytes((99,)) + TABLE[COUNTS + 1 :]
MOVED = bytes((9,)) + TABLE[1:]


class Flash:
    """The one page of flash that the core writes to."""

    def __init__(self, record: bytes) -> None:
        self.record = record
        self.writes = 0

    def load_record(self) -> bytes:
        return self.record

    def save_record(self, record: bytes) -> None:
        self.record = record
        self.writes += 1


def test_what_was_saved_is_read_again() -> None:
    memory = Memory(Flash(saved_form(TABLE, TIMES)))
    assert (memory.table, memory.times) == (TABLE, TIMES)


@pytest.mark.parametrize("at", range(1 + TABLE_BYTES + TIMES_BYTES + 4))
def test_a_damaged_byte_makes_it_no_record_at_all(at):
    record = bytearray(saved_form(TABLE, TIMES))
    record[at] ^= 1
    memory = Memory(Flash(bytes(record)))
    assert (memory.table, memory.times) == (b"", b"")


@pytest.mark.parametrize("record", [b"", bytes((LAYOUT,)), saved_form(TABLE, TIMES) + b"\0"])
def test_a_record_of_another_length_is_none(record):
    assert Memory(Flash(record)).table == b""


@pytest.mark.parametrize(
    ("table", "idle", "now_ms", "writes"),
    [
        (TABLE, True, 5000, 0),
        (MOVED, False, 5, 1),
        (COUNTED, False, 5, 0),
        (COUNTED, True, 5, 1),
        (COUNTED, False, 1000, 1),
    ],
)
def test_a_set_that_moved_is_written_at_once_and_a_count_when_nothing_runs_or_a_second_is_over(
    table, idle, now_ms, writes
):
    flash = Flash(saved_form(TABLE, TIMES))
    Memory(flash).keep(table, TIMES, idle, now_ms)
    assert flash.writes == writes
    assert flash.record == saved_form(table if writes else TABLE, TIMES)
