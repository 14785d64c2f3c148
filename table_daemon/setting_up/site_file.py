"""A table's own settings file, changed where it stands: what its owner wrote and explained beside stays.

Rules this file keeps:
* What is written is read again before it counts: a file that would say something else is never laid down.
* A file whose form cannot be changed line by line (inline tables, dotted keys) is written anew, whole; the one before
  stays beside it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from table_daemon.settings import no_toml_text
from table_daemon.site_file import with_line
from vision.whole_files import write_whole

SiteValues = Mapping[str, Mapping[str, Any]]
"""Values by section and key."""
_HEAD: Final = (
    "# The settings of this table: what stands here differs from the defaults, which config/table.toml lists.\n"
    "# The set-up page wrote it; it is yours to edit. After a change: jantaku config check FILE, then start anew.\n"
)


def changed_text(text: str, changes: SiteValues) -> str:
    """The file's text with these values, every other line as it was.

    Raises:
        ValueError: the text is no TOML.
    """
    wanted = _with_changes(tomllib.loads(text), changes)
    made = text
    try:
        for section, values in changes.items():
            for key, value in values.items():
                made = with_line(made, section, f"{key} = {toml_value(value)}\n", "the settings")
    except UserError:
        return _HEAD + whole_text(wanted)
    return made if text.strip() else f"{_HEAD}\n{made}"


def whole_text(values: Mapping[str, Any]) -> str:
    """A file that says these values, by section."""
    parts = []
    for section, part in values.items():
        own = [f"{key} = {toml_value(value)}" for key, value in part.items()]
        parts.append("\n".join(["", f"[{section}]", *own]))
    return "\n".join(parts) + "\n"


def write_site(path: Path, changes: SiteValues) -> None:
    """Change the file, or make it.

    Raises:
        UserError: it is no TOML, or the disk refuses.
    """
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        made = changed_text(before, changes)
        if before and made.startswith(_HEAD) and not before.startswith(_HEAD):
            write_whole(path.with_name(f"{path.name}.before"), before.encode())
        write_whole(path, made.encode())
    except OSError as error:
        raise UserError(
            sentence(
                "{path} cannot be written ({why}): let the daemon's user write that file and its folder, or free the "
                "disk",
                path=path,
                why=error.strerror,
            )
        ) from error
    except ValueError as error:
        raise UserError(no_toml_text(path, error)) from error


def toml_value(value: Any) -> str:
    """A value as TOML has it; JSON's texts, numbers and truth values are TOML's, too."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _with_changes(values: dict[str, Any], changes: SiteValues) -> dict[str, Any]:
    for section, part in changes.items():
        own = values.setdefault(section, {})
        own.update(part)
    return values
