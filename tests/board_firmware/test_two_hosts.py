"""Two programs on one port: whose command it was, whose answer it is, and whose lease keeps the motors on."""

from board_bench import BoardBench

from firmware_bridge import layout
from firmware_bridge.goals import BuildWalls, ThrowDice
from firmware_bridge.messages import CommandOutcome, FaultCode, PacketType, Reply, Verb
from mahjong_rules.set_names import SetName

OTHER = 99


def said_by_another(bench: BoardBench, verb: Verb, arguments: bytes = b"", op_id: int = 0) -> Reply:
    """Another program, which learnt the same last number, sends its command under the number of ours."""
    payload = layout.command_payload(OTHER, op_id, verb, arguments)
    (answer,) = bench.send(PacketType.COMMAND, payload, bench.seq)
    return layout.parse_reply(answer.payload)


def test_a_new_command_under_a_used_number_is_refused_and_not_taken_for_a_repetition() -> None:
    bench = BoardBench()
    bench.ready()
    assert bench.begin(ThrowDice(), op_id=9).outcome is CommandOutcome.ACCEPTED
    executed = bench.board.firmware.executed
    answer = said_by_another(bench, Verb.DICE, op_id=9)
    assert (answer.session, answer.outcome) == (OTHER, CommandOutcome.NUMBER_TAKEN)
    assert bench.board.firmware.executed == executed


def test_the_repetition_of_our_own_command_is_answered_as_before_although_another_tried_its_number() -> None:
    bench = BoardBench()
    bench.ready()
    first = bench.begin(ThrowDice(), op_id=9)
    said_by_another(bench, Verb.STATUS)
    payload = layout.command_payload(bench.session, 9, Verb.DICE)
    (again,) = bench.send(PacketType.COMMAND, payload, bench.seq)
    assert layout.parse_reply(again.payload) == first


def test_the_lease_of_a_program_that_did_not_arm_keeps_no_motor_on() -> None:
    bench = BoardBench()
    bench.ready()
    bench.begin(BuildWalls(SetName.A))
    bench.run(2.0)
    bench.session = OTHER
    bench.run(0.6)
    assert bench.mechanics.motors_running == frozenset()
    bench.run(0.2)
    assert bench.events[-1].what.code is FaultCode.LEASE_EXPIRED


def test_arming_does_not_take_over_a_motion_that_another_session_began() -> None:
    bench = BoardBench()
    bench.ready()
    bench.begin(BuildWalls(SetName.A))
    bench.run(2.0)
    bench.session = OTHER
    assert bench.arm() is CommandOutcome.BUSY
    bench.run(0.6)
    assert bench.mechanics.motors_running == frozenset()


def test_a_session_may_arm_again_in_the_middle_of_its_own_motion() -> None:
    bench = BoardBench()
    bench.ready()
    bench.begin(BuildWalls(SetName.A))
    bench.run(2.0)
    assert bench.arm() is CommandOutcome.DONE
    assert bench.mechanics.motors_running
