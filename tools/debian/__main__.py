"""Makes jantaku_VERSION_ARCHITECTURE.deb for Debian 12 and 13; the wheels inside are brought by pip, for any computer.

Nothing of the other architecture is run, so an arm64 package is made on any computer. Needs dpkg-deb and pip's index.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
import tomllib
from datetime import UTC, datetime
from pathlib import Path

from tools.debian import archive, kiosk, tree, wheels
from tools.debian.control import debian_version
from tools.debian.targets import PYTHONS, TARGETS, Target
from tools.supply.constraints import ROOT


def make(target: Target, version: str, out: Path, compression: str = "zstd") -> Path:
    """The package for one architecture; says how long it took and how large it is."""
    began_s = time.monotonic()
    cache, root = out / "wheels", out / f"root-{target.debian}"
    own = wheels.build_own(_emptied(cache / "own"))
    brought: dict[str, list[Path]] = {}
    for python in PYTHONS:
        brought[python] = [own, *wheels.bring(target, python, _emptied(cache / f"{target.debian}-{python}"))]
    folders = wheels.site_folders(brought)
    time_s = archive.release_time()
    tree.lay(_emptied(root), folders, version, datetime.fromtimestamp(time_s, UTC).date().isoformat())
    archive.write_control(root, version, target.debian)
    package = out / f"jantaku_{version}_{target.debian}.deb"
    archive.close(root, package, time_s, compression=compression)
    took_s, size_mb = time.monotonic() - began_s, package.stat().st_size / 1e6
    print(f"{package}: {size_mb:.1f} MB in {took_s:.0f} s", flush=True)
    return package


def make_kiosk(version: str, out: Path, compression: str = "zstd") -> Path:
    """The package of the attached screen, for every architecture."""
    package = kiosk.make(_emptied(out / "root-kiosk"), version, out, archive.release_time(), compression)
    print(f"{package}: {package.stat().st_size / 1e3:.1f} kB", flush=True)
    return package


def _emptied(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def project_version() -> str:
    """Of pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def main() -> int:
    """The command; exit status 1 where pip or dpkg-deb has said why not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arch", action="append", choices=sorted(TARGETS), help="only this one (default: both)")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "deb", metavar="FOLDER")
    parser.add_argument(
        "--compression", choices=("zstd", "xz", "none"), default="zstd", help="xz: smaller, in many times the time"
    )
    args = parser.parse_args()
    if shutil.which("dpkg-deb") is None:
        print("there is no dpkg-deb here: make the package on Debian, or install dpkg", file=sys.stderr)
        return 1
    try:
        for name in args.arch or sorted(TARGETS):
            make(TARGETS[name], debian_version(project_version()), args.out.resolve(), args.compression)
        make_kiosk(debian_version(project_version()), args.out.resolve(), args.compression)
    except (subprocess.CalledProcessError, wheels.WheelError) as error:
        print(f"no package was made: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
