"""What the board does and refuses, packet by packet, with a clock turned by hand."""

import pytest
from board_bench import BoardBench

from board_firmware.config import BoardConfig
from firmware_bridge.goals import BuildWalls, Home, MoveDome, RaiseWalls, ThrowDice
from firmware_bridge.messages import (
    CommandOutcome,
    FaultCode,
    FaultReport,
    Interlock,
    OperationProgress,
    PacketType,
    Reply,
    Verb,
)
from firmware_bridge.settings import MachineSettings
from mahjong_rules.set_names import SetName

LATE_S = 0.5 + 0.02
"""Lease and one tick."""


@pytest.fixture
def bench() -> BoardBench:
    """A board that is greeted, armed and homed."""
    bench = BoardBench()
    bench.ready()
    return bench


def fault_of(bench: BoardBench) -> FaultReport:
    return next(event.what for event in reversed(bench.events) if isinstance(event.what, FaultReport))


def test_both_sides_ship_the_same_limits_and_hash() -> None:
    assert MachineSettings().config_hash() == BoardConfig().hash()
    assert MachineSettings(lift_limit_ms=9001).config_hash() != BoardConfig().hash()
    assert MachineSettings(lift_limit_ms=9001).config_hash() == BoardConfig({"lift_limit_ms": 9001}).hash()


def test_an_unknown_setting_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="the board knows no setting lift_limit_s"):
        BoardConfig({"lift_limit_s": 9})


def test_a_fresh_board_is_disarmed_and_moves_nothing() -> None:
    bench = BoardBench()
    bench.hello()
    assert bench.begin(Home()).outcome is CommandOutcome.NOT_ARMED
    assert not bench.status().armed
    assert bench.mechanics.motors_running == frozenset()


def test_arming_needs_the_same_configuration() -> None:
    bench = BoardBench()
    bench.hello()
    assert bench.command(Verb.ARM, bytes(4)).outcome is CommandOutcome.CONFIG_DIFFERS
    assert bench.begin(Home()).outcome is CommandOutcome.NOT_ARMED


def test_nothing_but_home_moves_before_homing() -> None:
    bench = BoardBench()
    bench.hello()
    bench.arm()
    assert bench.begin(MoveDome(up=True)).outcome is CommandOutcome.NEEDS_HOMING
    assert bench.begin(Home()).outcome is CommandOutcome.ACCEPTED


def test_without_a_lease_all_motors_stop_within_half_a_second_and_the_fault_latches(bench):
    bench.begin(BuildWalls(SetName.A))
    bench.run(2.0)
    assert bench.mechanics.motors_running == {"disc", "head_0", "head_1", "head_2", "head_3"}
    bench.run(0.01)
    bench.run(0.45, lease=False)
    assert bench.mechanics.motors_running
    bench.run(LATE_S - 0.45 + 0.1, lease=False)
    assert bench.mechanics.motors_running == frozenset()
    bench.run(1.0)
    assert fault_of(bench).code is FaultCode.LEASE_EXPIRED
    assert bench.begin(Home()).outcome is CommandOutcome.FAULTED
    assert bench.arm() is CommandOutcome.FAULTED


def test_a_lease_that_lapses_while_nothing_moves_only_disarms(bench):
    bench.run(1.0, lease=False)
    status = bench.status()
    assert not status.armed
    assert status.homed
    assert status.fault_id == 0
    assert bench.begin(ThrowDice()).outcome is CommandOutcome.NOT_ARMED


def test_stop_needs_no_session_and_latches_until_cleared_by_name(bench):
    bench.begin(MoveDome(up=True))
    bench.run(0.3)
    assert bench.mechanics.motors_running == {"dome_up"}
    (stopped,) = (
        packet for packet in bench.send(PacketType.STOP, b"\x01", boot_id=0) if packet.type == PacketType.STOPPED
    )
    assert bench.mechanics.motors_running == frozenset()
    bench.run(0.2)
    fault = fault_of(bench)
    assert fault.code is FaultCode.STOPPED
    assert stopped.payload == fault.fault_id.to_bytes(2, "little")
    assert fault.history[-1] == (Verb.DOME, 1)
    assert bench.command(Verb.CLEAR, b"\x63\x00").outcome is CommandOutcome.WRONG_FAULT
    assert bench.begin(Home()).outcome is CommandOutcome.FAULTED
    assert bench.command(Verb.CLEAR, stopped.payload).outcome is CommandOutcome.DONE
    assert bench.begin(Home()).outcome is CommandOutcome.NOT_ARMED
    assert bench.arm() is CommandOutcome.DONE
    assert bench.begin(MoveDome(up=True)).outcome is CommandOutcome.NEEDS_HOMING
    bench.reach(Home())
    assert bench.mechanics.dome_raised == 0.0


def test_three_stops_are_one_fault(bench):
    for _ in range(3):
        bench.send(PacketType.STOP, b"\x01", boot_id=0)
    bench.run(0.2)
    assert sum(isinstance(event.what, FaultReport) for event in bench.events) == 1


