"""Writes constraints.txt: the version of every package that the program needs, as installed here.

Run it in the environment whose tests have just passed. A release is installed with it:
`pip install -c constraints.txt jantaku`. The extras for a Raspberry Pi's pins are left out: no test here runs them.
"""

from __future__ import annotations

import argparse
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parents[2]
PATH: Final = ROOT / "constraints.txt"
_HEAD: Final = """\
# The versions that the tests of a release passed with, for `pip install -c constraints.txt jantaku`.
# Made by `make constraints`; pyproject.toml says which other versions are allowed.
"""
_SAME: Final = {"opencv-python": ("opencv-python-headless",)}
"""Packages that stand in for another: the Makefile takes the build without windows where the system lacks theirs."""


def pinned(project: str = "jantaku") -> dict[str, str]:
    """Name and installed version of everything that `project` needs to run, and what that needs in turn.

    Raises:
        PackageNotFoundError: something that this machine needs is not installed.
    """
    found: dict[str, str] = {}
    waiting = _needs(project, frozenset())
    while waiting:
        name, extras = waiting.pop()
        if name not in found:
            found[name] = _installed(name)
            waiting += _needs(name, extras)
    return dict(sorted(found.items()))


def _installed(name: str) -> str:
    for candidate in (name, *_SAME.get(name, ())):
        try:
            return version(candidate)
        except PackageNotFoundError:
            continue
    raise PackageNotFoundError(name)


def _needs(name: str, extras: frozenset[str]) -> list[tuple[str, frozenset[str]]]:
    """What `name` with these extras needs on this machine."""
    try:
        lines = requires(name) or []
    except PackageNotFoundError:  # another stands in for it
        return []
    needs: list[tuple[str, frozenset[str]]] = []
    for requirement in map(Requirement, lines):
        environments = [{"extra": extra} for extra in ("", *extras)]
        if requirement.marker is None or any(map(requirement.marker.evaluate, environments)):
            needs.append((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    return needs


def main() -> int:
    """The command."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    pins = pinned()
    PATH.write_text(_HEAD + "".join(f"{name}=={at}\n" for name, at in pins.items()), encoding="utf-8")
    print(f"{len(pins)} packages in {PATH.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
