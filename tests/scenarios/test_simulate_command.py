"""The whole line: games through motors, serial line, camera, recogniser, rules and tablet.

One evening: a deal of a real game, then people exchange the tiles of both sets, and flowers come to the table.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

RECORD = Path(__file__).parents[1] / "data" / "records" / "one_deal.mjai.jsonl"
SEED = "136"
"""Chosen: the bots' deal of the second game is won after 32 moves, three flowers among them."""


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_recorded_deal_and_one_with_flowers_after_it_are_read_by_the_camera_and_settled_as_expected() -> None:
    command = [sys.executable, "-m", "table_daemon.cli", "simulate", "--record", str(RECORD), "--rules", "tenhou"]
    command += ["--then", "tchou", "--seed", SEED, "--deals", "1", "--speed", "max", "--headless", "--json"]
    command += ["--broker", "none", "--size", "1920x1080"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=580, check=False)
    told = done.stdout + done.stderr
    games = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert [len(game["deals"]) for game in games] == [1, 1], told
    assert games[0]["deals"] == [{"deltas": [-8000, 9000, 0, 0], "expected_deltas": [-8000, 9000, 0, 0], "asked": 0}], (
        told
    )
    assert all(game["scores"] == game["expected_scores"] for game in games), told
    assert [sum(game["scores"]) for game in games] == [100_000, 0]
    assert [game["faults"] for game in games] == [0, 0]
    assert games[0]["corrections"] == 0
    assert sum("put 8 tiles of set" in line for line in done.stdout.splitlines()) == 2
    assert "lays the flower" in done.stdout
    assert done.returncode == 0
