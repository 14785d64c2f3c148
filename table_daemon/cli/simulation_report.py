"""What `jantaku simulate` says at the end of a game: whether everything was counted as it was played."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from hw_sim.people.evening_plan import Evening, PlayedDeal

# What the table counted is not what was played; 2 is a mistake on the command line.
EXIT_DIFFERENT: Final = 1


def finish(evening: Evening, place: Mapping[str, object], *, as_json: bool) -> int:
    """Print the comparison; the exit status. `place` says where it was played, for `--json`.

    Figures that differ after somebody has changed the game on the page are nobody's mistake.
    """
    is_failure = not evening.is_exact and not evening.page_changes
    if evening.gave_up:
        print(f"The players gave up: {evening.gave_up}.")
    verdict = "NOT the expected figures" if is_failure else _verdict(evening)
    print(f"{len(evening.deals)} deals, {verdict}; actions the tablet did not follow in time: {evening.unread}.")
    if as_json:
        print(json.dumps({**figures(evening), **place}), flush=True)
    return EXIT_DIFFERENT if is_failure else 0


def _verdict(evening: Evening) -> str:
    if evening.is_exact:
        return "every figure is as expected"
    return f"other figures than expected, as people changed the game on the page ({'; '.join(evening.page_changes)})"


def figures(evening: Evening) -> dict[str, object]:
    """The last line of `--json`."""
    return {
        "scores": list(evening.scores),
        "expected_scores": list(evening.expected_scores) or None,
        "deals": [_deal(deal) for deal in evening.deals],
        "questions": len(evening.questions),
        "answers": asdict(evening.answers),
        "corrections": evening.corrections,
        "faults": len(evening.faults),
        "waiting": evening.waiting,
        "lasting_mistakes": evening.lasting_mistakes,
        "gave_up": evening.gave_up,
        "page_changes": list(evening.page_changes),
    }


def learnt_in_play(eyes: Mapping[str, Any] | None) -> dict[str, object]:
    """How many lessons of play the reader uses and how many it dropped, of both sets, by the document `eyes`."""
    lessons = [] if eyes is None else [lesson for item in eyes["sets"] for lesson in item["played"]["lessons"]]
    used = [lesson for lesson in lessons if lesson["fate"] == "used"]
    return {
        "used": len(used),
        "dropped": len(lessons) - len(used),
        "kinds": len({lesson["kind"] for lesson in used}),
        "strange": [] if eyes is None else [item["set"] for item in eyes["sets"] if item["played"]["strange"]],
    }


def _deal(deal: PlayedDeal) -> dict[str, object]:
    return {
        "deltas": list(deal.deltas),
        "expected_deltas": list(deal.expected_deltas),
        "asked": deal.asked.open_at_score,
        "questions": dict(deal.asked.by_reason),
        "cards": deal.asked.cards,
    }
