from __future__ import annotations

import pytest

from tools.attack.full_disk import attack


@pytest.mark.slow
async def test_a_full_disk_ends_the_daemon_with_one_sentence_and_loses_nothing_that_was_answered():
    tally = await attack(1, seed=3)
    assert tally.faults == []
    assert tally.outcomes["started again with every score that was answered"] == 1
