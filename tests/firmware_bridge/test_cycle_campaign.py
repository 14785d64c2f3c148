"""A small sample of tools/cycle_campaign.py: random mishaps over whole cycles, judged at every tick."""

import pytest
from cycle_schedule import DEALS, CycleTally, random_schedule, run_schedule

from board_firmware.machine_core import Machine

BATCH = 8


@pytest.mark.parametrize("first", range(0, 40, BATCH))
def test_whatever_happens_the_rules_of_the_link_hold_and_the_table_works_again(first):
    tally = CycleTally()
    for number in range(first, first + BATCH):
        run_schedule(f"sample {number}", tally)
    assert tally.violations == []
    assert tally.deals == BATCH * (DEALS + 1)


def test_the_same_seed_gives_the_same_schedule_and_the_same_course():
    tallies = CycleTally(), CycleTally()
    for tally in tallies:
        run_schedule("twice", tally)
    assert random_schedule("twice") == random_schedule("twice")
    assert tallies[0] == tallies[1]


def test_the_judge_sees_a_board_without_a_dead_man(monkeypatch):
    monkeypatch.setattr(Machine, "_lease_expired", lambda _machine: None)
    tally = CycleTally()
    for number in range(6):
        run_schedule(f"sample {number}", tally)
    assert any("after the last lease" in violation for violation in tally.violations)
