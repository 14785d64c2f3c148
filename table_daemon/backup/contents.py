"""What belongs to a table's backup, and the list of contents that stands first in the file.

Not in it: PINs, logins and keys (a short PIN can be guessed from what is stored of it), the index of games (made anew
from the journal), the daily copies. The settings name password files and hold no password.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from table_daemon.backup_service import BackupError, WhyNot

FORMAT: Final = 1
"""Of the file; a later one is refused."""
KIND: Final = "jantaku backup"
LIST_NAME: Final = "contents.json"
JOURNAL: Final = "journal.sqlite3"
PEOPLE: Final = "people.sqlite3"
SETTINGS: Final = "settings.toml"
HOUSE_RULES: Final = "house_rules.json"
EYES_FILES: Final = ("camera.json", "camera.before.json", "fixtures.npz")
TILE_SETS: Final = "tile_sets"
_PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,80}\.npz")
MOST_BYTES: Final = 4 << 30
"""Chosen: forty times the journal of ten thousand games (docs/journal.md); a larger file is no table's backup."""


class FileEntry(BaseModel):
    """One file of the backup."""

    model_config = ConfigDict(frozen=True, strict=True)

    name: str
    size: int = Field(ge=0, le=MOST_BYTES)
    sha256: str


class _Head(BaseModel):
    """What every list of contents says, of later formats too."""

    model_config = ConfigDict(frozen=True, strict=True)

    kind: str
    format: int = Field(ge=1)
    made_by: str
    """Jantaku's version."""


class Contents(_Head):
    """The list of contents."""

    made_at: str
    files: list[FileEntry]


def is_ours(name: str) -> bool:
    """Whether a backup may hold a file of this name: no other is ever written."""
    folder, _, file = name.rpartition("/")
    if folder == TILE_SETS:
        return _PLAIN_NAME.fullmatch(file) is not None
    return name in (JOURNAL, PEOPLE, SETTINGS, HOUSE_RULES, *EYES_FILES)


def plain_files(state: Path) -> list[str]:
    """The files of a table's state folder that are copied as they are."""
    sets = sorted(f"{TILE_SETS}/{file.name}" for file in (state / TILE_SETS).glob("*.npz"))
    return [name for name in (HOUSE_RULES, *EYES_FILES, *sets) if is_ours(name) and (state / name).is_file()]


def read_contents(data: bytes, file: Path) -> Contents:
    """The list of contents.

    Raises:
        BackupError: it is another program's, a later version's, or damaged.
    """
    try:
        said = _Head.model_validate_json(data)
    except ValidationError as error:
        raise BackupError(
            f"{file} is no backup of Jantaku: its {LIST_NAME} says nothing of one", WhyNot.FOREIGN
        ) from error
    if said.kind != KIND:
        raise BackupError(f"{file} is no backup of Jantaku but {said.kind!r}; give another file", WhyNot.FOREIGN)
    if said.format > FORMAT:
        raise BackupError(
            f"{file} was made by Jantaku {said.made_by}, which is newer than this one (format {said.format}, not "
            f"{FORMAT}); update Jantaku, then restore",
            WhyNot.NEWER,
        )
    try:
        contents = Contents.model_validate_json(data)
    except ValidationError as error:
        raise BackupError(f"{file} is damaged: its {LIST_NAME} is not what was written; copy it once more") from error
    names = [entry.name for entry in contents.files]
    strange = [name for name in names if not is_ours(name)]
    if strange or len(set(names)) != len(names) or JOURNAL not in names:
        what = f"it has {strange[0]!r}" if strange else "it has no journal, or a file twice"
        raise BackupError(
            f"{file} is no whole backup of a table ({what}); nothing was changed; give another file", WhyNot.FOREIGN
        )
    return contents
