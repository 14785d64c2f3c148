"""The core's own time, and the dead man under a counter that wraps, jumps, goes back and is looked at too late."""

import pytest
from board_bench import BoardBench

from board_firmware.clock import Clock
from firmware_bridge import layout
from firmware_bridge.goals import BuildWalls
from firmware_bridge.messages import CommandOutcome, FaultCode, OperationProgress, PacketType
from mahjong_rules.set_names import SetName

WRAPS = [1 << 30, 1 << 31, 1 << 32]


class Counter:
    """The tick counter of a board, set by hand."""

    def __init__(self, ticks: int) -> None:
        self.ticks = ticks

    def ticks_ms(self) -> int:
        return self.ticks


class TickingBench(BoardBench):
    """A bench of which the tick counter begins at `first` and wraps at `wrap` (0: never); `jump_ms` moves it."""

    def __init__(self, first: int = 0, wrap: int = 0) -> None:
        super().__init__()
        self.jump_ms, self._first, self._wrap, self._began_s = 0, first, wrap, self.now_s
        self.board._pins.ticks_ms = self.ticks_ms
        self.board.reset()

    def ticks_ms(self) -> int:
        ticks = self._first + self.jump_ms + round((self.now_s - self._began_s) * 1000)
        return ticks % self._wrap if self._wrap else ticks

    def motors_run(self) -> None:
        """A build is under way, whose motors run for many seconds."""
        self.ready()
        assert self.begin(BuildWalls(SetName.A)).consents
        self.run(1.0)
        assert self.mechanics.motors_running

    def lease(self) -> None:
        self.send(PacketType.LEASE, layout.lease_payload(self.session, self.event_seen))

    @property
    def faults(self) -> list[FaultCode]:
        fault = self.board.firmware.machine.fault
        return [FaultCode(fault.code)] if fault else []


@pytest.mark.parametrize("wrap", WRAPS)
def test_time_goes_on_over_every_wrap(wrap):
    counter = Counter(wrap - 7)
    clock = Clock(counter)
    counter.ticks = 5
    assert clock.look() == 12


@pytest.mark.parametrize("wrap", WRAPS)
def test_time_goes_on_over_every_wrap_of_a_signed_counter(wrap):
    counter = Counter(wrap // 2 - 7)
    clock = Clock(counter)
    counter.ticks = -wrap // 2 + 5
    assert clock.look() == 12


@pytest.mark.parametrize("back_ms", [1, 17_500, 1 << 29, (1 << 31) - 17_500])
def test_a_counter_that_went_back_counts_as_a_long_time(back_ms):
    counter = Counter(2_147_520_000)
    clock = Clock(counter)
    counter.ticks -= back_ms
    assert clock.look() > 10_000


@pytest.mark.parametrize("wrap", WRAPS)
def test_a_build_goes_on_over_every_wrap_while_its_lease_is_renewed(wrap):
    bench = TickingBench(first=wrap - 8000, wrap=wrap)
    bench.ready()
    bench.reach(BuildWalls(SetName.A))
    assert bench.ticks_ms() < wrap // 2
    assert bench.faults == []


@pytest.mark.parametrize("wrap", WRAPS)
def test_the_dead_man_acts_in_time_over_every_wrap(wrap):
    bench = TickingBench(first=wrap - 8000, wrap=wrap)
    bench.motors_run()
    while wrap - bench.ticks_ms() > 300:
        bench.run(0.1)
    bench.run(0.4, lease=False)
    assert bench.mechanics.motors_running
    bench.run(0.2, lease=False)
    assert bench.mechanics.motors_running == frozenset()
    assert bench.faults == [FaultCode.LEASE_EXPIRED]


def test_a_counter_that_goes_back_ends_the_lease_instead_of_prolonging_it() -> None:
    bench = TickingBench(first=2_147_520_000)
    bench.motors_run()
    bench.jump_ms -= 17_500
    bench.run(0.02, lease=False)
    assert bench.mechanics.motors_running == frozenset()
    assert bench.faults == [FaultCode.LEASE_EXPIRED]


def test_a_lease_that_comes_too_late_renews_nothing() -> None:
    bench = TickingBench(first=2_147_520_000)
    bench.motors_run()
    bench.now_s += 17.5  # nobody has looked after the machine meanwhile
    bench.lease()
    assert bench.mechanics.motors_running == frozenset()
    assert bench.faults == [FaultCode.LEASE_EXPIRED]


def test_arming_again_too_late_keeps_no_motor_on() -> None:
    bench = TickingBench()
    bench.motors_run()
    bench.now_s += 17.5
    assert bench.arm() is CommandOutcome.FAULTED
    assert bench.mechanics.motors_running == frozenset()


def test_progress_is_told_from_the_first_moment_of_a_counter_that_begins_below_zero() -> None:
    bench = TickingBench(first=-(1 << 31))
    bench.motors_run()
    assert any(isinstance(event.what, OperationProgress) for event in bench.events)
