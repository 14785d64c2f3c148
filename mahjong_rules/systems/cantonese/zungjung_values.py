"""What a hand is worth in Zung Jung: the sum of its patterns, at most the limit (Zung Jung rules §1-6).

Rules this file keeps: of several readings the one that is worth the most counts, and patterns of two readings never
add up (Zung Jung play §8).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from mahjong_rules.deal_result import HandValue, ScoreLine
from mahjong_rules.decomposition import readings
from mahjong_rules.hands import Shapes, Thirteen, is_pairs_alone, is_thirteen_orphans, kind_counts
from mahjong_rules.score_table import TableLine, listed
from mahjong_rules.systems.cantonese.faan_values import pairs_of
from mahjong_rules.systems.cantonese.zungjung_patterns import INCIDENTS, SERIES
from mahjong_rules.systems.classical.hand import (
    ClassicalHand,
    NotComplete,
    WinCircumstances,
    maximum_value,
    value_of_lines,
)
from mahjong_rules.systems.classical.score_rules import Rule, Won, best, table_lines

LIMIT: Final = 320
"""Points that a sum never exceeds, and from which a pattern counts alone (Zung Jung rules §6)."""
CHICKEN: Final = 1
"""Points of a hand without a pattern (Zung Jung rules §5)."""
_VALUE_HONOUR: Final = 10
"""Zung Jung §3.1."""
_THIRTEEN: Final = 160
"""Zung Jung §10.1."""
_SEVEN_PAIRS: Final = 30
"""Zung Jung §10.2."""
HIGHEST_PATTERN: Final = max(
    LIMIT, *(rule.points for rule in chain.from_iterable((*SERIES, *INCIDENTS)) if isinstance(rule.points, int))
)
"""What a hand is worth at most: a pattern beyond the limit counts alone."""
SHAPES: Final = Shapes(seven_pairs=True, thirteen=Thirteen.PAIR, equal_pairs=True)
"""Regular and irregular hands (Zung Jung §10.1, §10.2)."""


@dataclass(frozen=True, slots=True)
class ZungjungValues:
    """The one figure of the system that tables may choose."""

    minimum_points: int = 0
    """A hand of fewer points is not complete; 0: every hand wins. 5 is the official variant without chicken hands."""

    def __post_init__(self) -> None:
        """Refuse what leaves hardly a hand to win."""
        if not 0 <= self.minimum_points <= LIMIT:
            raise ValueError(f"minimum_points must be a number from 0 to {LIMIT}, not {self.minimum_points}")


def winner_value(hand: ClassicalHand, how: WinCircumstances, options: ZungjungValues) -> HandValue:
    """The best reading of a complete hand.

    Raises:
        NotComplete: the hand is not complete, or has too few points.
    """
    value = best(_readings(hand, how))
    if value is None:
        raise NotComplete("the hand is not complete")
    least = options.minimum_points
    if value.base_points < least:
        raise NotComplete(
            "the hand has {points} points, it takes {least} to win (option minimum_points)",
            points=value.base_points,
            least=least,
        )
    return value


def _readings(hand: ClassicalHand, how: WinCircumstances) -> Iterator[HandValue]:
    for reading in readings(hand.concealed, how.winning_tile, hand.melds, claimed=not how.self_drawn):
        won = Won(hand, how, reading)
        yield _value([*_highest(SERIES, won), *_value_honours(won), *_highest(INCIDENTS, won)])
    if hand.melds:
        return
    everything = (*hand.concealed, how.winning_tile)
    counts = kind_counts(everything)
    won = Won(hand, how, pairs_of(everything, how))
    if is_pairs_alone(counts):
        pairs = ScoreLine("seven_pairs", "Zung Jung §10.2", points=_SEVEN_PAIRS)
        yield _value([pairs, *_highest(SERIES, won), *_highest(INCIDENTS, won)])
    if is_thirteen_orphans(counts):
        yield _value([ScoreLine("thirteen", "Zung Jung §10.1", points=_THIRTEEN), *_highest(INCIDENTS, won)])


def _highest(series: Iterable[tuple[Rule, ...]], won: Won) -> Iterator[ScoreLine]:
    """Of each series the highest pattern that applies (Zung Jung rules §4)."""
    for patterns in series:
        found = next((pattern for pattern in patterns if pattern.applies(won)), None)
        if found is not None:
            yield found.line(won)


def _value_honours(won: Won) -> Iterator[ScoreLine]:
    for group in won.triplets:
        if group.tile.is_dragon or group.tile == won.hand.seat_wind.tile:
            yield ScoreLine("value_honour", "Zung Jung §3.1", points=_VALUE_HONOUR, tiles=group.tiles)


def _value(lines: list[ScoreLine]) -> HandValue:
    """A pattern at the limit or beyond counts alone, the highest of several (Zung Jung rules §6)."""
    listed = max((line for line in lines if line.points >= LIMIT), key=lambda line: line.points, default=None)
    if listed is not None:
        return maximum_value(listed.rule, listed.clause, listed.points)
    return value_of_lines(lines or [ScoreLine("chicken", "Zung Jung rules §5", points=CHICKEN)], LIMIT)


def score_table() -> tuple[TableLine, ...]:
    """What a hand can be worth, for people."""
    honours = (ScoreLine("value_honour", "Zung Jung §3.1", points=_VALUE_HONOUR),)
    irregular = (
        ScoreLine("thirteen", "Zung Jung §10.1", points=_THIRTEEN),
        ScoreLine("seven_pairs", "Zung Jung §10.2", points=_SEVEN_PAIRS),
    )
    return tuple(listed((*honours, *table_lines(chain.from_iterable((*SERIES, *INCIDENTS))), *irregular)))
