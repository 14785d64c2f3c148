"""A backup that a person agreed to on the page waits for the next start, which puts it in place before anything else.

Rules this file keeps: what cannot be put in place is told and taken out of the way, and the table starts as it was.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from table_daemon.backup.restoring import restore
from table_daemon.errors import UserError
from table_daemon.settings import TableSettings, checked_settings, site_values

_log = logging.getLogger(__name__)
UPLOADED: Final = ".restore-uploaded"
"""Looked at, and not agreed to yet."""
AGREED: Final = ".restore-agreed"
REFUSED: Final = "restore-refused.jantaku"
"""What was agreed to and could not be put in place after all."""
_LEFT_S: Final = 3600.0
"""Chosen: unpacking takes seconds, so what is older was left by a power cut, not by a `jantaku restore` beside this."""


def restore_agreed(settings: Path | None, overrides: Iterable[str], stamp: str, now: float) -> None:
    """Put in place what was agreed to; nothing happens where nothing was.

    Args:
        settings: the table's settings file.
        overrides: `section.key=value`, which win over the file.
        stamp: the moment, for the name of the folder of what was there.
        now: the same moment in seconds of wall time.
    """
    state = _state_folder(settings, overrides)
    if state is None:
        return
    _sweep(state, now)
    with suppress(OSError):
        (state / UPLOADED).unlink(missing_ok=True)
    waiting = state / AGREED
    if not waiting.is_file():
        return
    try:
        done = restore(waiting, state, settings, stamp)
    except UserError as error:
        _log.error("the backup was not restored, the table is as it was: %s", error)
        waiting.replace(state / REFUSED)
        return
    waiting.unlink()
    _log.warning(
        "restored: the backup of %s; what was there before is in %s", done.contents.made_at, done.aside or "no place"
    )


def _sweep(state: Path, now: float) -> None:
    """Take away what a restore or a backup that was cut off had begun."""
    for begun in (*state.glob(".restore-*/"), *state.glob(".backup-*")):
        with suppress(OSError):
            if now - begun.stat().st_mtime < _LEFT_S:
                continue
            if begun.is_dir():
                shutil.rmtree(begun)
            else:
                begun.unlink()


def _state_folder(settings: Path | None, overrides: Iterable[str]) -> Path | None:
    try:
        site = site_values(settings) if settings is not None else {}
        table: TableSettings = checked_settings(str(settings), site, overrides).table
    except UserError:
        return None  # told by whoever needs the settings
    return table.journal_path.parent
