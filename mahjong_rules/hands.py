"""Complete hands and waits: four sets and a pair, seven pairs, thirteen orphans, knitted tiles.

Rules this file keeps: red fives count as fives; hands are counted by kind, 34 counts in `ALL_KINDS` order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from mahjong_rules.knitted import is_honours_and_knitted, knitted_body, may_be_knitted, without_body
from mahjong_rules.melds import Meld, concealed_count
from mahjong_rules.tiles import ALL_KINDS, Tile

_KIND_INDEX: Final = {kind: index for index, kind in enumerate(ALL_KINDS)} | {
    Tile(kind.suit, 5, red=True): index for index, kind in enumerate(ALL_KINDS) if kind.is_number and kind.number == 5
}
_ORPHANS: Final = tuple(index for index, kind in enumerate(ALL_KINDS) if kind.is_terminal_or_honour)
_SUITS: Final = (slice(0, 9), slice(9, 18), slice(18, 27))
_HONOURS: Final = slice(27, 34)
_GROUPS: Final = (range(9), range(9, 18), range(18, 27), *(range(index, index + 1) for index in range(27, 34)))


def kind_index(tile: Tile) -> int:
    """Place of the tile's kind in `ALL_KINDS`, 0-33; KeyError for a bonus tile."""
    return _KIND_INDEX[tile]


def kind_counts(tiles: Iterable[Tile]) -> list[int]:
    """How many of each of the 34 kinds."""
    counts = [0] * 34
    for tile in tiles:
        counts[_KIND_INDEX[tile]] += 1
    return counts


class Thirteen(StrEnum):
    """Whether one of each terminal and honour wins, and with which fourteenth tile."""

    NONE = "none"
    PAIR = "pair"
    """One of them again."""
    ANY14TH = "any14th"
    """Any tile (the letter of Tchou 1924 §31)."""


@dataclass(frozen=True, slots=True)
class Shapes:
    """Winning shapes beside four sets and a pair."""

    seven_pairs: bool = True
    thirteen: Thirteen = Thirteen.PAIR
    equal_pairs: bool = False
    """Two of the seven pairs may be the same."""
    knitted: bool = False
    """A knitted straight with a set and a pair, also beside one meld; fourteen different honours and knitted tiles."""


RIICHI_SHAPES: Final = Shapes()
STANDARD_SHAPE: Final = Shapes(seven_pairs=False, thirteen=Thirteen.NONE)
_KNITTED_SHAPE: Final = Shapes(seven_pairs=False, thirteen=Thirteen.NONE, knitted=True)


def is_complete(concealed: Sequence[Tile], melds: Sequence[Meld] = (), shapes: Shapes = RIICHI_SHAPES) -> bool:
    """True when the concealed tiles (winning tile included: 14 less 3 a meld) and the melds make a winning shape."""
    if len(concealed) != concealed_count(melds) + 1:
        return False
    return _is_complete(kind_counts(concealed), _beside_melds(shapes) if melds else shapes)


def _beside_melds(shapes: Shapes) -> Shapes:
    """What is left of the shapes once a meld lies on the table."""
    return _KNITTED_SHAPE if shapes.knitted else STANDARD_SHAPE


def waits(
    concealed: Sequence[Tile],
    melds: Sequence[Meld] = (),
    *,
    include_dead: bool = False,
    shapes: Shapes = RIICHI_SHAPES,
    partial: bool = False,
) -> tuple[Tile, ...]:
    """The kinds that complete a hand of 13 tiles less 3 a meld, in `ALL_KINDS` order; empty when noten.

    Args:
        concealed: the concealed tiles, without a drawn tile.
        melds: the melds on the table.
        include_dead: also name kinds of which the player already holds all four.
        shapes: winning shapes beside four sets and a pair.
        partial: take a part of a hand for the whole: 1, 4, 7, 10 or 13 tiles still lack sets or the pair, 2, 5, 8 or
            11 are to become sets alone (Tchou 1924 ch.VIII).
    """
    expected = concealed_count(melds)
    if len(concealed) != expected and not (partial and len(concealed) < expected and len(concealed) % 3):
        return ()
    pairs = int(len(concealed) % 3 == 1)
    if melds or len(concealed) != expected:
        shapes = _beside_melds(shapes)
    counts = kind_counts(concealed)
    owned = kind_counts(tile for meld in melds for tile in meld.tiles)
    found = []
    for index in _candidates(counts, shapes):
        if counts[index] + owned[index] >= 4 and not include_dead:
            continue
        counts[index] += 1
        if _is_complete(counts, shapes, pairs):
            found.append(ALL_KINDS[index])
        counts[index] -= 1
    return tuple(found)


