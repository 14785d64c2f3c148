"""What is new, in sentences: from CHANGELOG.md, through a field of the package that apt shows before it is fetched."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

FIELD: Final = "Jantaku-Changes"
"""Of the control file; dpkg and apt hand on fields that they do not know."""
_MOST_CHARACTERS: Final = 8000
"""Chosen: three screens to read; it stands in every list of packages that a computer fetches."""
_HEADING: Final = re.compile(r"## (\S+)")
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKS: Final = re.compile(r"[`*]")


@dataclass(frozen=True, slots=True)
class Release:
    """What is new in one version."""

    version: str
    points: tuple[str, ...]


def releases(changelog: str) -> tuple[Release, ...]:
    """The versions of a changelog as they stand there, newest first; Markdown's marks are left out."""
    found: list[tuple[str, list[str]]] = []
    for line in changelog.splitlines():
        heading = _HEADING.match(line)
        if heading:
            found.append((heading[1], []))
        elif found and line.startswith("* "):
            found[-1][1].append(line[2:])
        elif found and found[-1][1] and line.startswith("  ") and line.strip():
            found[-1][1][-1] += f" {line.strip()}"
    return tuple(Release(version, tuple(map(_plain, points))) for version, points in found)


def changes_field(changelog: str) -> str:
    """The beginning of a changelog, cut after a point, as a control field's value (Debian Policy 5.6.13 folds so)."""
    lines = changelog.splitlines()
    first = next((number for number, line in enumerate(lines) if _HEADING.match(line)), len(lines))
    kept: list[str] = []
    for line in lines[first:]:
        if line.startswith("* ") and sum(map(len, kept)) > _MOST_CHARACTERS:
            break
        kept.append(line.rstrip())
    return "".join(f"\n {line or '.'}" for line in kept).rstrip(" .\n")


def unfolded(value: str) -> str:
    """A changelog from the value of a control field."""
    lines = (line.removeprefix(" ") for line in value.splitlines())
    return "\n".join("" if line == "." else line for line in lines)


def _plain(text: str) -> str:
    return _MARKS.sub("", _LINK.sub(r"\1", text)).strip()
