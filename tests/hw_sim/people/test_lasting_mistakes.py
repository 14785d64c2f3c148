"""Mistakes of the tablet that stood longer than a deal, found by comparing its log with what the players did."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from hw_sim.people.lasting_mistakes import LastingMistakes, mistakes_in
from mahjong_rules.codec import event_to_json
from mahjong_rules.events import Called, Discarded, Drawn, Event, FlowerLaid
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.tiles import parse_tile, parse_tiles

PUNG = Called(1, Meld(MeldKind.PUNG, tuple(parse_tiles("8p 8p 8p")), 0, parse_tile("8p")))
DONE: list[Event] = [
    FlowerLaid(3, parse_tile("y1")),
    Drawn(0, parse_tile("8p")),
    Discarded(0, parse_tile("8p")),
    PUNG,
    Discarded(1, parse_tile("2m")),
]


def log(*events: Event, aside: int = -1) -> dict[str, Any]:
    listed = enumerate(events, start=7)
    return {"events": [{"seq": seq, "event": event_to_json(event), "aside": seq == aside} for seq, event in listed]}


def test_a_log_of_what_was_done_has_no_mistake():
    assert mistakes_in(log(Drawn(0), *DONE), DONE) == set()
    assert mistakes_in({}, DONE) == set()


def test_a_misread_discard_and_one_that_nobody_made_are_mistakes():
    read = log(DONE[0], DONE[2], PUNG, Discarded(1, parse_tile("3m")), Discarded(2, parse_tile("5z")))
    assert mistakes_in(read, DONE) == {10, 11}


def test_what_was_set_aside_no_longer_stands():
    assert mistakes_in(log(*DONE, Discarded(2, parse_tile("5z")), aside=12), DONE) == set()


def test_the_same_tile_twice_was_done_twice_or_is_a_mistake():
    twice = Discarded(0, parse_tile("8p"))
    assert mistakes_in(log(twice, twice), DONE) == {8}


async def test_a_deal_is_compared_when_the_next_one_is_over():
    asked: list[int] = []

    async def events_of(deal: int) -> dict[str, Any]:
        asked.append(deal)
        return log(FlowerLaid(3, parse_tile("f1")))

    mistakes = LastingMistakes(SimpleNamespace(events_of=events_of))  # type: ignore[arg-type]
    found = []
    for event in DONE[:2]:
        mistakes.begin_deal()
        mistakes.did(event)
        found.append(await mistakes.look_back())
    assert asked == [1]
    assert found == [0, 1]
