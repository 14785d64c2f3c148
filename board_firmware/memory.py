"""What the board keeps beyond a power cut, and when it writes that down (docs/serial_link.md §9).

Rules this file keeps:
* Which set is where is saved as soon as it changes: a power cut in mid-motion must not leave an older story.
* Counts and usual times may lag by a second while something runs: flash wears out.
* What does not decode is taken for nothing at all, never read in part.
"""

import binascii

from board_firmware.codec import read_u32, u32
from board_firmware.record import COUNTS
from board_firmware.record import LENGTH as TABLE_BYTES
from board_firmware.travel_times import LENGTH as TIMES_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from board_firmware.pins import Pins

LAYOUT = 3
"""docs/serial_link.md §9: of the saved record; one of another layout counts as none."""
_CRC = 4
"""Bytes of the CRC-32 at the record's end."""
_SAVE_MS = 1000
"""Chosen: flash wears out by writing. A power cut costs the counts of one second, which people can put right."""


class Memory:
    """The saved record of one board.

    Attributes:
        table: the part of `record.TableRecord`, b"" when nothing could be read.
        times: the part of `travel_times.TravelTimes`, b"" when nothing could be read.
    """

    def __init__(self, pins: "Pins") -> None:
        self._pins = pins
        self.table, self.times = _parts(pins.load_record())
        self._saved_ms = 0

    def keep(self, table: bytes, times: bytes, idle: bool, now_ms: int) -> None:
        """Save what changed, if it is time for that."""
        if (table, times) == (self.table, self.times):
            return
        moved = table[:COUNTS] != self.table[:COUNTS]
        if moved or idle or now_ms - self._saved_ms >= _SAVE_MS:
            self._pins.save_record(saved_form(table, times))
            self.table, self.times, self._saved_ms = table, times, now_ms


def saved_form(table: bytes, times: bytes) -> bytes:
    """The record of these two parts, as `pins.save_record` takes it."""
    body = bytes((LAYOUT,)) + table + times
    return body + u32(binascii.crc32(body))


def _parts(saved: bytes) -> "tuple[bytes, bytes]":
    """The two parts of a saved record; both empty when it is damaged, of another layout, or not there."""
    end = 1 + TABLE_BYTES + TIMES_BYTES
    if len(saved) != end + _CRC or saved[0] != LAYOUT or binascii.crc32(saved[:end]) != read_u32(saved, end):
        return (b"", b"")
    return (saved[1 : 1 + TABLE_BYTES], saved[1 + TABLE_BYTES : end])
