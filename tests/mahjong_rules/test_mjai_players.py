"""mjai of three players: what we write, and what other programs write."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from random_play import NAMES, RandomTable

from mahjong_rules.events import Event, FlowerLaid, GameStarted
from mahjong_rules.mjai import to_mjai
from mahjong_rules.mjai_players import by_seat, of_players, seat_of
from mahjong_rules.records import ExpectedStart, record_events
from mahjong_rules.seats import SEATS, Seat, seats_without
from mahjong_rules.state import Game
from mahjong_rules.tiles import NORTH
from table_daemon.rules.presets import load_rules

HAND = ["1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p", "E", "E", "N", "N"]
START: dict[str, Any] = {
    "type": "start_kyoku",
    "bakaze": "E",
    "kyoku": 1,
    "honba": 0,
    "kyotaku": 0,
    "oya": 0,
    "dora_marker": "W",
    "scores": [35000, 35000, 35000],
    "tehais": [HAND] * 3,
}


def told(empty: int, seed: int) -> tuple[Game, list[dict[str, Any]]]:
    """A few random deals with this seat empty, and what mjai says of them."""
    rules = load_rules("sanma", (("empty_seat", str(empty)),))
    table = RandomTable(rules, random.Random(seed))
    table.play(3)
    start = GameStarted("sanma", NAMES, table.game.first_dealer)
    game = rules.new_game(start)
    messages = to_mjai(start, None, game)
    for event in table.events:
        before, game = game, rules.apply(game, event)
        messages += to_mjai(event, before, game)
    return game, messages


@pytest.mark.parametrize("empty", SEATS)
def test_players_are_numbered_in_turn_order_and_the_empty_seat_is_not_told(empty: Seat) -> None:
    game, messages = told(empty, seed=3)
    seats = seats_without(empty)
    assert messages[0]["names"] == [game.names[seat] for seat in seats]
    assert {message["actor"] for message in messages if "actor" in message} <= {0, 1, 2}
    for message in messages:
        assert len(message.get("scores", "...")) == len(message.get("deltas", "...")) == 3
        assert len(message.get("tehais", "...")) == 3
        assert message.get("oya", 0) in (0, 1, 2)
    assert [message for message in messages if message["type"] == "kita"]
    assert not [message for message in messages if message["type"] == "jantaku_flower"]


def test_of_four_players_nothing_changes() -> None:
    message = {"type": "dahai", "actor": 3, "scores": [1, 2, 3, 4]}
    assert of_players(message, SEATS) == message


def read(*messages: dict[str, Any], empty: int = 3) -> list[Any]:
    """What a whole record of these messages says."""
    end = [{"type": "end_kyoku"}, {"type": "end_game"}]
    lines = [json.dumps(message) for message in (*messages, *end)]
    return [item.content for item in record_events(lines, "sanma", seats_without(Seat(empty)))]


@pytest.mark.parametrize("word", ["kita", "nukidora"])
@pytest.mark.parametrize(
    "padded",
    [
        {},
        {"scores": [35000, 35000, 35000, 0], "tehais": [HAND, HAND, HAND, ["?"] * 13]},
    ],
)
def test_three_or_four_entries_and_both_words_for_a_north_are_read(padded: dict[str, Any], word: str) -> None:
    north = {"type": word, "actor": 2, "pai": "N"}
    items = read({"type": "start_game"}, START | padded, {"type": "tsumo", "actor": 2, "pai": "S"}, north, empty=0)
    start = next(item for item in items if isinstance(item, ExpectedStart))
    assert start.scores == (0, 35000, 35000, 35000)
    assert start.dealer == 1
    assert FlowerLaid(Seat(3), NORTH) in items
    events: list[Event] = [item for item in items if isinstance(item, GameStarted)]
    assert events == [GameStarted("sanma", ("", "East", "South", "West"), Seat(1))]


def test_entries_for_other_numbers_of_players_are_refused() -> None:
    with pytest.raises(ValueError, match="three figures are expected, not 2"):
        by_seat([1, 2], seats_without(Seat(3)), int, 0)
    with pytest.raises(ValueError, match="3 is no player from 0 to 2"):
        seat_of(3, seats_without(Seat(3)))
