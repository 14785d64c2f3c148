"""Who fed a great hand pays for it (包): which discards make liable, and what that costs (HK §45-49).

Rules this file keeps: only open tiles are looked at; it shows at the win whether the hand is the one that was fed. A
concealed kong was fed by nobody and lies face down for most of it, so it is no part of what threatens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mahjong_rules.deal_result import HandValue, Payment
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.systems.cantonese.faan_payments import Gun, WonUnits, win_payments
from mahjong_rules.tiles import Suit, Tile

_THREE: Final = 3
"""Sets that lie open before the one that is fed."""
_MOST_LEFT: Final = 20
"""Chosen: the last five turns of each player; earlier most kinds are new."""
_NEW_TILE: Final = "new_tile"
_PURE: Final = "homogeneous"


class TwelveTiles(StrEnum):
    """Whether feeding the fourth open set makes liable (HK §45)."""

    NONE = "none"
    """No."""
    ONE_SUIT = "one_suit"
    """When all twelve tiles are of one suit and the hand that wins is too."""
    ANY = "any"
    """Whatever the sets are."""


@dataclass(frozen=True, slots=True)
class Liability:
    """Who fed a hand that wins pays for everybody (包)."""

    twelve_tiles: TwelveTiles = TwelveTiles.ANY
    """Feeding the fourth open set makes liable for a hand that is then self-drawn: any, one of one suit, or none."""
    nine_tiles: bool = False
    """So does feeding three open sets of one suit, for a set or to win, when the hand that wins is of that suit."""
    fed_dragons: bool = True
    """Feeding the third open pung of dragons makes liable for the three dragons."""
    fed_winds: bool = True
    """Feeding the fourth open pung of winds makes liable for the four winds."""
    shares_discard: bool = False
    """Who is liable pays half of what another discarder owes for the hand."""
    new_tile_from: int = 0
    """Once at most so many tiles are left to draw, who discards a kind of which none lies open pays for everybody when
    it wins (包生張), 0 to 20; 0: nobody does."""

    def __post_init__(self) -> None:
        """Refuse a number that is not near the end of the wall."""
        if not 0 <= self.new_tile_from <= _MOST_LEFT:
            raise ValueError(f"new_tile_from must be a number from 0 to {_MOST_LEFT}, not {self.new_tile_from}")


class FedCase(StrEnum):
    """What was fed; also the reason of the payment."""

    TWELVE = "fed_twelve"
    """The fourth open set."""
    NINE = "fed_nine"
    """Three open sets of one suit."""
    DRAGONS = "fed_dragons"
    """Two open pungs of dragons."""
    WINDS = "fed_winds"
    """Three open pungs of winds."""


def fed_case(melds: Sequence[Meld], tile: Tile, options: Liability, *, wins: bool) -> FedCase | None:
    """What giving `tile` to these melds feeds, to win or for a set; None: nothing that makes liable."""
    shown = [meld for meld in melds if meld.is_open]
    pungs = [meld.tiles[0] for meld in shown if meld.kind is not MeldKind.CHOW]
    if options.fed_dragons and tile.is_dragon and sum(kind.is_dragon for kind in pungs) == 2:
        return FedCase.DRAGONS
    if options.fed_winds and tile.is_wind and sum(kind.is_wind for kind in pungs) == _THREE:
        return FedCase.WINDS
    if len(shown) != _THREE:
        return None
    suits = {meld.tiles[0].suit for meld in shown} | {tile.suit}
    is_one_suit = len(suits) == 1 and Suit.HONOURS not in suits
    if options.nine_tiles and is_one_suit:
        return FedCase.NINE
    is_twelve = not wins and (options.twelve_tiles is TwelveTiles.ANY or (_is_agreed(options) and is_one_suit))
    return FedCase.TWELVE if is_twelve else None


def _is_agreed(options: Liability) -> bool:
    return options.twelve_tiles is TwelveTiles.ONE_SUIT


def was_brought_about(case: FedCase, value: HandValue, options: Liability) -> bool:
    """Whether the hand that won is what was fed."""
    keys = {line.rule for line in value.lines}
    match case:
        case FedCase.DRAGONS:
            return "three_dragons" in keys or value.limit == "maximum"
        case FedCase.WINDS:
            return "four_winds" in keys or value.limit == "maximum"
        case FedCase.NINE:
            return bool(keys & {_PURE, "nine_gates"})
        case FedCase.TWELVE:
            return options.twelve_tiles is TwelveTiles.ANY or _PURE in keys


def new_tile_payments(won: WonUnits, gun: Gun) -> tuple[Payment, ...]:
    """The discarder pays for everybody, under half gun too (HK §55)."""
    total = sum(payment.points for payment in win_payments(won, gun))
    return (Payment(won.discarder, won.winner, total, _NEW_TILE),)


def liable_payments(
    won: WonUnits, liable: Seat, case: FedCase, gun: Gun, options: Liability, *, was_won: bool
) -> tuple[Payment, ...]:
    """Who pays whom when `liable` fed the hand; `was_won`: with the very tile that won.

    A self-drawn hand, and one won with the tile that was fed, is paid by the liable player alone. For the discard of
    another the liable player pays nothing, or half of what the discarder owes (HK §49); who wins the same tile pays
    nothing either.
    """
    paid = win_payments(won, gun)
    if liable in won.winners:
        return paid
    if won.discarder is None or was_won:
        total = sum(payment.points for payment in paid)
        return (Payment(liable, won.winner, total, case.value),)
    if not options.shares_discard or liable == won.discarder:
        return paid
    first, *others = paid
    half = first.points // 2
    rest = Payment(first.payer, first.receiver, first.points - half, first.reason)
    return (rest, Payment(liable, won.winner, half, case.value), *others)
