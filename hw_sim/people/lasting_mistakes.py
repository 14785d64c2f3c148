"""What the tablet still counts otherwise than it was done when the next deal is over: nobody noticed, or nobody could.

Rules this file keeps: a discard, a call or a flower in the tablet's log that nobody made in that deal is a mistake,
whether the camera misread it or a person told it wrongly; one that is in no log is none of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hw_sim.people.tablet_watcher import Json, TabletWatcher
from mahjong_rules.codec import event_from_json
from mahjong_rules.events import Called, Discarded, Event, FlowerLaid


class LastingMistakes:
    """Remembers what was done in each deal of a game, and looks it up in the log when the next one is over.

    Args:
        watcher: the eyes on the tablet.
    """

    def __init__(self, watcher: TabletWatcher) -> None:
        self._watcher = watcher
        self._done: list[list[Event]] = []
        self._found: set[int] = set()

    def begin_deal(self) -> None:
        """What is done from now on belongs to another deal."""
        self._done.append([])

    def did(self, event: Event) -> None:
        """A player did this."""
        self._done[-1].append(event)

    async def look_back(self) -> int:
        """The newest deal is over: compare the one before it.

        Returns:
            How many mistakes lasted so long, in all deals.
        """
        before = len(self._done) - 1
        if before >= 1:
            self._found |= mistakes_in(await self._watcher.events_of(deal=before), self._done[before - 1])
        return len(self._found)


def mistakes_in(listed: Json, done: Iterable[Event]) -> set[int]:
    """The numbers of the events that stand in a deal's log and were not done.

    Args:
        listed: the log, as the command `events` gives it.
        done: everything that players did in that deal.
    """
    left = Counter(_what(event) for event in done)
    found: set[int] = set()
    for item in listed.get("events") or []:
        what = None if item["aside"] else _what(event_from_json(item["event"]))
        if what is None:
            continue
        if left[what]:
            left[what] -= 1
        else:
            found.add(int(item["seq"]))
    return found


def _what(event: Event) -> tuple[object, ...] | None:
    """Who laid which tiles; None for what shows none."""
    match event:
        case Discarded() | FlowerLaid():
            return type(event), event.seat, event.tile
        case Called():
            return Called, event.seat, event.meld.tiles
        case _:
            return None
