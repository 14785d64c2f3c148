"""Closes a package: the same checkout and the same wheels give the same bytes, wherever and whenever."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

from tools.debian import control
from tools.supply.constraints import ROOT

SCRIPTS: Final = ("preinst", "postinst", "prerm", "postrm")
_FOLDERS: Final = Path(__file__).parent / "scripts"


def release_time() -> int:
    """Seconds since 1970: SOURCE_DATE_EPOCH, or when the newest commit was made (reproducible-builds.org)."""
    said = os.environ.get("SOURCE_DATE_EPOCH")
    if said is None:
        command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return int(said)


def write_control(root: Path, version: str, architecture: str) -> None:
    """Put the files that dpkg reads beside the others."""
    size, sums = control.installed_kib(root), control.sums(root)
    folder = root / "DEBIAN"
    folder.mkdir()
    texts = {
        "control": control.control(version, architecture, size),
        "conffiles": "".join(f"{name}\n" for name in control.CONFFILES),
        "triggers": control.triggers(),
        "md5sums": sums,
        **{name: (_FOLDERS / name).read_text(encoding="utf-8") for name in SCRIPTS},
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755 if name in SCRIPTS else 0o644)


def close(root: Path, package: Path, time_s: int, *, compression: str = "zstd") -> None:
    """Make the package of a folder with dpkg-deb.

    Args:
        root: the files, with the folder DEBIAN.
        package: where it goes.
        time_s: the age of every file in it.
        compression: as `dpkg-deb -Z` names it.
    """
    for path in [root, *root.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)
        os.utime(path, (time_s, time_s))
    command = ["dpkg-deb", "--root-owner-group", f"-Z{compression}", "--build", str(root), str(package)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(time_s)}
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
