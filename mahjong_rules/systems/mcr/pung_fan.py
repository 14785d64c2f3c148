"""What the pungs and kongs of a hand score together, kongs counting as pungs.

Rules this file keeps: as for chows, sets that score together are not parted again, and a fourth joins them once
(MCR 2006 §3.9).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final

from mahjong_rules.systems.mcr.fan import Fan

Triplets = tuple[int, ...]
"""The kind of each pung or kong as its place in `ALL_KINDS`, rising."""
_SUIT: Final = 9
"""Kinds of a suit, which stand side by side in `ALL_KINDS`."""
_WINDS: Final = range(27, 31)
_DRAGONS: Final = range(31, 34)
_THREE: Final = {
    (1, 1): Fan.PURE_SHIFTED_PUNGS,
    (3, 0): Fan.TRIPLE_PUNG,
    (3, 1): Fan.MIXED_SHIFTED_PUNGS,
}
"""Three pungs by how many suits they have and how far apart they are."""
_CACHED: Final = 1 << 16
"""Chosen: more than the 52,394 ways to hold up to four of 34 kinds."""


@lru_cache(_CACHED)
def pung_fans(triplets: Triplets) -> tuple[Fan, ...]:
    """The fan that these triplets make together, without the pair."""
    four = _four_pung_fan(triplets)
    if four is not None:
        return (four,)
    for three in combinations(triplets, 3):
        fan = _three_pung_fan(three)
        if fan is not None:
            left = [other for other in triplets if other not in three]
            is_joined = any(_is_double(one, other) for one in three for other in left)
            return (fan, Fan.DOUBLE_PUNG) if is_joined else (fan,)
    doubles = tuple(Fan.DOUBLE_PUNG for one, other in combinations(triplets, 2) if _is_double(one, other))
    return (*doubles, Fan.TWO_DRAGON_PUNGS) if sum(kind in _DRAGONS for kind in triplets) == 2 else doubles


def with_pair(fans: tuple[Fan, ...], pair: int) -> tuple[Fan, ...]:
    """The same with the pair: it makes little dragons and little winds of two and three pungs."""
    if pair in _DRAGONS and Fan.TWO_DRAGON_PUNGS in fans:
        return (*(fan for fan in fans if fan is not Fan.TWO_DRAGON_PUNGS), Fan.LITTLE_THREE_DRAGONS)
    if pair in _WINDS and Fan.BIG_THREE_WINDS in fans:
        return (*(fan for fan in fans if fan is not Fan.BIG_THREE_WINDS), Fan.LITTLE_FOUR_WINDS)
    return fans


def _four_pung_fan(triplets: Triplets) -> Fan | None:
    if len(triplets) != 4:
        return None
    if triplets == tuple(_WINDS):
        return Fan.BIG_FOUR_WINDS
    return Fan.FOUR_PURE_SHIFTED_PUNGS if _is_run(triplets) else None


def _is_run(triplets: Triplets) -> bool:
    first, last = triplets[0], triplets[-1]
    return last - first == len(triplets) - 1 and first // _SUIT == last // _SUIT and last < _WINDS.start


def _three_pung_fan(triplets: Triplets) -> Fan | None:
    if all(kind in _WINDS for kind in triplets):
        return Fan.BIG_THREE_WINDS
    if all(kind in _DRAGONS for kind in triplets):
        return Fan.BIG_THREE_DRAGONS
    numbers = sorted(kind % _SUIT for kind in triplets)
    step = numbers[1] - numbers[0]
    if triplets[-1] >= _WINDS.start or numbers[2] - numbers[1] != step:
        return None
    return _THREE.get((len({kind // _SUIT for kind in triplets}), step))


def _is_double(one: int, other: int) -> bool:
    return max(one, other) < _WINDS.start and one % _SUIT == other % _SUIT
