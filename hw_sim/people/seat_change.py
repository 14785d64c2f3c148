"""People change places in the middle of a game: the tablet asks, one of them has the seats drawn, all go on so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hw_sim.people.deal_plans import GamePlan
from hw_sim.people.gestures import Pace
from hw_sim.people.tablet_watcher import Tablet, TabletWatcher
from mahjong_rules.seats import Seat

# Table seconds. Chosen: what people take to read the card and agree who taps.
_READ_CARD_S: Final = 4.0
# Real seconds. Chosen, as for a result: whoever sits at the page may tell first what was drawn.
_WATCHED_S: Final = 10.0
# Real seconds. Chosen: the tablet shows the new names at once unless the daemon is busy or starts again.
_PATIENCE_S: Final = 30.0


async def change_places(
    watcher: TabletWatcher, plan: GamePlan, pace: Pace, say: Callable[[str], None], *, is_watched: bool = False
) -> None:
    """Draw the seats when the tablet says that they are due (Tchou 1924 l.296); else do nothing.

    Args:
        watcher: their eyes on the tablet.
        plan: goes on with the new seats.
        pace: table time.
        say: told who sits where now, or why everybody stays.
        is_watched: somebody sits at the page and may have drawn the seats first.
    """
    before = watcher.tablet
    if not before.seats_due:
        return
    await pace.think(_READ_CARD_S)
    refusal = ""
    if not (is_watched and await watcher.until(_has_changed, _WATCHED_S)):
        refusal = await watcher.press("redraw_seats")
    if not await watcher.until(_has_changed, _PATIENCE_S):
        say(f"The players stay at their seats: {refusal or 'the tablet shows no new ones'}.")
        return
    after = watcher.tablet
    plan.sit_anew(_moved(before, after), after.next_dealer)
    say(f"The players change places: {', '.join(after.names)}.")


def _has_changed(tablet: Tablet) -> bool:
    return not tablet.seats_due


def _moved(before: Tablet, after: Tablet) -> tuple[Seat, Seat, Seat, Seat]:
    """Where each seat's person went: names need not differ, and people of one name and score are alike here."""
    left: list[tuple[str, int] | None] = list(after.people)
    seats = []
    for person in before.people:
        place = left.index(person)
        left[place] = None
        seats.append(Seat(place))
    first, second, third, fourth = seats
    return first, second, third, fourth
