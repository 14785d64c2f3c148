"""The whole line: a deal of a real game through motors, serial line, camera, recogniser, rules and tablet."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

RECORD = Path(__file__).parents[1] / "data" / "records" / "one_deal.mjai.jsonl"


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_recorded_deal_is_read_by_the_camera_and_settled_as_recorded() -> None:
    command = [sys.executable, "-m", "table_daemon.cli", "simulate", "--record", str(RECORD), "--rules", "tenhou"]
    command += ["--deals", "1", "--speed", "max", "--headless", "--json", "--broker", "none"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=580, check=False)
    told = done.stdout + done.stderr
    figures = json.loads(done.stdout.splitlines()[-1])
    assert figures["deals"] == [{"deltas": [-8000, 9000, 0, 0], "expected_deltas": [-8000, 9000, 0, 0], "asked": 0}], (
        told
    )
    assert figures["scores"] == figures["expected_scores"]
    assert (figures["corrections"], figures["faults"]) == (0, 0)
    assert done.returncode == 0
