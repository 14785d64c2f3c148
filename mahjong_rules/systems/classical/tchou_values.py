"""What a hand is worth by Tchou Kia-kien (Tchou 1924 §1-34): points, fan, maximum hands.

Rules this file keeps: every number stands in a table beside its clause; the letter of Tchou 1924 is the default, other
readings of its ambiguities (R-1 to R-30) are options.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Final

from mahjong_rules.deal_result import HandValue, ScoreLine
from mahjong_rules.decomposition import Group, GroupKind, readings
from mahjong_rules.hands import Shapes, Thirteen, is_complete
from mahjong_rules.score_table import SEAT_WIND, TableLine, listed, maxima, usual_sets
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
    losers_groups,
    one_suit,
    table_lines,
)
from mahjong_rules.tiles import ALL_KINDS, Tile

FLOWER_POINTS: Final = 4
"""Tchou 1924 §2 note."""
_ORPHAN_KINDS: Final = {kind for kind in ALL_KINDS if kind.is_terminal_or_honour}


class WaitBonus(StrEnum):
    """When a middle, an edge or the pair earns its two points (R-3)."""

    FORMATION = "formation"
    """By the group that the last tile forms (Tchou 1924 §3)."""
    ONLY_CHANCE = "only_chance"
    """Only when no other tile would have completed the hand."""


class AllPungsFan(StrEnum):
    """Which hands of four pungs earn the fan of Tchou 1924 §19 (R-8)."""

    EXACTLY_TWO_CONCEALED = "exactly_two_concealed"
    """The letter."""
    AT_MOST_TWO_CONCEALED = "at_most_two_concealed"
    """Also with one or none of them concealed."""


class FanCumulation(StrEnum):
    """How several conditions add up (Tchou 1924 §24, R-11)."""

    SUM = "sum"
    LITERAL3 = "literal3"
    """Two or more of them are three fan together, the letter of Tchou 1924 §24."""


@dataclass(frozen=True, slots=True)
class TchouValues:
    """What players agree on (Tchou 1924 ch.IV), and the other readings of its ambiguities."""

    base_points: int = 20
    """Of every complete hand: 10 or 20 (Tchou 1924 §1, R-1)."""
    limit: int = 300
    """What a maximum hand is worth and no hand exceeds: 300 or 400 by custom."""
    wait_bonus: WaitBonus = WaitBonus.FORMATION
    """When the group that the last tile forms earns two points (Tchou 1924 §3, R-3)."""
    pinghu_fan: int = 0
    """Fan of a p'ing-hou (Tchou 1924 §17, R-10)."""
    all_pungs_fan: AllPungsFan = AllPungsFan.EXACTLY_TWO_CONCEALED
    """Which hands of four pungs earn a fan (Tchou 1924 §19, R-8)."""
    semi_with_honour_pung: bool = False
    """One suit with winds and dragons earns its fan also beside a pung of dragons or own wind (R-9)."""
    fan_cumulation: FanCumulation = FanCumulation.SUM
    """How several conditions add up (Tchou 1924 §24, R-11)."""
    special_draw_points: bool = True
    """A kong's replacement or the last tile, drawn, earns its two points beside its fan (R-12)."""
    three_dragons_maximum: bool = True
    """Three pungs of dragons are a maximum hand (R-13)."""
    four_winds_maximum: bool = True
    """Four pungs of winds are a maximum hand (R-13)."""
    thirteen: Thirteen = Thirteen.ANY14TH
    """The fourteenth tile of the thirteen: any14th, or one of them again, pair (R-14)."""

    @property
    def shapes(self) -> Shapes:
        """Winning shapes beside four sets and a pair: the thirteen."""
        return Shapes(seven_pairs=False, thirteen=self.thirteen)

    def __post_init__(self) -> None:
        """Refuse values that Tchou 1924 does not know."""
        if self.base_points not in (10, 20):
            raise ValueError(f"base_points must be 10 or 20, not {self.base_points}")
        if not 100 <= self.limit <= 10_000:
            raise ValueError(f"limit must be a number from 100 to 10000, not {self.limit}")
        if self.pinghu_fan not in (0, 1):
            raise ValueError(f"pinghu_fan must be 0 or 1, not {self.pinghu_fan}")


