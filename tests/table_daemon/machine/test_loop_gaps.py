"""A computer that is too slow says that, not "cable"."""

import asyncio

import pytest
from machine_bench import machine_bench
from virtual_time import VirtualTimeLoop, run_virtual

from hw_sim.machine.board import TICK_S
from table_daemon.machine.loop_gaps import LoopGaps
from wire.machine_status import MachineFault


def gaps_of(*slept_s: float) -> tuple[LoopGaps, float]:
    """Of a loop that slept so long each time, and what time it is then."""
    gaps, now_s = LoopGaps(), 100.0
    for seconds in slept_s:
        gaps.sleeps(now_s)
        now_s += seconds
        gaps.wakes(now_s)
    return gaps, now_s


def test_a_loop_that_is_woken_in_time_has_no_gaps():
    gaps, now_s = gaps_of(0.1, 0.11, 0.15)
    assert gaps.longest_s(now_s) == 0


def test_the_longest_gap_of_the_last_minute_counts_and_is_forgotten_after_it():
    gaps, now_s = gaps_of(0.1, 0.7, 0.3)
    assert gaps.longest_s(now_s) == pytest.approx(0.7)
    assert gaps.longest_s(now_s + 59) == pytest.approx(0.7)
    assert gaps.longest_s(now_s + 61) == 0
    assert gaps.longest_s(now_s, within_s=0.2) == pytest.approx(0.3)


def test_a_gap_that_lasts_still_counts_although_the_loop_has_not_woken_yet():
    gaps, now_s = gaps_of(0.1)
    gaps.sleeps(now_s)
    assert gaps.longest_s(now_s + 0.9) == pytest.approx(0.9)


async def fault_in_mid_build(trouble: str, seconds: float = 0.9) -> tuple[MachineFault, float]:
    """What is told when that comes over the machine while a wall is built, and how late the loop was."""
    async with machine_bench() as bench:
        deal = asyncio.create_task(bench.controller.prepare_deal())
        await bench.until("building")
        await asyncio.sleep(1)
        if trouble == "busy computer":
            loop = asyncio.get_running_loop()
            assert isinstance(loop, VirtualTimeLoop)
            for _ in range(round(seconds / TICK_S)):
                loop.be_busy(TICK_S)
                bench.link.board.tick()  # it is a computer of its own, and goes on
        else:
            bench.link.to_board = lambda _data: []
        await bench.until("faulted")
        deal.cancel()
        fault, late_s = bench.controller.status.fault, bench.controller.late_s
        assert fault is not None
        return fault, late_s


@pytest.mark.parametrize("seconds", [0.6, 0.9, 3.0])
def test_a_computer_that_did_not_come_to_renew_the_lease_is_named_and_no_cable(seconds):
    fault, late_s = run_virtual(fault_in_mid_build("busy computer", seconds))
    assert fault.code == "computer_late"
    assert f"this computer was too busy to watch over the motors for {late_s:.1f} s" in fault.text
    assert "cable" not in fault.text + fault.action
    assert late_s == pytest.approx(seconds, abs=0.11)


def test_a_line_that_swallows_the_lease_is_still_told_as_a_line():
    fault, late_s = run_virtual(fault_in_mid_build("line"))
    assert fault.code == "lease_expired"
    assert "cable" in fault.action
    assert late_s == 0
