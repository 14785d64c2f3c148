"""What the chows of a hand score together.

Rules this file keeps (MCR 2006 §3.9, MCR 1998 §10):
* Sets that make a fan are not parted again for another: four or three chows that score together do so once.
* A chow that is left over joins one that was counted, once. Chows that only score in pairs are joined one by one, each
  pair with at least one that was not joined before: n chows make at most n - 1 pairs, and no circle.
* A chow makes the same fan with another chow only once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

from mahjong_rules.systems.mcr.fan import POINTS, Fan

Chows = tuple[int, ...]
"""The lowest kind of each chow as its place in `ALL_KINDS`, rising."""
_SUIT: Final = 9
"""Kinds of a suit, which stand side by side in `ALL_KINDS`."""
_THREE: Final = {
    (1, 0): Fan.PURE_TRIPLE_CHOW,
    (1, 1): Fan.PURE_SHIFTED_CHOWS,
    (1, 2): Fan.PURE_SHIFTED_CHOWS,
    (1, 3): Fan.PURE_STRAIGHT,
    (3, 0): Fan.MIXED_TRIPLE_CHOW,
    (3, 1): Fan.MIXED_SHIFTED_CHOWS,
    (3, 3): Fan.MIXED_STRAIGHT,
}
"""Three chows by how many suits they have and how far apart they are; three numbers apart are 1, 4 and 7."""
_CACHED: Final = 1 << 14
"""Chosen: more than the 12,649 ways to hold up to four chows."""


@lru_cache(_CACHED)
def chow_fans(chows: Chows) -> tuple[Fan, ...]:
    """The fan that these chows make together, the best choice of them."""
    found = four_chow_fan(chows)
    return (found,) if found is not None else _best(_choices(chows))


def _choices(chows: Chows) -> Iterator[tuple[Fan, ...]]:
    has_three = False
    for three in combinations(range(len(chows)), 3):
        fan = _three_chow_fan(tuple(chows[place] for place in three))
        if fan is None:
            continue
        has_three = True
        left = [chow for place, chow in enumerate(chows) if place not in three]
        links = [link for other in left for place in three if (link := _pair_fan(chows[place], other)) is not None]
        yield fan, *sorted(links)[:1]
    if not has_three:
        yield from _joined(chows)


def _best(choices: Iterator[tuple[Fan, ...]]) -> tuple[Fan, ...]:
    """The most points; of equal choices the fan that stand first in the table."""
    return min(choices, key=lambda fans: (-sum(POINTS[fan] for fan in fans), sorted(fans)), default=())


def _joined(chows: Chows) -> Iterator[tuple[Fan, ...]]:
    """Every choice of pairs without a circle in which no chow makes the same fan twice."""
    pairs = [
        (one, other, fan)
        for one, other in combinations(range(len(chows)), 2)
        if (fan := _pair_fan(chows[one], chows[other])) is not None
    ]
    for size in range(min(len(pairs), len(chows) - 1) + 1):
        for chosen in combinations(pairs, size):
            ends = [(place, fan) for one, other, fan in chosen for place in (one, other)]
            if len(set(ends)) == len(ends) and _has_no_circle(chosen):
                yield tuple(fan for *_, fan in chosen)


def _has_no_circle(pairs: tuple[tuple[int, int, Fan], ...]) -> bool:
    group = list(range(4))
    for one, other, _ in pairs:
        first, second = group[one], group[other]
        if first == second:
            return False
        group = [first if place == second else place for place in group]
    return True


def four_chow_fan(chows: Chows) -> Fan | None:
    """Four chows that score as a whole."""
    if len(chows) != 4 or chows[0] // _SUIT != chows[3] // _SUIT:
        return None
    steps = {after - before for before, after in pairwise(chows)}
    if steps == {0}:
        return Fan.QUADRUPLE_CHOW
    return Fan.FOUR_PURE_SHIFTED_CHOWS if steps in ({1}, {2}) else None


def terminal_chows_fan(chows: Chows, pair: int) -> Fan | None:
    """Both terminal chows twice around a pair of fives, in one suit or in the two others."""
    if len(chows) != 4 or pair >= 3 * _SUIT or pair % _SUIT != 4:
        return None
    suits = {chow // _SUIT for chow in chows}
    numbers = sorted(chow % _SUIT for chow in chows)
    if numbers != [0, 0, 6, 6]:
        return None
    if suits == {pair // _SUIT}:
        return Fan.PURE_TERMINAL_CHOWS
    is_mixed = len(suits) == 2 and pair // _SUIT not in suits and len(set(chows)) == 4
    return Fan.THREE_SUITED_TERMINAL_CHOWS if is_mixed else None


def _three_chow_fan(chows: Chows) -> Fan | None:
    numbers = sorted(chow % _SUIT for chow in chows)
    step = numbers[1] - numbers[0]
    if numbers[2] - numbers[1] != step:
        return None
    return _THREE.get((len({chow // _SUIT for chow in chows}), step))


def _pair_fan(one: int, other: int) -> Fan | None:
    if one // _SUIT != other // _SUIT:
        return Fan.MIXED_DOUBLE_CHOW if one % _SUIT == other % _SUIT else None
    match abs(one - other):
        case 0:
            return Fan.PURE_DOUBLE_CHOW
        case 3:
            return Fan.SHORT_STRAIGHT
        case 6:
            return Fan.TWO_TERMINAL_CHOWS
        case _:
            return None