def winner_value(hand: ClassicalHand, how: WinCircumstances, options: TchouValues) -> HandValue:
    """The best reading of a complete hand.

    Raises:
        NotComplete: the hand is not complete.
    """
    if _is_thirteen(hand, how, options):
        return maximum_value("thirteen", "Tchou 1924 §31", options.limit)
    claimed = not how.self_drawn
    found = readings(hand.concealed, how.winning_tile, hand.melds, claimed=claimed)
    value = best(_value(Won(hand, how, reading), options) for reading in found)
    if value is None:
        raise NotComplete("the hand is not complete")
    return value


def loser_value(hand: ClassicalHand, options: TchouValues) -> HandValue:
    """What counts in a hand that did not win: melds, concealed pungs, honour pairs, flowers (Tchou 1924 §2, §6, §8-16).

    Flowers still in the hand count like those laid: the deal ended before the player's turn.
    """
    flowers = (*hand.flowers, *(tile for tile in hand.concealed if tile.is_bonus))
    hand = replace(hand, concealed=tuple(tile for tile in hand.concealed if not tile.is_bonus), flowers=flowers)
    lines = [line for group in losers_groups(hand) for line in _group_lines(group, hand.seat_wind)]
    return value_of_lines([*lines, *_flower_lines(hand)], options.limit)


def _value(won: Won, options: TchouValues) -> HandValue:
    maximum = next((rule for rule in _maximum_rules(options) if rule.applies(won)), None)
    if maximum is not None:
        return maximum_value(maximum.key, maximum.clause, options.limit)
    groups = [line for group in won.reading for line in _group_lines(group, won.hand.seat_wind)]
    special = _cumulated(list(lines_of(_fan_rules(options), won)), options)
    lines = [
        ScoreLine("base", "Tchou 1924 §1", points=options.base_points),
        *groups,
        *lines_of(_point_rules(options), won),
        *special,
        *lines_of(_SUIT_RULES, won),
        *_flower_lines(won.hand),
    ]
    return value_of_lines(lines, options.limit)


# Groups: Tchou 1924 §6a, §8-16


@dataclass(frozen=True, slots=True)
class _GroupRow:
    """Points of pung and kong, exposed and concealed, and their clauses."""

    pung: tuple[int, int]
    kong: tuple[int, int]
    fan: int
    clauses: tuple[str, str]


_SIMPLE: Final = _GroupRow((2, 4), (8, 16), 0, ("Tchou 1924 §8", "Tchou 1924 §13"))
_TERMINAL: Final = _GroupRow((4, 8), (16, 32), 0, ("Tchou 1924 §9", "Tchou 1924 §14"))
_FOREIGN_WIND: Final = _GroupRow((4, 8), (16, 32), 0, ("Tchou 1924 §10", "Tchou 1924 §15"))
_HONOUR: Final = _GroupRow((4, 8), (16, 32), 1, ("Tchou 1924 §11", "Tchou 1924 §16"))
_PAIR_POINTS: Final = 2
"""Tchou 1924 §6a."""


def is_honour(tile: Tile, seat_wind: Wind) -> bool:
    """A dragon or the own wind: what Tchou 1924 doubles."""
    return tile.is_dragon or tile == seat_wind.tile


def _row(tile: Tile, seat_wind: Wind) -> _GroupRow:
    if is_honour(tile, seat_wind):
        return _HONOUR
    if tile.is_wind:
        return _FOREIGN_WIND
    return _TERMINAL if tile.is_terminal_or_honour else _SIMPLE


