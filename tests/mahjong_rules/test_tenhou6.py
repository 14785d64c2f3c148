from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mahjong_rules.deal_result import DealHeader, DealResult, Outcome
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.tenhou6 import Tenhou6Error, tenhou6

Json = dict[str, Any]
NAMES = ("A", "B", "C", "D")
HAND = ["1m", "2m", "3m", "4p", "5pr", "6p", "7s", "8s", "9s", "E", "E", "C", "C"]
RESULT = DealResult(
    header=DealHeader(1, Wind.EAST, Seat(0), honba=0, round_number=0),
    outcome=Outcome.EXHAUSTIVE_DRAW,
    abort_reason=None,
    wins=(),
    tenpai=(True, False, False, False),
    payments=(),
    deltas=(3000, -1000, -1000, -1000),
    scores=(28000, 24000, 24000, 24000),
)


def entry(*messages: Json) -> list[Any]:
    """The log entry of a deal with these messages."""
    start = {
        "type": "start_kyoku",
        "bakaze": "S",
        "kyoku": 2,
        "oya": 1,
        "honba": 3,
        "kyotaku": 1,
        "scores": [25000] * 4,
        "dora_marker": "P",
        "tehais": [HAND] * 4,
    }
    lines = [{"type": "start_game"}, start, *messages, {"type": "ryukyoku", "deltas": []}, {"type": "end_kyoku"}]
    log: list[list[Any]] = tenhou6(lines, [RESULT], NAMES, "title", str)["log"]
    return log[0]


def claim(kind: str, actor: int, target: int, pai: str, *consumed: str) -> Json:
    return {"type": kind, "actor": actor, "target": target, "pai": pai, "consumed": list(consumed)}


def discard(actor: int, pai: str, *, tsumogiri: bool = False) -> Json:
    return {"type": "dahai", "actor": actor, "pai": pai, "tsumogiri": tsumogiri}


def test_the_head_holds_place_scores_indicator_and_hands() -> None:
    assert entry()[:5] == [[5, 3, 1], [25000] * 4, [45], [], [11, 12, 13, 24, 52, 26, 37, 38, 39, 41, 41, 47, 47]]


def test_a_drawn_deal_has_its_name_and_changes() -> None:
    assert entry()[-1] == ["流局", [3000, -1000, -1000, -1000]]


@pytest.mark.parametrize(("target", "text"), [(0, "p414141"), (3, "41p4141"), (2, "4141p41")])
def test_the_place_of_the_letter_says_whom_a_pung_came_from(target: int, text: str) -> None:
    assert entry(claim("pon", 1, target, "E", "E", "E"))[8] == [text]


@pytest.mark.parametrize(("target", "text"), [(0, "m41414141"), (3, "41m414141"), (2, "414141m41")])
def test_a_claimed_kong_takes_no_discard(target: int, text: str) -> None:
    deal = entry(claim("daiminkan", 1, target, "E", "E", "E", "E"))
    assert (deal[8], deal[9]) == ([text], [0])


def test_a_chow_names_the_claimed_tile_first() -> None:
    assert entry(claim("chi", 1, 0, "5mr", "4m", "6m"))[8] == ["c511416"]


def test_kongs_of_the_own_hand_stand_among_the_discards() -> None:
    added = {"type": "kakan", "actor": 1, "pai": "5pr", "consumed": ["5p", "5p", "5p"]}
    concealed = {"type": "ankan", "actor": 1, "consumed": ["9s"] * 4}
    deal = entry(claim("pon", 1, 3, "5p", "5p", "5p"), added, concealed)
    assert (deal[8], deal[9]) == (["25p2525"], ["25k522525", "393939a39"])


def test_riichi_and_a_drawn_tile_thrown_at_once_are_marked() -> None:
    deal = entry(
        {"type": "tsumo", "actor": 0, "pai": "N"},
        {"type": "reach", "actor": 0},
        discard(0, "N", tsumogiri=True),
        {"type": "tsumo", "actor": 0, "pai": "9m"},
        discard(0, "1m"),
    )
    assert (deal[5], deal[6]) == ([44, 19], ["r60", 11])


def test_a_tile_that_nobody_saw_is_refused() -> None:
    with pytest.raises(Tenhou6Error, match="not known"):
        entry({"type": "tsumo", "actor": 0, "pai": "?"})


def test_a_game_without_a_finished_deal_is_refused() -> None:
    with pytest.raises(Tenhou6Error, match="no finished deal"):
        tenhou6([{"type": "start_game"}], [], NAMES, "title", str)


def test_three_players_are_written_as_four_one_of_whom_has_nothing() -> None:
    seats = (Seat(0), Seat(2), Seat(3))
    header = DealHeader(1, Wind.EAST, Seat(0), honba=0, round_number=0, seats=seats)
    waiting = (True, False, True, True)
    result = replace(RESULT, header=header, tenpai=waiting, deltas=(2000, 0, -1000, -1000))
    start: Json = {
        "type": "start_kyoku",
        "bakaze": "S",
        "kyoku": 1,
        "oya": 0,
        "honba": 0,
        "kyotaku": 0,
        "scores": [35000] * 3,
        "dora_marker": "P",
        "tehais": [["N", *HAND[1:]]] * 3,
    }
    told = [
        start,
        {"type": "tsumo", "actor": 0, "pai": "9s"},
        {"type": "kita", "actor": 0, "pai": "N"},
        {"type": "tsumo", "actor": 0, "pai": "C"},
        discard(0, "C", tsumogiri=True),
        claim("pon", 2, 0, "C", "C", "C"),
        {"type": "ryukyoku", "deltas": []},
        {"type": "end_kyoku"},
    ]
    document = tenhou6(told, [result], NAMES, "title", str)
    assert (document["name"], document["rule"]["disp"]) == (["A", "C", "D", ""], "三 title")
    (written,) = document["log"]
    assert written[:2] == [[4, 0, 0], [35000, 35000, 35000, 0]]
    assert written[5:7] == [[39, 47], ["f44", 60]]
    assert written[11] == ["47p4747"]
    assert written[13:] == [[], [], [], ["全員聴牌", [2000, -1000, -1000, 0]]]
