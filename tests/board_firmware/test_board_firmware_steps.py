"""What can pinch stops, goes back a little and latches; every motor has a longest time of its own."""

import pytest
from board_bench import BoardBench

from firmware_bridge.goals import Home, LowerLifts, MoveDome
from firmware_bridge.messages import CommandOutcome, FaultCode, FaultReport, Verb


def fault_of(bench: BoardBench) -> FaultReport:
    return next(event.what for event in reversed(bench.events) if isinstance(event.what, FaultReport))


def ready_bench() -> BoardBench:
    bench = BoardBench()
    bench.ready()
    return bench


def lift(bench: BoardBench, side: int) -> float:
    return bench.mechanics._lifts[side].position


def test_a_lift_that_meets_a_hand_stops_goes_back_a_little_and_latches_within_a_second() -> None:
    bench = ready_bench()
    bench.reach(LowerLifts())
    bench.mechanics.defects.barriers["lift_2"] = 0.6
    bench.begin(Home())
    while lift(bench, 2) < 0.6:
        bench.run(0.01)
    bench.run(0.8)
    assert (fault_of(bench).code, fault_of(bench).mechanism) == (FaultCode.STALLED, 16 + 2)
    assert lift(bench, 2) == pytest.approx(0.5, abs=0.02)
    assert bench.mechanics.motors_running == frozenset()


def test_while_one_lift_goes_back_the_others_stand_still() -> None:
    bench = ready_bench()
    bench.reach(LowerLifts())
    bench.mechanics.defects.barriers["lift_2"] = 0.6
    bench.begin(Home())
    while "lift_2_down" not in bench.mechanics.motors_running:
        bench.run(0.01)
    assert bench.mechanics.motors_running == {"lift_2_down"}


@pytest.mark.parametrize(("up", "barrier", "rests"), [(True, 0.5, 0.35), (False, 0.5, 0.65)])
def test_the_dome_goes_back_too(up, barrier, rests):
    bench = ready_bench()
    if not up:
        bench.reach(MoveDome(up=True))
    bench.mechanics.defects.barriers["dome"] = barrier
    bench.begin(MoveDome(up=up))
    bench.run(2.5)
    assert (fault_of(bench).code, fault_of(bench).mechanism) == (FaultCode.STALLED, 1)
    assert bench.mechanics.dome_raised == pytest.approx(rests, abs=0.03)


def test_after_the_hand_is_gone_and_the_fault_is_cleared_the_table_works_again() -> None:
    bench = ready_bench()
    bench.mechanics.defects.barriers["lift_1"] = 0.3
    bench.begin(LowerLifts())
    bench.run(4.0)
    bench.mechanics.defects.barriers.clear()
    assert bench.command(Verb.CLEAR, fault_of(bench).fault_id.to_bytes(2, "little")).outcome is CommandOutcome.DONE
    assert bench.arm() is CommandOutcome.DONE
    bench.reach(Home())
    bench.reach(LowerLifts())
    assert bench.mechanics.lifts_raised == 0.0


def test_the_current_of_a_starting_motor_is_no_hand() -> None:
    bench = ready_bench()
    bench.mechanics.defects.frozen["lift_1_overload"] = 1
    bench.begin(LowerLifts())
    bench.run(0.24)
    bench.mechanics.defects.frozen.clear()
    bench.run(4.0)
    assert bench.mechanics.lifts_raised == 0.0
    assert bench.status().fault_id == 0


@pytest.mark.parametrize("action", ["lease", "stop"])
def test_going_back_ends_at_once_when_the_host_is_silent_or_says_stop(action):
    bench = ready_bench()
    bench.mechanics.defects.barriers["dome"] = 0.5
    bench.begin(MoveDome(up=True))
    while "dome_down" not in bench.mechanics.motors_running:
        bench.run(0.01)
    if action == "stop":
        bench.board.firmware.machine.stop()
    else:
        bench.board.firmware.machine.lease._renewed_ms -= 501
        bench.run(0.01, lease=False)
    assert bench.mechanics.motors_running == frozenset()
