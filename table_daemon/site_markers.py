"""The markers' places in a table's own settings file: written into its text, which keeps its order and its comments."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any, Final

from table_daemon.errors import UserError
from vision.settings import MarkerPlace

_HEADER: Final = re.compile(r"^[ \t]*\[[ \t]*geometry[ \t]*\][^\n]*\n?", re.MULTILINE)
_MARKERS: Final = re.compile(r"^[ \t]*markers[ \t]*=[ \t]*\[", re.MULTILINE)
_END: Final = re.compile(r"\][ \t]*(?:#[^\n]*)?(?:\n|\Z)")


def markers_toml(places: Sequence[MarkerPlace]) -> str:
    """The places as lines of the section `geometry`."""
    rows = [f"  {{ number = {p.number}, x_mm = {p.x_mm:.1f}, y_mm = {p.y_mm:.1f} }},\n" for p in places]
    return f"markers = [\n{''.join(rows)}]\n"


def with_markers(text: str, places: Sequence[MarkerPlace], file: str) -> str:
    """The text of a settings file with these places in its section `geometry`, and nothing else changed.

    Raises:
        UserError: the file is written so that its places cannot be replaced safely.
    """
    wanted = _wanted(text, places)
    for changed in _ways(text, markers_toml(places)):
        if wanted is not None and _parsed(changed) == wanted:
            return changed
    raise UserError(
        f"{file}: its places could not be replaced without changing something else; write them into [geometry] "
        f"yourself:\n{markers_toml(places)}"
    )


def _ways(text: str, markers: str) -> Iterator[str]:
    """The text with the places where they may belong: whoever asks looks which of them says what it should."""
    header = _HEADER.search(text)
    if header is None:
        yield f"{text.rstrip()}\n\n[geometry]\n{markers}".lstrip("\n")
        return
    before = _MARKERS.search(text, header.end())
    if before is not None:
        # A bracket may also stand in a comment, and the key in a later section: only the right way parses as wanted.
        for end in _END.finditer(text, before.end()):
            yield text[: before.start()] + markers + text[end.end() :]
    yield f"{text[: header.end()].rstrip()}\n{markers}{text[header.end() :]}"


def _wanted(text: str, places: Sequence[MarkerPlace]) -> dict[str, Any] | None:
    """What the file must say in the end; None where it says nothing now."""
    before = _parsed(text)
    if before is None or not isinstance(before.get("geometry", {}), dict):
        return None
    rows = [{"number": p.number, "x_mm": round(p.x_mm, 1), "y_mm": round(p.y_mm, 1)} for p in places]
    return {**before, "geometry": {**before.get("geometry", {}), "markers": rows}}


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
