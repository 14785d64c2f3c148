"""How many of a kind are let through: a few at once, then so many a second (a token bucket, as in RFC 2697)."""

from __future__ import annotations


class TokenBucket:
    """Lets `burst` through at once and `per_s` a second from then on; the time is an argument."""

    def __init__(self, per_s: float, burst: int) -> None:
        self._per_s = per_s
        self._burst = burst
        self._tokens = float(burst)
        self._at_s: float | None = None

    def takes(self, now_s: float) -> bool:
        """Whether one more is let through; if so it is counted."""
        if self._at_s is not None:
            self._tokens = min(self._burst, self._tokens + max(0.0, now_s - self._at_s) * self._per_s)
        self._at_s = now_s
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True
