"""Knitted tiles: 1-4-7 of one suit, 2-5-8 of another and 3-6-9 of the third, and the hands made of them.

Rules this file keeps: hands are 34 counts in `ALL_KINDS` order; which suit has which numbers is one of six patterns.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from mahjong_rules.tiles import ALL_KINDS

_HONOURS: Final = tuple(index for index, kind in enumerate(ALL_KINDS) if kind.is_honour)
PATTERNS: Final = tuple(
    tuple(9 * suit + first + step for suit, first in enumerate(firsts) for step in (0, 3, 6))
    for firsts in permutations(range(3))
)
"""The nine kinds of each of the six ways to knit three suits, rising."""
_ALONE: Final = tuple(frozenset((*pattern, *_HONOURS)) for pattern in PATTERNS)
_ENOUGH: Final = 8
"""Of a pattern's nine kinds: with fewer the last tile completes no knitted straight."""


def knitted_body(counts: Sequence[int]) -> tuple[int, ...] | None:
    """The nine kinds of a knitted straight that lies in these tiles; None when there is none."""
    return next((pattern for pattern in PATTERNS if all(counts[index] for index in pattern)), None)


def without_body(counts: Sequence[int], body: Sequence[int]) -> list[int]:
    """What is left beside a knitted straight."""
    left = list(counts)
    for index in body:
        left[index] -= 1
    return left


def is_honours_and_knitted(counts: Sequence[int]) -> bool:
    """Fourteen different tiles: honours, and number tiles of one pattern."""
    held = {index for index, count in enumerate(counts) if count}
    return sum(counts) == len(held) == 14 and any(held <= alone for alone in _ALONE)


def may_be_knitted(counts: Sequence[int]) -> bool:
    """Whether one more tile could make a knitted hand; cheap, and true for some hands that lack more."""
    if any(sum(counts[index] > 0 for index in pattern) >= _ENOUGH for pattern in PATTERNS):
        return True
    held = {index for index, count in enumerate(counts) if count}
    return len(held) == sum(counts) and any(held <= alone for alone in _ALONE)
