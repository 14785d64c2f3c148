"""What the tiles of a hand score by themselves, however they are parted: suits, numbers, colours."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from mahjong_rules.systems.mcr.fan import Fan
from mahjong_rules.tiles import ALL_KINDS, parse_tiles

_PLACE: Final = {kind: 1 << place for place, kind in enumerate(ALL_KINDS)}


def _mask(kinds: str) -> int:
    return sum(_PLACE[kind] for kind in parse_tiles(kinds))


def _numbers(numbers: str) -> int:
    return _mask(f"{numbers}m {numbers}p {numbers}s")


_SUITS: Final = tuple(_mask(f"123456789{suit}") for suit in "mps")
_WINDS: Final = _mask("1234z")
_DRAGONS: Final = _mask("567z")
_HONOURS: Final = _WINDS | _DRAGONS
_TERMINALS: Final = _numbers("19")
_GREEN: Final = _mask("23468s 6z")
_REVERSIBLE: Final = _mask("1234589p 245689s 5z")
"""White dragon, 1 2 3 4 5 8 9 of dots and 2 4 5 6 8 9 of bamboo look the same upside down."""
_RANGES: Final = (
    (_numbers("123"), Fan.LOWER_TILES),
    (_numbers("1234"), Fan.LOWER_FOUR),
    (_numbers("456"), Fan.MIDDLE_TILES),
    (_numbers("789"), Fan.UPPER_TILES),
    (_numbers("6789"), Fan.UPPER_FOUR),
)
_CACHED: Final = 1 << 14
"""Chosen: of the sets of kinds a hand may hold, those of some evenings."""


@lru_cache(_CACHED)
def tile_fans(held: int) -> tuple[Fan, ...]:
    """The fan of hands that hold just these kinds: one bit for each place in `ALL_KINDS`."""
    return (*_suit_fans(held), *_kind_fans(held), *(fan for fan in _range_fan(held)))


def _suit_fans(held: int) -> tuple[Fan, ...]:
    suits = sum(bool(held & suit) for suit in _SUITS)
    has_honours = bool(held & _HONOURS)
    if suits == 1:
        return (Fan.HALF_FLUSH,) if has_honours else (Fan.FULL_FLUSH,)
    voided = (Fan.ONE_VOIDED_SUIT,) if suits == 2 else ()
    if suits == 3 and held & _WINDS and held & _DRAGONS:
        return (Fan.ALL_TYPES,)
    return voided if has_honours else (*voided, Fan.NO_HONOURS)


def _kind_fans(held: int) -> tuple[Fan, ...]:
    found = []
    if not held & (_TERMINALS | _HONOURS):
        found.append(Fan.ALL_SIMPLES)
    elif not held & ~_HONOURS:
        found.append(Fan.ALL_HONOURS)
    elif not held & ~_TERMINALS:
        found.append(Fan.ALL_TERMINALS)
    elif not held & ~(_TERMINALS | _HONOURS):
        found.append(Fan.ALL_TERMINALS_AND_HONOURS)
    if not held & ~_REVERSIBLE:
        found.append(Fan.REVERSIBLE_TILES)
    if not held & ~_GREEN:
        found.append(Fan.ALL_GREEN)
    return tuple(found)


def _range_fan(held: int) -> tuple[Fan, ...]:
    return next(((fan,) for kinds, fan in _RANGES if not held & ~kinds), ())
