"""Random schedules of mishaps over whole cycles of the table in virtual time (tests/helpers/cycle_schedule.py).

Prints progress to stderr and one JSON document to stdout; ends with 1 when anything happened that must not: a motor on
without a lease or after a fault, a fault nobody was told of, tiles not conserved, a table that does not work again.
Schedule n of a seed is always the same; `--first` goes on where another run ended.
"""

from __future__ import annotations

import argparse
import json
import logging
import math
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from cycle_schedule import CycleTally, run_schedule

_TOLD_EVERY_S = 10.0
_SHOWN_VIOLATIONS = 20


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--schedules", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first schedule")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long, whatever is done by then")
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    tally = run(arguments.seed, range(arguments.first, arguments.first + arguments.schedules), arguments.minutes)
    summary = {
        "seed": arguments.seed,
        "schedules": tally.schedules,
        "deals": tally.deals,
        "virtual_hours": round(tally.virtual_s / 3600, 1),
        "blows": dict(tally.blows.most_common()),
        "faults_latched": dict(tally.faults.most_common()),
        "violations": len(tally.violations),
        "first_violations": tally.violations[:_SHOWN_VIOLATIONS],
    }
    print(json.dumps(summary, indent=2))
    sys.exit(bool(tally.violations))


def run(seed: int, numbers: range, minutes: float) -> CycleTally:
    """These schedules, or as many of them as fit into the time."""
    tally, began_s = CycleTally(), time.monotonic()
    told_s = began_s
    for number in numbers:
        run_schedule(f"{seed} {number}", tally)
        now_s = time.monotonic()
        if now_s - began_s > minutes * 60:
            break
        if now_s - told_s >= _TOLD_EVERY_S:
            told_s = now_s
            last = f", last: {tally.violations[-1][:300]}" if tally.violations else ""
            print(
                f"{tally.schedules} of {len(numbers)} schedules, {len(tally.violations)} violations{last}",
                file=sys.stderr,
            )
    return tally


if __name__ == "__main__":
    main()
