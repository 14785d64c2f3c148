"""By which tiles the sets of different games differ, in words."""

from __future__ import annotations

from typing import Final

_PARTS: Final = ((136, "the winds and dragons (28 tiles)"), (144, "the flowers and seasons (8 tiles)"))
"""What a set has from so many tiles on; the smallest, of 108, has the three suits."""


def parts_text(present: int, needed: int) -> str:
    """The tiles by which sets of these numbers differ: "the flowers and seasons (8 tiles)"; "" for none."""
    low, high = sorted((present, needed))
    return " and ".join(part for count, part in _PARTS if low < count <= high)


def exchange_text(present: int, needed: int) -> str:
    """What people put into both sets, or take out of them, to get from one number of tiles to another: a clause."""
    parts = parts_text(present, needed)
    if not parts:
        return "leave the sets as they are"
    return f"put {parts} into both sets" if needed > present else f"take {parts} out of both sets"
