"""What a bad serial line does to the bytes of one direction.

Rules this file keeps: pure, with time and chance as arguments; bytes never change their order.
"""

from __future__ import annotations

from collections import deque
from random import Random


class Noise:
    """A perfect line until its attributes say otherwise.

    Attributes:
        rng: its chance.
        lost: chance of each byte to vanish.
        flipped: chance of each byte to get one bit wrong.
        duplicated: chance of each byte to come twice.
        delay_s: how much later bytes come.
        is_stuck: whether nothing gets through; what waits comes at once afterwards.
    """

    def __init__(self, rng: Random | None = None) -> None:
        self.rng = rng or Random(0)
        self.lost = 0.0
        self.flipped = 0.0
        self.duplicated = 0.0
        self.delay_s = 0.0
        self.is_stuck = False
        self._held: deque[tuple[float, bytes]] = deque()

    def pass_on(self, data: bytes, now_s: float) -> bytes:
        """Bytes enter; those that come out now, earlier ones first."""
        self._held.append((now_s + self.delay_s, self._damaged(data)))
        return self.due(now_s)

    def due(self, now_s: float) -> bytes:
        """What was held back and comes out by now."""
        out = bytearray()
        while self._held and not self.is_stuck and self._held[0][0] <= now_s:
            out += self._held.popleft()[1]
        return bytes(out)

    def forget(self) -> None:
        """The cable is pulled: what was on its way is gone."""
        self._held.clear()

    def _damaged(self, data: bytes) -> bytes:
        if not (self.lost or self.flipped or self.duplicated):
            return data
        out = bytearray()
        for byte in data:
            if self.rng.random() < self.lost:
                continue
            heard = byte ^ 1 << self.rng.randrange(8) if self.rng.random() < self.flipped else byte
            out += bytes((heard,)) * (2 if self.rng.random() < self.duplicated else 1)
        return bytes(out)
