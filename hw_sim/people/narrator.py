"""What changed on the tablet, in plain sentences: pure functions of what it showed before and shows now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hw_sim.people.tablet_watcher import Json, Tablet

_MELD_WORDS = {
    "chow": "a chow",
    "pung": "a pung",
    "melded_kong": "a kong",
    "added_kong": "an added kong",
    "concealed_kong": "a concealed kong",
}


def narrate(before: Tablet, after: Tablet) -> Iterator[str]:
    """One sentence a happening; the machine's progress is not one of them."""
    old, new = before.documents.get("state", {}), after.documents.get("state", {})
    names = new.get("names") or ["East", "South", "West", "North"]
    yield from _deal_begins(old, new)
    yield from _indicators(old, new)
    yield from _board(before.documents.get("board", {}), after.documents.get("board", {}), names)
    yield from _hands_to_open(old, new, names)
    yield from _questions(before, after)
    for result in after.results[len(before.results) :]:
        yield _result(result, names)
    if before.phase != "over" and after.phase == "over":
        yield "The game is over: " + ", ".join(
            f"{name} {points}" for name, points in zip(names, after.scores, strict=True)
        )


def machine_line(tablet: Tablet) -> str:
    """What the machine does, with a bar when it says how far it is; "" during play."""
    text, progress = str(tablet.machine.get("text") or ""), tablet.machine.get("progress")
    if tablet.phase == "play" or progress is None:
        return "" if tablet.phase == "play" else text
    filled = round(20 * float(progress))
    return f"[{'#' * filled}{'.' * (20 - filled)}] {text}"


def machine_step(tablet: Tablet) -> tuple[str, int]:
    """Grows coarse where `machine_line` is fine: the machine's state and the quarter of its progress."""
    return (str(tablet.machine.get("state") or ""), int(4 * float(tablet.machine.get("progress") or 0)))


def _deal_begins(old: Json, new: Json) -> Iterator[str]:
    if new.get("phase") == "play" and old.get("phase") != "play" and new.get("dice"):
        honba = f", {new['honba']} counters" if new.get("honba") else ""
        dice = ", ".join(map(str, new["dice"]))
        yield f"{new['deal_label']}{honba}: the walls are up, the dice show {dice}; scores {_points(new['scores'])}"


def _indicators(old: Json, new: Json) -> Iterator[str]:
    known = old.get("dora_indicators") or []
    shown = new.get("dora_indicators") or []
    if len(shown) > len(known):
        yield from (f"the indicator {tile} is turned" for tile in shown[len(known) :])


def _board(old: Json, new: Json, names: list[str]) -> Iterator[str]:
    for seat, (river, known) in enumerate(_by_seat(new, old, "rivers")):
        for discard in river[len(known) :]:
            yield f"{names[seat]} discards {discard['tile']}" + (" and declares riichi" if discard["riichi"] else "")
    for seat, (melds, known) in enumerate(_by_seat(new, old, "melds")):
        for meld in melds:
            if meld not in known:
                yield f"{names[seat]} lays {_MELD_WORDS.get(meld['kind'], meld['kind'])}: {' '.join(meld['tiles'])}"

    for seat, (flowers, known) in enumerate(_by_seat(new, old, "flowers")):
        yield from (f"{names[seat]} lays the flower {tile}" for tile in flowers[len(known) :])


def _by_seat(new: Json, old: Json, what: str) -> Iterator[tuple[list[Any], list[Any]]]:
    return zip(new.get(what) or [[]] * 4, old.get(what) or [[]] * 4, strict=True)


def _hands_to_open(old: Json, new: Json, names: list[str]) -> Iterator[str]:
    """Who has to open the hand, said once when a win is declared."""
    to_show = new.get("to_show") or []
    if to_show and not old.get("to_show"):
        yield f"the hands of {', '.join(names[seat] for seat in to_show)} are to be opened"


def _questions(before: Tablet, after: Tablet) -> Iterator[str]:
    new = (question for question in after.questions if str(question["id"]) not in before.question_ids)
    yield from (f"The tablet asks: {question['text']}" for question in new)


def _result(result: Json, names: list[str]) -> str:
    winners = " and ".join(names[seat] for seat in result["winners"])
    outcome = str(result["outcome"]).replace("_", " ")
    how = f"{winners} by {outcome}" if winners else outcome
    changes = " ".join(f"{delta:+d}" for delta in result["deltas"])
    return f"{result['deal_label']} ends: {how}, {changes}; scores {_points(result['scores'])}"


def _points(scores: list[int]) -> str:
    return " ".join(map(str, scores))
