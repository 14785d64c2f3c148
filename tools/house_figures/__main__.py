"""Counts what makes a house hard to live in: large modules and holders, arrows that run up, constants without reason.

usage: python -m tools.house_figures [ROOT] [--list FIGURE] [--json]

Every figure is counted from the source text alone (`ast`, `tokenize`), so that any commit can be counted: check it out
beside this one and give its folder. `tests/test_house.py` holds the figures that have a limit.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tools.house_figures.figures import FIGURES, summary
from tools.house_figures.source import House


def main() -> int:
    """Print the figures of a checkout."""
    parser = argparse.ArgumentParser(prog="python -m tools.house_figures", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("root", nargs="?", type=Path, default=Path(), help="a git checkout (default: this folder)")
    parser.add_argument("--list", choices=sorted(FIGURES), help="every finding of one figure, one a line")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    args = parser.parse_args()
    house = House(args.root)
    if args.list:
        print("\n".join(FIGURES[args.list](house)))
    elif args.json:
        print(json.dumps(summary(house), indent=2))
    else:
        width = max(map(len, summary(house)))
        print("\n".join(f"{name:{width}}  {value}" for name, value in summary(house).items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
