"""How long this computer let the control loop wait: what tells a slow computer from a bad cable. Pure."""

from __future__ import annotations

from collections import deque
from typing import Final

_WORTH_KEEPING_S: Final = 0.2
"""Chosen: two turns of the control loop; nobody misses less."""
_KEPT_S: Final = 60.0
"""Chosen: as long as the page tells of it, beyond the moment in which somebody looks."""


class LoopGaps:
    """Told when the loop goes to sleep and when it wakes; one loop, one clock."""

    def __init__(self) -> None:
        self._gaps: deque[tuple[float, float]] = deque()
        self._asleep_since_s: float | None = None

    def sleeps(self, now_s: float) -> None:
        """The loop has done its work and asks to be woken in time."""
        self._asleep_since_s = now_s

    def wakes(self, now_s: float) -> None:
        """It was woken, in time or not."""
        if self._asleep_since_s is not None and (gap_s := now_s - self._asleep_since_s) >= _WORTH_KEEPING_S:
            self._gaps.append((now_s, gap_s))
        self._asleep_since_s = None
        while self._gaps and self._gaps[0][0] < now_s - _KEPT_S:
            self._gaps.popleft()

    def longest_s(self, now_s: float, within_s: float = _KEPT_S) -> float:
        """The longest gap that ended in the last seconds or lasts still; 0: none worth telling."""
        gaps = [gap_s for at_s, gap_s in self._gaps if at_s >= now_s - within_s]
        if self._asleep_since_s is not None and (lasting_s := now_s - self._asleep_since_s) >= _WORTH_KEEPING_S:
            gaps.append(lasting_s)
        return max(gaps, default=0.0)
