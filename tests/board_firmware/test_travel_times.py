"""What a drive usually takes is learned, told when it grows, and ends a motion long before the machine's own limit."""

import pytest
from board_bench import BoardBench

from board_firmware.travel_times import DRIVES, LENGTH, TravelTimes
from firmware_bridge.goals import BuildWalls, Goal, Home, LowerLifts, MoveDome, RaiseWalls
from firmware_bridge.messages import CommandOutcome, FaultCode, FaultReport, Notice, NoticeCode, Verb
from mahjong_rules.set_names import SetName

LIFT_2 = 16 + 2


def learned_bench() -> BoardBench:
    """A table whose lifts and dome have made whole travels."""
    bench = BoardBench()
    bench.ready()
    for goal in (LowerLifts(), Home(), MoveDome(up=True), MoveDome(up=False)):
        bench.reach(goal)
    return bench


def faults_of(bench: BoardBench) -> list[FaultReport]:
    return [event.what for event in bench.events if isinstance(event.what, FaultReport)]


def notices_of(bench: BoardBench) -> list[Notice]:
    return [event.what for event in bench.events if isinstance(event.what, Notice)]


def seconds_to_fault(bench: BoardBench, goal: Goal) -> float:
    assert bench.begin(goal).consents
    began_s, faults = bench.now_s, len(faults_of(bench))
    while len(faults_of(bench)) == faults:
        bench.run(0.1)
        assert bench.now_s - began_s < 100
    return bench.now_s - began_s


def test_the_first_travel_may_take_all_of_the_limit_and_is_what_is_usual_from_then_on() -> None:
    times = TravelTimes()
    assert times.stuck_after_ms("lift_2_up", 9000) == 9000
    assert not times.learn("lift_2_up", 3000)
    assert times.usual_ms("lift_2_up") == 3000
    assert times.stuck_after_ms("lift_2_up", 9000) == 7500


def test_a_short_travel_counts_as_stuck_a_second_late_and_a_long_one_never_after_the_limit() -> None:
    times = TravelTimes()
    times.learn("dome_up", 200)
    times.learn("head_0", 35_000)
    assert times.stuck_after_ms("dome_up", 6000) == 1200
    assert times.stuck_after_ms("head_0", 80_000) == 80_000
    assert times.stuck_after_ms("head_0", 90_000) == 87_500


def test_a_build_that_takes_as_long_as_chance_makes_it_is_not_called_slow() -> None:
    times = TravelTimes()
    times.learn("head_3", 18_000)
    assert not times.learn("head_3", 35_000)
    assert times.learn("head_3", 80_000)


def test_a_travel_is_slow_from_half_as_long_again_and_three_tenths_and_moves_the_usual_by_an_eighth_of_that() -> None:
    times = TravelTimes()
    times.learn("lift_0_up", 2000)
    assert not times.learn("lift_0_up", 3300)
    assert times.usual_ms("lift_0_up") == 2160
    assert times.learn("lift_0_up", 60_000)
    assert times.usual_ms("lift_0_up") == (7 * 2160 + 3540) // 8 // 10 * 10


def test_what_is_usual_outlasts_a_power_cut_and_another_length_is_no_record() -> None:
    times = TravelTimes()
    for number, drive in enumerate(DRIVES):
        times.learn(drive, 1000 + 10 * number)
    assert len(times.as_bytes) == LENGTH
    again = TravelTimes(times.as_bytes)
    assert [again.usual_ms(drive) for drive in DRIVES] == [1000 + 10 * number for number in range(len(DRIVES))]
    assert TravelTimes(times.as_bytes[:-1]).usual_ms("dome_up") == 0


def test_a_dead_stop_ends_a_motion_at_two_and_a_half_times_the_usual_and_the_next_may_take_the_whole_limit() -> None:
    bench = learned_bench()
    bench.mechanics.defects.frozen["lift_2_bottom"] = 0
    assert seconds_to_fault(bench, LowerLifts()) == pytest.approx(0.1 + 2.5 * 3.0 + 0.3, abs=0.3)
    assert (faults_of(bench)[0].code, faults_of(bench)[0].mechanism) == (FaultCode.LIFT_TIMEOUT, LIFT_2)
    assert bench.command(Verb.CLEAR, b"\x01\x00").outcome is CommandOutcome.DONE
    assert bench.arm() is CommandOutcome.DONE
    bench.reach(Home())
    assert seconds_to_fault(bench, LowerLifts()) == pytest.approx(0.1 + 9.0 + 0.3, abs=0.3)


def test_a_lift_that_has_become_slow_is_told_with_both_times_and_stops_nothing() -> None:
    bench = learned_bench()
    bench.mechanics.defects.speeds["lift_2"] = 0.5
    bench.reach(LowerLifts())
    (notice,) = notices_of(bench)
    assert (notice.code, notice.mechanism) == (NoticeCode.SLOW, LIFT_2)
    assert notice.value == pytest.approx(600, abs=5)
    assert notice.usual == pytest.approx(300, abs=5)
    assert faults_of(bench) == []


def test_a_motion_that_began_half_way_teaches_nothing() -> None:
    bench = learned_bench()
    usual_ms = bench.board.firmware.machine.hardware.travel.usual_ms("lift_2_up")
    bench.begin(LowerLifts())
    bench.run(1.5)
    bench.command(Verb.DISARM)
    bench.arm()
    bench.reach(Home())
    assert bench.board.firmware.machine.hardware.travel.usual_ms("lift_2_up") == usual_ms


def test_every_drive_of_the_table_has_learned_after_one_cycle() -> None:
    bench = BoardBench()
    bench.ready()
    bench.reach(BuildWalls(SetName.A))
    bench.reach(RaiseWalls(SetName.A))
    bench.reach(MoveDome(up=True))
    bench.reach(MoveDome(up=False))
    travel = bench.board.firmware.machine.hardware.travel
    assert [drive for drive in DRIVES if not travel.usual_ms(drive)] == []


def test_what_was_learned_is_there_after_a_power_cut() -> None:
    bench = learned_bench()
    usual_ms = bench.board.firmware.machine.hardware.travel.usual_ms("dome_up")
    bench.board.cut_power()
    bench.board.restore_power()
    assert bench.board.firmware.machine.hardware.travel.usual_ms("dome_up") == usual_ms > 0


@pytest.mark.parametrize("at", [0, 1, 20, 48])
def test_a_damaged_record_is_no_record(at):
    bench = learned_bench()
    saved = bytearray(bench.board._pins.load_record())
    assert len(saved) == 49
    saved[at] ^= 1
    bench.board._pins.save_record(bytes(saved))
    bench.board.reset()
    machine = bench.board.firmware.machine
    assert machine.hardware.travel.usual_ms("dome_up") == 0
    assert (machine.record.sizes, machine.record.inside) == ([0, 0, 0], [0, 0, 0])
