"""What must be true before a goal is begun: the interlocks of the board, and what makes no sense."""

import pytest
from board_bench import BoardBench

from firmware_bridge.goals import BuildWalls, LowerLifts, MoveDome, RaiseWalls, SelfTest
from firmware_bridge.messages import (
    CommandOutcome,
    Interlock,
    OperationDone,
    Verb,
)
from mahjong_rules.set_names import SetName


@pytest.fixture
def bench() -> BoardBench:
    """A board that is greeted, armed and homed."""
    bench = BoardBench()
    bench.ready()
    return bench


def test_interlocks_name_what_stands_in_the_way(bench):
    assert bench.begin(RaiseWalls(SetName.A)).interlock is Interlock.SET_NOT_BUILT
    bench.reach(BuildWalls(SetName.A))
    assert bench.begin(BuildWalls(SetName.B)).interlock is Interlock.RAILS_HOLD_OTHER_SET
    assert bench.begin(RaiseWalls(SetName.B)).interlock is Interlock.SET_NOT_BUILT
    bench.reach(RaiseWalls(SetName.A))
    assert bench.begin(LowerLifts()).interlock is Interlock.TILES_ON_TABLE
    assert bench.begin(BuildWalls(SetName.A)).interlock is Interlock.SET_INCOMPLETE
    bench.reach(BuildWalls(SetName.B))
    assert bench.begin(RaiseWalls(SetName.B)).interlock is Interlock.TILES_ON_TABLE


def test_the_dome_stays_down_while_the_lifts_are_down(bench):
    bench.reach(LowerLifts())
    reply = bench.begin(MoveDome(up=True))
    assert (reply.outcome, reply.interlock) == (CommandOutcome.INTERLOCK, Interlock.LIFTS_NOT_UP)


def test_lifts_move_only_after_the_dome_is_down(bench):
    bench.reach(BuildWalls(SetName.A))
    bench.reach(MoveDome(up=True))
    bench.begin(RaiseWalls(SetName.A))
    while bench.mechanics.dome_raised > 0:
        assert bench.mechanics.lifts_raised == 1.0
        bench.run(0.1)
    bench.run(12.0)
    assert bench.mechanics.raised_set is SetName.A


@pytest.mark.parametrize("goal", [SelfTest(), RaiseWalls(SetName.A)], ids=["self test", "raise"])
def test_nothing_is_built_beside_a_goal_that_runs_alone(bench, goal):
    bench.reach(BuildWalls(SetName.A))
    assert bench.begin(goal, op_id=1).outcome is CommandOutcome.ACCEPTED
    while bench.board.firmware.machine.operations != [None, None]:
        assert bench.begin(BuildWalls(SetName.B), op_id=2).outcome is CommandOutcome.BUSY
        bench.run(0.5)


def test_a_goal_that_is_reached_is_done_at_once(bench):
    bench.reach(BuildWalls(SetName.A))
    assert bench.begin(BuildWalls(SetName.A)).outcome is CommandOutcome.DONE
    bench.reach(RaiseWalls(SetName.A))
    assert bench.begin(RaiseWalls(SetName.A)).outcome is CommandOutcome.DONE
    assert bench.begin(MoveDome(up=False)).outcome is CommandOutcome.DONE


def test_one_operation_of_a_kind_at_a_time_but_building_goes_on_beside_the_dome(bench):
    bench.begin(BuildWalls(SetName.A), op_id=1)
    assert bench.begin(BuildWalls(SetName.A), op_id=2).outcome is CommandOutcome.BUSY
    assert bench.begin(MoveDome(up=True), op_id=3).outcome is CommandOutcome.ACCEPTED
    assert bench.begin(MoveDome(up=False), op_id=4).outcome is CommandOutcome.BUSY
    bench.run(3.0)
    assert OperationDone(3) in [event.what for event in bench.events]
    assert bench.status().inside_operation == 1


@pytest.mark.parametrize(
    ("verb", "arguments"),
    [
        (Verb.BUILD, b"\x03\x88"),
        (Verb.BUILD, b"\x01\x10"),
        (Verb.BUILD, b"\x01"),
        (Verb.RAISE, b""),
        (Verb.DOME, b"\x02"),
        (Verb.HOME, b"\x00"),
        (Verb.ARM, b"\x00"),
        (Verb.CLEAR, b""),
    ],
)
def test_arguments_that_make_no_sense_are_refused(bench, verb, arguments):
    assert bench.command(verb, arguments).outcome is CommandOutcome.BAD_ARGUMENT


def test_walls_that_are_no_longer_whole_are_built_again_before_they_are_raised(bench):
    bench.mechanics.defects.frozen["rail_3_full"] = 1
    bench.reach(BuildWalls(SetName.A))
    assert bench.mechanics.stacker.tiles_on_rails < 136
    bench.mechanics.defects.frozen.clear()
    assert bench.begin(RaiseWalls(SetName.A)).interlock is Interlock.SET_NOT_BUILT
    assert not bench.status().rails_complete
    bench.reach(BuildWalls(SetName.A))
    bench.reach(RaiseWalls(SetName.A))
    assert bench.mechanics.raised_set is SetName.A
