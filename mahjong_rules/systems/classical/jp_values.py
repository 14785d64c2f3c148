"""What a hand is worth in the old Japanese classical game (Kanai French).

Kanai French defines flowers, sticks and wind bonuses and leaves the hand values to a page that is lost. They come from
outside: the points of pungs and kongs from Kanai & Farrell's book, of which it is a translation, base points and
doubles from アルシーアル, the rules of the 日本麻雀連盟 (A-18). Every such line says so in its clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import chain
from typing import Final

from mahjong_rules.deal_result import HandValue, ScoreLine
from mahjong_rules.decomposition import Group, GroupKind, Reading, readings
from mahjong_rules.hands import Shapes, Thirteen, is_complete
from mahjong_rules.score_table import PREVALENT_WIND, SEAT_WIND, TableLine, listed, maxima, usual_sets
from mahjong_rules.seats import Wind
from mahjong_rules.systems.classical.hand import (
    ClassicalHand,
    FirstTurn,
    NotComplete,
    WinCircumstances,
    maximum_value,
    value_of_lines,
)
from mahjong_rules.systems.classical.score_rules import (
    Rule,
    Won,
    best,
    is_edge_or_middle,
    lines_of,
    one_suit,
    table_lines,
)
from mahjong_rules.tiles import Suit, Tile

_KANAI: Final = "Kanai 1952"
_ARUSHIARU: Final = "アルシーアル"
_FLOWERS: Final = "Kanai French l.45-54"
_WINDS: Final = "Kanai French l.33-35"
FLOWER_POINTS: Final = 4
"""Kanai French l.49."""


class Rounding(StrEnum):
    """How payments are rounded to tens."""

    NEAREST = "nearest"
    """Four down, six up."""
    UP = "up"


@dataclass(frozen=True, slots=True)
class JpValues:
    """Figures of the hand values; all of them but the limit of the other winds come from elsewhere (A-18)."""

    base_points: int = 20
    """Of every complete hand."""
    least_points: int = 22
    """A hand of fewer points counts as many, before it is doubled."""
    concealed_discard_points: int = 10
    """For a hand without a claim that wins on a discard."""
    limit: int = 2000
    """The most that a winner who is not East receives."""
    limit_east: int = 3000
    """The most that East receives."""
    rounding: Rounding = Rounding.NEAREST
    """How payments are rounded to tens."""

    @property
    def shapes(self) -> Shapes:
        """Winning shapes beside four sets and a pair: thirteen orphans."""
        return Shapes(seven_pairs=False, thirteen=Thirteen.PAIR)

    def limit_of(self, seat_wind: Wind) -> int:
        """The limit of a winner with this wind."""
        return self.limit_east if seat_wind is Wind.EAST else self.limit

    def __post_init__(self) -> None:
        """Refuse figures that make no score."""
        if not 0 <= self.base_points <= self.least_points <= self.limit <= self.limit_east:
            raise ValueError("base_points, least_points, limit and limit_east must be in rising order")
        if self.concealed_discard_points < 0:
            raise ValueError("concealed_discard_points must not be below 0")


def winner_value(hand: ClassicalHand, how: WinCircumstances, options: JpValues) -> HandValue:
    """The best reading of a complete hand, with its flowers.

    Raises:
        NotComplete: the hand is not complete.
    """
    limit = options.limit_of(hand.seat_wind)
    everything = (*hand.concealed, how.winning_tile)
    found = list(readings(hand.concealed, how.winning_tile, hand.melds, claimed=not how.self_drawn))
    if not found and is_complete(everything, hand.melds, options.shapes):
        return maximum_value("thirteen", _ARUSHIARU, limit)
    value = best(_value(Won(hand, how, reading), options) for reading in found)
    if value is None:
        raise NotComplete("the hand is not complete")
    return value


def loser_value(hand: ClassicalHand, options: JpValues) -> HandValue:  # noqa: ARG001 - one signature for all systems
    """Nothing: only the winner is paid (Kanai French l.61)."""
    return value_of_lines((), None)


def _value(won: Won, options: JpValues) -> HandValue:
    limit = options.limit_of(won.hand.seat_wind)
    maximum = next((rule for rule in _MAXIMUM_RULES if rule.applies(won)), None)
    if maximum is not None:
        return maximum_value(maximum.key, maximum.clause, limit)
    if has_all_flowers(won.hand.flowers):
        return maximum_value("all_flowers", _FLOWERS, limit)
    lines = [
        ScoreLine("base", _ARUSHIARU, points=options.base_points),
        *chain.from_iterable(_group_lines(group, won.hand) for group in won.reading),
        *lines_of(_point_rules(options), won),
    ]
    missing = options.least_points - sum(line.points for line in lines)
    if missing > 0:
        lines.append(ScoreLine("least_points", _ARUSHIARU, points=missing))
    lines += [*lines_of(_FAN_RULES, won), *flower_lines(won.hand)]
    return value_of_lines(lines, limit)


# Flowers: Kanai French l.45-54


def has_all_flowers(flowers: tuple[Tile, ...]) -> bool:
    """All four flowers or all four seasons: the maximum."""
    return any(sum(tile.suit is suit for tile in flowers) == 4 for suit in (Suit.FLOWERS, Suit.SEASONS))


def flower_lines(hand: ClassicalHand) -> Iterator[ScoreLine]:
    """Four points each; a tile of the own wind doubles, one of the round wind too, one of both twice."""
    for tile in hand.flowers:
        matches = (hand.wind_of(tile) is hand.seat_wind) + (hand.wind_of(tile) is hand.prevalent_wind)
        key = "flower_own" if matches else "flower"
        yield ScoreLine(key, _FLOWERS, fan=matches, points=FLOWER_POINTS, tiles=(tile,))


# Groups


def _winds(tile: Tile, hand: ClassicalHand) -> int:
    """How often a wind counts: as own wind and as round wind."""
    return (tile == hand.seat_wind.tile) + (tile == hand.prevalent_wind.tile)


def _is_valued(tile: Tile, hand: ClassicalHand) -> bool:
    return tile.is_dragon or _winds(tile, hand) > 0


def _group_lines(group: Group, hand: ClassicalHand) -> Iterator[ScoreLine]:
    if group.kind is GroupKind.PAIR and _is_valued(group.tile, hand):
        yield ScoreLine("pair_honour", _ARUSHIARU, points=2, tiles=group.tiles)
    if group.is_triplet:
        outer = 2 if group.tile.is_terminal_or_honour else 1
        kong = 4 if group.kind is GroupKind.KONG else 1
        points = 2 * outer * kong * (2 if group.concealed else 1)
        key = f"{group.kind.value}_{'concealed' if group.concealed else 'exposed'}"
        yield ScoreLine(key, _KANAI, points=points, tiles=group.tiles)
        yield from _honour_lines(group, hand)


def _honour_lines(group: Group, hand: ClassicalHand) -> Iterator[ScoreLine]:
    if group.tile.is_dragon:
        yield ScoreLine("dragon_pung", _ARUSHIARU, fan=1, tiles=group.tiles)
    if group.tile == hand.seat_wind.tile:
        yield ScoreLine("own_wind_pung", _WINDS, fan=1, tiles=group.tiles)
    if group.tile == hand.prevalent_wind.tile:
        yield ScoreLine("round_wind_pung", _WINDS, fan=1, tiles=group.tiles)


# Points and doubles of the whole hand


def _is_pinghu(won: Won) -> bool:
    is_two_sided = won.completed.kind is GroupKind.CHOW and not is_edge_or_middle(won.completed, won.how.winning_tile)
    return not won.triplets and not _is_valued(won.pair.tile, won.hand) and is_two_sided


@cache
def _point_rules(options: JpValues) -> tuple[Rule, ...]:
    return (
        Rule(
            "concealed_on_discard",
            _ARUSHIARU,
            lambda won: won.is_concealed and not won.how.self_drawn,
            points=options.concealed_discard_points,
        ),
        Rule("self_drawn", _ARUSHIARU, lambda won: won.how.self_drawn and not _is_pinghu(won), points=2),
        Rule(
            "last_tile_pair",
            _ARUSHIARU,
            lambda won: won.completed.kind is GroupKind.PAIR,
            points=2,
            tiles=lambda won: won.completed.tiles,
        ),
        Rule("homogeneous_points", _ARUSHIARU, _is_full_flush, points=10),
    )


def _is_full_flush(won: Won) -> bool:
    return one_suit(won.tiles) and not any(tile.is_honour for tile in won.tiles)


def _is_half_flush(won: Won) -> bool:
    return one_suit(won.tiles) and any(tile.is_honour for tile in won.tiles)


def _is_outside(won: Won) -> bool:
    """A terminal or honour in every group, and a chow among them."""
    every = all(any(tile.is_terminal_or_honour for tile in group.tiles) for group in won.reading)
    return every and len(won.triplets) < len(won.sets)


def _is_straight(won: Won) -> bool:
    chows = {group.tile for group in won.sets if group.kind is GroupKind.CHOW}
    suits = {tile.suit for tile in chows}
    return any({Tile(suit, 1), Tile(suit, 4), Tile(suit, 7)} <= chows for suit in suits)


def _is_little_dragons(won: Won) -> bool:
    return sum(group.tile.is_dragon for group in won.triplets) == 2 and won.pair.tile.is_dragon


_FAN_RULES: Final = (
    Rule("concealed_self_drawn", _ARUSHIARU, lambda won: won.is_concealed and won.how.self_drawn, fan=1),
    Rule("pinghu", _ARUSHIARU, _is_pinghu, fan=1),
    Rule("all_simples", _ARUSHIARU, lambda won: not any(t.is_terminal_or_honour for t in won.tiles), fan=1),
    Rule("semi_homogeneous", _ARUSHIARU, _is_half_flush, fan=1),
    Rule("homogeneous", _ARUSHIARU, _is_full_flush, fan=3),
    Rule("terminals_and_honours", _ARUSHIARU, lambda won: all(t.is_terminal_or_honour for t in won.tiles), fan=1),
    Rule("all_pungs", _ARUSHIARU, lambda won: len(won.triplets) == 4, fan=1),
    Rule("outside_hand", _ARUSHIARU, _is_outside, fan=1),
    Rule("straight", _ARUSHIARU, _is_straight, fan=1),
    Rule("three_concealed_pungs", _ARUSHIARU, lambda won: len(won.concealed_triplets) == 3, fan=1),
    Rule("little_dragons", _ARUSHIARU, _is_little_dragons, fan=1),
    Rule("kong_replacement", _ARUSHIARU, lambda won: won.how.replacement_tile and won.how.self_drawn, fan=1),
    Rule("robbed_kong", _ARUSHIARU, lambda won: won.how.robbed_kong, fan=1),
    Rule("last_tile_drawn", _ARUSHIARU, lambda won: won.how.last_tile and won.how.self_drawn, fan=1),
    Rule("last_discard", _ARUSHIARU, lambda won: won.how.last_discard, fan=1),
)


def _is_nine_gates(won: Won) -> bool:
    if not won.is_concealed or won.hand.melds or not _is_full_flush(won):
        return False
    numbers = [tile.number for tile in won.tiles]
    return all(numbers.count(n) >= (3 if n in (1, 9) else 1) for n in range(1, 10))


def _honours(won: Won, *, dragons: bool) -> int:
    return sum(group.tile.is_dragon if dragons else group.tile.is_wind for group in won.triplets)


def _is_terminals_only(reading: Reading) -> bool:
    return all(tile.is_number and tile.is_terminal_or_honour for group in reading for tile in group.tiles)


_MAXIMUM_RULES: Final = (
    Rule("dealer_complete", _ARUSHIARU, lambda won: won.how.first_turn is FirstTurn.DEALER_COMPLETE),
    Rule("first_discard", _ARUSHIARU, lambda won: won.how.first_turn is FirstTurn.FIRST_DISCARD),
    Rule("three_dragons", _ARUSHIARU, lambda won: _honours(won, dragons=True) == 3),
    Rule("four_concealed_pungs", _ARUSHIARU, lambda won: len(won.concealed_triplets) == 4),
    Rule("all_terminals", _ARUSHIARU, lambda won: _is_terminals_only(won.reading)),
    Rule("all_honours", _ARUSHIARU, lambda won: all(tile.is_honour for tile in won.tiles)),
    Rule("four_winds", _ARUSHIARU, lambda won: _honours(won, dragons=False) == 4),
    Rule("nine_gates", _ARUSHIARU, _is_nine_gates),
)


def score_table(options: JpValues, flowers: Sequence[Tile]) -> tuple[TableLine, ...]:
    """What a hand can be worth, for people; `flowers`: of the own wind, the prevalent wind and neither, if the set has
    them.
    """
    hand = ClassicalHand((), flowers=tuple(flowers), seat_wind=SEAT_WIND, prevalent_wind=PREVALENT_WIND)
    counted = [
        ScoreLine("base", _ARUSHIARU, points=options.base_points),
        *chain.from_iterable(_group_lines(group, hand) for group in usual_sets()),
        *table_lines((*_point_rules(options), *_FAN_RULES)),
        *flower_lines(hand),
    ]
    every_flower = (ScoreLine("all_flowers", _FLOWERS),) if flowers else ()
    thirteen = ScoreLine("thirteen", _ARUSHIARU)
    return (*listed(counted), *maxima((thirteen, *table_lines(_MAXIMUM_RULES), *every_flower)))
