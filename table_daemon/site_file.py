"""Single values written into a table's own settings file: into its text, which keeps its order and its comments."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any, Final

from table_daemon.errors import UserError
from vision.settings import LockedCamera, MarkerPlace

_LINE_END: Final = re.compile(r"\n|\Z")
_ANY_SECTION: Final = re.compile(r"^[ \t]*\[", re.MULTILINE)
_MOST_LINES: Final = 400
"""Chosen: no value is longer; a thousand markers need no file of settings."""


def markers_toml(places: Sequence[MarkerPlace]) -> str:
    """The places as lines of the section `geometry`."""
    rows = [f"  {{ number = {p.number}, x_mm = {p.x_mm:.1f}, y_mm = {p.y_mm:.1f} }},\n" for p in places]
    return f"markers = [\n{''.join(rows)}]\n"


def with_markers(text: str, places: Sequence[MarkerPlace], file: str) -> str:
    """The text of a settings file with these places in its section `geometry`, and nothing else changed.

    Raises:
        UserError: the file is written so that its places cannot be replaced safely.
    """
    return with_line(text, "geometry", markers_toml(places), file)


def with_length(text: str, key: str, length_mm: float, file: str) -> str:
    """The text of a settings file with this length in its section `geometry`, and nothing else changed.

    Raises:
        UserError: the file is written so that it cannot be replaced safely.
    """
    return with_line(text, "geometry", f"{key} = {length_mm:g}\n", file)


def locked_toml(locked: LockedCamera) -> str:
    """What is locked as a line of the section `camera`."""
    values = ", ".join(f"{name} = {value}" for name, value in locked.model_dump(exclude_none=True).items())
    return f"locked = {{ {values} }}\n"


def with_locked_camera(text: str, locked: LockedCamera, file: str) -> str:
    """The text of a settings file with this in its section `camera`, and nothing else changed.

    Raises:
        UserError: the file is written so that it cannot be replaced safely.
    """
    return with_line(text, "camera", locked_toml(locked), file)


def with_state_dir(text: str, folder: str, file: str) -> str:
    """The text of a settings file that names this folder of the table's state, and nothing else changed.

    Raises:
        UserError: the file is written so that it cannot be replaced safely.
    """
    # What JSON escapes TOML reads, but for characters beyond the basic plane: those stand as they are.
    return with_line(text, "table", f"state_dir = {json.dumps(folder, ensure_ascii=False)}\n", file)


def with_line(text: str, section: str, line: str, file: str) -> str:
    """The text of a settings file with this line, `key = value`, in a section; the value that stood there goes.

    Raises:
        UserError: the file is written so that nothing else could be kept as it is.
    """
    ((key, value),) = tomllib.loads(line).items()
    before = _parsed(text)
    inside = {} if before is None else before.get(section, {})
    if before is not None and isinstance(inside, dict):
        wanted = {**before, section: {**inside, key: value}}
        for changed in _ways(text, section, key, line):
            if _parsed(changed) == wanted:
                return changed
    raise UserError(
        f"{file}: {section}.{key} could not be replaced without changing something else; write it into [{section}] "
        f"yourself:\n{line}"
    )


def _ways(text: str, section: str, key: str, line: str) -> Iterator[str]:
    """The text with the line where it may belong: whoever asks looks which of them says what it should."""
    header = re.search(rf"^[ \t]*\[[ \t]*{section}[ \t]*\][^\n]*\n?", text, re.MULTILINE)
    if header is None:
        yield f"{text.rstrip()}\n\n[{section}]\n{line}".lstrip("\n")
        return
    before = re.compile(rf"^[ \t]*{key}[ \t]*=", re.MULTILINE).search(text, header.end())
    if before is not None:
        # The key may stand in a later section, and where its value ends only the parser knows.
        for _, end in zip(range(_MOST_LINES), _LINE_END.finditer(text, before.end()), strict=False):
            yield text[: before.start()] + line + text[end.end() :]
    following = _ANY_SECTION.search(text, header.end())
    section_text = text[: len(text) if following is None else following.start()].rstrip()
    yield f"{section_text}\n{line}{text[len(section_text) :].removeprefix(chr(10))}"
    yield f"{text[: header.end()].rstrip()}\n{line}{text[header.end() :]}"


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
