"""The 81 fan of the Chinese official game with their points, and what each of them never counts beside.

Rules this file keeps:
* A fan's number is its place in the book's table (MCR 2006 §3.8); its name in small letters is its key.
* `IMPLIED` is the principle of non-repetition: what a fan inevitably brings along is not counted again. What follows
  from the parts themselves (three chows of a straight are no short straight) needs no line here.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Fan(IntEnum):
    """One thing that a hand scores for."""

    BIG_FOUR_WINDS = 1
    BIG_THREE_DRAGONS = 2
    ALL_GREEN = 3
    NINE_GATES = 4
    FOUR_KONGS = 5
    SEVEN_SHIFTED_PAIRS = 6
    THIRTEEN_ORPHANS = 7
    ALL_TERMINALS = 8
    LITTLE_FOUR_WINDS = 9
    LITTLE_THREE_DRAGONS = 10
    ALL_HONOURS = 11
    FOUR_CONCEALED_PUNGS = 12
    PURE_TERMINAL_CHOWS = 13
    QUADRUPLE_CHOW = 14
    FOUR_PURE_SHIFTED_PUNGS = 15
    FOUR_PURE_SHIFTED_CHOWS = 16
    THREE_KONGS = 17
    ALL_TERMINALS_AND_HONOURS = 18
    SEVEN_PAIRS = 19
    GREATER_HONOURS_AND_KNITTED = 20
    ALL_EVEN_PUNGS = 21
    FULL_FLUSH = 22
    PURE_TRIPLE_CHOW = 23
    PURE_SHIFTED_PUNGS = 24
    UPPER_TILES = 25
    MIDDLE_TILES = 26
    LOWER_TILES = 27
    PURE_STRAIGHT = 28
    THREE_SUITED_TERMINAL_CHOWS = 29
    PURE_SHIFTED_CHOWS = 30
    ALL_FIVES = 31
    TRIPLE_PUNG = 32
    THREE_CONCEALED_PUNGS = 33
    LESSER_HONOURS_AND_KNITTED = 34
    KNITTED_STRAIGHT = 35
    UPPER_FOUR = 36
    LOWER_FOUR = 37
    BIG_THREE_WINDS = 38
    MIXED_STRAIGHT = 39
    REVERSIBLE_TILES = 40
    MIXED_TRIPLE_CHOW = 41
    MIXED_SHIFTED_PUNGS = 42
    CHICKEN_HAND = 43
    LAST_TILE_DRAW = 44
    LAST_TILE_CLAIM = 45
    REPLACEMENT_TILE = 46
    ROBBING_THE_KONG = 47
    TWO_CONCEALED_KONGS = 48
    ALL_PUNGS = 49
    HALF_FLUSH = 50
    MIXED_SHIFTED_CHOWS = 51
    ALL_TYPES = 52
    MELDED_HAND = 53
    TWO_DRAGON_PUNGS = 54
    OUTSIDE_HAND = 55
    FULLY_CONCEALED_HAND = 56
    TWO_MELDED_KONGS = 57
    LAST_OF_ITS_KIND = 58
    DRAGON_PUNG = 59
    PREVALENT_WIND = 60
    SEAT_WIND = 61
    CONCEALED_HAND = 62
    ALL_CHOWS = 63
    TILE_HOG = 64
    DOUBLE_PUNG = 65
    TWO_CONCEALED_PUNGS = 66
    CONCEALED_KONG = 67
    ALL_SIMPLES = 68
    PURE_DOUBLE_CHOW = 69
    MIXED_DOUBLE_CHOW = 70
    SHORT_STRAIGHT = 71
    TWO_TERMINAL_CHOWS = 72
    PUNG_OF_TERMINALS_OR_HONOURS = 73
    MELDED_KONG = 74
    ONE_VOIDED_SUIT = 75
    NO_HONOURS = 76
    EDGE_WAIT = 77
    CLOSED_WAIT = 78
    SINGLE_WAIT = 79
    SELF_DRAWN = 80
    FLOWER = 81
    MIXED_KONGS = 82
    """A melded and a concealed kong: no number of its own in the book, a line beside 57 (A-41)."""

    @property
    def key(self) -> str:
        """The rule of its score lines."""
        return f"mcr_{self.name.lower()}"

    @property
    def clause(self) -> str:
        """Where it stands."""
        number = Fan.TWO_MELDED_KONGS if self is Fan.MIXED_KONGS else self
        return f"MCR 2006 §3.8.{number.value}"


_BY_POINTS: Final = {
    88: range(1, 8),
    64: range(8, 14),
    48: range(14, 16),
    32: range(16, 19),
    24: range(19, 28),
    16: range(28, 34),
    12: range(34, 39),
    8: range(39, 48),
    6: range(48, 55),
    4: range(55, 59),
    2: range(59, 69),
    1: range(69, 82),
}
POINTS: Final = {Fan(number): points for points, numbers in _BY_POINTS.items() for number in numbers} | {
    Fan.MIXED_KONGS: 5
}
"""Points of every fan; those of 48 and of the mixed kongs a preset says (A-41)."""
CLOSED_BY_FORM: Final = frozenset(
    {
        Fan.NINE_GATES,
        Fan.SEVEN_SHIFTED_PAIRS,
        Fan.THIRTEEN_ORPHANS,
        Fan.FOUR_CONCEALED_PUNGS,
        Fan.SEVEN_PAIRS,
        Fan.GREATER_HONOURS_AND_KNITTED,
        Fan.LESSER_HONOURS_AND_KNITTED,
    }
)
"""Hands that are concealed whatever happens: won by oneself they are self-drawn, not fully concealed."""
WAITS: Final = frozenset({Fan.EDGE_WAIT, Fan.CLOSED_WAIT, Fan.SINGLE_WAIT})
IMPLIED: Final[dict[Fan, frozenset[Fan]]] = {
    fan: frozenset(implied)
    for fan, implied in {
        Fan.BIG_FOUR_WINDS: (
            Fan.ALL_PUNGS,
            Fan.PREVALENT_WIND,
            Fan.SEAT_WIND,
            Fan.PUNG_OF_TERMINALS_OR_HONOURS,
        ),
        Fan.BIG_THREE_DRAGONS: (Fan.DRAGON_PUNG,),
        Fan.ALL_GREEN: (Fan.HALF_FLUSH, Fan.ONE_VOIDED_SUIT),
        Fan.NINE_GATES: (Fan.FULL_FLUSH, Fan.CONCEALED_HAND, Fan.NO_HONOURS),
        Fan.FOUR_KONGS: (Fan.ALL_PUNGS, *WAITS),
        Fan.SEVEN_SHIFTED_PAIRS: (Fan.FULL_FLUSH, Fan.CONCEALED_HAND, Fan.NO_HONOURS),
        Fan.THIRTEEN_ORPHANS: (Fan.ALL_TERMINALS_AND_HONOURS, Fan.ALL_TYPES, Fan.CONCEALED_HAND),
        Fan.ALL_TERMINALS: (
            Fan.ALL_PUNGS,
            Fan.OUTSIDE_HAND,
            Fan.DOUBLE_PUNG,
            Fan.PUNG_OF_TERMINALS_OR_HONOURS,
            Fan.NO_HONOURS,
        ),
        Fan.LITTLE_FOUR_WINDS: (Fan.PUNG_OF_TERMINALS_OR_HONOURS,),
        Fan.LITTLE_THREE_DRAGONS: (Fan.DRAGON_PUNG,),
        Fan.ALL_HONOURS: (
            Fan.ALL_PUNGS,
            Fan.OUTSIDE_HAND,
            Fan.PUNG_OF_TERMINALS_OR_HONOURS,
        ),
        Fan.FOUR_CONCEALED_PUNGS: (Fan.ALL_PUNGS, Fan.CONCEALED_HAND),
        Fan.PURE_TERMINAL_CHOWS: (Fan.FULL_FLUSH, Fan.ALL_CHOWS, Fan.NO_HONOURS),
        Fan.QUADRUPLE_CHOW: (Fan.TILE_HOG,),
        Fan.FOUR_PURE_SHIFTED_PUNGS: (Fan.ALL_PUNGS,),
        Fan.ALL_TERMINALS_AND_HONOURS: (
            Fan.ALL_PUNGS,
            Fan.OUTSIDE_HAND,
            Fan.PUNG_OF_TERMINALS_OR_HONOURS,
        ),
        Fan.SEVEN_PAIRS: (Fan.CONCEALED_HAND,),
        Fan.GREATER_HONOURS_AND_KNITTED: (Fan.ALL_TYPES, Fan.CONCEALED_HAND),
        Fan.LESSER_HONOURS_AND_KNITTED: (Fan.ALL_TYPES, Fan.CONCEALED_HAND),
        Fan.ALL_EVEN_PUNGS: (Fan.ALL_PUNGS, Fan.ALL_SIMPLES, Fan.NO_HONOURS),
        Fan.FULL_FLUSH: (Fan.NO_HONOURS,),
        Fan.UPPER_TILES: (Fan.NO_HONOURS,),
        Fan.MIDDLE_TILES: (Fan.ALL_SIMPLES, Fan.NO_HONOURS),
        Fan.LOWER_TILES: (Fan.NO_HONOURS,),
        Fan.THREE_SUITED_TERMINAL_CHOWS: (Fan.ALL_CHOWS, Fan.NO_HONOURS),
        Fan.ALL_FIVES: (Fan.ALL_SIMPLES, Fan.NO_HONOURS),
        Fan.UPPER_FOUR: (Fan.NO_HONOURS,),
        Fan.LOWER_FOUR: (Fan.NO_HONOURS,),
        Fan.REVERSIBLE_TILES: (Fan.ONE_VOIDED_SUIT,),
        Fan.LAST_TILE_DRAW: (Fan.SELF_DRAWN,),
        Fan.REPLACEMENT_TILE: (Fan.SELF_DRAWN,),
        Fan.ROBBING_THE_KONG: (Fan.LAST_OF_ITS_KIND,),
        Fan.TWO_CONCEALED_KONGS: (Fan.TWO_CONCEALED_PUNGS,),
        Fan.MELDED_HAND: tuple(WAITS),
        Fan.TWO_DRAGON_PUNGS: (Fan.DRAGON_PUNG,),
        Fan.FULLY_CONCEALED_HAND: (Fan.SELF_DRAWN,),
        Fan.ALL_CHOWS: (Fan.NO_HONOURS,),
        Fan.ALL_SIMPLES: (Fan.NO_HONOURS,),
    }.items()
}
"""What is not counted beside a fan because the fan has it anyway."""
