"""What the board does and refuses, packet by packet, with a clock turned by hand."""

import pytest
from board_bench import BoardBench

from board_firmware.config import BoardConfig
from firmware_bridge import layout
from firmware_bridge.goals import BuildWalls, Home, LowerLifts, MoveDome, RaiseWalls, ThrowDice
from firmware_bridge.messages import (
    CommandOutcome,
    FaultCode,
    FaultReport,
    Interlock,
    OperationDone,
    OperationProgress,
    PacketType,
    Reply,
    Verb,
)
from firmware_bridge.packets import Packet, encode
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


def test_both_sides_ship_the_same_limits_and_hash():
    assert MachineSettings().config_hash() == BoardConfig().hash()
    assert MachineSettings(lift_limit_ms=9001).config_hash() != BoardConfig().hash()
    assert MachineSettings(lift_limit_ms=9001).config_hash() == BoardConfig({"lift_limit_ms": 9001}).hash()


def test_an_unknown_setting_is_refused_by_name():
    with pytest.raises(ValueError, match="the board knows no setting lift_limit_s"):
        BoardConfig({"lift_limit_s": 9})


def test_a_fresh_board_is_disarmed_and_moves_nothing():
    bench = BoardBench()
    bench.hello()
    assert bench.begin(Home()).outcome is CommandOutcome.NOT_ARMED
    assert not bench.status().armed
    assert bench.mechanics.motors_running == frozenset()


def test_arming_needs_the_same_configuration():
    bench = BoardBench()
    bench.hello()
    assert bench.command(Verb.ARM, bytes(4)).outcome is CommandOutcome.CONFIG_DIFFERS
    assert bench.begin(Home()).outcome is CommandOutcome.NOT_ARMED


def test_nothing_but_home_moves_before_homing():
    bench = BoardBench()
    bench.hello()
    bench.arm()
    assert bench.begin(MoveDome(up=True)).outcome is CommandOutcome.NEEDS_HOMING
    assert bench.begin(Home()).outcome is CommandOutcome.ACCEPTED


def test_a_command_from_before_a_reset_is_refused(bench):
    old_boot, seq = bench.boot_id, bench.seq + 1
    bench.board.reset()
    (answer,) = bench.send(PacketType.COMMAND, layout.command_payload(bench.session, 1, Verb.HOME), seq, old_boot)
    assert layout.parse_reply(answer.payload).outcome is CommandOutcome.WRONG_BOOT
    assert answer.boot_id != old_boot
    assert bench.board.firmware.executed == 0


def test_a_repeated_command_gets_the_same_reply_and_runs_once(bench):
    executed = bench.board.firmware.executed
    bench.seq += 1
    data = encode(
        Packet(PacketType.COMMAND, bench.boot_id, bench.seq, layout.command_payload(bench.session, 9, Verb.DICE)),
    )
    first = bench.send_bytes(data)
    assert bench.send_bytes(data) == first
    bench.run(2.0)
    assert bench.send_bytes(data) == first
    assert bench.board.firmware.executed == executed + 1


def test_an_old_or_a_skipped_number_is_ignored(bench):
    executed = bench.board.firmware.executed
    for seq in (bench.seq - 1, bench.seq + 2, bench.seq + 500):
        assert bench.send(PacketType.COMMAND, layout.command_payload(bench.session, 9, Verb.DICE), seq) == []
    assert bench.board.firmware.executed == executed


def test_a_repeated_hello_does_not_reopen_the_session(bench):
    executed = bench.board.firmware.executed
    bench.seq += 1
    command = layout.command_payload(bench.session, 9, Verb.DICE)
    bench.send(PacketType.COMMAND, command, bench.seq)
    bench.send(PacketType.HELLO, layout.hello_payload(7))
    bench.send(PacketType.COMMAND, command, bench.seq)
    assert bench.board.firmware.executed == executed + 1


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


def test_events_not_acknowledged_are_sent_again_and_only_the_last_32_are_kept(bench):
    ring = bench.board.firmware.events
    for _ in range(40):
        ring.append(b"\x04\x00\x00\x88\x88")
    assert ring.newest - ring.oldest == 31
    assert [seq for seq, _ in ring.fresh(10_000)] == list(range(ring.oldest, ring.newest + 1))
    assert ring.fresh(10_010) == []
    assert ring.missing(ring.newest - 3, 10_050) == []
    sent = [seq for seq, _ in ring.missing(ring.newest - 3, 10_080)]
    assert sent == [ring.newest - 2, ring.newest - 1, ring.newest]
    assert ring.missing(ring.newest - 3, 10_100) == []
    assert ring.missing(ring.newest, 20_000) == []


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


def test_a_person_may_say_that_a_set_is_complete_and_then_the_table_is_empty():
    bench = cleared_but_for_one_pulse()
    assert (bench.status().tiles_inside_a, bench.status().on_table) == (135, SetName.A)
    assert complete(bench, SetName.A, 135).outcome is CommandOutcome.DONE
    assert (bench.status().tiles_inside_a, bench.status().on_table) == (136, None)
    bench.run(0.1)
    assert (bench.events[-1].tiles_inside_a, bench.status().fault_id) == (136, 0)


def test_that_word_is_about_the_number_that_was_counted():
    bench = cleared_but_for_one_pulse()
    assert complete(bench, SetName.A, 134).interlock is Interlock.COUNT_DIFFERS
    assert bench.status().on_table is SetName.A


def test_that_word_counts_for_nothing_while_the_dome_is_down_or_moves_or_a_fault_is_latched():
    bench = cleared_but_for_one_pulse()
    assert bench.begin(MoveDome(up=False)).consents
    assert complete(bench, SetName.A, 135).outcome is CommandOutcome.BUSY
    bench.run(3)
    assert complete(bench, SetName.A, 135).interlock is Interlock.DOME_NOT_UP
    bench.send(PacketType.STOP, b"\0")
    assert complete(bench, SetName.A, 135).outcome is CommandOutcome.FAULTED
    assert bench.status().tiles_inside_a == 135


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
