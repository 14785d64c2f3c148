"""What dpkg and apt say of packages: fields of control files, and which version is later."""

from __future__ import annotations

from pathlib import Path

from table_daemon.updating.places import PACKAGE, UpdatePlaces
from table_daemon.updating.programs import asked, succeeds


def fields_of(text: str) -> dict[str, str]:
    """The first paragraph of a control file; a folded value keeps its lines (Debian Policy 5.1)."""
    found: dict[str, str] = {}
    name = ""
    for line in text.lstrip("\n").splitlines():
        if not line:
            break
        if line[0].isspace():
            found[name] = f"{found.get(name, '')}\n{line}"
        else:
            name, _, value = line.partition(":")
            found[name] = value.strip()
    return found


def fields_of_file(package: Path) -> dict[str, str]:
    """Of a package that is not installed."""
    return fields_of(asked("dpkg-deb", "--field", str(package)))


def installed_fields(places: UpdatePlaces) -> dict[str, str]:
    """Of the installed package; empty where none is."""
    found = fields_of(asked("dpkg-query", f"--admindir={places.dpkg}", "--status", PACKAGE))
    return found if found.get("Status", "").endswith(" installed") else {}


def is_newer(version: str, than: str) -> bool:
    """By dpkg's own order."""
    return succeeds("dpkg", "--compare-versions", version, "gt", than)
