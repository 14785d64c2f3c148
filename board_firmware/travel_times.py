"""How long each drive usually takes, learned from its own whole travels and kept beyond a power cut.

Rules this file keeps:
* Learning only ever shortens what a drive may take: the limits of the machine's settings hold whatever was learned.
* One travel from stop to stop counts; one that began in between says nothing.
* A slow travel is told, and moves the usual time by no more than a slow one may: a mechanism that wears out over months
  is told again and again, one that was repaired is believed soon.
"""

from board_firmware.codec import read_u16, u16
from board_firmware.motors import SIDES

DRIVES = ["dome_up", "dome_down"] + [
    f"{part}_{side}{way}"
    for part, way in (("lift", "_up"), ("lift", "_down"), ("pusher", ""), ("head", ""))
    for side in SIDES
]
"""In the order of the saved record."""
UNIT_MS = 10
"""One step of a saved time."""
LENGTH = 2 * len(DRIVES)
_WEIGHT = 8
"""docs/serial_link.md §9: one travel moves the usual time by an eighth, so that a single odd one teaches little."""
_SLOW_MARGIN_MS = 300
"""Keeps the noise of short travels (1.5 to 3 s) from being told as slowness. Chosen."""
_SLOW_HALVES = 3
"""Halves of the usual time: half as long again separates wear from noise. Chosen, ADR 0015 says why it is learned."""
_SLOW_HALVES_OF_A_HEAD = 4
"""Halves of the usual time. A head waits for tiles that come by chance: a build takes 18 to 35 s on a sound machine."""
_STUCK_MARGIN_MS = 1000
"""With two and a half times the usual time: separates slow, which is told, from stuck, which stops. Chosen."""


class TravelTimes:
    """The usual time of every drive.

    Attributes:
        as_bytes: two bytes a drive, 0 where nothing is known: what the constructor takes after a power cut.
    """

    def __init__(self, saved: bytes = b"") -> None:
        self._units = [0] * len(DRIVES)
        if len(saved) == LENGTH:
            self._units = [read_u16(saved, 2 * number) for number in range(len(DRIVES))]
        self.as_bytes = b"".join(u16(units) for units in self._units)

    def usual_ms(self, drive: str) -> int:
        """What this drive usually takes; 0 while unknown."""
        return self._units[DRIVES.index(drive)] * UNIT_MS

    def stuck_after_ms(self, drive: str, limit_ms: int) -> int:
        """From when on this drive counts as stuck: two and a half times the usual, never more than `limit_ms`."""
        usual_ms = self.usual_ms(drive)
        return min(limit_ms, max(usual_ms * 5 // 2, usual_ms + _STUCK_MARGIN_MS)) if usual_ms else limit_ms

    def learn(self, drive: str, took_ms: int) -> bool:
        """One whole travel more. True when it was slow: half as long again as usual (a head: twice) and 300 ms."""
        usual_ms = self.usual_ms(drive)
        halves = _SLOW_HALVES_OF_A_HEAD if drive.startswith("head_") else _SLOW_HALVES
        slow_ms = usual_ms * halves // 2 + _SLOW_MARGIN_MS
        believed_ms = min(took_ms, slow_ms) if usual_ms else took_ms
        learned_ms = (usual_ms * (_WEIGHT - 1) + believed_ms) // _WEIGHT if usual_ms else took_ms
        self._set(drive, min(max(learned_ms // UNIT_MS, 1), 0xFFFF))
        return bool(usual_ms) and took_ms > slow_ms

    def forget(self, drive: str) -> None:
        """It took so long that it counted as stuck: the next travel may again take all of the machine's limit."""
        self._set(drive, 0)

    def _set(self, drive: str, units: int) -> None:
        self._units[DRIVES.index(drive)] = units
        self.as_bytes = b"".join(u16(known) for known in self._units)
