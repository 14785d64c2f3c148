"""Every goal has its verb and its arguments on the wire."""

import pytest

from firmware_bridge.goals import (
    BuildWalls,
    Home,
    LowerLifts,
    MoveDome,
    RaiseWalls,
    SelfTest,
    ThrowDice,
    goal_command,
)
from firmware_bridge.messages import Verb
from mahjong_rules.set_names import SetName


@pytest.mark.parametrize(
    ("goal", "verb", "arguments"),
    [
        (Home(), Verb.HOME, b""),
        (BuildWalls(SetName.A), Verb.BUILD, b"\x01\x88"),
        (BuildWalls(SetName.B, 144), Verb.BUILD, b"\x02\x90"),
        (RaiseWalls(SetName.B), Verb.RAISE, b"\x02"),
        (LowerLifts(), Verb.LOWER, b""),
        (MoveDome(up=True), Verb.DOME, b"\x01"),
        (MoveDome(up=False), Verb.DOME, b"\x00"),
        (ThrowDice(), Verb.DICE, b""),
        (SelfTest(), Verb.SELF_TEST, b""),
    ],
)
def test_a_goal_is_a_verb_and_its_arguments(goal, verb, arguments):
    assert goal_command(goal) == (verb, arguments)
