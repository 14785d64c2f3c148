"""What a hand is worth in Hong Kong old style: faan, line by line.

Rules this file keeps: every number is an option beside its clause (HK §6-39 of docs/rules.md); of several readings
the one with the most faan counts; a hand that is worth the limit by its form is worth nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from mahjong_rules.deal_result import HandValue, ScoreLine
from mahjong_rules.decomposition import Group, GroupKind, readings
from mahjong_rules.hands import Shapes, Thirteen, is_complete, is_seven_pairs, kind_counts
from mahjong_rules.score_table import PREVALENT_WIND, SEAT_WIND, TableLine, listed, maxima, usual_sets
from mahjong_rules.systems.cantonese.faan_options import FaanTable, FaanValues, FlowerFaan
from mahjong_rules.systems.cantonese.keys import FLOWER_FAAN_KEYS
from mahjong_rules.systems.cantonese.shapes import (
    dragons,
    holds_nine_gates,
    is_honours,
    is_mixed,
    is_outer,
    is_pure,
    is_terminals,
    winds,
)
from mahjong_rules.systems.classical.hand import ClassicalHand, FirstTurn, NotComplete, WinCircumstances
from mahjong_rules.systems.classical.score_rules import Rule, Won, lines_of, table_lines
from mahjong_rules.tiles import Suit, Tile, parse_tile

_WHOLE_SET: Final = 4
"""Flowers of one family."""
_SEVEN: Final = 7
"""Flowers that win by themselves (HK §39)."""
_SEVEN_FAAN: Final = 3
"""HK §39: 花糊."""
_EIGHT: Final = 8
"""All flowers and seasons (HK §39)."""


def winner_value(hand: ClassicalHand, how: WinCircumstances, table: FaanTable) -> HandValue:
    """The best reading of a complete hand, in faan; what faan are worth the payments say.

    Raises:
        NotComplete: the hand is not complete, or has too few faan.
    """
    value = max(_readings(hand, how, table), key=lambda found: (found.limit == "maximum", found.fan), default=None)
    if value is None:
        raise NotComplete("the hand is not complete")
    counted = value.fan if table.flowers.flowers_in_minimum else _without_flowers(value)
    least = table.values.minimum_faan
    if counted < least:
        raise NotComplete(
            "the hand has {fan} faan, it takes {least} to win (option minimum_faan)", fan=counted, least=least
        )
    return value


def _without_flowers(value: HandValue) -> int:
    if value.limit == "maximum":
        return value.fan
    return sum(line.fan for line in value.lines if line.rule not in FLOWER_FAAN_KEYS)


def _readings(hand: ClassicalHand, how: WinCircumstances, table: FaanTable) -> Iterator[HandValue]:
    yield from (
        _value(Won(hand, how, reading), table)
        for reading in readings(hand.concealed, how.winning_tile, hand.melds, claimed=not how.self_drawn)
    )
    everything = (*hand.concealed, how.winning_tile)
    orphans = Shapes(seven_pairs=False, thirteen=Thirteen.PAIR)
    if is_outer(everything) and not hand.melds and _is_orphans(everything, orphans):
        yield _limit_hand("thirteen", "HK §20", table)
    if table.values.seven_pairs_faan and not hand.melds and is_seven_pairs(kind_counts(everything)):
        yield _value(Won(hand, how, pairs_of(everything, how)), table)
    if table.flowers.flower_win and how.self_drawn and len(hand.flowers) >= _SEVEN:
        yield _flower_win(hand, table)


def _is_orphans(everything: tuple[Tile, ...], shapes: Shapes) -> bool:
    return len(set(everything)) == len(everything) - 1 and is_complete(everything, (), shapes)


def pairs_of(tiles: Iterable[Tile], how: WinCircumstances) -> tuple[Group, ...]:
    """Seven pairs as the groups of a reading; of four alike there are two."""
    ordered = sorted(tile.plain for tile in tiles)
    return tuple(
        Group(GroupKind.PAIR, tile, concealed=True, completed=tile == how.winning_tile.plain) for tile in ordered[::2]
    )


def _flower_win(hand: ClassicalHand, table: FaanTable) -> HandValue:
    if len(hand.flowers) == _EIGHT:
        return _limit_hand("eight_flowers", "HK §39", table)
    return _added([ScoreLine("seven_flowers", "HK §39", fan=_SEVEN_FAAN)], table)


def _limit_hand(key: str, clause: str, table: FaanTable) -> HandValue:
    limit = table.values.limit_faan
    return HandValue(limit, 0, (ScoreLine(key, clause, fan=limit),), (), "maximum", 0)


def _added(lines: Iterable[ScoreLine], table: FaanTable) -> HandValue:
    """The lines added up; more than the limit is paid as the limit."""
    found = tuple(lines)
    faan = sum(line.fan for line in found)
    return HandValue(faan, 0, found, (), "limit" if faan > table.values.limit_faan else "", 0)


def _value(won: Won, table: FaanTable) -> HandValue:
    limit = next((rule for rule in _limit_rules(table.values) if rule.applies(won)), None)
    if limit is not None:
        return _limit_hand(limit.key, limit.clause, table)
    lines = [
        *lines_of(_hand_rules(table.values), won),
        *(line for group in won.triplets for line in _set_lines(group, won)),
        *lines_of(_moment_rules(table.values), won),
        *(_all_flower_lines(won, table.flowers) if table.plays_flowers else ()),
    ]
    worth = [line for line in lines if line.fan]
    return _added(worth or [ScoreLine("chicken", "HK §8")], table)


# Hands: HK §9-24


@cache
def _limit_rules(values: FaanValues) -> tuple[Rule, ...]:
    return (
        Rule("dealer_complete", "HK §34", lambda won: _is_first(won, FirstTurn.DEALER_COMPLETE)),
        Rule("first_discard", "HK §35", lambda won: _is_first(won, FirstTurn.FIRST_DISCARD)),
        Rule(
            "kong_after_kong",
            "HK §31",
            lambda won: values.double_kong and _is_double_kong(won),
            is_played=values.double_kong,
        ),
        Rule("four_winds", "HK §16", lambda won: winds(won.triplets) == 4),
        Rule(
            "little_four_winds",
            "HK §15",
            lambda won: not values.little_winds_faan and _is_little_winds(won),
            is_played=not values.little_winds_faan,
        ),
        Rule(
            "three_dragons",
            "HK §14",
            lambda won: not values.big_dragons_faan and dragons(won.triplets) == 3,
            is_played=not values.big_dragons_faan,
        ),
        Rule(
            "all_honours",
            "HK §17",
            lambda won: not values.all_honours_faan and is_honours(won.tiles),
            is_played=not values.all_honours_faan,
        ),
        Rule("all_terminals", "HK §19", lambda won: is_terminals(won.tiles)),
        Rule("nine_gates", "HK §21", holds_nine_gates),
        Rule("four_kongs", "HK §22", lambda won: len(won.kongs) == 4),
        Rule(
            "four_concealed_pungs",
            "HK §23",
            lambda won: won.how.self_drawn and len(won.concealed_triplets) == 4,
        ),
    )


def _is_first(won: Won, turn: FirstTurn) -> bool:
    return won.how.first_turn is turn and not won.how.kong_lies


def _is_double_kong(won: Won) -> bool:
    return won.how.self_drawn and won.how.replacement_tile and won.how.kongs_in_turn >= 2


def _is_little_winds(won: Won) -> bool:
    return winds(won.triplets) == 3 and won.pair.tile.is_wind


def _is_little_dragons(won: Won) -> bool:
    return dragons(won.triplets) == 2 and won.pair.tile.is_dragon


def _is_pairs(won: Won) -> bool:
    return not won.sets


@cache
def _hand_rules(values: FaanValues) -> tuple[Rule, ...]:
    return (
        Rule(
            "common_hand",
            "HK §9",
            lambda won: not won.triplets and not _is_pairs(won),
            fan=values.common_hand_faan,
        ),
        Rule(
            "all_pungs",
            "HK §10",
            lambda won: len(won.triplets) == 4 and not is_honours(won.tiles),
            fan=values.all_pungs_faan,
        ),
        Rule("semi_homogeneous", "HK §11", lambda won: is_mixed(won.tiles), fan=values.mixed_one_suit_faan),
        Rule("homogeneous", "HK §12", lambda won: is_pure(won.tiles), fan=values.one_suit_faan),
        Rule("little_dragons", "HK §13", _is_little_dragons, fan=values.little_dragons_faan),
        Rule("three_dragons", "HK §14", lambda won: dragons(won.triplets) == 3, fan=values.big_dragons_faan),
        Rule("little_four_winds", "HK §15", _is_little_winds, fan=values.little_winds_faan),
        Rule("all_honours", "HK §17", lambda won: is_honours(won.tiles), fan=values.all_honours_faan),
        Rule(
            "terminals_and_honours",
            "HK §18",
            lambda won: is_outer(won.tiles) and not is_honours(won.tiles),
            fan=values.mixed_terminals_faan,
        ),
        Rule("seven_pairs", "HK §24", _is_pairs, fan=values.seven_pairs_faan),
    )


def _set_lines(group: Group, won: Won) -> Iterator[ScoreLine]:
    """One faan each for pungs of dragons, of the own and of the prevalent wind (番子)."""
    are_counted = dragons(won.triplets) == 3 or _is_little_dragons(won)
    if group.tile.is_dragon and not are_counted:
        yield ScoreLine("dragon_pung", "HK §25", fan=1, tiles=group.tiles)
    if group.tile == won.hand.seat_wind.tile:
        yield ScoreLine("own_wind_pung", "HK §26", fan=1, tiles=group.tiles)
    if group.tile == won.hand.prevalent_wind.tile:
        yield ScoreLine("round_wind_pung", "HK §27", fan=1, tiles=group.tiles)


# How it was won: HK §28-33


@cache
def _moment_rules(values: FaanValues) -> tuple[Rule, ...]:
    return (
        Rule("self_drawn", "HK §28", lambda won: won.how.self_drawn, fan=1),
        Rule("concealed_hand", "HK §29", lambda won: won.is_concealed, fan=values.concealed_faan),
        Rule("kong_replacement", "HK §30", lambda won: won.how.replacement_tile and won.how.self_drawn, fan=1),
        Rule("robbed_kong", "HK §32", lambda won: won.how.robbed_kong, fan=1),
        Rule("last_tile_drawn", "HK §33", lambda won: won.how.last_tile, fan=1),
        Rule("last_discard", "HK §33", lambda won: won.how.last_discard, fan=1, is_played=values.last_discard),
    )


# Flowers: HK §36-38, §54


def _all_flower_lines(won: Won, faan: FlowerFaan) -> Iterator[ScoreLine]:
    yield from flower_lines(won.hand, faan)
    if won.how.flower_tile and won.how.self_drawn:
        yield ScoreLine("flower_replacement", "HK §54", fan=faan.flower_replacement_faan)


def flower_lines(hand: ClassicalHand, faan: FlowerFaan) -> Iterator[ScoreLine]:
    """None laid, the own ones, whole families; a family hides its own flower."""
    if not hand.flowers:
        yield ScoreLine("no_flowers", "HK §36", fan=faan.no_flowers_faan)
    for suit in (Suit.FLOWERS, Suit.SEASONS):
        family = tuple(tile for tile in hand.flowers if tile.suit is suit)
        if len(family) == _WHOLE_SET and faan.flower_set_faan:
            yield ScoreLine("flower_set", "HK §38", fan=faan.flower_set_faan, tiles=family)
            continue
        for tile in family:
            if hand.wind_of(tile) is hand.seat_wind:
                yield ScoreLine("flower_own", "HK §37", fan=faan.own_flower_faan, tiles=(tile,))


def score_table(table: FaanTable) -> tuple[TableLine, ...]:
    """What a hand can be worth, for people."""
    how = WinCircumstances(parse_tile("1m"), self_drawn=True)
    hand = ClassicalHand((), seat_wind=SEAT_WIND, prevalent_wind=PREVALENT_WIND)
    sets = (group for group in usual_sets() if group.kind is GroupKind.PUNG)
    counted = [
        *table_lines(_hand_rules(table.values)),
        *(line for group in sets for line in _set_lines(group, Won(hand, how, (group,)))),
        *table_lines(_moment_rules(table.values)),
    ]
    limits = [ScoreLine("thirteen", "HK §20"), *table_lines(_limit_rules(table.values))]
    if table.plays_flowers:
        family = tuple(Tile(Suit.FLOWERS, number) for number in range(1, _WHOLE_SET + 1))
        for laid in ((), family[:1], family):
            flowered = replace(hand, flowers=laid)
            counted += _all_flower_lines(Won(flowered, replace(how, flower_tile=True), ()), table.flowers)
    if table.plays_flowers and table.flowers.flower_win:
        counted.append(ScoreLine("seven_flowers", "HK §39", fan=_SEVEN_FAAN))
        limits.append(ScoreLine("eight_flowers", "HK §39"))
    return (*listed(counted), *maxima(limits))
