"""The whole line, and between two games people exchange the tiles of both sets: flowers come to the table."""

import json
import subprocess
import sys

import pytest


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_game_with_flowers_after_one_without_is_read_by_the_camera_and_settled_as_expected() -> None:
    command = [sys.executable, "-m", "table_daemon.cli", "simulate", "--rules", "tenhou", "--then", "tchou"]
    command += ["--deals", "1", "--speed", "max", "--headless", "--json", "--broker", "none", "--size", "1920x1080"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=580, check=False)
    told = done.stdout + done.stderr
    games = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert [len(game["deals"]) for game in games] == [1, 1], told
    assert all(game["scores"] == game["expected_scores"] for game in games), told
    assert sum(games[0]["scores"]) == 100_000
    assert sum(games[1]["scores"]) == 0
    assert [game["faults"] for game in games] == [0, 0]
    assert sum("put 8 tiles of set" in line for line in done.stdout.splitlines()) == 2
    assert "lays the flower" in done.stdout
    assert done.returncode == 0
