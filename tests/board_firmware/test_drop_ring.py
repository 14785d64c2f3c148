"""Pulses of the drop counters: under a closed dome they are told and are no tiles."""

from board_bench import BoardBench

from firmware_bridge.messages import FaultReport, Notice, NoticeCode
from mahjong_rules.set_names import SetName


def fault_of(bench: BoardBench) -> FaultReport:
    return next(event.what for event in reversed(bench.events) if isinstance(event.what, FaultReport))


def ready_bench() -> BoardBench:
    bench = BoardBench()
    bench.ready()
    return bench


def stray_notices(bench: BoardBench) -> list[tuple[int, int]]:
    notices = [event.what for event in bench.events if isinstance(event.what, Notice)]
    return [(notice.mechanism, notice.value) for notice in notices if notice.code is NoticeCode.STRAY_PULSES]


def test_a_pulse_under_a_closed_dome_is_told_and_is_no_tile() -> None:
    bench = ready_bench()
    bench.mechanics.counters.bounce_drop(SetName.B)
    bench.run(0.2)
    assert stray_notices(bench) == [(82, 1)]
    status = bench.status()
    assert (status.tiles_inside_b, status.fault_id) == (136, 0)


def test_a_counter_that_never_rests_under_a_closed_dome_is_told_once_a_second_with_all_its_pulses() -> None:
    bench = ready_bench()
    for _ in range(250):
        bench.mechanics.counters.bounce_drop(SetName.A)
        bench.run(0.01)
    bench.run(1.0)
    told = stray_notices(bench)
    assert 3 <= len(told) <= 4
    assert sum(pulses for _, pulses in told) == 250
    assert bench.status().tiles_inside(SetName.A) == 136
