"""The counters of the drop ring: what falls in under a raised dome counts, anything else is told and does not.

A pulse while the dome is at its lower stop cannot be a tile: the ring is closed. It is dirt, light or a loose plug, and
counted as a tile it would declare a table empty on which one still lies.
"""

from board_firmware import protocol as p
from board_firmware.record import SET_A, SET_B

TYPE_CHECKING = False
if TYPE_CHECKING:
    from board_firmware.steps import Hardware

_COUNTERS = ((SET_A, "drop_a_tiles"), (SET_B, "drop_b_tiles"))
_TOLD_EVERY_MS = 1000
"""Chosen: a counter that chatters must leave room for other events (`board.MAX_EVENTS`)."""


class DropRing:
    """Both counters of one table."""

    def __init__(self, hardware: "Hardware") -> None:
        self._hardware = hardware
        self._stray = [0, 0, 0]
        self._told_ms = [-_TOLD_EVERY_MS] * 3
        for _, counter in _COUNTERS:
            hardware.pulses(counter)

    def count(self, now_ms: int) -> bool:
        """Count what fell in since the last call; True when that was anything."""
        hardware, counted = self._hardware, False
        is_closed = hardware.pins.read("dome_bottom") and not hardware.pins.read("dome_top")
        for tile_set, counter in _COUNTERS:
            pulses = hardware.pulses(counter)
            if is_closed:
                self._stray[tile_set] += pulses
            elif pulses:
                hardware.record.tiles_came_in(tile_set, pulses)
                counted = True
            self._tell(tile_set, now_ms)
        return counted

    def _tell(self, tile_set: int, now_ms: int) -> None:
        """At most once a second, so that a counter that never rests leaves room for other news."""
        if self._stray[tile_set] and now_ms - self._told_ms[tile_set] >= _TOLD_EVERY_MS:
            count = min(self._stray[tile_set], 0xFFFF)
            self._hardware.notices.append((p.NOTICE_STRAY_PULSES, p.MECHANISM_DROP_RING + tile_set, count, 0))
            self._stray[tile_set] = 0
            self._told_ms[tile_set] = now_ms
