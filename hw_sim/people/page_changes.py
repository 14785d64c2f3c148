"""What somebody at the page changed in a game that the players play: other figures then prove nothing.

Rules this file keeps: what the players tap themselves is not among it, nor is an answer to what the tablet asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from hw_sim.people.tablet_and_felt import BEFORE_ITS_PLAYER, IN_THE_RIVER
from hw_sim.people.tablet_watcher import Json, TabletWatcher

ANSWERED: Final = "answer"
"""Why a correction was made, where an answer made it (docs/corrections.md)."""
_CHANGES: Final = {"deal_voided": "annulled", "scores_set": "scores set by hand", "game_ended": "the game ended"}
"""Events that the players never bring about."""


async def page_changes(watcher: TabletWatcher) -> tuple[str, ...]:
    """One line a change, in the order of the journal; empty where nobody changed anything."""
    audit = watcher.tablet.documents.get("audit") or {}
    newest = await watcher.events_of()
    earlier = [await watcher.events_of(deal=deal) for deal in range(1, int(newest.get("deals", 0)))]
    return changes_in(audit.get("corrections") or [], [*earlier, newest])


def changes_in(corrections: Iterable[Json], deals: Sequence[Json]) -> tuple[str, ...]:
    """The changes among the audit list's corrections and the events of each deal; what was taken back is none."""
    made = {item["seq"]: f"deal {item['deal']}: corrected ({item['kind']})" for item in corrections if _is_change(item)}
    for listed in deals:
        for item in listed.get("events") or []:
            if not item["aside"] and item["event"]["type"] in _CHANGES:
                made[item["seq"]] = f"deal {listed['deal']}: {_CHANGES[item['event']['type']]}"
    return tuple(f"{made[seq]}, entry {seq}" for seq in sorted(made))


def _is_change(correction: Json) -> bool:
    is_standing = correction["undone_by"] is None and correction["cancels"] is None
    is_others = correction["why"] not in (ANSWERED, IN_THE_RIVER, BEFORE_ITS_PLAYER)
    return is_standing and correction["by"] == "person" and is_others
