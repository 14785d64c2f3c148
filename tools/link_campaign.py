"""Damaged packets by the million: between undamaged neighbours for both codecs, then on a live link of host and board.

Prints progress to stderr and one JSON document to stdout; ends with 1 when anything happened that must not:
a packet accepted that nobody sent, an undamaged neighbour lost, a command executed twice or out of order, a wrong
answer, a motor on without a lease. The same seed gives the same packets.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from link_episode import LinkTally, link_episode
from wire_damage import KINDS, PacketJudge

_TOLD_EVERY_S = 10.0
_SHOWN_VIOLATIONS = 20


class Progress:
    """A line on stderr every ten seconds."""

    def __init__(self, what: str, total: int) -> None:
        self._what = what
        self._total = total
        self._began_s = self._told_s = time.monotonic()

    def tell(self, done: int, violations: int) -> None:
        """So far."""
        now_s = time.monotonic()
        if now_s - self._told_s >= _TOLD_EVERY_S:
            self._told_s = now_s
            rate = done / (now_s - self._began_s)
            print(f"{self._what}: {done} of {self._total}, {rate:.0f}/s, {violations} violations", file=sys.stderr)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packets", type=int, default=1_000_000, help="damaged packets for each of the two parts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=["packets", "link"])
    arguments = parser.parse_args()
    parts: dict[str, Callable[[int, int], dict[str, Any]]] = {"packets": judge_packets, "link": judge_link}
    chosen = [name for name in parts if arguments.only in (None, name)]
    summary = {name: parts[name](arguments.packets, arguments.seed) for name in chosen}
    print(json.dumps({"seed": arguments.seed, **summary}, indent=2))
    sys.exit(any(part["violations"] for part in summary.values()))


def judge_packets(packets: int, seed: int) -> dict[str, Any]:
    """Blows of all kinds in turn on one running stream, read by both codecs."""
    judge, progress = PacketJudge(seed), Progress("packets", packets)
    tally, blows = judge.tally, 0
    while tally.packets.total() < packets:
        judge.blow(KINDS[blows % len(KINDS)])
        blows += 1
        if blows % 1000 == 0:
            progress.tell(tally.packets.total(), len(tally.violations))
    return {
        "damaged_packets": tally.packets.total(),
        "by_kind": dict(tally.packets),
        "read_as_sent_although_hit": dict(tally.survivors),
        "undamaged_neighbours_delivered": tally.neighbours,
        "violations": len(tally.violations),
        "first_violations": tally.violations[:_SHOWN_VIOLATIONS],
    }


def judge_link(packets: int, seed: int) -> dict[str, Any]:
    """Episodes of commands between the host's link core and the whole firmware."""
    tally, progress, episodes = LinkTally(), Progress("link", packets), 0
    while tally.damaged.total() < packets:
        link_episode(f"{seed} {episodes}", tally)
        episodes += 1
        progress.tell(tally.damaged.total(), len(tally.violations))
    return {
        "damaged_packets": tally.damaged.total(),
        "by_kind": dict(tally.damaged),
        "undamaged_packets_delivered": tally.intact,
        "sessions": tally.sessions,
        "commands": tally.commands,
        "executed_once_in_order": tally.executed,
        "sent_again": tally.resent,
        "events_in_order": tally.events,
        "violations": len(tally.violations),
        "first_violations": tally.violations[:_SHOWN_VIOLATIONS],
    }


if __name__ == "__main__":
    main()
