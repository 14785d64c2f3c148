"""A sample of the attack on the core, and that its judge sees what the attack of another day found."""

from collections import Counter

import pytest

from board_firmware.board import Board
from board_firmware.clock import Clock, Lease
from board_firmware.machine_core import Machine
from tools.attack.hostile_board import PACKETS_OF_A_TABLE, HostileTable, campaign
from tools.attack.hostile_frames import Damage

SAMPLE = 8000
MANY_TABLES = 30
"""Enough for the rarest of the broken cores below: a clock that goes back is found on one table of twenty."""


def found_on_many_tables(what: str) -> bool:
    """Whether the judge of some table complains of this."""
    for number in range(MANY_TABLES):
        table = HostileTable(f"1-{number}", Counter())
        table.attack(PACKETS_OF_A_TABLE)
        if any(what in violation for violation in table.violations):
            return True
    return False


def test_nothing_that_must_not_happen_happens_under_a_sample_of_the_attack() -> None:
    tally = campaign(SAMPLE, seed=3)
    assert tally.faults == []
    wanted = {*Damage.kinds, "jump", "stall", "board reset", "host reset", "looks at running motors", "faults"}
    assert wanted | {"goals done: HOME"} <= {what for what, times in tally.outcomes.items() if times}


def test_the_judge_sees_a_clock_that_takes_its_counter_for_the_time(monkeypatch):
    def believe(clock: Clock) -> int:
        clock.now_ms = clock._pins.ticks_ms()
        return clock.now_ms

    monkeypatch.setattr(Clock, "look", believe)
    assert found_on_many_tables("ms after the lease")


def test_the_judge_sees_a_lease_that_is_renewed_after_it_ran_out(monkeypatch):
    heard = Board.receive

    def receive(board: Board, data: bytes) -> None:
        with monkeypatch.context() as deaf:
            deaf.setattr(Machine, "watch_lease", lambda _machine: None)
            heard(board, data)

    monkeypatch.setattr(Board, "receive", receive)
    assert found_on_many_tables("ms after the lease")


def test_the_judge_sees_a_lease_that_never_runs_out(monkeypatch):
    monkeypatch.setattr(Lease, "has_run_out", lambda _lease: False)
    assert found_on_many_tables("ms after the lease")


def test_the_judge_sees_a_packet_that_is_carried_out_again_by_a_boot_of_the_same_number(monkeypatch):
    monkeypatch.setattr(HostileTable, "next_boot_number", lambda _table: 1)
    assert found_on_many_tables("carried out 1 times or again")


@pytest.mark.parametrize(
    ("broken", "what"), [("_busy", "run together"), ("_is_moving", "armed while the motors of session")]
)
def test_the_judge_sees_what_runs_together_or_is_taken_over(broken, what, monkeypatch):
    monkeypatch.setattr(Machine, broken, lambda *_: False)
    assert found_on_many_tables(what)
