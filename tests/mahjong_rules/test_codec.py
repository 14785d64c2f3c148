from __future__ import annotations

import json

import pytest
from compact_record import record_lines
from hypothesis import given
from hypothesis import strategies as st

from mahjong_rules.codec import TYPES, CodecError, event_from_json, event_to_json
from mahjong_rules.events import (
    AbortClaimed,
    AbortReason,
    Called,
    DealStarted,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    GameStarted,
    IndicatorTurned,
    KongDeclared,
    PenaltyDeclared,
    PointsPenalized,
    ResultTyped,
    ScoresSet,
    ToldHand,
    Win,
    WinsCounted,
    WinsDeclared,
)
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.records import ExpectedEnd, ExpectedResult, ExpectedStart, record_events
from mahjong_rules.seats import SEATS
from mahjong_rules.tiles import ALL_KINDS, RED_FIVES, Tile, parse_tile

seats = st.sampled_from(SEATS)
tiles = st.sampled_from([*ALL_KINDS, *RED_FIVES])
hands = st.lists(tiles, max_size=14).map(tuple)
four_numbers = st.tuples(*[st.integers(-(10**6), 10**6)] * 4)


def _claimed(kind: MeldKind, tile: Tile, seat: int) -> Meld:
    same = (tile.plain,) * (3 if kind is MeldKind.PUNG else 4)
    return Meld(kind, same, SEATS[seat], tile.plain)


melds = st.one_of(
    st.builds(_claimed, st.sampled_from([MeldKind.PUNG, MeldKind.ADDED_KONG, MeldKind.MELDED_KONG]), tiles, seats),
    tiles.map(lambda tile: Meld(MeldKind.CONCEALED_KONG, (tile.plain,) * 4)),
)
wins = st.builds(Win, seats, hands, tiles)
told = st.lists(st.builds(ToldHand, seats, st.integers(0, 13), st.integers(0, 110), st.integers(0, 6)), max_size=3).map(
    tuple
)
events = st.one_of(
    st.builds(GameStarted, st.text(), st.tuples(*[st.text()] * 4), seats),
    st.builds(DealStarted, st.tuples(st.integers(1, 6), st.integers(1, 6))),
    st.builds(IndicatorTurned, tiles),
    st.builds(Drawn, seats, st.none() | tiles),
    st.builds(Discarded, seats, tiles, st.booleans(), st.none() | st.booleans()),
    st.builds(Called, seats, melds),
    st.builds(KongDeclared, seats, melds),
    st.builds(WinsDeclared, st.lists(wins, max_size=3).map(tuple), st.none() | seats, hands),
    st.builds(ResultTyped, st.lists(seats, max_size=3).map(tuple), st.none() | seats, four_numbers),
    st.builds(WinsCounted, told, st.none() | seats, told),
    st.builds(ExhaustiveDraw, st.tuples(*[st.none() | hands] * 4)),
    st.builds(AbortClaimed, seats, hands, st.sampled_from(AbortReason)),
    st.builds(PenaltyDeclared, seats),
    st.builds(PointsPenalized, seats, st.integers(0, 10**6), st.text()),
    st.builds(ScoresSet, four_numbers, st.text()),
)


@given(events)
def test_every_event_comes_back_from_json_as_it_was(event: Event) -> None:
    text = json.dumps(event_to_json(event))
    assert event_from_json(json.loads(text)) == event


def test_every_kind_of_event_has_a_name() -> None:
    assert set(TYPES.values()) == set(Event.__args__)


def test_a_whole_game_survives_the_journal() -> None:
    figures = (ExpectedStart, ExpectedResult, ExpectedEnd)
    for item in record_events(record_lines("whole_game")):
        if not isinstance(item.content, figures):
            assert event_from_json(event_to_json(item.content)) == item.content


def test_a_discard_is_written_in_plain_words() -> None:
    assert event_to_json(Discarded(SEATS[2], parse_tile("0p"), riichi=True)) == {
        "type": "discarded",
        "seat": 2,
        "tile": "0p",
        "riichi": True,
        "tsumogiri": None,
    }


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({}, "None is no type of event"),
        ({"type": "sneezed"}, "'sneezed' is no type of event"),
        ({"type": "drawn", "seat": 0, "colour": "red"}, "has no colour"),
        ({"type": "drawn"}, "is no drawn event"),
        ({"type": "drawn", "seat": 4}, "4 is no seat"),
        ({"type": "drawn", "seat": True}, "True is no seat"),
        ({"type": "discarded", "seat": 0, "tile": "9z"}, "no tile has number 9"),
        ({"type": "discarded", "seat": 0, "tile": "1m", "riichi": 1}, "neither true nor false"),
        ({"type": "deal_started", "dice": ["x"]}, "no whole numbers"),
        ({"type": "scores_set", "scores": [1, 2, 3], "reason": ""}, "four entries"),
        ({"type": "game_started", "rules": 5, "names": ["", "", "", ""]}, "no text"),
        ({"type": "called", "seat": 0, "meld": {"kind": "pung"}}, "'tiles'"),
    ],
)
def test_json_that_describes_no_event_is_refused_with_the_reason(data: dict[str, object], reason: str) -> None:
    with pytest.raises(CodecError, match=reason):
        event_from_json(data)
