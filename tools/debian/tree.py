"""Which file lies where in the package."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tools.debian import manual
from tools.debian.licences import copyright_text, licence_files
from tools.debian.targets import PYTHONS
from tools.debian.wheels import unpack
from tools.supply.constraints import ROOT

HERE: Final = Path(__file__).parent
PROGRAM: Final = "usr/lib/jantaku"
DOC: Final = "usr/share/doc/jantaku"
FILES: Final[Mapping[str, Path]] = {
    "usr/bin/jantaku": HERE / "parts/jantaku",
    f"{PROGRAM}/wait_until_deal_ends.py": HERE / "parts/wait_until_deal_ends.py",
    "usr/lib/systemd/system/jantaku.service": ROOT / "config/systemd/jantaku.service",
    "usr/lib/systemd/system/jantaku-update.service": ROOT / "config/systemd/jantaku-update.service",
    "usr/lib/systemd/system/jantaku-update.path": ROOT / "config/systemd/jantaku-update.path",
    "usr/lib/sysusers.d/jantaku.conf": ROOT / "config/systemd/sysusers.conf",
    "usr/lib/tmpfiles.d/jantaku.conf": ROOT / "config/systemd/tmpfiles.conf",
    "usr/lib/udev/rules.d/91-jantaku-board.rules": ROOT / "config/udev/91-jantaku-board.rules",
    "etc/avahi/services/jantaku.service": ROOT / "config/avahi/jantaku.service",
    "usr/share/jantaku/site.toml": ROOT / "config/examples/package.toml",
    f"{DOC}/LICENSES.md": ROOT / "LICENSES.md",
    f"{DOC}/constraints.txt": ROOT / "constraints.txt",
}
"""Files of the repository, by their place in the package. constraints.txt says which versions are inside."""
EXECUTABLE: Final = frozenset({"usr/bin/jantaku", f"{PROGRAM}/wait_until_deal_ends.py"})
_NOT_SHIPPED: Final = ("tests", "__pycache__")
"""Folders in the packages of others that nothing imports at a table; a tenth of the room."""
_LIBRARY_SETS: Final = ("numpy",)
"""Whose tests are left out: the one package with many, and none of its modules asks for them at an import."""


def lay(root: Path, folders: Mapping[str, list[Path]], version: str, date: str) -> None:
    """Fill `root` with everything but the files that dpkg itself reads.

    Args:
        root: an empty folder.
        folders: wheels by folder of packages.
        version: of the program.
        date: of the release, as ISO 8601.
    """
    for folder, wheels in folders.items():
        for wheel in wheels:
            unpack(wheel, root / PROGRAM / folder)
        _leave_out(root / PROGRAM / folder)
    _link_alike(*(root / PROGRAM / f"python{python}" for python in PYTHONS))
    for place, source in FILES.items():
        put(root / place, source.read_bytes(), executable=place in EXECUTABLE)
    put(root / DOC / "changelog.gz", _zipped(ROOT / "CHANGELOG.md"))
    _lay_licences(root, list(folders))
    settings = (ROOT / "config/table.toml").read_text(encoding="utf-8")
    _put_page(root, "jantaku.1", manual.program_page(version, date))
    _put_page(root, "jantaku.toml.5", manual.settings_page(version, date, settings))
    for place, text in manual.completions().items():
        put(root / place, text.encode())


def _leave_out(folder: Path) -> None:
    for package in _LIBRARY_SETS:
        for found in sorted((folder / package).rglob("*")):
            if found.is_dir() and found.name in _NOT_SHIPPED:
                shutil.rmtree(found)


def _link_alike(first: Path, second: Path) -> None:
    """One file for both Pythons where their wheels hold the same: OpenBLAS, and everything without C."""
    for path in sorted(second.rglob("*")):
        other = first / path.relative_to(second)
        if path.is_file() and other.is_file() and path.read_bytes() == other.read_bytes():
            path.unlink()
            path.hardlink_to(other)


def _lay_licences(root: Path, folders: list[str]) -> None:
    packages: set[str] = set()
    for folder in folders:
        for place, path in licence_files(root / PROGRAM / folder).items():
            packages.add(place.partition("/")[0])
            put(root / DOC / "licences" / place, path.read_bytes())
    own = (ROOT / "LICENSE").read_text(encoding="utf-8")
    put(root / DOC / "copyright", copyright_text(own, sorted(packages)).encode())


def _put_page(root: Path, name: str, text: str) -> None:
    section = name.rpartition(".")[2]
    put(root / f"usr/share/man/man{section}" / f"{name}.gz", gzip.compress(text.encode(), mtime=0))


def _zipped(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)


def put(path: Path, data: bytes, *, executable: bool = False) -> None:
    """Lay a file down, with the folders that it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(0o755 if executable else 0o644)
