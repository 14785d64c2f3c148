"""Dangerous discards (Tchou 1924 l.621-651): what a player shows, and what must then not be given to him.

Rules this file keeps: only open tiles are looked at; whether a fine is due shows when somebody wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mahjong_rules.deal_result import HandValue
from mahjong_rules.decomposition import meld_group
from mahjong_rules.melds import Meld
from mahjong_rules.tiles import Suit, Tile

_MIN_GREAT_FAN: Final = 3
"""A hand of three fan is great enough to excuse who waits for it (Tchou 1924 l.641)."""


class DangerCase(StrEnum):
    """What a player shows."""

    ONE_SUIT = "danger_one_suit"
    """Three groups of one suit and nothing else: a homogeneous hand may come."""
    DRAGONS = "danger_dragons"
    """Two pungs or kongs of dragons."""
    WINDS = "danger_winds"
    """Three pungs or kongs of winds."""


@dataclass(frozen=True, slots=True)
class Danger:
    """A case that is open on the table, and the suit that it is about (case 1)."""

    case: DangerCase
    suit: Suit

    def is_served_by(self, tile: Tile) -> bool:
        """Whether giving this tile furthers the hand that threatens."""
        match self.case:
            case DangerCase.ONE_SUIT:
                return tile.suit is self.suit
            case DangerCase.DRAGONS:
                return tile.is_dragon
            case DangerCase.WINDS:
                return tile.is_wind


def dangers(melds: Sequence[Meld]) -> tuple[Danger, ...]:
    """The cases that these melds make: exposed groups threaten, and any meld of another suit ends the first case."""
    exposed = [group for group in map(meld_group, melds) if not group.concealed]
    suits = {meld.tiles[0].suit for meld in melds}
    found = []
    if len(exposed) >= 3 and len(suits) == 1 and Suit.HONOURS not in suits:
        found.append(Danger(DangerCase.ONE_SUIT, *suits))
    if sum(group.tile.is_dragon for group in exposed) == 2:
        found.append(Danger(DangerCase.DRAGONS, Suit.HONOURS))
    if sum(group.tile.is_wind for group in exposed) == 3:
        found.append(Danger(DangerCase.WINDS, Suit.HONOURS))
    return tuple(found)


def danger_of(melds: Sequence[Meld], discarded: Tile) -> Danger | None:
    """The danger that this discard serves, None when it is harmless as far as open tiles tell."""
    return next((danger for danger in dangers(melds) if danger.is_served_by(discarded.plain)), None)


def brought_about(danger_case: DangerCase, value: HandValue) -> bool:
    """Whether a hand of this value is the one that the case threatens with: three fan, or a maximum (exemption c).

    A hand that wins below three fan and without the maximum is no such hand, whatever was shown.
    """
    if danger_case is DangerCase.ONE_SUIT:
        return any(line.rule == "homogeneous" for line in value.lines) or value.limit == "maximum"
    key = "two_dragons_and_pair" if danger_case is DangerCase.DRAGONS else "three_winds_and_pair"
    grander = "three_dragons" if danger_case is DangerCase.DRAGONS else "four_winds"
    return any(line.rule in (key, grander) for line in value.lines)


def waits_for_a_great_hand(values: Sequence[HandValue]) -> bool:
    """Exemption (a): one of the values that the own hand waits for has three fan or is a maximum."""
    return any(value.fan >= _MIN_GREAT_FAN or value.limit == "maximum" for value in values)
