"""Wall time as it stands in every message and in the journal. Pure: the clock is the caller's."""

from __future__ import annotations

from datetime import UTC, datetime


def wall_time(now: datetime) -> str:
    """`now` as in every envelope: UTC, milliseconds, "Z"."""
    return now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