def test_the_emergency_stop_cuts_off_and_must_be_released_before_clearing(bench):
    bench.begin(MoveDome(up=True))
    bench.run(0.5)
    bench.mechanics.press_emergency_stop(pressed=True)
    raised = bench.mechanics.dome_raised
    bench.run(1.0)
    assert bench.mechanics.dome_raised == pytest.approx(raised, abs=0.01)
    fault = fault_of(bench)
    assert fault.code is FaultCode.EMERGENCY_STOP
    number = fault.fault_id.to_bytes(2, "little")
    assert bench.command(Verb.CLEAR, number).outcome is CommandOutcome.ESTOP_OPEN
    bench.mechanics.press_emergency_stop(pressed=False)
    assert bench.command(Verb.CLEAR, number).outcome is CommandOutcome.DONE


def test_a_lift_that_sticks_is_named_and_everything_stops(bench):
    bench.mechanics.defects.stuck.add("lift_2_down")
    bench.reach(BuildWalls(SetName.A))
    bench.begin(RaiseWalls(SetName.A))
    bench.run(9.5)
    fault = fault_of(bench)
    assert fault.code is FaultCode.LIFT_TIMEOUT
    assert fault.mechanism == 16 + 2
    assert bench.mechanics.motors_running == frozenset()
    assert not bench.status().homed


def test_a_head_that_jams_ends_the_build_with_the_side_that_is_short(bench):
    bench.mechanics.defects.stuck.add("head_3")
    bench.begin(BuildWalls(SetName.A))
    bench.run(80.5)
    assert fault_of(bench).code is FaultCode.BUILD_TIMEOUT
    assert fault_of(bench).mechanism == 32 + 3


def test_a_build_that_was_cut_off_goes_on_where_it_stopped(bench):
    bench.begin(BuildWalls(SetName.A))
    bench.run(8.0)
    bench.run(1.0, lease=False)
    bench.run(0.2)
    assert bench.command(Verb.CLEAR, fault_of(bench).fault_id.to_bytes(2, "little")).outcome is CommandOutcome.DONE
    bench.arm()
    bench.reach(Home())
    bench.reach(BuildWalls(SetName.A))
    progress = [event.what.done for event in bench.events if isinstance(event.what, OperationProgress)]
    assert progress == sorted(progress)
    assert progress[-1] > 100
    assert bench.status().rails_complete


def test_the_counters_of_both_sets_tell_when_the_table_is_empty(bench):
    bench.reach(BuildWalls(SetName.A))
    bench.reach(RaiseWalls(SetName.A))
    bench.reach(MoveDome(up=True))
    for _ in range(135):
        assert bench.mechanics.accept_tile(SetName.A)
    bench.run(0.2)
    assert bench.status().on_table is SetName.A
    assert bench.status().tiles_inside(SetName.A) == 135
    assert bench.mechanics.accept_tile(SetName.A)
    assert not bench.mechanics.accept_tile(SetName.A)
    bench.run(0.2)
    assert bench.status().on_table is None
    assert bench.events[-1].tiles_inside_a == 136


def surplus_of_one(bench: BoardBench) -> bytes:
    """Set A comes in, and the drop counter bounces at the last tile; the number of the fault it leaves."""
    bench.reach(BuildWalls(SetName.A))
    bench.reach(RaiseWalls(SetName.A))
    bench.reach(MoveDome(up=True))
    while bench.mechanics.accept_tile(SetName.A):
        pass
    bench.mechanics.counters.bounce_drop(SetName.A)
    bench.run(0.2)
    fault = fault_of(bench)
    assert fault.code is FaultCode.TILE_SURPLUS
    assert bench.status().tiles_inside(SetName.A) == 137
    return fault.fault_id.to_bytes(2, "little")


def go_on_building(bench: BoardBench, fault: bytes) -> None:
    """A person clears the fault; the set can be built again."""
    assert bench.command(Verb.CLEAR, fault).outcome is CommandOutcome.DONE
    assert bench.arm() is CommandOutcome.DONE
    bench.run(0.2)
    assert bench.status().tiles_inside(SetName.A) == 136
    assert bench.events[-1].tiles_inside_a == 136
    bench.reach(Home())
    bench.reach(BuildWalls(SetName.A))
    assert bench.status().rails_complete


def test_after_a_bounce_of_the_drop_counter_a_person_clears_the_fault_and_the_set_can_be_built(bench):
    go_on_building(bench, surplus_of_one(bench))


def test_a_surplus_that_nobody_cleared_latches_again_after_a_power_cut(bench):
    surplus_of_one(bench)
    bench.board.reset()
    bench.hello(nonce=8)
    bench.run(0.1)
    status = bench.status()
    assert status.fault_code is FaultCode.TILE_SURPLUS
    assert bench.arm() is CommandOutcome.FAULTED
    go_on_building(bench, status.fault_id.to_bytes(2, "little"))


