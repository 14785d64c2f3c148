"""The size of a JPEG as its head says, before anything is decoded: no picture can fill the memory."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

FRAME_MARKS: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG segments that hold the size."""
SCAN_MARK: Final = 0xDA
"""JPEG segment after which the coded picture follows."""
_START: Final = b"\xff\xd8"


def jpeg_segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """The mark, the place of the content and the place after it of each segment up to the first scan.

    Raises:
        struct.error: the data end inside one.
    """
    place = 2
    while place + 4 <= len(data):
        if data[place] != 0xFF:
            return
        if data[place + 1] == 0xFF:
            place += 1
            continue
        (length,) = struct.unpack_from(">H", data, place + 2)
        yield data[place + 1], place + 4, place + 2 + length
        place += 2 + length


def size_in_segment(data: bytes, start: int) -> tuple[int, int]:
    """Width and height in pixels in the content of a segment with one of `FRAME_MARKS`; raises struct.error."""
    height, width = struct.unpack_from(">HH", data, start + 1)
    return width, height


def jpeg_size_px(head: bytes) -> tuple[int, int] | None:
    """Width and height in pixels; None where `head` is no beginning of a JPEG that says them."""
    if not head.startswith(_START):
        return None
    try:
        for mark, start, _ in jpeg_segments(head):
            if mark in FRAME_MARKS:
                return size_in_segment(head, start)
            if mark == SCAN_MARK:
                return None
    except struct.error:
        return None
    return None
