"""Which step leads on from every standing of the machine."""

from dataclasses import replace
from itertools import product

import pytest
from standings import BUILT_B, RESTING, WALLS_A

from firmware_bridge import cycle
from firmware_bridge.cycle import TRANSITIONS, State, Trigger
from firmware_bridge.goals import BuildWalls, Home, MoveDome, RaiseWalls, ThrowDice
from firmware_bridge.planner import Reached, Target, WaitForBoard, WaitForTiles, next_step
from mahjong_rules.set_names import SetName

DOME_UP = {"dome_down": False, "dome_up": True}


@pytest.mark.parametrize(
    ("status", "target", "expected"),
    [
        (RESTING, Target.DEAL, BuildWalls(SetName.A)),
        (replace(RESTING, rails_set=SetName.B), Target.DEAL, BuildWalls(SetName.B)),
        (BUILT_B, Target.DEAL, RaiseWalls(SetName.B)),
        (replace(BUILT_B, inside_operation=3), Target.DEAL, WaitForBoard()),
        (replace(BUILT_B, **DOME_UP), Target.DEAL, MoveDome(up=False)),
        (WALLS_A, Target.DEAL, ThrowDice()),
        (replace(WALLS_A, dice=(3, 4)), Target.DEAL, Reached()),
        (replace(WALLS_A, dice=(3, 4), tiles_inside_a=2), Target.DEAL, MoveDome(up=True)),
        (replace(WALLS_A, dice=(3, 4), being_cleared=True), Target.DEAL, MoveDome(up=True)),
        (replace(WALLS_A, being_cleared=True), Target.CLEAR, MoveDome(up=True)),
        (replace(WALLS_A, being_cleared=True, **DOME_UP), Target.DEAL, WaitForTiles(SetName.A)),
        (replace(WALLS_A, **DOME_UP), Target.DEAL, WaitForTiles(SetName.A)),
        (replace(WALLS_A, dome_down=False), Target.DEAL, MoveDome(up=True)),
        (replace(WALLS_A, lifts_up=False), Target.CLEAR, Home()),
        (replace(WALLS_A, lifts_up=False), Target.DEAL, Home()),
        (WALLS_A, Target.CLEAR, MoveDome(up=True)),
        (replace(WALLS_A, **DOME_UP), Target.CLEAR, WaitForTiles(SetName.A)),
        (replace(RESTING, **DOME_UP), Target.CLEAR, MoveDome(up=False)),
        (RESTING, Target.CLEAR, Reached()),
        (BUILT_B, Target.CLEAR, Reached()),
        (WALLS_A, Target.HOME, Reached()),
        (replace(WALLS_A, homed=False), Target.HOME, Home()),
        (replace(RESTING, **DOME_UP), Target.HOME, Home()),
        (replace(BUILT_B, lifts_up=False, lifts_down=True), Target.HOME, Home()),
        (replace(RESTING, **DOME_UP, inside_operation=4), Target.HOME, WaitForBoard()),
        (replace(RESTING, homed=False), Target.DEAL, Home()),
        (replace(RESTING, homed=False, table_operation=4), Target.DEAL, WaitForBoard()),
        (replace(RESTING, homed=False, inside_operation=4), Target.DEAL, WaitForBoard()),
    ],
)
def test_the_next_step_follows_from_what_the_board_says(status, target, expected):
    assert next_step(status, target, SetName.A, 136) == expected


def test_every_step_but_waiting_for_the_board_can_begin_where_the_machine_rests() -> None:
    for status, target in product((RESTING, BUILT_B, WALLS_A), Target):
        for changed in ({}, DOME_UP, {"homed": False}, {"dice": (1, 1)}, {"tiles_inside_a": 5}):
            step = next_step(replace(status, **changed), target, SetName.A, 136)
            if isinstance(step, Reached | WaitForBoard):
                continue
            resting = cycle.step(State.FAULTED, cycle.found(status))
            active = cycle.step(resting, cycle.trigger_of(step))
            assert any((active, found) in TRANSITIONS for found in Trigger if found.name.startswith("FOUND"))
