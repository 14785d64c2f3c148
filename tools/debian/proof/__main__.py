"""Installs the package of `make deb` in fresh Debian roots without a network and lives with it: `make test-pi`.

In the native root systemd is started too, with the simulated table beside it. Takes ten minutes there and half an hour
for each arm64 root (qemu). Needs root, mmdebstrap and systemd-container, and for another architecture qemu-user-static,
binfmt-support and arch-test. What is made lies below build/pi.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from tools.debian.__main__ import make, project_version
from tools.debian.control import debian_version
from tools.debian.proof import roots, samples
from tools.debian.proof.booted import Booted
from tools.debian.proof.life import Life, LifeError
from tools.debian.proof.moved_evening import EveningBackedUp, EveningRestored
from tools.debian.proof.service import Service
from tools.debian.proof.versions import as_version
from tools.debian.targets import TARGETS
from tools.supply.constraints import ROOT

_FOLDER: Final = ROOT / "build" / "pi"
_ALL: Final = ("bookworm-amd64", "bookworm-arm64", "trixie-arm64")
"""arm64 is what runs at tables; one native root finds most mistakes in a tenth of the time."""
_NATIVE: Final = "amd64"
"""systemd runs only there: qemu gives it no namespaces."""
_BREAKS: Final = "\n\nraise RuntimeError('a version that does not start, for the proof')\n"


def prove(name: str, package: Path, tried_on: samples.Samples, mirrors: list[str]) -> list[str]:
    """Live with the package in the root of that name; a line for each step that failed."""
    suite, _, architecture = name.partition("-")
    began_s = time.monotonic()
    kept = roots.make(suite, architecture, mirrors, _FOLDER / "roots")
    root = roots.unpack(kept, _FOLDER / name)
    _tell(name, "root", began_s, f"{kept.stat().st_size / 1e6:.0f} MB as a tar file")
    later = as_version(package, f"{package.stem.split('_')[1]}+next", _FOLDER)
    failed = _live(name, Life(root, package, later, tried_on).steps())
    if failed or architecture != _NATIVE:
        return failed
    broken = as_version(package, f"{package.stem.split('_')[1]}+broken", _FOLDER, _BREAKS)
    with Booted(roots.unpack(kept, _FOLDER / f"{name}-booted").folder) as booted:
        packages = {"this": package, "next": later, "broken": broken}
        failed = _live(f"{name} booted", Service(booted, packages, tried_on).steps())
    return failed or _move(name, kept, {"this": package}, tried_on)


def _move(name: str, kept: Path, packages: dict[str, Path], tried_on: samples.Samples) -> list[str]:
    """Carry an evening from one fresh root to another one; a line for the step that failed."""
    with Booted(roots.unpack(kept, _FOLDER / f"{name}-first").folder) as first:
        began = EveningBackedUp(first, packages, tried_on)
        failed = _live(f"{name} first", began.steps())
    if failed:
        return failed
    with Booted(roots.unpack(kept, _FOLDER / f"{name}-second").folder) as second:
        moved = EveningRestored(second, packages, tried_on)
        moved.was = began
        return _live(f"{name} second", moved.steps())


def _live(name: str, steps: Iterable[tuple[str, Callable[[], str]]]) -> list[str]:
    """Do the steps; a line for the first that failed, which ends them."""
    for step, act in steps:
        began_s = time.monotonic()
        try:
            _tell(name, step, began_s, act())
        except LifeError as error:
            _tell(name, step, began_s, f"FAILED: {error}")
            return [f"{name}: {step}"]
    return []


def _tell(name: str, step: str, began_s: float, what: str) -> None:
    print(f"{name:21} {time.monotonic() - began_s:7.1f} s  {step}: {what}", flush=True)


def main() -> int:
    """The command; exit status 1 where a step failed, 2 where this computer cannot do it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = [f"{suite}-{architecture}" for suite in roots.SUITES for architecture in TARGETS]
    parser.add_argument("names", nargs="*", choices=[*known, []], metavar="ROOT", help=f"of {', '.join(known)}")
    parser.add_argument(
        "--mirror", action="append", help="of Debian's packages; without it those of this computer's apt"
    )
    parser.add_argument("--package", type=Path, help="a package that is there already")
    args = parser.parse_args()
    names = args.names or list(_ALL)
    if missing := roots.needed_programs():
        print(f"not installed: {', '.join(missing)}; apt install mmdebstrap util-linux iproute2 dpkg", file=sys.stderr)
        return 2
    failed: list[str] = []
    try:
        mirrors = args.mirror or roots.debian_mirrors()
        tried_on = samples.gather(_FOLDER / "samples")
        for architecture in dict.fromkeys(name.partition("-")[2] for name in names):
            target = TARGETS[architecture]
            roots.allow_foreign(target.machine)
            package = (
                args.package.resolve()
                if args.package
                else make(target, debian_version(project_version()), ROOT / "build" / "deb")
            )
            for name in (name for name in names if name.endswith(architecture)):
                failed += prove(name, package, tried_on, mirrors)
    except (roots.RootError, subprocess.CalledProcessError) as error:
        print(f"the proof cannot go on: {error}", file=sys.stderr)
        return 2
    print("everything was as promised" if not failed else f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
