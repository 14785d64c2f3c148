"""What no camera sees is told to the tablet, and nothing else."""

import pytest

from hw_sim.people.tablet_buttons import ButtonPress, button_for
from mahjong_rules.events import (
    Discarded,
    FineJudged,
    FlowerLaid,
    HandShown,
    PenaltyDeclared,
    PenaltyKind,
    PointsPenalized,
    StakeLaid,
    TimeCalled,
)
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile, parse_tiles


@pytest.mark.parametrize(
    ("event", "button"),
    [
        (
            PenaltyDeclared(Seat(2), PenaltyKind.FALSE_WIN),
            ButtonPress("declare", {"kind": "false_win", "seat": 2}),
        ),
        (HandShown(Seat(1), None), ButtonPress("declare", {"kind": "hand_closed", "seat": 1})),
        (FineJudged(Seat(3), exempt=True), ButtonPress("judge", {"seat": 3, "exempt": True})),
        (
            PointsPenalized(Seat(0), 1000, "late"),
            ButtonPress("penalize", {"seat": 0, "points": 1000, "reason": "late"}),
        ),
        (StakeLaid(Seat(0), 100, 3), ButtonPress("stake", {"seat": 0, "points": 100, "added": 3})),
        (TimeCalled(void=True), ButtonPress("time_called", {"void": True})),
        (HandShown(Seat(1), parse_tiles("1m")), None),
        (FlowerLaid(Seat(1), parse_tile("f1")), None),
        (Discarded(Seat(1), parse_tile("1m")), None),
    ],
)
def test_a_button_is_pressed_for_what_nobody_can_see(event, button):
    assert button_for(event) == button
