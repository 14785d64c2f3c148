"""Every motor has a longest time of its own, behind the limit of its mechanism."""

import pytest
from board_bench import BoardBench

from board_firmware.config import BoardConfig
from board_firmware.motors import mechanism_of, motor_limits_ms, opposite
from firmware_bridge.messages import FaultCode, FaultReport

MOTORS = sorted(motor_limits_ms(BoardConfig()))


def fault_of(bench: BoardBench) -> FaultReport:
    return next(event.what for event in reversed(bench.events) if isinstance(event.what, FaultReport))


def ready_bench() -> BoardBench:
    bench = BoardBench()
    bench.ready()
    return bench


@pytest.mark.parametrize("motor", MOTORS)
def test_no_motor_stays_on_longer_than_its_own_limit_whatever_its_step_thinks(motor):
    bench = ready_bench()
    limit_s = motor_limits_ms(BoardConfig())[motor] / 1000
    bench.board.firmware.machine.motors.on(motor, bench.board.firmware.machine.lease.clock.look())
    bench.run(limit_s - 0.1)
    assert motor in bench.mechanics.motors_running
    bench.run(0.2)
    assert bench.mechanics.motors_running == frozenset()
    bench.run(0.2)
    assert (fault_of(bench).code, fault_of(bench).mechanism) == (FaultCode.MOTOR_LIMIT, mechanism_of(motor))


def test_every_motor_limit_lies_behind_the_limit_of_its_mechanism_and_ahead_of_two_minutes() -> None:
    limits_ms = motor_limits_ms(BoardConfig())
    assert len(limits_ms) == 2 + 1 + 4 * 4
    for motor, limit_ms in limits_ms.items():
        assert 6000 < limit_ms <= 81_000
        assert opposite(opposite(motor)) in (motor, "")