def test_a_cleared_surplus_stays_cleared_after_a_power_cut(bench):
    assert bench.command(Verb.CLEAR, surplus_of_one(bench)).outcome is CommandOutcome.DONE
    bench.run(0.02)
    bench.board.reset()
    bench.hello(nonce=8)
    bench.run(0.1)
    assert bench.status().fault_code is None
    assert bench.status().tiles_inside(SetName.A) == 136


def test_a_bounce_while_another_fault_is_latched_is_a_fault_of_its_own_afterwards(bench):
    bench.reach(MoveDome(up=True))
    bench.send(PacketType.STOP, b"\x01", boot_id=0)
    bench.mechanics.counters.bounce_drop(SetName.B)
    bench.run(0.2)
    stopped = fault_of(bench)
    assert stopped.code is FaultCode.STOPPED
    assert bench.command(Verb.CLEAR, stopped.fault_id.to_bytes(2, "little")).outcome is CommandOutcome.DONE
    bench.run(0.2)
    assert fault_of(bench).code is FaultCode.TILE_SURPLUS


def test_a_counter_that_chatters_without_end_is_a_surplus_and_no_crash(bench):
    bench.reach(MoveDome(up=True))
    for _ in range(300):
        bench.mechanics.counters.bounce_drop(SetName.A)
    bench.run(0.2)
    assert fault_of(bench).code is FaultCode.TILE_SURPLUS
    go_on_building(bench, fault_of(bench).fault_id.to_bytes(2, "little"))


def test_a_reset_board_remembers_where_the_tiles_are_and_wants_homing(bench):
    bench.reach(BuildWalls(SetName.A))
    bench.reach(RaiseWalls(SetName.A))
    bench.board.reset()
    bench.hello(nonce=8)
    status = bench.status()
    assert status.on_table is SetName.A
    assert status.tiles_inside(SetName.A) == 0
    assert not status.homed
    assert not status.armed


def test_walls_half_raised_at_a_reset_arrive_by_homing(bench):
    bench.reach(BuildWalls(SetName.A))
    bench.begin(RaiseWalls(SetName.A))
    bench.run(6.0)
    assert 0 < bench.mechanics.lifts_raised < 1
    bench.board.reset()
    bench.hello(nonce=8)
    bench.arm()
    bench.reach(Home())
    assert bench.mechanics.raised_set is SetName.A
    assert bench.status().on_table is SetName.A


def test_every_motor_has_a_longest_on_time_of_its_own(bench):
    motors = bench.board.firmware.machine.motors
    motors.on("pusher_1", 0)
    assert motors.overdue(7_000) == ""
    assert motors.overdue(7_001) == "pusher_1"
    motors.on("dome_up", 0)
    motors.on("dome_down", 0)
    motors.off("pusher_1")
    assert motors.overdue(1_000_000) == "dome_down"


def complete(bench: BoardBench, tile_set: SetName, counted: int) -> Reply:
    return bench.command(Verb.COMPLETE, bytes((tile_set.number, counted)))


def cleared_but_for_one_pulse() -> BoardBench:
    """Set A was pushed in, and the drop ring did not notice one tile."""
    bench = BoardBench()
    bench.ready()
    bench.reach(BuildWalls(SetName.A))
    bench.reach(RaiseWalls(SetName.A))
    bench.reach(MoveDome(up=True))
    bench.mechanics.defects.missed["drop_a_tiles"] = 1
    for _ in range(136):
        bench.mechanics.accept_tile(SetName.A)
    bench.run(0.1)
    return bench


def test_a_person_may_say_that_a_set_is_complete_and_then_the_table_is_empty() -> None:
    bench = cleared_but_for_one_pulse()
    assert (bench.status().tiles_inside_a, bench.status().on_table) == (135, SetName.A)
    assert complete(bench, SetName.A, 135).outcome is CommandOutcome.DONE
    assert (bench.status().tiles_inside_a, bench.status().on_table) == (136, None)
    bench.run(0.1)
    assert (bench.events[-1].tiles_inside_a, bench.status().fault_id) == (136, 0)


def test_that_word_is_about_the_number_that_was_counted() -> None:
    bench = cleared_but_for_one_pulse()
    assert complete(bench, SetName.A, 134).interlock is Interlock.COUNT_DIFFERS
    assert bench.status().on_table is SetName.A


def test_that_word_counts_for_nothing_while_the_dome_is_down_or_moves_or_a_fault_is_latched() -> None:
    bench = cleared_but_for_one_pulse()
    assert bench.begin(MoveDome(up=False)).consents
    assert complete(bench, SetName.A, 135).outcome is CommandOutcome.BUSY
    bench.run(3)
    assert complete(bench, SetName.A, 135).interlock is Interlock.DOME_NOT_UP
    bench.send(PacketType.STOP, b"\0")
    assert complete(bench, SetName.A, 135).outcome is CommandOutcome.FAULTED
    assert bench.status().tiles_inside_a == 135