def _group_lines(group: Group, seat_wind: Wind) -> Iterator[ScoreLine]:
    if group.kind is GroupKind.PAIR and is_honour(group.tile, seat_wind):
        yield ScoreLine("pair_honour", "Tchou 1924 §6a", points=_PAIR_POINTS, tiles=group.tiles)
    if group.is_triplet:
        row = _row(group.tile, seat_wind)
        is_kong = group.kind is GroupKind.KONG
        points = (row.kong if is_kong else row.pung)[group.concealed]
        key = f"{group.kind.value}_{'concealed' if group.concealed else 'exposed'}"
        yield ScoreLine(key, row.clauses[is_kong], fan=row.fan, points=points, tiles=group.tiles)


def _flower_lines(hand: ClassicalHand) -> Iterator[ScoreLine]:
    for flower in hand.flowers:
        is_own = hand.wind_of(flower) is hand.seat_wind
        key = "flower_own" if is_own else "flower"
        yield ScoreLine(key, "Tchou 1924 §2", fan=int(is_own), points=FLOWER_POINTS, tiles=(flower,))


# Points of the last tile: Tchou 1924 §3, §4, §6, §12


def _is_wait(won: Won, options: TchouValues) -> bool:
    return options.wait_bonus is WaitBonus.FORMATION or len(won.waits) == 1


def _draw_earns_points(won: Won, options: TchouValues) -> bool:
    is_special = won.how.replacement_tile or won.how.last_tile
    return won.how.self_drawn and (options.special_draw_points or not is_special)


@cache
def _point_rules(options: TchouValues) -> tuple[Rule, ...]:
    return (
        Rule(
            "last_tile_chow",
            "Tchou 1924 §3, §4",
            lambda won: is_edge_or_middle(won.completed, won.how.winning_tile) and _is_wait(won, options),
            points=2,
            tiles=lambda won: won.completed.tiles,
        ),
        Rule(
            "last_tile_pair",
            "Tchou 1924 §6",
            lambda won: won.completed.kind is GroupKind.PAIR and _is_wait(won, options),
            points=2,
            tiles=lambda won: won.completed.tiles,
        ),
        Rule("self_drawn", "Tchou 1924 §4, §12", lambda won: _draw_earns_points(won, options), points=2),
    )


# Fan: Tchou 1924 §17-25


def _is_pinghu(won: Won) -> bool:
    chows_only = not won.triplets and not is_honour(won.pair.tile, won.hand.seat_wind)
    two_sided = won.completed.kind is GroupKind.CHOW and not is_edge_or_middle(won.completed, won.how.winning_tile)
    return chows_only and two_sided and not won.how.self_drawn


def _is_all_pungs(won: Won, options: TchouValues) -> bool:
    concealed = len(won.concealed_triplets)
    fits = concealed == 2 if options.all_pungs_fan is AllPungsFan.EXACTLY_TWO_CONCEALED else concealed <= 2
    return len(won.triplets) == 4 and fits


def _is_semi_homogeneous(won: Won, options: TchouValues) -> bool:
    is_blocked = any(is_honour(group.tile, won.hand.seat_wind) for group in won.triplets)
    has_honours = any(tile.is_honour for tile in won.tiles)
    return one_suit(won.tiles) and has_honours and (options.semi_with_honour_pung or not is_blocked)


@cache
def _fan_rules(options: TchouValues) -> tuple[Rule, ...]:
    return (
        Rule("pinghu", "Tchou 1924 §17", _is_pinghu, fan=1, is_played=bool(options.pinghu_fan)),
        Rule("three_concealed_pungs", "Tchou 1924 §18", lambda won: len(won.concealed_triplets) >= 3, fan=1),
        Rule(
            "three_kongs", "Tchou 1924 §18", lambda won: len(won.kongs) >= 3 and len(won.concealed_triplets) < 3, fan=1
        ),
        Rule("all_pungs", "Tchou 1924 §19", lambda won: _is_all_pungs(won, options), fan=1),
        Rule("kong_replacement", "Tchou 1924 §20", lambda won: won.how.replacement_tile and won.how.self_drawn, fan=1),
        Rule("last_tile_drawn", "Tchou 1924 §21", lambda won: won.how.last_tile and won.how.self_drawn, fan=1),
        Rule("semi_homogeneous", "Tchou 1924 §22", lambda won: _is_semi_homogeneous(won, options), fan=1),
        Rule("robbed_kong", "Tchou 1924 §23", lambda won: won.how.robbed_kong, fan=1),
    )


