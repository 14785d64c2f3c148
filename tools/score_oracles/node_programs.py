"""The programs beside this file, run by node where the public scorers lie: one JSON line in, one out."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent


def ask(program: str, folder: Path, questions: Sequence[object]) -> list[Any]:
    """The scorer's answers, in order.

    Raises:
        SystemExit: node is missing, or the program failed; says what it printed.
    """
    node = shutil.which("node")
    if node is None:
        raise SystemExit("node is not installed; the public scorers are JavaScript.")
    lines = "\n".join(json.dumps(question) for question in questions)
    done = subprocess.run(
        [node, str(_HERE / program), str(folder.resolve())], input=lines, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"{program} failed in {folder}:\n{done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]
