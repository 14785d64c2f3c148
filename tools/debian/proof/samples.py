"""What the package is tried on: records and pictures of the tests, a simulated game, and what they are read as here."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tools.supply.constraints import ROOT

RECORDS: Final = ("two_short_deals", "whole_game")
PICTURES: Final = ("arm", "full_hd", "parlour")
_CLI: Final = (sys.executable, "-m", "table_daemon.cli")
SAME_CONFIDENCE: Final = 0.01
"""Two processors round differently: 0.0002 was measured between x86-64 and arm64. Chosen far below any threshold."""
SAME_PLACE: Final = 0.5
"""Millimetres, and degrees: a tenth of what settles a piece. Chosen."""

_DISCARDS: Final = 5
"""Of the game that is left in the middle: a turn of everybody has been played."""

_TURN: Final = 360.0
_HALF_TURN: Final = 180.0
"""A tile face down looks the same after it (`jantaku read --help`)."""

Reading = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Samples:
    """Files for the root, what the records come to, and the expected readings by picture."""

    records: list[Path]
    replayed: list[str]
    pictures: list[Path]
    readings: dict[str, Reading]
    journal: Path
    journal_in_play: Path


def gather(folder: Path) -> Samples:
    """Make what is missing in `folder`: the game takes a minute, and is played once."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = [ROOT / "tests/data/vision" / f"{name}.jpg" for name in PICTURES]
    records = _records(folder)
    said = subprocess.run([*_CLI, "replay", *map(str, records)], cwd=ROOT, check=False, capture_output=True, text=True)
    readings = {path.name: _read_here(path, folder) for path in pictures}
    return Samples(records, figures(said.stdout), pictures, readings, _game(folder), _game_in_play(folder))


def figures(replayed: str) -> list[str]:
    """What `jantaku replay` says of deals and games, without the names of files and its own speed."""
    return [line for line in replayed.splitlines() if line.startswith("  ")]


def _records(folder: Path) -> list[Path]:
    sys.path.insert(0, str(ROOT / "tests" / "helpers"))
    from compact_record import record_lines  # type: ignore[import-not-found,unused-ignore]  # a helper of the tests

    made = [folder / f"{name}.mjai.jsonl" for name in RECORDS]
    for path in made:
        path.write_text("\n".join(record_lines(path.name.partition(".")[0])) + "\n", encoding="utf-8")
    return [ROOT / "tests/data/records/one_deal.mjai.jsonl", *made]


def _read_here(picture: Path, folder: Path) -> Reading:
    kept = folder / f"{picture.stem}.json"
    if not kept.exists():
        said = subprocess.run([*_CLI, "read", str(picture), "--json"], cwd=ROOT, check=True, capture_output=True).stdout
        kept.write_bytes(said)
    reading: Reading = json.loads(kept.read_text(encoding="utf-8"))
    return reading


def _one_deal(state: Path) -> list[str]:
    """The command that plays one deal at the simulated table, its camera and motors included."""
    record = ROOT / "tests/data/records/one_deal.mjai.jsonl"
    words = ["simulate", "--record", str(record), "--rules", "tenhou", "--deals", "1", "--speed", "max", "--headless"]
    return [*_CLI, *words, "--broker", "none", "--state-dir", str(state)]


def _game(folder: Path) -> Path:
    """The journal of a deal that was played to its end."""
    state = folder / "state"
    journal = state / "journal.sqlite3"
    if not journal.exists():
        subprocess.run(_one_deal(state), cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return journal


def _game_in_play(folder: Path) -> Path:
    """The journal of a table that was switched off in the middle of its deal."""
    state = folder / "state-in-play"
    journal = state / "journal.sqlite3"
    if not journal.exists():
        with subprocess.Popen(_one_deal(state), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as playing:
            assert playing.stdout is not None
            discards = 0
            while discards < _DISCARDS and (line := playing.stdout.readline()):
                discards += b" discards " in line
            playing.send_signal(signal.SIGINT)
            playing.stdout.read()
    return journal


def difference(expected: Reading, read: Reading) -> tuple[str, float]:
    """The first difference that counts, "" without one, and the largest difference of numbers beside it."""
    if len(expected) != len(read):
        return f"{len(read)} pieces instead of {len(expected)}", 0.0
    largest = 0.0
    for here, there in zip(expected, read, strict=True):
        for key, value in here.items():
            apart = _apart(value, there.get(key))
            if key == "rotation_deg":
                apart = min(apart, abs(apart - (_TURN if here.get("face") == "up" else _HALF_TURN)))
            if apart > (SAME_CONFIDENCE if key == "confidence" else SAME_PLACE):
                return f"{key} is {there.get(key)!r} instead of {value!r}", apart
            largest = max(largest, apart)
    return "", largest


def _apart(value: object, other: object) -> float:
    """Of two numbers, or of the numbers of two lists; of anything else nothing or infinitely much."""
    if isinstance(value, list) and isinstance(other, list) and len(value) == len(other):
        return max(map(_apart, value, other), default=0.0)
    if isinstance(value, float) and isinstance(other, (int, float)):
        return abs(value - other)
    return 0.0 if value == other else math.inf
