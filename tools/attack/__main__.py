"""Attacks a simulated table in every way, a sample of each, and prints a table of what came of it: ten minutes.

Each attack is a command of its own with larger numbers: `python -m tools.attack.NAME --help`.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.attack import damaged_journals, floods, full_disk, hostile_board, kills, power_cuts
from tools.attack.losing_disk import NoLosingDisk
from tools.attack.tally import Tally


@dataclass(frozen=True)
class Attack:
    """One of them: what it does, what must not come of it, and how it is run with a seed."""

    name: str
    does: str
    forbidden: str
    run: Callable[[int], Tally]


def _damage(seed: int) -> Tally:
    logging.disable(logging.CRITICAL)  # every damage of the witness would be told here too
    try:
        with tempfile.TemporaryDirectory() as folder:
            return damaged_journals.attack(Path(folder), 500, seed)
    finally:
        logging.disable(logging.NOTSET)


def _flood(_seed: int) -> Tally:
    broker = "mosquitto" if shutil.which("mosquitto") else "embedded"
    return asyncio.run(floods.attack(["20,000 commands", "junk", "20,000 stops of the machine"], 20_000, broker))


def _cut_power(seed: int) -> Tally:
    try:
        return power_cuts.attack(20, seed)
    except NoLosingDisk as error:
        return Tally(outcomes=Counter({f"not done: {error}": 1}))


ATTACKS: Final = (
    Attack(
        "hostile_board",
        "500,000 damaged packets, clock jumps and resets for the board",
        hostile_board.FORBIDDEN,
        lambda seed: hostile_board.campaign(500_000, seed),
    ),
    Attack("damaged_journals", "500 damages to a journal's files", damaged_journals.FORBIDDEN, _damage),
    Attack("floods", "three floods of 20,000 messages", floods.FORBIDDEN, _flood),
    Attack(
        "full_disk",
        "3 full disks under a whole table",
        full_disk.FORBIDDEN,
        lambda seed: asyncio.run(full_disk.attack(3, seed)),
    ),
    Attack("power_cuts", "20 power cuts while a table writes (root)", power_cuts.FORBIDDEN, _cut_power),
    Attack(
        "kills",
        "12 kills in whole play",
        kills.FORBIDDEN,
        lambda seed: asyncio.run(kills.attack(["tenhou", "tchou"], 12, 1, seed)),
    ),
)


def rows(attacks: Sequence[Attack], results: Sequence[tuple[Tally, float]]) -> list[str]:
    """The table: a row for each attack, and below it what was measured and what must not have happened."""
    lines = [f"{'attack':18}{'what was done':64}{'forbidden':>10}{'s':>6}"]
    for attack, (tally, took_s) in zip(attacks, results, strict=True):
        lines.append(f"{attack.name:18}{attack.does:64}{len(tally.faults):10d}{took_s:6.0f}")
        lines += [f"{'':18}{value:.0f} {what}" for what, value in tally.figures.items()]
        lines += [f"{'':18}{what}" for what in tally.outcomes if what.startswith("not done")]
        lines += [f"{'':18}FORBIDDEN ({attack.forbidden}): {fault}" for fault in tally.faults[:3]]
    return lines


def main() -> int:
    """The command; exit status 1 when something happened that must not."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.attack", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [attack.name for attack in ATTACKS]
    parser.add_argument("--only", action="append", choices=names, help="only this one; may be repeated")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chosen = [attack for attack in ATTACKS if not args.only or attack.name in args.only]
    results: list[tuple[Tally, float]] = []
    for number, attack in enumerate(chosen, 1):
        print(f"{number} of {len(chosen)}: {attack.name}, {attack.does} ...", file=sys.stderr, flush=True)
        began_s = time.monotonic()
        results.append((attack.run(args.seed), time.monotonic() - began_s))
    print("\n" + "\n".join(rows(chosen, results)))
    return 1 if any(tally.faults for tally, _ in results) else 0


if __name__ == "__main__":
    sys.exit(main())
