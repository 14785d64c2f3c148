"""What root offers: the candidate of apt's sources, whose signatures apt has checked, and packages in root's folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from table_daemon.updating.changes import FIELD, Release, releases, unfolded
from table_daemon.updating.fields import fields_of, fields_of_file, installed_fields, is_newer
from table_daemon.updating.places import PACKAGE, UpdatePlaces
from table_daemon.updating.programs import asked
from table_daemon.updating.wish_file import is_version

_OTHERS_MAY_WRITE: Final = 0o022
"""The bits of group and others in a mode, chmod(2)."""


@dataclass(frozen=True, slots=True)
class OfferedVersion:
    """A version that can be installed.

    Attributes:
        version: of it.
        target: what apt-get is to install: `jantaku=VERSION`, or a file of root's.
        changes: what is new since the installed version.
    """

    version: str
    target: str
    changes: tuple[Release, ...]


def newest_offer(places: UpdatePlaces) -> OfferedVersion | None:
    """The latest version that is newer than the installed one."""
    installed = installed_fields(places).get("Version", "")
    found: OfferedVersion | None = None
    for offer in (*_by_apt(places, installed), *_brought(places, installed)):
        if is_newer(offer.version, installed) and (found is None or is_newer(offer.version, found.version)):
            found = offer
    return found


def offer_of(package: Path, installed: str) -> OfferedVersion | None:
    """A package file of ours as an offer; None where it is another package, or for another computer."""
    told = fields_of_file(package)
    mine = asked("dpkg", "--print-architecture").strip()
    is_ours = told.get("Package") == PACKAGE and told.get("Architecture") in (mine, "all")
    return _offer(told, str(package), installed) if is_ours else None


def kept_offer(places: UpdatePlaces) -> OfferedVersion | None:
    """The version before, as it was kept."""
    installed = installed_fields(places).get("Version", "")
    kept = (offer_of(package, installed) for package in sorted(places.before.glob("*.deb")) if is_roots(package))
    return next((offer for offer in kept if offer and offer.version != installed), None)


def is_roots(path: Path) -> bool:
    """Whether nobody but whoever runs this (root) may change a file, or put another in its place."""
    return all(
        entry.stat(follow_symlinks=False).st_uid == os.geteuid() and not entry.stat().st_mode & _OTHERS_MAY_WRITE
        for entry in (path, path.parent)
    )


def _by_apt(places: UpdatePlaces, installed: str) -> Iterator[OfferedVersion]:
    said = asked("apt-cache", *places.apt_options, "policy", PACKAGE)
    candidate = next((line.split()[1] for line in said.splitlines() if line.strip().startswith("Candidate:")), "")
    if not is_version(candidate):
        return
    told = fields_of(asked("apt-cache", *places.apt_options, "show", f"{PACKAGE}={candidate}"))
    if offer := _offer({**told, "Version": candidate}, f"{PACKAGE}={candidate}", installed):
        yield offer


def _brought(places: UpdatePlaces, installed: str) -> Iterator[OfferedVersion]:
    for package in sorted(places.brought.glob("*.deb")):
        if is_roots(package) and (offer := offer_of(package, installed)):
            yield offer


def _offer(told: dict[str, str], target: str, installed: str) -> OfferedVersion | None:
    version = told.get("Version", "")
    if not is_version(version):
        return None
    known = releases(unfolded(told.get(FIELD, "")))
    new = tuple(release for release in known if not installed or is_newer(release.version, installed))
    return OfferedVersion(version, target, new)
