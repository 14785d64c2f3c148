"""What dpkg reads of a package: the control file, the list of conffiles, triggers and sums."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

from table_daemon.updating.changes import FIELD, changes_field
from tools.debian.targets import PYTHONS
from tools.supply.constraints import ROOT

CONFFILES: Final = ("/etc/avahi/services/jantaku.service",)
"""What an owner may edit and dpkg asks about; site.toml is the owner's and the program's, and postinst's business."""
DEPENDS: Final = (
    "python3 (>= 3.11)",
    " | ".join(f"python{python}" for python in PYTHONS),
    "libc6 (>= 2.36)",
    "libgcc-s1",
    "libstdc++6",
    "init-system-helpers",
    "passwd",
    "systemd",
    "udev",
)
RECOMMENDS: Final = ("avahi-daemon",)
SUGGESTS: Final = ("mosquitto", "python3-picamera2", "python3-rpi-lgpio", "v4l-utils")
"""Another broker than our own; the modules of the Pi's cameras and pins; what tells a camera's modes to the doctor."""
_DESCRIPTION: Final = """\
Automatic mahjong table: motors, camera, score
 Drives an automatic mahjong table, reads its tiles with a camera and keeps the
 score: riichi, Chinese, Hong Kong and classical rules, on a page for tablets.
 .
 Everything it needs beside Python is inside. The daemon runs as a user of its
 own; games stay in /var/lib/jantaku until the package is purged.
"""
_VERSION: Final = re.compile(r"[0-9][A-Za-z0-9.+~]*(-[A-Za-z0-9.+~]+)?")


def debian_version(version: str) -> str:
    """The version of pyproject.toml as dpkg orders it: a pre-release comes before its release.

    Raises:
        ValueError: dpkg takes no such version.
    """
    said = re.sub(r"\.?(a|b|rc|dev)(\d+)", r"~\1\2", version)
    if not _VERSION.fullmatch(said):
        raise ValueError(f"{version!r} is no version for dpkg: give one like 0.2.0, 0.2.0rc1 or 0.2.0-2")
    return said


def control(version: str, architecture: str, installed_kib: int) -> str:
    """The control file."""
    fields = {
        "Package": "jantaku",
        "Version": version,
        "Section": "games",
        "Priority": "optional",
        "Architecture": architecture,
        "Maintainer": "The Jantaku project <jantaku@localhost>",
        "Installed-Size": str(installed_kib),
        "Depends": ", ".join(DEPENDS),
        "Recommends": ", ".join(RECOMMENDS),
        "Suggests": ", ".join(SUGGESTS),
        # Before the description: what is new can be read in apt's lists, before the package is fetched.
        FIELD: changes_field((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")),
        "Description": _DESCRIPTION,
    }
    return "".join(f"{name}: {value.rstrip()}\n" for name, value in fields.items())


def triggers() -> str:
    """Another Python compiles for itself: an upgrade of Debian brings one."""
    return "".join(f"interest-noawait /usr/bin/python{python}\n" for python in PYTHONS)


def sums(root: Path) -> str:
    """The md5sums file: every file but conffiles, by `dpkg --verify`."""
    paths = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    inside = [(path, path.relative_to(root).as_posix()) for path in paths]
    kept = [(path, name) for path, name in inside if f"/{name}" not in CONFFILES and not name.startswith("DEBIAN/")]
    return "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {name}\n" for path, name in kept)  # noqa: S324 - dpkg's


def installed_kib(root: Path) -> int:
    """As Debian Policy 5.6.20 counts: each file in KiB rounded up, linked ones once, one for each folder."""
    seen = {(entry.st_ino if path.is_file() else path): entry for path in root.rglob("*") if (entry := path.stat())}
    return sum((entry.st_size + 1023) // 1024 if isinstance(key, int) else 1 for key, entry in seen.items())
