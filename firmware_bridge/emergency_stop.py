"""The computer's own eye on the emergency stop: polled, and told of edges.

Rules this file keeps:
* One open reading or one edge is a stop, however short: nothing is debounced towards stop.
* It counts as released only after the contact was closed without a break for some time.
* Time is an argument; the pins belong to somebody else.
"""

from __future__ import annotations


class EmergencyStopMonitor:
    """Whether the stop is open, from readings and edges.

    Args:
        released_s: how long the contact must have been closed to count as released.
        is_open: the first reading.
    """

    def __init__(self, released_s: float, *, is_open: bool) -> None:
        self._released_s = released_s
        self._closed_since_s: float | None = None
        self.is_open = is_open

    def edge(self) -> None:
        """The contact has opened, if only for a moment."""
        self.is_open = True
        self._closed_since_s = None

    def update(self, now_s: float, *, contact_open: bool) -> bool:
        """Take in a reading; whether the stop counts as open now."""
        if contact_open:
            self.edge()
            return True
        if self._closed_since_s is None:
            self._closed_since_s = now_s
        if self.is_open and now_s - self._closed_since_s >= self._released_s:
            self.is_open = False
        return self.is_open
