"""Who pays the winner: everybody the base points, and the points of the hand by who gave the last tile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mahjong_rules.deal_result import Payment
from mahjong_rules.seats import SEATS, Seat

BASE: Final = "base_points"
"""The reason of what everybody pays whoever gave the tile."""
HAND: Final = "winner"
"""The reason of what the hand is worth."""
FALSE_WIN: Final = "false_win"


@dataclass(frozen=True, slots=True)
class McrSettlement:
    """What a win costs beside the hand."""

    base_points: int = 8
    """What each other player pays the winner in any case."""

    def __post_init__(self) -> None:
        """Refuse that winners pay."""
        if not 0 <= self.base_points <= 1000:
            raise ValueError(f"base_points must be a number from 0 to 1000, not {self.base_points}")

    def payments(self, winner: Seat, discarder: Seat | None, points: int) -> tuple[Payment, ...]:
        """Drawn: each pays base and hand; given: the giver does, the others pay the base (MCR 2006 §3.9)."""
        return tuple(payment for payment in self._payments(winner, discarder, points) if payment.points)

    def _payments(self, winner: Seat, discarder: Seat | None, points: int) -> Iterator[Payment]:
        for seat in SEATS:
            if seat != winner:
                yield Payment(seat, winner, self.base_points, BASE)
        for seat in SEATS:
            if seat != winner and discarder in (None, seat):
                yield Payment(seat, winner, points, HAND)


def false_win_payments(offender: Seat, points: int) -> tuple[Payment, ...]:
    """So many points to each other player (MCR 2006 §3.11)."""
    return tuple(Payment(offender, seat, points, FALSE_WIN) for seat in SEATS if seat != offender and points)
