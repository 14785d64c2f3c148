"""The 44 patterns of Zung Jung, by their series: of each series only the highest that applies counts.

Rules this file keeps: a pattern says when it applies and nothing else; a series lists its patterns highest first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from mahjong_rules.decomposition import Group, GroupKind
from mahjong_rules.systems.cantonese.shapes import (
    dragons,
    is_honours,
    is_mixed,
    is_outer,
    is_pure,
    is_terminals,
    waited_at_nine_gates,
    winds,
)
from mahjong_rules.systems.classical.hand import FirstTurn
from mahjong_rules.systems.classical.score_rules import Rule, Won
from mahjong_rules.tiles import NUMBER_SUITS, Tile

_FOUR_SETS: Final = 4
"""Of a regular hand; seven pairs have none."""


def _pattern(key: str, number: str, points: int, applies: Callable[[Won], bool]) -> Rule:
    return Rule(key, f"Zung Jung §{number}", applies, points=points)


def _is_regular(won: Won) -> bool:
    return len(won.sets) == _FOUR_SETS


def _is_little(count: Callable[[Iterable[Group]], int], sets: int, won: Won) -> bool:
    """So many pungs of dragons or winds, and the pair too."""
    return _is_regular(won) and count(won.triplets) == sets and count([won.pair]) == 1


# Sets of one kind beside each other


def _chows(won: Won) -> list[Tile]:
    return [group.tile for group in won.sets if group.kind is GroupKind.CHOW]


def _alike(won: Won) -> list[int]:
    """How often each chow is there, the most first."""
    return sorted(Counter(_chows(won)).values(), reverse=True)


def _suits_of(number: int, tiles: Iterable[Tile]) -> int:
    return len({tile.suit for tile in tiles if tile.is_number and tile.number == number})


def _has_similar(tiles: Iterable[Tile]) -> bool:
    """One number in all three suits."""
    found = list(tiles)
    return any(_suits_of(tile.number, found) == len(NUMBER_SUITS) for tile in found)


def _pungs(won: Won) -> list[Tile]:
    return [group.tile for group in won.triplets if group.tile.is_number]


def _is_little_similar(won: Won) -> bool:
    """Two pungs of one number, and the pair of it in the third suit."""
    if not _is_regular(won) or not won.pair.tile.is_number:
        return False
    number = won.pair.tile.number
    same = [tile for tile in _pungs(won) if tile.number == number and tile.suit is not won.pair.tile.suit]
    return len(same) == 2


def _is_straight(won: Won) -> bool:
    chows = set(_chows(won))
    return any({Tile(suit, 1), Tile(suit, 4), Tile(suit, 7)} <= chows for suit in NUMBER_SUITS)


def _has_row(won: Won, length: int) -> bool:
    """So many pungs of one suit, each a number higher."""
    pungs = set(_pungs(won))
    return any(
        {Tile(low.suit, low.number + step) for step in range(length)} <= pungs
        for low in pungs
        if low.number + length <= 10
    )


def _is_every_group(won: Won, fits: Callable[[Iterable[Tile]], bool]) -> bool:
    return _is_regular(won) and all(any(fits([tile]) for tile in group.tiles) for group in won.reading)


def _is_first(won: Won, turn: FirstTurn) -> bool:
    return won.how.first_turn is turn and not won.how.kong_lies


SERIES: Final[tuple[tuple[Rule, ...], ...]] = (
    (_pattern("all_chows", "1.1", 5, lambda won: len(_chows(won)) == _FOUR_SETS),),
    (_pattern("concealed_hand", "1.2", 5, lambda won: won.is_concealed and _is_regular(won)),),
    (_pattern("no_terminals", "1.3", 5, lambda won: not any(tile.is_terminal_or_honour for tile in won.tiles)),),
    (
        _pattern("homogeneous", "2.1.2", 80, lambda won: is_pure(won.tiles)),
        _pattern("semi_homogeneous", "2.1.1", 40, lambda won: is_mixed(won.tiles)),
    ),
    (_pattern("nine_gates", "2.2", 480, waited_at_nine_gates),),
    (
        _pattern("three_dragons", "3.2.2", 130, lambda won: dragons(won.triplets) == 3),
        _pattern("little_dragons", "3.2.1", 40, lambda won: _is_little(dragons, 2, won)),
    ),
    (
        _pattern("four_winds", "3.3.4", 400, lambda won: winds(won.triplets) == 4),
        _pattern("little_four_winds", "3.3.3", 320, lambda won: _is_little(winds, 3, won)),
        _pattern("three_winds", "3.3.2", 120, lambda won: winds(won.triplets) == 3),
        _pattern("little_three_winds", "3.3.1", 30, lambda won: _is_little(winds, 2, won)),
    ),
    (_pattern("all_honours", "3.4", 320, lambda won: is_honours(won.tiles)),),
    (_pattern("all_pungs", "4.1", 30, lambda won: len(won.triplets) == _FOUR_SETS),),
    (
        _pattern("four_concealed_pungs", "4.2.3", 125, lambda won: len(won.concealed_triplets) == 4),
        _pattern("three_concealed_pungs", "4.2.2", 30, lambda won: len(won.concealed_triplets) == 3),
        _pattern("two_concealed_pungs", "4.2.1", 5, lambda won: len(won.concealed_triplets) == 2),
    ),
    (
        _pattern("four_kongs", "4.3.4", 480, lambda won: len(won.kongs) == 4),
        _pattern("three_kongs", "4.3.3", 120, lambda won: len(won.kongs) == 3),
        _pattern("two_kongs", "4.3.2", 20, lambda won: len(won.kongs) == 2),
        _pattern("one_kong", "4.3.1", 5, lambda won: len(won.kongs) == 1),
    ),
    (
        _pattern("four_same_chows", "5.1.4", 480, lambda won: _alike(won)[:1] == [4]),
        _pattern("three_same_chows", "5.1.3", 120, lambda won: _alike(won)[:1] == [3]),
        _pattern("two_same_chows_twice", "5.1.2", 60, lambda won: _alike(won)[:2] == [2, 2]),
        _pattern("two_same_chows", "5.1.1", 10, lambda won: _alike(won)[:1] == [2]),
    ),
    (_pattern("three_similar_chows", "6.1", 35, lambda won: _has_similar(_chows(won))),),
    (
        _pattern("three_similar_pungs", "6.2.2", 120, lambda won: _has_similar(_pungs(won))),
        _pattern("little_three_similar_pungs", "6.2.1", 30, _is_little_similar),
    ),
    (_pattern("straight", "7.1", 40, _is_straight),),
    (
        _pattern("four_pungs_in_a_row", "7.2.2", 200, lambda won: _has_row(won, 4)),
        _pattern("three_pungs_in_a_row", "7.2.1", 100, lambda won: _has_row(won, 3)),
    ),
    (
        _pattern("all_terminals", "8.1.4", 400, lambda won: is_terminals(won.tiles)),
        _pattern("terminals_and_honours", "8.1.3", 100, lambda won: is_outer(won.tiles) and not is_honours(won.tiles)),
        _pattern("pure_outside_hand", "8.1.2", 50, lambda won: _is_every_group(won, is_terminals)),
        _pattern("outside_hand", "8.1.1", 40, lambda won: _is_every_group(won, is_outer)),
    ),
)
"""Categories 1 to 8; the value honours of 3.1 count each for itself."""
INCIDENTS: Final[tuple[tuple[Rule, ...], ...]] = (
    (
        _pattern("last_tile_drawn", "9.1.1", 10, lambda won: won.how.last_tile),
        _pattern("last_discard", "9.1.2", 10, lambda won: won.how.last_discard),
    ),
    (_pattern("kong_replacement", "9.2", 10, lambda won: won.how.replacement_tile and won.how.self_drawn),),
    (_pattern("robbed_kong", "9.3", 10, lambda won: won.how.robbed_kong),),
    (
        _pattern("dealer_complete", "9.4.1", 155, lambda won: _is_first(won, FirstTurn.DEALER_COMPLETE)),
        _pattern("first_discard", "9.4.2", 155, lambda won: _is_first(won, FirstTurn.FIRST_DISCARD)),
    ),
)
"""Category 9, which every hand may have."""
