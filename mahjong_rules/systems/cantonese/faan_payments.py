"""What faan cost in Hong Kong old style: doubling, the price of a chicken, half and full gun (HK §40-44).

Rules this file keeps: a unit is what a loser who did nothing pays for the hand under half gun; the discarder, and
everybody for a self-drawn hand, pays two.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mahjong_rules.deal_result import Payment
from mahjong_rules.seats import SEATS, Seat

_CHICKENS: Final = (1, 25, 50, 100)
"""Points, and the three prices in cents that tables name: 二五雞, 五一, 一二蚊 (HK §41)."""
_TIERS: Final = ((10, 64), (7, 32), (4, 16))
"""From so many faan on the price stands: 三辣, 雙辣, 滿糊 (HK §40)."""


class Rise(StrEnum):
    """How the price rises with faan (HK §40)."""

    FULL = "full"
    """Every faan doubles (辣辣上)."""
    HALF = "half"
    """Beyond `half_from` every second faan doubles, the one between is the mean (半辣上)."""
    TIERS = "tiers"
    """4 to 6, 7 to 9, and 10 faan and more cost the same each (滿糊, 雙辣, 三辣)."""


class Gun(StrEnum):
    """Who pays for a discard that wins (HK §42)."""

    FULL = "full"
    """The discarder pays the share of everybody (全銃)."""
    HALF = "half"
    """The discarder pays two units, each other loser one (半銃)."""


@dataclass(frozen=True, slots=True)
class FaanPayments:
    """The table of payments."""

    chicken: int = 1
    """What a loser who did not discard pays for a chicken hand: 1, or in cents 25 (二五雞), 50 (五一), 100 (一二蚊)."""
    rise: Rise = Rise.HALF
    """How the price rises: full doubles with every faan, half only with every second one, tiers in three steps."""
    half_from: int = 4
    """With rise half, the last faan that still doubles by itself: 4 or 5."""
    gun: Gun = Gun.FULL
    """Who pays for a discard: the discarder for all (full), or two shares beside one of each other loser (half)."""

    def __post_init__(self) -> None:
        """Refuse prices that no table names."""
        if self.chicken not in _CHICKENS:
            raise ValueError(f"chicken must be 1, 25, 50 or 100, not {self.chicken}")
        if self.half_from not in (4, 5):
            raise ValueError(f"half_from must be 4 or 5, not {self.half_from}")

    def unit(self, faan: int) -> int:
        """What one unit of a hand of so many faan costs."""
        return self.chicken * self._multiplier(faan)

    def _multiplier(self, faan: int) -> int:
        if self.rise is Rise.TIERS:
            return next((price for least, price in _TIERS if faan >= least), 1 << faan)
        if self.rise is Rise.FULL or faan <= self.half_from:
            return 1 << faan
        doublings, between = divmod(faan - self.half_from, 2)
        price = 1 << (self.half_from + doublings)
        return price + between * price // 2


@dataclass(frozen=True, slots=True)
class WonUnits:
    """One win to be paid: `unit` is its price, `winners` all who win the same tile."""

    unit: int
    winner: Seat
    discarder: Seat | None
    winners: tuple[Seat, ...]


def win_payments(won: WonUnits, gun: Gun) -> tuple[Payment, ...]:
    """Who pays whom when nobody is liable.

    A self-drawn hand costs everybody two units (HK §43). Who wins pays nobody: the share of another winner falls to the
    discarder (HK §44).
    """
    losers = [seat for seat in SEATS if seat not in won.winners]
    if won.discarder is None:
        return tuple(Payment(seat, won.winner, 2 * won.unit, "winner") for seat in losers)
    others = [seat for seat in losers if seat != won.discarder] if gun is Gun.HALF else []
    given = (4 - len(others)) * won.unit
    paid = [Payment(won.discarder, won.winner, given, "discarder")]
    return (*paid, *(Payment(seat, won.winner, won.unit, "winner") for seat in others))
