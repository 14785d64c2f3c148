"""Score lines as data: a rule has a name, a clause, a condition on a reading of the hand, points and fan.

Rules this file keeps: a rule says when it applies and nothing else; a hand is worth its best reading by total.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from mahjong_rules.deal_result import HandValue, ScoreLine
from mahjong_rules.decomposition import Group, GroupKind, Reading, meld_group
from mahjong_rules.hands import STANDARD_SHAPE, waits
from mahjong_rules.systems.classical.hand import ClassicalHand, WinCircumstances
from mahjong_rules.tiles import Tile


@dataclass(frozen=True)
class Won:
    """A winning hand under one reading; what many rules ask is worked out once."""

    hand: ClassicalHand
    how: WinCircumstances
    reading: Reading

    @cached_property
    def pair(self) -> Group:
        """The pair."""
        return next(group for group in self.reading if group.kind is GroupKind.PAIR)

    @cached_property
    def sets(self) -> tuple[Group, ...]:
        """The four chows, pungs and kongs."""
        return tuple(group for group in self.reading if group.kind is not GroupKind.PAIR)

    @cached_property
    def triplets(self) -> tuple[Group, ...]:
        """Pungs and kongs."""
        return tuple(group for group in self.sets if group.is_triplet)

    @property
    def kongs(self) -> tuple[Group, ...]:
        """Kongs of any openness."""
        return tuple(group for group in self.sets if group.kind is GroupKind.KONG)

    @cached_property
    def concealed_triplets(self) -> tuple[Group, ...]:
        """Concealed pungs and kongs."""
        return tuple(group for group in self.triplets if group.concealed)

    @cached_property
    def completed(self) -> Group:
        """The group that the winning tile made."""
        return next(group for group in self.reading if group.completed)

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand, kinds only."""
        return tuple(tile for group in self.reading for tile in group.tiles)

    @property
    def is_concealed(self) -> bool:
        """Nothing was claimed before the last tile."""
        return all(not meld.is_open for meld in self.hand.melds)

    @property
    def waits(self) -> tuple[Tile, ...]:
        """Every kind that would have completed the hand."""
        return waits(self.hand.concealed, self.hand.melds, include_dead=True, shapes=STANDARD_SHAPE)


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of a system's table: `tiles` names the set it is about, if it is about one."""

    key: str
    clause: str
    applies: Callable[[Won], bool]
    points: int = 0
    fan: int = 0
    tiles: Callable[[Won], tuple[Tile, ...]] = lambda _: ()
    is_played: bool = True
    """False where an option takes it out: no list of values names it then."""

    def line(self, won: Won) -> ScoreLine:
        """The score line of a hand to which this rule applies."""
        return ScoreLine(self.key, self.clause, fan=self.fan, points=self.points, tiles=self.tiles(won))


def table_lines(rules: Iterable[Rule]) -> Iterator[ScoreLine]:
    """What the rules that are played count, for a list of values."""
    return (ScoreLine(rule.key, rule.clause, fan=rule.fan, points=rule.points) for rule in rules if rule.is_played)


def lines_of(rules: Sequence[Rule], won: Won) -> Iterator[ScoreLine]:
    """The lines of every rule that applies, in the order of the table."""
    return (rule.line(won) for rule in rules if rule.is_played and rule.applies(won))


def best(values: Iterable[HandValue]) -> HandValue | None:
    """The reading with the highest total, of equal ones a maximum hand, then the most before the cut; None without any.

    A hand cut to the limit is worth as much as a maximum hand, but its name would be lost.
    """
    return max(
        values,
        key=lambda value: (value.base_points, value.limit == "maximum", value.fu << value.fan),
        default=None,
    )


def losers_groups(hand: ClassicalHand) -> Iterator[Group]:
    """What counts in a hand that is not complete: melds, concealed pungs and pairs; each tile once."""
    yield from (meld_group(meld) for meld in hand.melds)
    plain = [tile.plain for tile in hand.concealed]
    for tile in sorted(set(plain)):
        count = plain.count(tile)
        if count >= 3:
            yield Group(GroupKind.PUNG, tile, concealed=True)
        elif count == 2:
            yield Group(GroupKind.PAIR, tile, concealed=True)


def one_suit(tiles: Iterable[Tile]) -> bool:
    """All number tiles are of the same suit, and there is one at least."""
    return len({tile.suit for tile in tiles if tile.is_number}) == 1


def is_edge_or_middle(group: Group, winning: Tile) -> bool:
    """A chow completed in its middle, by the 3 of 123 or by the 7 of 789."""
    if group.kind is not GroupKind.CHOW:
        return False
    low = group.tile.number
    return winning.number == low + 1 or (low == 1 and winning.number == 3) or (low == 7 and winning.number == 7)
