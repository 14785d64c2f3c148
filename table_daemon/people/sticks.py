"""Whether the riichi sticks on the table are those of the game: people are told where they are not.

Rules this file keeps:
* Pure: no I/O; time is an argument.
* A difference settles nothing and holds nothing up; it is told when it has lasted, and goes when it has gone.
* Where something has happened since the sticks were counted nothing new is concluded, and nothing is taken back.
* Sticks carried over from earlier deals lie anywhere or nowhere: only the place of a fresh stick counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal, Turn
from vision.reading.stick_watch import SticksSeen
from wire.stick_documents import StickDifference, StickNoticeDocument, SticksDocument

_IN_PLAY: Final = frozenset({Turn.DRAW, Turn.DISCARD, Turn.CLAIM})

Difference = tuple[StickDifference, Seat]


def differences(deal: Deal, counts: tuple[int | None, ...], called: frozenset[Seat]) -> Iterator[Difference]:
    """Where the sticks seen are not those of a deal in play.

    Args:
        deal: the deal.
        counts: of sticks before each river, None where nobody knows.
        called: who has said riichi and not discarded since: the stick may lie already.
    """
    if deal.result is not None or deal.turn not in _IN_PLAY or deal.live_tiles == 0:
        return  # when hands are opened people take their sticks
    for seat, count in zip(SEATS, counts, strict=True):
        if deal.riichi.accepted[seat] and count == 0:
            yield ("missing", seat)
        elif count and not deal.riichi.accepted[seat] and deal.riichi.pending != seat and seat not in called:
            yield ("stray", seat)


class StickCheck:
    """What is told of one table's sticks.

    Args:
        patience_s: how long a difference must last; 0: nothing is ever told.
    """

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self._since: dict[Difference, float] = {}
        self._told: tuple[Difference, ...] = ()

    def compare(self, deal: Deal | None, seen: SticksSeen, called: frozenset[Seat], now_s: float) -> SticksDocument:
        """Compare once more.

        Args:
            deal: the deal in play; None while none is, or while nothing on the table counts.
            seen: what the eyes know.
            called: see `differences`.
            now_s: seconds of the caller's clock.
        """
        found = [] if deal is None else list(differences(deal, seen.counts, called))
        known = [item for item in found if item in self._since or item[1] not in seen.unsettled]
        self._since = {item: self._since.get(item, now_s) for item in known}
        self._told = tuple(item for item in known if item in self._told or self._is_ripe(item, seen, now_s))
        notices = [StickNoticeDocument(notice=notice, seat=seat) for notice, seat in self._told]
        return {"seen": list(seen.counts), "notices": notices}

    def _is_ripe(self, item: Difference, seen: SticksSeen, now_s: float) -> bool:
        has_lasted = 0 < self._patience_s <= now_s - self._since[item]
        return has_lasted and item[1] not in seen.unsettled
