"""A small sample of tools/cycle_campaign.py: random mishaps over whole cycles, judged at every tick.

`python tools/cycle_campaign.py --schedules 10000 --seed 1` plays ten thousand schedules.
"""

import pytest
from campaign_cases import sampled
from cycle_blows import BLOWS, random_schedule
from cycle_schedule import DEALS, CycleTally, run_schedule

from board_firmware.machine_core import Machine

pytestmark = pytest.mark.slow
SCHEDULES = 24
SAMPLE = (1, 4, 6, 8, 17, 20, 22)
"""Chosen: every blow there is comes in one of these."""


@pytest.mark.parametrize("number", sampled(SAMPLE, range(SCHEDULES)))
def test_whatever_happens_the_rules_of_the_link_hold_and_the_table_works_again(number):
    tally = CycleTally()
    run_schedule(f"sample {number}", tally)
    assert tally.violations == []
    assert tally.deals == DEALS + 1


def test_the_sample_has_every_blow_there_is() -> None:
    schedules = [random_schedule(f"sample {number}") for number in SAMPLE]
    assert {blow.kind for schedule in schedules for blow in schedule} == set(BLOWS)


def test_the_same_seed_gives_the_same_schedule_and_the_same_course() -> None:
    tallies = CycleTally(), CycleTally()
    for tally in tallies:
        run_schedule("twice", tally)
    assert random_schedule("twice") == random_schedule("twice")
    assert tallies[0] == tallies[1]


def test_the_judge_sees_a_board_without_a_dead_man(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Machine, "_lease_expired", lambda _machine: None)
    tally = CycleTally()
    for number in range(6):
        run_schedule(f"sample {number}", tally)
        if tally.violations:
            break
    assert any("after the last lease" in violation for violation in tally.violations)
