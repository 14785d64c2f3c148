from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from compact_record import DATA, deal_messages, record_lines

from mahjong_rules.deal_result import DealHeader
from mahjong_rules.events import Discarded, Drawn, Event, GameStarted
from mahjong_rules.records import ExpectedEnd, ExpectedResult, ExpectedStart, RecordError, record_events
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.state import Game
from table_daemon.rules.presets import load_rules

TENHOU = load_rules("tenhou")
SINGLE_DEALS = json.loads((DATA / "single_deals.json").read_text(encoding="utf-8"))["deals"]
START = '{"type": "start_game", "names": ["A", "B", "C", "D"]}'


def without_secrets(event: Event) -> Event:
    """What a camera would have seen of this event."""
    if isinstance(event, Drawn):
        return replace(event, tile=None)
    return replace(event, tsumogiri=None) if isinstance(event, Discarded) else event


@pytest.mark.parametrize("is_camera", [False, True], ids=["all tiles known", "as a camera sees it"])
def test_a_whole_recorded_game_is_reached_to_the_point(is_camera: bool) -> None:
    game: Game | None = None
    compared = 0
    for item in record_events(record_lines("whole_game"), "tenhou"):
        match item.content:
            case GameStarted() as start:
                game = TENHOU.new_game(start)
            case ExpectedStart() as start:
                assert game is not None
                header = game.header
                reached = (header.prevalent_wind, header.dealer, header.honba, game.riichi_sticks, game.scores)
                assert reached == (start.prevalent_wind, start.dealer, start.honba, start.riichi_sticks, start.scores)
            case ExpectedResult(deltas):
                assert game is not None
                assert game.results[-1].deltas == deltas
                compared += 1
            case ExpectedEnd(scores):
                assert game is not None
                assert game.is_over
                assert game.scores == scores
            case event:
                assert game is not None
                game = TENHOU.apply(game, without_secrets(event) if is_camera else event)
    assert compared == 6


@pytest.mark.parametrize("deal", SINGLE_DEALS, ids=["nine", "double ron", "added kongs", "drawn", "ura", "open kong"])
def test_a_recorded_deal_pays_what_the_record_says(deal: dict[str, Any]) -> None:
    game = TENHOU.new_game(GameStarted("tenhou", ("A", "B", "C", "D")))
    game = replace(
        game,
        scores=tuple(deal["scores"]),
        riichi_sticks=deal["sticks"],
        header=DealHeader(1, Wind("ESWN".index(deal["wind"])), Seat(deal["dealer"]), deal["honba"], round_number=0),
    )
    for item in record_events([*lines(*deal_messages(deal)), '{"type": "end_game"}']):
        if isinstance(item.content, ExpectedResult):
            assert game.results[-1].deltas == item.content.deltas
        elif not isinstance(item.content, ExpectedStart | ExpectedEnd | GameStarted):
            game = TENHOU.apply(game, item.content)
    assert len(game.results) == 1


def lines(*messages: dict[str, object]) -> list[str]:
    return [START, *map(json.dumps, messages)]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ([], "stops after line 0"),
        (record_lines("whole_game")[:40], "stops after line 40, before its end_game"),
        ([*record_lines("whole_game")[:9], '{"type": "tsu'], "Line 10 is cut off or no JSON"),
        ([START, "[]"], "Line 2 cannot be understood"),
        ([START, '{"actor": 1}'], "Line 2 cannot be understood \\('type' is missing\\)"),
        ([START, '{"type": "nukidora", "actor": 1}'], "'nukidora' is no mjai message"),
        ([START, '{"type": "tsumo", "actor": 0, "pai": "1m"}'], "between start_game and start_kyoku"),
        (record_lines("whole_game")[1:], "begins with start_game"),
        ([*record_lines("whole_game"), START], "nothing follows an end_game"),
        (['{"type": "start_game", "names": ["A", "B", "C"]}'], "four players is expected, not of 3"),
    ],
)
def test_a_damaged_record_is_named_with_its_line(record: list[str], reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        list(record_events(record))


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"type": "dahai", "actor": 0, "pai": "9m"}, "player 0 does not hold 9m"),
        ({"type": "tsumo", "actor": 7, "pai": "9m"}, "7 is no player"),
        ({"type": "tsumo", "actor": 0, "pai": "10m"}, "'10m' is no mjai tile"),
        ({"type": "kakan", "actor": 0, "pai": "1m", "consumed": []}, "no pung of 1m"),
        ({"type": "ryukyoku", "reason": "boredom"}, "'boredom' is no known reason"),
        ({"type": "hora", "actor": 0, "target": 0}, "before a tile was drawn"),
        ({"type": "ryukyoku", "deltas": [0, 0]}, "four figures are expected, not 2"),
        ({"type": "start_kyoku"}, "the deal before has no end_kyoku"),
        ({"type": "end_game"}, "the last deal has no end_kyoku"),
    ],
)
def test_a_message_that_cannot_happen_is_named_with_its_line(message: dict[str, object], reason: str) -> None:
    deal = SINGLE_DEALS[0] | {"hands": ["1112345678m123z"] + ["147m258p369s1234z"] * 3}
    start = next(iter(deal_messages(deal)))
    with pytest.raises(RecordError, match=f"Line 3 cannot be understood .*{reason}"):
        list(record_events(lines(start, message)))


def test_hidden_hands_cannot_be_replayed() -> None:
    start = next(iter(deal_messages(SINGLE_DEALS[0]))) | {"tehais": [["?"] * 13] * 4}
    with pytest.raises(RecordError, match="'\\?' is no mjai tile"):
        list(record_events(lines(start)))