def _candidates(counts: list[int], shapes: Shapes) -> list[int]:
    """The only kinds that can complete a hand, a few of the 34, in their order.

    In a complete hand every suit and honour holds 3n tiles or 3n + 2. One with a tile too many therefore wants the
    missing tile itself; without any, it goes to one of those that hold a pair too much.
    """
    remainders = [sum(counts[group.start : group.stop]) % 3 for group in _GROUPS]
    loose = remainders.count(1)
    wanted = {
        index
        for group, remainder in zip(_GROUPS, remainders, strict=True)
        if loose <= 1 and remainder == 2 - loose
        for index in group
    }
    if shapes.seven_pairs and counts.count(2) == 6 and 1 in counts:
        wanted.add(counts.index(1))
    if shapes.equal_pairs:
        odd = [index for index, count in enumerate(counts) if count % 2]
        wanted.update(odd if len(odd) == 1 else ())
    if shapes.knitted and may_be_knitted(counts):
        wanted.update(range(34))
    if shapes.thirteen is not Thirteen.NONE and sum(counts[index] > 0 for index in _ORPHANS) >= 12:
        wanted.update(range(34) if shapes.thirteen is Thirteen.ANY14TH else _ORPHANS)
    return sorted(wanted)


def _is_complete(counts: list[int], shapes: Shapes, expected_pairs: int = 1) -> bool:
    if shapes.seven_pairs and (is_seven_pairs(counts) or (shapes.equal_pairs and is_pairs_alone(counts))):
        return True
    if shapes.knitted and _is_knitted(counts):
        return True
    if shapes.thirteen is not Thirteen.NONE and _is_thirteen(counts, shapes.thirteen):
        return True
    pairs = 0
    for count in counts[_HONOURS]:
        if count in (2, 5):  # five: a dead wait counts a tile that does not exist
            pairs += 1
        elif count not in (0, 3):
            return False
    for suit in _SUITS:
        block = tuple(counts[suit])
        remainder = sum(block) % 3
        if remainder == 1 or not _is_suit_complete(block, has_pair=remainder == 2):
            return False
        pairs += remainder == 2
    return pairs == expected_pairs


def _is_thirteen(counts: list[int], form: Thirteen) -> bool:
    if form is Thirteen.PAIR:
        return is_thirteen_orphans(counts)
    return sum(counts) == 14 and all(counts[index] for index in _ORPHANS)


def is_seven_pairs(counts: Sequence[int]) -> bool:
    """Seven different pairs."""
    return sum(count == 2 for count in counts) == 7 and sum(counts) == 14


def is_pairs_alone(counts: Sequence[int]) -> bool:
    """Seven pairs, some of them perhaps the same."""
    return sum(counts) == 14 and not any(count % 2 for count in counts)


def _is_knitted(counts: list[int]) -> bool:
    body = knitted_body(counts)
    if body is None:
        return is_honours_and_knitted(counts)
    return is_honours_and_knitted(counts) or _is_complete(without_body(counts, body), STANDARD_SHAPE)


def is_thirteen_orphans(counts: Sequence[int]) -> bool:
    """Each terminal and honour, one of them twice."""
    return all(counts[index] for index in _ORPHANS) and sum(counts[index] for index in _ORPHANS) == sum(counts) == 14


@lru_cache(maxsize=65536)
def _is_suit_complete(block: tuple[int, ...], *, has_pair: bool) -> bool:
    if has_pair:
        return any(
            count >= 2 and _is_suit_complete((*block[:place], count - 2, *block[place + 1 :]), has_pair=False)
            for place, count in enumerate(block)
        )
    left = list(block)
    for place in range(9):
        if left[place] < 0:
            return False
        chows = left[place] % 3
        if chows:
            if place > 6:
                return False
            left[place + 1] -= chows
            left[place + 2] -= chows
    return True
