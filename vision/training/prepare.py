"""Cut a rendered data set into training material: python -m vision.training.prepare DATASET.. --out OUT [--seed N]."""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from vision.training.scenes import prepare


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("datasets", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    prepare(arguments.datasets, arguments.out, Random(arguments.seed))


if __name__ == "__main__":
    main()
