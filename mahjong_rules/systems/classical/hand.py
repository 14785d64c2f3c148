"""A hand of the classical systems as it lies open at the end of a deal, and how it was won."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from mahjong_rules.deal_result import HandValue, ScoreLine
from mahjong_rules.errors import Refusal
from mahjong_rules.events import ToldHand
from mahjong_rules.melds import Meld
from mahjong_rules.seats import Wind
from mahjong_rules.tiles import Suit, Tile


class NotComplete(Refusal):
    """A hand that cannot win; the text says why in one sentence."""


class FirstTurn(StrEnum):
    """A win before play has begun."""

    NONE = "none"
    DEALER_COMPLETE = "dealer_complete"
    """The dealer's dealt tiles are complete (Tchou 1924 §29)."""
    FIRST_DISCARD = "first_discard"
    """On the dealer's first discard (Tchou 1924 §30)."""


@dataclass(frozen=True, slots=True)
class ClassicalHand:
    """One player's tiles: a winner's `concealed` are without the winning tile (13 less 3 a meld)."""

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    seat_wind: Wind = Wind.EAST
    prevalent_wind: Wind = Wind.EAST
    """Only the old Japanese game looks at it (Kanai French l.33-35)."""
    flower_winds: tuple[Wind, ...] = tuple(Wind)
    """The winds of flowers 1 to 4; those of the seasons are E S W N."""

    def wind_of(self, flower: Tile) -> Wind:
        """The wind that a flower or season belongs to."""
        return self.flower_winds[flower.number - 1] if flower.suit is Suit.FLOWERS else Wind(flower.number - 1)


@dataclass(frozen=True, slots=True)
class WinCircumstances:
    """How a hand was won.

    `last_tile`: the last tile that may be drawn; `last_discard`: the discard after it. `replacement_tile`: the winning
    tile replaced one of a kong, `flower_tile`: a flower.
    """

    winning_tile: Tile
    self_drawn: bool
    replacement_tile: bool = False
    flower_tile: bool = False
    robbed_kong: bool = False
    last_tile: bool = False
    last_discard: bool = False
    first_turn: FirstTurn = FirstTurn.NONE
    kongs_in_turn: int = 0
    """Kongs that the winner declared one after the other before this tile was drawn."""
    kong_lies: bool = False
    """Somebody has declared a kong."""


def value_of_lines(lines: Iterable[ScoreLine], limit: int | None) -> HandValue:
    """The lines added up: points doubled by every fan, at most `limit` (None: no limit)."""
    found = tuple(lines)
    points = sum(line.points for line in found)
    fan = sum(line.fan for line in found)
    total = points << fan
    if limit is not None and total > limit:
        return HandValue(fan, points, found, (), "limit", limit)
    return HandValue(fan, points, found, (), "", total)


def told_value(hand: ToldHand, limit: int | None) -> HandValue:
    """What people told of a hand, added up in the same way; nobody knows of what."""
    total = value_of_lines((ScoreLine("", "", fan=hand.fan, points=hand.fu),), limit)
    return replace(total, lines=())


def maximum_value(rule: str, clause: str, limit: int) -> HandValue:
    """A hand that is worth the limit by its form."""
    line = ScoreLine(rule, clause, points=limit)
    return HandValue(0, limit, (line,), (), "maximum", limit)
