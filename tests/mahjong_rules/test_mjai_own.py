"""The messages of our own, for what mjai has no word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scripted_table import ScriptedTable

from mahjong_rules.events import (
    Event,
    FineJudged,
    FlowerLaid,
    GameEnded,
    HandShown,
    PenaltyDeclared,
    PenaltyKind,
    PointsPenalized,
    ResultTyped,
    ScoresSet,
    SeatsRedrawn,
    StakeLaid,
    TimeCalled,
)
from mahjong_rules.mjai import to_mjai
from mahjong_rules.mjai_own import own_message
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile, parse_tiles


class TalkingTable(ScriptedTable):
    """Notes the mjai messages of everything that happens."""

    said: list[dict[str, Any]]

    def apply(self, event: Event) -> None:
        before = self.game
        super().apply(event)
        self.said = [*getattr(self, "said", []), *to_mjai(event, before, self.game)]

    def types(self) -> list[str]:
        return [message["type"] for message in self.said]


def test_what_mjai_has_no_word_for_is_in_our_own_namespace() -> None:
    event = ScoresSet((24000, 26000, 25000, 25000), "miscounted")
    game = ScriptedTable().game
    assert to_mjai(event, game, replace(game, scores=event.scores)) == [
        {"type": "jantaku_scores_set", "scores": [24000, 26000, 25000, 25000], "reason": "miscounted"}
    ]


def test_a_dead_hand_and_the_call_of_time_are_told_without_ending_the_deal() -> None:
    at = TalkingTable("doman").deal().play("0-1z")
    at.apply(PenaltyDeclared(Seat(2), PenaltyKind.DEAD_HAND))
    at.apply(TimeCalled())
    assert at.said[-2:] == [
        {"type": "jantaku_penalty", "actor": 2, "kind": "dead_hand"},
        {"type": "jantaku_time_called", "void": False},
    ]


def test_a_game_that_people_end_says_so_before_it_ends() -> None:
    at = TalkingTable("doman").deal().play("0-1z")
    at.apply(GameEnded())
    assert [message["type"] for message in at.said[-4:]] == ["jantaku_game_ended", "ryukyoku", "end_kyoku", "end_game"]


def test_a_game_that_does_not_count_ends_with_the_call_of_time() -> None:
    at = TalkingTable("doman").deal().play("0-1z")
    at.apply(TimeCalled(void=True))
    assert at.said[-2:] == [
        {"type": "jantaku_time_called", "void": True},
        {"type": "end_game", "scores": [25000] * 4},
    ]


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (FlowerLaid(Seat(1), parse_tile("f2")), {"type": "jantaku_flower", "actor": 1, "pai": "f2"}),
        (HandShown(Seat(1), parse_tiles("5z1m")), {"type": "jantaku_hand_shown", "actor": 1, "hand": ["P", "1m"]}),
        (HandShown(Seat(1), None), {"type": "jantaku_hand_shown", "actor": 1, "hand": None}),
        (FineJudged(Seat(3), exempt=True), {"type": "jantaku_fine_judged", "actor": 3, "exempt": True}),
        (
            PointsPenalized(Seat(0), 1000, "late"),
            {"type": "jantaku_points_penalized", "actor": 0, "points": 1000, "reason": "late"},
        ),
        (
            ResultTyped((Seat(2),), None, (-10, -10, 30, -10)),
            {"type": "jantaku_result_typed", "winners": [2], "target": None, "deltas": [-10, -10, 30, -10]},
        ),
        (StakeLaid(Seat(0), 100, 3), {"type": "jantaku_stake", "actor": 0, "points": 100, "added": 3}),
        (
            SeatsRedrawn((Seat(2), Seat(0), Seat(3), Seat(1)), Seat(1)),
            {"type": "jantaku_seats", "seats": [2, 0, 3, 1], "first_dealer": 1},
        ),
    ],
)
def test_every_event_of_the_classical_systems_has_a_message(event: Event, message: dict[str, Any]) -> None:
    assert own_message(event) == message
