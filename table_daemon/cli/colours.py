"""Colours on a terminal: only where somebody looks, and never where NO_COLOR asks for none (no-color.org)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TextIO

_CODES: Final = {"ok": "32", "warning": "33", "failure": "1;31"}
"""Select Graphic Rendition of ECMA-48: green, yellow, bold red."""


def takes_colours(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether what is printed there is read by a person on a terminal that knows colours."""
    return stream.isatty() and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"


def painted(line: str, level: str) -> str:
    """The line with its first word, the level, in the level's colour."""
    word, rest = line[: len(level)], line[len(level) :]
    return f"\x1b[{_CODES[level]}m{word}\x1b[0m{rest}"
