"""The folder of PINs, sessions and the local key: only the daemon's user may read it.

Rules this file keeps: a file is there whole or not at all, and with mode 600 from its first byte.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from table_daemon.errors import UserError
from table_daemon.flushing import flush_folder

# Only the daemon's user enters.
_FOLDER_MODE: Final = 0o700


class AccessFileError(UserError):
    """A file of the access folder cannot be read or written."""


def write_secret(path: Path, text: str) -> None:
    """Put `text` in place of the file, mode 600, in one step.

    Raises:
        AccessFileError: the disk refuses; what lay there is as it was.
    """
    write_secrets({path: text})


def write_secrets(texts: Mapping[Path, str]) -> None:
    """Put texts in place of files that belong together, mode 600, in the order given.

    Each is on the disk before the first takes its place: a full disk changes none of them.

    Raises:
        AccessFileError: the disk refuses; what lay there is as it was.
    """
    drafts: dict[Path, Path] = {}
    path = Path()
    try:
        for path, text in texts.items():
            drafts[path] = _draft(path, text)
        for path, draft in drafts.items():
            draft.replace(path)
        for folder in {path.parent for path in texts}:
            flush_folder(folder)
    except OSError as error:
        raise AccessFileError(
            f"{path} cannot be written ({error.strerror}): free the disk; the folder must belong to the daemon's user"
        ) from error
    finally:
        for draft in drafts.values():
            with suppress(OSError):
                draft.unlink(missing_ok=True)


def _draft(path: Path, text: str) -> Path:
    """A file beside `path` with this content, on the disk; raises OSError and leaves nothing."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=_FOLDER_MODE)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    return Path(name)


def read_json(path: Path) -> Any:
    """What is in a file; None when it is not there.

    Raises:
        AccessFileError: unreadable or damaged.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise AccessFileError(
            f"{path} cannot be read ({error.strerror}): run this as the daemon's user, or with sudo"
        ) from error
    except ValueError as error:
        raise AccessFileError(f"{path} is damaged ({error}): remove it and set the PINs anew") from error


def stamp(path: Path) -> tuple[int, int, int] | None:
    """Changes whenever the file was replaced; None when it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_mtime_ns, status.st_size, status.st_ino)
