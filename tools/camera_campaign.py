"""Plays whole games through motors, camera, recogniser and rules, one after the other, and judges every deal.

    python tools/camera_campaign.py [--faults FILE] [--deals N] RECORD...
    python tools/camera_campaign.py [--faults FILE] [--deals N] --rules tchou --seed 3

Game records are played by the rules `tenhou`; without one, bots play a game of `--rules`. Nobody answers a question.

Verdict of a deal:
  exact   what everybody pays is what the record (or the bots' own engine) says
  asked   it is another sum, and a question was open in the moment it was counted; questions that had settled themselves
          before excuse nothing
  WRONG   it is another sum, and nobody was asked
A game that cannot go on `waits` when a question is open at its end: its deal has no score yet; otherwise it STOPPED.
Prints a line a game and the sums at the end; ends with 1 when anything was WRONG or STOPPED, or, without faults, when
anything was not exact.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

RECORD_RULES: Final = "tenhou"
BAD: Final = frozenset({"WRONG", "STOPPED"})
GOOD_WITHOUT_FAULTS: Final = frozenset({"exact"})


def verdicts(figures: dict[str, Any] | None) -> list[str]:
    """One verdict a deal, and one more for a game that did not come to its end.

    Args:
        figures: the last line of `jantaku simulate --json`; None when there was none.
    """
    if figures is None:
        return ["STOPPED"]
    found = [_verdict(deal) for deal in figures["deals"]]
    if figures["gave_up"]:
        found.append("waits" if figures["waiting"] else "STOPPED")
    return found


def _verdict(deal: dict[str, Any]) -> str:
    if deal["deltas"] == deal["expected_deltas"]:
        return "exact"
    return "asked" if deal["asked"] else "WRONG"


def is_good(found: Counter[str], *, with_faults: bool) -> bool:
    """Whether a campaign with these verdicts shows what it should."""
    kinds = {kind for kind, count in found.items() if count}
    return not kinds & BAD if with_faults else kinds <= GOOD_WITHOUT_FAULTS


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="*", type=Path, metavar="RECORD")
    parser.add_argument("--faults", type=Path, metavar="FILE", help="what goes wrong, see docs/simulated_faults.md")
    parser.add_argument("--deals", type=int, metavar="N", help="no more deals of each game")
    parser.add_argument("--rules", default="ema", help="of the bots' game, without a record (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the bots' game (default: %(default)s)")
    arguments = parser.parse_args()
    common = [*_option("--faults", arguments.faults), *_option("--deals", arguments.deals)]
    games = [["--record", str(record), "--rules", RECORD_RULES] for record in arguments.records]
    games = games or [["--rules", arguments.rules, "--seed", str(arguments.seed)]]
    sums: Counter[str] = Counter()
    for game in games:
        started = time.monotonic()
        figures = _play([*game, *common])
        found = verdicts(figures)
        sums.update(found)
        print(game[1], *found, f"{time.monotonic() - started:.0f} s", json.dumps(figures), flush=True)
    print(", ".join(f"{kind} {count}" for kind, count in sorted(sums.items())))
    return 0 if is_good(sums, with_faults=arguments.faults is not None) else 1


def _option(name: str, value: object) -> list[str]:
    return [] if value is None else [name, str(value)]


def _play(arguments: Sequence[str]) -> dict[str, Any] | None:
    """One game in a process of its own; None when it ended without figures."""
    command = [sys.executable, "-m", "table_daemon.cli", "simulate", "--speed", "max", "--headless", "--json"]
    command += ["--broker", "none", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    lines = [line for line in ended.stdout.splitlines() if line.startswith('{"scores"')]
    return None if not lines else json.loads(lines[-1])


if __name__ == "__main__":
    sys.exit(main())
