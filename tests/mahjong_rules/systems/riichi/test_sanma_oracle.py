"""Whole games of three beside a second engine, deal by deal; every difference has the name of a rule.

The campaign plays 600 games, about 5,200 deals: a quarter of an hour. A mood is how often a player does the unusual.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from campaign_cases import sampled
from sanma_oracle import oracle_game

from table_daemon.rules.presets import load_rules
from table_daemon.rules.replay import replay_file

AS_JANSOU = (
    # Real games on Tenhou have 2,000 (docs/rules.md, A-41), the oracle knows 3,000 or nothing.
    ("noten_pool_points", "3000"),
    # The oracle takes a hand that waits for a fifth tile for noten, and lets it declare riichi.
    ("noten_riichi", "noten"),
    # The oracle knows no end by a leading dealer who only waits.
    ("dealer_ends_when_tenpai", "false"),
)
SAMPLE = [(0.3, 100, 103)]
CASES = [*SAMPLE, *((mood, first, first + 50) for mood in (0.05, 0.3, 0.8) for first in range(1000, 1200, 50))]


@pytest.mark.slow
@pytest.mark.parametrize(("mood", "first", "end"), sampled(SAMPLE, CASES))
def test_every_deal_of_a_second_engine_comes_to_the_same_figures(
    mood: float, first: int, end: int, tmp_path: Path
) -> None:
    rules, deals = load_rules("sanma", AS_JANSOU), 0
    for seed in range(first, end):
        record = tmp_path / f"{seed}.mjai.jsonl"
        record.write_text("\n".join(oracle_game(seed, mood)))
        replay = replay_file(record, rules)
        assert replay.difference is None, f"seed {seed}: {replay.difference}"
        assert replay.game is not None
        deals += len(replay.game.results)
    assert deals >= 5 * (end - first)
