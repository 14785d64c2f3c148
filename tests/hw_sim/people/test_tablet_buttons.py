"""What no camera sees is told to the tablet, and nothing else."""

import pytest

from hw_sim.people.tablet_buttons import ButtonPress, asks_for, button_for
from hw_sim.people.tablet_watcher import Tablet
from mahjong_rules.events import (
    Discarded,
    FineJudged,
    FlowerLaid,
    HandShown,
    PenaltyDeclared,
    PenaltyKind,
    PointsPenalized,
    ResultTyped,
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
        (
            ResultTyped((Seat(2),), None, (-8, -8, 24, -8)),
            ButtonPress("type_result", {"winners": [2], "discarder": None, "deltas": [-8, -8, 24, -8]}),
        ),
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


def test_payments_are_typed_once_the_tablet_shows_a_hand_as_won_where_people_value_it():
    asks = asks_for(ResultTyped((Seat(2),), None, (-8, -8, 24, -8)))
    settled_by_people = {"people_settle": True}
    assert asks is not None
    assert asks(Tablet({"state": {"winners": [2], "system": settled_by_people}}))
    assert not asks(Tablet({"state": {"winners": [], "system": settled_by_people}}))
    assert not asks(Tablet({"state": {"winners": [2], "system": {"people_settle": False}}}))


def test_a_fine_is_judged_once_the_tablet_asks_for_that_player():
    asks = asks_for(FineJudged(Seat(3), exempt=True))
    assert asks is not None
    assert asks(Tablet({"state": {"fines": [{"offender": 3}]}}))
    assert not asks(Tablet({"state": {"fines": [{"offender": 1}]}}))


def test_what_is_said_unasked_waits_for_nothing():
    assert asks_for(TimeCalled()) is None
