"""A file that was taught, and the one before it: nothing that a person stores is lost at once.

Rules this file keeps: at every moment the file's name leads to a whole file, or to none where there was none.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from table_daemon.flushing import flush_folder
from vision.whole_files import write_whole


def path_before(path: Path) -> Path:
    """Where the one before lies."""
    return path.with_name(f"{path.stem}.before{path.suffix}")


def keep_as_before(path: Path) -> None:
    """Keep what lies there now as the one before; nothing happens where nothing lies.

    Raises:
        UserError: the disk refuses.
    """
    try:
        write_whole(path_before(path), path.read_bytes())
    except FileNotFoundError:
        return
    except OSError as error:
        raise UserError(
            sentence(
                "{path} cannot be written: {why}; mend that, then try again",
                path=path_before(path),
                why=error.strerror,
            )
        ) from error


def put_away(path: Path) -> None:
    """From now on there is none; what lay there is the one before.

    Raises:
        UserError: there is none already, or the disk refuses.
    """
    try:
        path.replace(path_before(path))
        flush_folder(path.parent)
    except FileNotFoundError:
        raise UserError(sentence("nothing is stored that could be forgotten")) from None
    except OSError as error:
        raise UserError(
            sentence("{path} cannot be moved: {why}; mend that, then try again", path=path, why=error.strerror)
        ) from error


def change_with_before(path: Path) -> None:
    """The one before is the present one again, and the present one the one before.

    Raises:
        UserError: there is none before, or the disk refuses.
    """
    before, aside = path_before(path), path.with_name(f"{path.name}.aside")
    if not before.exists():
        raise UserError(sentence("there is none before this one that could be taken back"))
    try:
        aside.unlink(missing_ok=True)
        if path.exists():
            shutil.copyfile(path, aside)
        before.replace(path)
        if aside.exists():
            aside.replace(before)
        flush_folder(path.parent)
    except OSError as error:
        _remove(aside)
        raise UserError(
            sentence("{path} cannot be changed: {why}; mend that, then try again", path=path, why=error.strerror)
        ) from error


def _remove(draft: Path) -> None:
    """Half a copy would only take the room that is missing."""
    with suppress(OSError):
        draft.unlink(missing_ok=True)
