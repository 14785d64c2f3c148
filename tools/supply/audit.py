"""Looks whether a known weakness is in a package of constraints.txt (pip-audit; asks PyPI's database).

Where no database can be reached nothing is known: that is said, and is no failure.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from typing import Any, Final

from tools.supply.constraints import PATH

_LATEST_S: Final = 60
"""Chosen: a computer without a network, or behind a silent one, must not hold `make check` for longer."""


def judge(said: str) -> tuple[int, list[str]]:
    """How many packages the database knew, and a line for each weakness.

    Args:
        said: pip-audit's JSON; anything else counts as no answer.
    """
    try:
        packages: list[dict[str, Any]] = json.loads(said)["dependencies"]
    except (ValueError, KeyError):
        return 0, []
    known = [package for package in packages if "skip_reason" not in package]
    return len(known), [_line(package, weakness) for package in known for weakness in package["vulns"]]


def _line(package: dict[str, Any], weakness: dict[str, Any]) -> str:
    mended = ", ".join(weakness["fix_versions"]) or "no version yet"
    return f"{package['name']} {package['version']}: {weakness['id']}, mended in {mended}"


def main() -> int:
    """The command; exit status 1 for a known weakness."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(PATH), "--no-deps", "--disable-pip"]
    command += ["--format", "json", "--progress-spinner", "off", "--timeout", "10"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=_LATEST_S, check=False).stdout
    except subprocess.TimeoutExpired:
        said = ""
    known, weaknesses = judge(said)
    if not known:
        print("no database of weaknesses could be reached: the packages of constraints.txt were not looked up")
    else:
        print(f"{known} packages looked up, {len(weaknesses)} known weaknesses", *weaknesses, sep="\n  ")
    return 1 if weaknesses else 0


if __name__ == "__main__":
    sys.exit(main())
