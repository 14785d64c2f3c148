"""What a hand is worth in the simple family game (La Règle l.121-131): one table, no doubling, no limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mahjong_rules.deal_result import HandValue, ScoreLine
from mahjong_rules.decomposition import Group, GroupKind, readings
from mahjong_rules.hands import STANDARD_SHAPE, Shapes
from mahjong_rules.score_table import TableLine, listed, usual_sets
from mahjong_rules.systems.classical.hand import ClassicalHand, NotComplete, WinCircumstances, value_of_lines
from mahjong_rules.systems.classical.score_rules import Won, best, losers_groups
from mahjong_rules.tiles import Tile

_CLAUSE: Final = "La Règle l.121-131"
_SIMPLE: Final = {GroupKind.PUNG: (2, 4), GroupKind.KONG: (8, 16)}
_OUTER: Final = {GroupKind.PUNG: (4, 8), GroupKind.KONG: (16, 32)}
_DRAGON: Final = {GroupKind.PAIR: (0, 2), GroupKind.PUNG: (8, 16), GroupKind.KONG: (32, 64)}
"""Points exposed and concealed: 2-8; ones, nines and winds; dragons."""


@dataclass(frozen=True, slots=True)
class SimpleValues:
    """The one figure of the table that families vary."""

    mahjong_points: int = 20
    """Of a complete hand."""

    @property
    def shapes(self) -> Shapes:
        """Winning shapes beside four sets and a pair: none."""
        return STANDARD_SHAPE

    def __post_init__(self) -> None:
        """Refuse a fine for winning."""
        if not 0 <= self.mahjong_points <= 1000:
            raise ValueError(f"mahjong_points must be a number from 0 to 1000, not {self.mahjong_points}")


def winner_value(hand: ClassicalHand, how: WinCircumstances, options: SimpleValues) -> HandValue:
    """The best reading of a complete hand.

    Raises:
        NotComplete: the hand is not complete.
    """
    found = readings(hand.concealed, how.winning_tile, hand.melds, claimed=not how.self_drawn)
    value = best(_value(Won(hand, how, reading), options) for reading in found)
    if value is None:
        raise NotComplete("the hand is not complete")
    return value


def loser_value(hand: ClassicalHand, options: SimpleValues) -> HandValue:  # noqa: ARG001 - one signature for all systems
    """What counts in a hand that did not win."""
    return value_of_lines((line for group in losers_groups(hand) for line in _group_lines(group)), None)


def _value(won: Won, options: SimpleValues) -> HandValue:
    groups = [line for group in won.reading for line in _group_lines(group)]
    return value_of_lines([ScoreLine("mahjong", _CLAUSE, points=options.mahjong_points), *groups], None)


def _group_lines(group: Group) -> Iterator[ScoreLine]:
    points = _table(group.tile).get(group.kind, (0, 0))[group.concealed]
    if points:
        key = "pair_honour" if group.kind is GroupKind.PAIR else _key(group)
        yield ScoreLine(key, _CLAUSE, points=points, tiles=group.tiles)


def _key(group: Group) -> str:
    return f"{group.kind.value}_{'concealed' if group.concealed else 'exposed'}"


def _table(tile: Tile) -> dict[GroupKind, tuple[int, int]]:
    if tile.is_dragon:
        return _DRAGON
    return _OUTER if tile.is_terminal_or_honour else _SIMPLE


def score_table(options: SimpleValues) -> tuple[TableLine, ...]:
    """What a hand can be worth, for people."""
    sets = (line for group in usual_sets() for line in _group_lines(group))
    return tuple(listed((ScoreLine("mahjong", _CLAUSE, points=options.mahjong_points), *sets)))
