"""Whether the riichi sticks on the table are those of the game: people are told where they are not.

Rules this file keeps:
* Pure: no I/O; time is an argument.
* A difference settles nothing and holds nothing up; it is told when it has lasted, and goes when it has gone.
* Sticks carried over from earlier deals lie anywhere or nowhere: only the place of a fresh stick counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal, Turn
from tablet_page.stick_documents import StickDifference, SticksDocument
from vision.stick_watch import SticksSeen

_IN_PLAY: Final = frozenset({Turn.DRAW, Turn.DISCARD, Turn.CLAIM})

Difference = tuple[StickDifference, Seat]


def differences(deal: Deal, seen: SticksSeen, called: frozenset[Seat]) -> Iterator[Difference]:
    """Where the sticks seen are not those of a deal in play.

    Args:
        deal: the deal.
        seen: sticks before each river, None where nobody knows.
        called: who has said riichi and not discarded since: the stick may lie already.
    """
    if deal.result is not None or deal.turn not in _IN_PLAY or deal.live_tiles == 0:
        return  # when hands are opened people take their sticks
    for seat, count in zip(SEATS, seen, strict=True):
        if deal.riichi[seat] and count == 0:
            yield ("missing", seat)
        elif count and not deal.riichi[seat] and deal.riichi_pending != seat and seat not in called:
            yield ("stray", seat)


class StickCheck:
    """What is told of one table's sticks.

    Args:
        patience_s: how long a difference must last; 0: nothing is ever told.
    """

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self._since: dict[Difference, float] = {}

    def look(self, deal: Deal | None, seen: SticksSeen, called: frozenset[Seat], now_s: float) -> SticksDocument:
        """Compare once more.

        Args:
            deal: the deal in play; None while none is, or while nothing on the table counts.
            seen: see `differences`.
            called: see `differences`.
            now_s: seconds of the caller's clock.
        """
        found = () if deal is None else tuple(differences(deal, seen, called))
        self._since = {difference: self._since.get(difference, now_s) for difference in found}
        told = (item for item, since in self._since.items() if 0 < self._patience_s <= now_s - since)
        return {"seen": list(seen), "notices": [{"notice": notice, "seat": seat} for notice, seat in told]}
