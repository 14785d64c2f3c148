"""Run one comparison: see the package."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from tools.score_oracles import hongkong, waits, zungjung

_COMPARISONS = {"hongkong": hongkong.compare, "zungjung": zungjung.compare, "waits": waits.compare}


def main() -> int:
    """1 when a difference is unexplained."""
    parser = argparse.ArgumentParser(prog="python -m tools.score_oracles", description=__doc__)
    parser.add_argument("what", choices=sorted(_COMPARISONS))
    parser.add_argument("folder", type=Path, help="where the public scorers are installed")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10, help="so many differences of each kind are printed")
    wish = parser.parse_args()
    found = Counter[str]()
    for text, why in _COMPARISONS[wish.what](wish.folder, wish.count, wish.seed):
        found[why] += 1
        if found[why] <= wish.show:
            print(f"{why or 'UNEXPLAINED'}: {text}")
    print(f"{wish.what}: {wish.count} hands, {sum(found.values())} differences, {found['']} unexplained")
    for why, times in found.most_common():
        print(f"  {times:6} {why or 'unexplained'}")
    return int(found[""] > 0)


if __name__ == "__main__":
    sys.exit(main())
