"""Keeps the version that runs as a package: made of its files, so that there is a way back wherever it came from."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

from table_daemon.update_service import UpdateError, UpdateWhy
from table_daemon.updating.fields import installed_fields
from table_daemon.updating.places import PACKAGE, UpdatePlaces
from table_daemon.updating.programs import asked, done

_OF_DPKG: Final = ("conffiles", "triggers", "md5sums", "preinst", "postinst", "prerm", "postrm")
_NOT_OF_A_PACKAGE: Final = ("Status:", "Conffiles:", "Config-Version:")
"""What dpkg adds to a package's own fields once it is installed."""


def keep_running_version(places: UpdatePlaces) -> None:
    """Keep the installed version in the place of the one that was kept.

    Where the installed version does not start and the one before runs (docs/adr/0042), that one stays kept.

    Raises:
        UpdateError: there is no room for it, or a file of it is missing.
    """
    told = installed_fields(places)
    kept = places.before / f"{PACKAGE}_{told.get('Version', '')}_{told.get('Architecture', '')}.deb"
    if not told or kept.exists() or (places.passed_over.exists() and any(places.before.glob("*.deb"))):
        return
    places.before.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(dir=places.told, prefix=".repack-") as name:
            tree, made = Path(name) / "tree", Path(name) / kept.name
            _gather(places, tree)
            _build(tree, made)
            for older in places.before.glob("*.deb"):
                older.unlink()
            made.replace(kept)
    except OSError as error:
        raise UpdateError(
            f"the version that runs could not be kept to go back to ({error}); free the disk, or install it anew",
            UpdateWhy.NO_ROOM,
        ) from error


def _gather(places: UpdatePlaces, tree: Path) -> None:
    """Its files, and what dpkg read of it."""
    tree.mkdir(mode=0o755)
    for line in asked("dpkg-query", f"--admindir={places.dpkg}", "--listfiles", PACKAGE).splitlines():
        source, place = places.root / line.lstrip("/"), tree / line.lstrip("/")
        if source.is_dir() and not source.is_symlink():
            place.mkdir(mode=0o755, parents=True, exist_ok=True)
        else:
            _link(source, place)
    about = tree / "DEBIAN"
    about.mkdir(mode=0o755)
    for name in _OF_DPKG:
        file = places.dpkg / "info" / f"{PACKAGE}.{name}"
        if file.exists():
            shutil.copy2(file, about / name)
    status = asked("dpkg-query", f"--admindir={places.dpkg}", "--status", PACKAGE)
    (about / "control").write_text(_own_fields(status), encoding="utf-8")


def _build(tree: Path, made: Path) -> None:
    """The package of a folder, in the time that a table has: zstd's quickest. Raises OSError."""
    built = done("dpkg-deb", "--root-owner-group", "-Zzstd", "-z1", "--build", str(tree), str(made))
    if built.returncode != 0:
        raise OSError(built.stderr.strip())


def _link(source: Path, place: Path) -> None:
    """A second name where the disk is the same one."""
    try:
        os.link(source, place, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, place, follow_symlinks=False)


def _own_fields(status: str) -> str:
    lines: list[str] = []
    is_own = True
    for line in status.rstrip("\n").splitlines():
        if not line.startswith(" "):
            is_own = not line.startswith(_NOT_OF_A_PACKAGE)
        if is_own:
            lines.append(line)
    return "\n".join(lines) + "\n"
