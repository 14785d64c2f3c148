"""What a hand of the Chinese official game is worth: its best reading, fan by fan.

Rules this file keeps:
* Of several readings the one with the most points counts (MCR 2006 §3.9: free to choose the highest); of equal ones
  the one whose fan stand first in the table.
* A hand needs `least_points` without its flowers (MCR 2006 §3.7); a hand that scores nothing else is a chicken hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mahjong_rules.deal_result import HandValue, ScoreLine
from mahjong_rules.decomposition import Reading, knitted_readings, readings
from mahjong_rules.hands import Shapes, Thirteen, is_pairs_alone, is_thirteen_orphans, kind_counts, kind_index, waits
from mahjong_rules.knitted import is_honours_and_knitted, knitted_body, without_body
from mahjong_rules.melds import Meld
from mahjong_rules.score_table import TableLine, listed
from mahjong_rules.systems.classical.hand import ClassicalHand, NotComplete
from mahjong_rules.systems.mcr.fan import CLOSED_BY_FORM, IMPLIED, POINTS, Fan
from mahjong_rules.systems.mcr.form import Form, form_of
from mahjong_rules.systems.mcr.form_fan import Scored, form_fans, wait_fan
from mahjong_rules.systems.mcr.hand import McrWin
from mahjong_rules.systems.mcr.tile_fan import tile_fans
from mahjong_rules.tiles import ALL_KINDS, Tile

SHAPES: Final = Shapes(equal_pairs=True, thirteen=Thirteen.PAIR, knitted=True)
"""Every complete hand (MCR 2006 §3.7)."""
_REGULAR: Final = Shapes(equal_pairs=True, thirteen=Thirteen.NONE)
"""What a hand may wait for beside its own reading: sets and a pair, or seven pairs."""
_SUIT: Final = 9
"""Kinds of a suit, which stand side by side in `ALL_KINDS`."""
_SHIFTED: Final = tuple(range(suit + low, suit + low + 7) for suit in (0, 9, 18) for low in range(3))
"""The seven kinds of each hand of shifted pairs."""


@dataclass(frozen=True, slots=True)
class McrValues:
    """Figures that tables vary."""

    least_points: int = 8
    """Points that a hand needs to win, flowers not counted."""
    two_concealed_kongs: int = 6
    """Points of two concealed kongs, 6 or 8."""
    mixed_kongs: int = 5
    """Points of a melded and a concealed kong, 3 to 6."""

    def __post_init__(self) -> None:
        """Refuse points that no table plays with."""
        if not 1 <= self.least_points <= 88:
            raise ValueError(f"least_points must be a number from 1 to 88, not {self.least_points}")
        if self.two_concealed_kongs not in (6, 8):
            raise ValueError(f"two_concealed_kongs must be 6 or 8, not {self.two_concealed_kongs}")
        if self.mixed_kongs not in range(3, 7):
            raise ValueError(f"mixed_kongs must be a number from 3 to 6, not {self.mixed_kongs}")

    def points(self, fan: Fan) -> int:
        """What one fan is worth."""
        match fan:
            case Fan.TWO_CONCEALED_KONGS:
                return self.two_concealed_kongs
            case Fan.MIXED_KONGS:
                return self.mixed_kongs
            case _:
                return POINTS[fan]


def waits_of(concealed: Sequence[Tile], melds: Sequence[Meld]) -> tuple[Tile, ...]:
    """The kinds that complete a hand, whatever it is worth then."""
    return waits(concealed, melds, shapes=SHAPES)


def winner_value(hand: ClassicalHand, how: McrWin, options: McrValues) -> HandValue:
    """The best reading of a complete hand with its flowers.

    Raises:
        NotComplete: the hand is not complete, or worth too little without flowers.
    """
    scored = best_fans(hand, how, options)
    points = sum(options.points(fan) for fan, _ in scored)
    if points < options.least_points:
        raise NotComplete(
            "the hand counts {points} without flowers, it takes {least} to win (option least_points)",
            points=points,
            least=options.least_points,
        )
    lines = [ScoreLine(fan.key, fan.clause, points=options.points(fan), tiles=tiles) for fan, tiles in scored]
    lines += [ScoreLine(Fan.FLOWER.key, Fan.FLOWER.clause, points=1, tiles=(tile,)) for tile in hand.flowers]
    points += len(hand.flowers)
    return HandValue(0, points, tuple(lines), (), "", points)


def best_fans(hand: ClassicalHand, how: McrWin, options: McrValues) -> tuple[Scored, ...]:
    """The fan of the best reading, flowers not counted, the greatest first.

    Raises:
        NotComplete: the hand is not complete.
    """
    best: tuple[tuple[int, list[Fan]], list[Scored]] | None = None
    for found in _Question(hand, how).readings():
        counted = sorted(found) or [(Fan.CHICKEN_HAND, ())]
        rank = (-sum(options.points(fan) for fan, _ in counted), [fan for fan, _ in counted])
        if best is None or rank < best[0]:
            best = (rank, counted)
    if best is None:
        raise NotComplete("the hand is not complete")
    return tuple(best[1])


class _Question:
    """A hand with what all its readings share."""

    __slots__ = ("_alike", "_counts", "_hand", "_how", "_is_only_wait", "_open")

    def __init__(self, hand: ClassicalHand, how: McrWin) -> None:
        self._hand = hand
        self._how = how
        self._counts = kind_counts((*hand.concealed, how.winning_tile))
        self._open = sum(meld.is_open for meld in hand.melds)
        self._is_only_wait: bool | None = None
        self._alike = [*self._of_tiles(), *self._of_the_win()]

    def readings(self) -> Iterator[list[Scored]]:
        """The fan of each reading."""
        if not self._hand.melds:
            yield from self._special()
        arguments = (self._hand.concealed, self._how.winning_tile, self._hand.melds)
        for reading in readings(*arguments, claimed=not self._how.self_drawn):
            yield self._regular(reading)
        for reading in knitted_readings(*arguments, claimed=not self._how.self_drawn):
            yield self._knitted(reading)

    def _special(self) -> Iterator[list[Scored]]:
        """The hands without sets."""
        if is_honours_and_knitted(self._counts):
            honours = sum(self._counts[3 * _SUIT :])
            fan = Fan.GREATER_HONOURS_AND_KNITTED if honours == 7 else Fan.LESSER_HONOURS_AND_KNITTED
            straight = [Fan.KNITTED_STRAIGHT] if honours == 5 else []
            yield self._counted([(fan, ()), *((other, ()) for other in straight)])
        elif is_thirteen_orphans(self._counts):
            yield self._counted([(Fan.THIRTEEN_ORPHANS, ())])
        elif is_pairs_alone(self._counts):
            held = [index for index, count in enumerate(self._counts) if count]
            shifted = len(held) == 7 and any(held == list(kinds) for kinds in _SHIFTED)
            yield self._counted([(Fan.SEVEN_SHIFTED_PAIRS if shifted else Fan.SEVEN_PAIRS, ())])

    def _regular(self, reading: Reading) -> list[Scored]:
        form = form_of(reading)
        scored = [*self._of_form(form), *self._of_wait(form)]
        if self._is_nine_gates():
            scored.append((Fan.NINE_GATES, ()))
            # Nine gates have a pung of ones or nines anyway: one of them is not counted (MCR 2006 §3.8.4).
            surplus = next((item for item in scored if item[0] is Fan.PUNG_OF_TERMINALS_OR_HONOURS), None)
            if surplus is not None:
                scored.remove(surplus)
        return self._counted(scored)

    def _knitted(self, reading: Reading) -> list[Scored]:
        form = form_of(reading)
        scored = [(Fan.KNITTED_STRAIGHT, ()), *self._of_form(form)]
        # The straight has tiles in the middle and ones, so neither fives nor ends are in every set.
        scored = [item for item in scored if item[0] not in (Fan.OUTSIDE_HAND, Fan.ALL_FIVES)]
        if form.completed is not None and self._rest_waits_for_one():
            wait = wait_fan(form.completed, self._how.winning_tile)
            scored += [(wait, ())] if wait is not None else []
        return self._counted(scored)

    def _of_form(self, form: Form) -> Iterator[Scored]:
        return form_fans(form, self._hand.seat_wind, self._hand.prevalent_wind)

    def _of_wait(self, form: Form) -> Iterator[Scored]:
        if form.completed is None:
            return
        wait = wait_fan(form.completed, self._how.winning_tile)
        if wait is not None and self._waits_for_one():
            yield wait, ()

    def _waits_for_one(self) -> bool:
        """Whether no other kind would have completed the hand, one that is used up included."""
        if self._is_only_wait is None:
            found = waits(self._hand.concealed, self._hand.melds, include_dead=True, shapes=_REGULAR)
            self._is_only_wait = len(found) == 1
        return self._is_only_wait

    def _rest_waits_for_one(self) -> bool:
        """The same of the set and pair beside a knitted straight (A-43)."""
        body = knitted_body(self._counts)
        if body is None:
            return False
        rest = without_body(self._counts, body)
        tiles = [ALL_KINDS[index] for index, count in enumerate(rest) for _ in range(count)]
        tiles.remove(self._how.winning_tile.plain)
        return len(waits(tiles, include_dead=True, partial=True)) == 1

    def _is_nine_gates(self) -> bool:
        """Every tile of the suit would have won."""
        winning = self._how.winning_tile
        if self._hand.melds or not winning.is_number:
            return False
        first = _SUIT * (kind_index(winning) // _SUIT)
        suit = self._counts[first : first + _SUIT]
        suit[winning.number - 1] -= 1
        return suit == [3, 1, 1, 1, 1, 1, 1, 1, 3]

    def _of_tiles(self) -> Iterator[Scored]:
        whole = list(self._counts)
        kongs = set()
        for meld in self._hand.melds:
            for index, count in enumerate(kind_counts(meld.tiles)):
                whole[index] += count
                if count == 4:
                    kongs.add(index)
        yield from ((fan, ()) for fan in tile_fans(sum(1 << index for index, count in enumerate(whole) if count)))
        for index, count in enumerate(whole):
            if count == 4 and index not in kongs:
                yield Fan.TILE_HOG, (ALL_KINDS[index],)

    def _of_the_win(self) -> Iterator[Scored]:
        how = self._how
        if how.wall_is_empty:
            yield (Fan.LAST_TILE_DRAW if how.self_drawn else Fan.LAST_TILE_CLAIM), ()
        if how.replacement_tile and how.self_drawn:
            yield Fan.REPLACEMENT_TILE, ()
        if how.robbed_kong and not how.self_drawn:
            yield Fan.ROBBING_THE_KONG, ()
        if self._is_last_of_its_kind():
            yield Fan.LAST_OF_ITS_KIND, ()

    def _is_last_of_its_kind(self) -> bool:
        """The other three lay open: an exposed pung of the own is enough, a copy in the own hand too many."""
        winning = self._how.winning_tile.plain
        held = [tile.plain for meld in self._hand.melds if meld.is_open for tile in meld.tiles]
        return self._counts[kind_index(winning)] == 1 and (self._how.last_of_its_kind or held.count(winning) == 3)

    def _counted(self, scored: list[Scored]) -> list[Scored]:
        """These with what all readings share, without what is implied (MCR 2006 §3.9: non-repetition)."""
        scored = [*scored, *self._alike]
        fans = {fan for fan, _ in scored}
        scored += [(fan, ()) for fan in self._closed_or_not(fans)]
        implied = {other for fan in fans.union(fan for fan, _ in scored) for other in IMPLIED.get(fan, ())}
        return [item for item in scored if item[0] not in implied]

    def _closed_or_not(self, fans: set[Fan]) -> Iterator[Fan]:
        if self._open == 0:
            if not self._how.self_drawn:
                yield Fan.CONCEALED_HAND
            else:
                yield Fan.SELF_DRAWN if fans & CLOSED_BY_FORM else Fan.FULLY_CONCEALED_HAND
        elif self._how.self_drawn:
            yield Fan.SELF_DRAWN
        elif self._open == 4:
            yield Fan.MELDED_HAND


def score_table(options: McrValues, *, plays_flowers: bool) -> tuple[TableLine, ...]:
    """What a hand can be worth, for people, the most first."""
    played = (fan for fan in Fan if plays_flowers or fan is not Fan.FLOWER)
    lines = (ScoreLine(fan.key, fan.clause, fan=options.points(fan)) for fan in played)
    return tuple(listed(sorted(lines, key=lambda line: -line.fan)))
