"""Brings wheels for another computer and unpacks them; nothing of them is run here."""

from __future__ import annotations

import stat
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath
from typing import Final

from packaging.requirements import Requirement

from tools.debian.targets import PYTHONS, Target
from tools.supply.constraints import PATH as CONSTRAINTS
from tools.supply.constraints import ROOT

_WITHOUT_WINDOWS: Final = {"opencv-python": "opencv-python-headless"}
"""The daemon opens no window, and the other build needs libraries of a desktop."""
_PIP: Final = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
_LIBRARY_FOLDERS: Final = ("purelib", "platlib")


class WheelError(Exception):
    """Wheels that do not go together; the text is one sentence for a person."""


def pins(constraints: str) -> list[str]:
    """What is brought: every line of constraints.txt, OpenCV without its windows."""
    lines = (line.strip() for line in constraints.splitlines())
    wanted = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return [f"{_WITHOUT_WINDOWS.get(need.name, need.name)}{need.specifier}" for need in wanted]


def bring(target: Target, python: str, folder: Path) -> list[Path]:
    """Download the wheels of constraints.txt for one architecture and one Python.

    Raises:
        subprocess.CalledProcessError: pip has said why.
    """
    folder.mkdir(parents=True, exist_ok=True)
    command = [*_PIP, "download", "--no-deps", "--only-binary=:all:", "--implementation=cp", f"--dest={folder}"]
    command += [f"--python-version={python}", *(f"--platform={platform}" for platform in target.platforms)]
    subprocess.run([*command, *pins(CONSTRAINTS.read_text(encoding="utf-8"))], check=True)
    return sorted(folder.glob("*.whl"))


def build_own(folder: Path) -> Path:
    """The wheel of this checkout."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([*_PIP, "wheel", "--no-deps", f"--wheel-dir={folder}", str(ROOT)], check=True)
    (wheel,) = folder.glob("jantaku-*.whl")
    return wheel


def site_folders(wheels: dict[str, list[Path]]) -> dict[str, list[Path]]:
    """Which wheels go into which folder: what every Python takes into `site`, the rest beside it.

    Args:
        wheels: by Python.
    """
    names = [{wheel.name for wheel in found} for found in wheels.values()]
    shared = set.intersection(*names)
    folders = {f"python{python}": [w for w in found if w.name not in shared] for python, found in wheels.items()}
    return {"site": [wheel for wheel in wheels[PYTHONS[0]] if wheel.name in shared], **folders}


def unpack(wheel: Path, folder: Path) -> None:
    """Lay the modules of a wheel into a folder; its scripts and data files are left out.

    Raises:
        WheelError: another wheel has laid another file there.
    """
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.infolist():
            place = _place(PurePosixPath(member.filename))
            if place is None or member.is_dir():
                continue
            path, data = folder / place, archive.read(member)
            if path.exists() and path.read_bytes() != data:
                raise WheelError(f"{wheel.name} and another wheel have different files {place}: leave one of them out")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(stat.S_IRUSR | stat.S_IWUSR | stat.S_IRGRP | stat.S_IROTH)


def _place(name: PurePosixPath) -> PurePosixPath | None:
    """Where a member of a wheel goes (PyPA: binary distribution format, "the .data directory"); None: nowhere."""
    first, *rest = name.parts
    if not first.endswith(".data"):
        return name
    return PurePosixPath(*rest[1:]) if rest and rest[0] in _LIBRARY_FOLDERS else None