_SUIT_RULES: Final = (
    Rule(
        "homogeneous",
        "Tchou 1924 §25",
        lambda won: one_suit(won.tiles) and not any(tile.is_honour for tile in won.tiles),
        fan=3,
    ),
)


def _cumulated(lines: list[ScoreLine], options: TchouValues) -> list[ScoreLine]:
    """Under the letter of Tchou 1924 §24 two or more conditions are worth three fan together."""
    if options.fan_cumulation is FanCumulation.SUM or len(lines) < 2:
        return lines
    return [replace(line, fan=3 if place == 0 else 0) for place, line in enumerate(lines)]


# Maximum hands: Tchou 1924 §26-34


@cache
def _maximum_rules(options: TchouValues) -> tuple[Rule, ...]:
    return (
        Rule(
            "two_dragons_and_pair",
            "Tchou 1924 §26",
            lambda won: _count(won, dragons=True) == 2 and won.pair.tile.is_dragon,
        ),
        Rule(
            "three_winds_and_pair",
            "Tchou 1924 §27",
            lambda won: _count(won, dragons=False) == 3 and won.pair.tile.is_wind,
        ),
        Rule(
            "three_dragons",
            "Tchou 1924 §26, R-13",
            lambda won: options.three_dragons_maximum and _count(won, dragons=True) == 3,
            is_played=options.three_dragons_maximum,
        ),
        Rule(
            "four_winds",
            "Tchou 1924 §27, R-13",
            lambda won: options.four_winds_maximum and _count(won, dragons=False) == 4,
            is_played=options.four_winds_maximum,
        ),
        Rule("four_concealed_pungs", "Tchou 1924 §28", lambda won: len(won.concealed_triplets) == 4),
        Rule("four_kongs", "Tchou 1924 §28", lambda won: len(won.kongs) == 4),
        Rule("dealer_complete", "Tchou 1924 §29", lambda won: won.how.first_turn is FirstTurn.DEALER_COMPLETE),
        Rule("first_discard", "Tchou 1924 §30", lambda won: won.how.first_turn is FirstTurn.FIRST_DISCARD),
        Rule("all_honours", "Tchou 1924 §32", lambda won: all(tile.is_honour for tile in won.tiles)),
        Rule("all_terminals", "Tchou 1924 §33", lambda won: all(_is_terminal(tile) for tile in won.tiles)),
        Rule(
            "terminals_and_honours",
            "Tchou 1924 §34",
            lambda won: all(tile.is_terminal_or_honour for tile in won.tiles),
        ),
    )


def _count(won: Won, *, dragons: bool) -> int:
    return sum(group.tile.is_dragon if dragons else group.tile.is_wind for group in won.triplets)


def _is_terminal(tile: Tile) -> bool:
    return tile.is_terminal_or_honour and not tile.is_honour


def _is_thirteen(hand: ClassicalHand, how: WinCircumstances, options: TchouValues) -> bool:
    everything = (*hand.concealed, how.winning_tile)
    return is_complete(everything, hand.melds, options.shapes) and {*everything} >= _ORPHAN_KINDS


def score_table(options: TchouValues, flowers: Sequence[Tile]) -> tuple[TableLine, ...]:
    """What a hand can be worth, for people; `flowers`: one of the own wind and another, where the set has them."""
    hand = ClassicalHand((), flowers=tuple(flowers), seat_wind=SEAT_WIND)
    counted = [
        ScoreLine("base", "Tchou 1924 §1", points=options.base_points),
        *(line for group in usual_sets() for line in _group_lines(group, SEAT_WIND)),
        *table_lines((*_point_rules(options), *_fan_rules(options), *_SUIT_RULES)),
        *_flower_lines(hand),
    ]
    return (
        *listed(counted),
        *maxima((ScoreLine("thirteen", "Tchou 1924 §31"), *table_lines(_maximum_rules(options)))),
    )
