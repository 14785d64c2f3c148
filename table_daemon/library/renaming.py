"""A name changed, or taken out, in every file of the table that holds it.

Rules this file keeps:
* No entry of the journal is touched: names stand beside them (ADR 0040).
* The copies are changed too: a name that was taken out comes back with none of them.
* What still holds the name is said, not guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from table_daemon.journal.backups import backups_of
from table_daemon.journal.database import connect
from table_daemon.journal.errors import JournalError, explained
from table_daemon.journal.names import change_name

_PIECE: Final = 1 << 20
"""Bytes that are looked at in one go. Chosen: a large journal does not stand in memory."""
_TELLING: Final = 3
"""Bytes of a name from which finding it in a file says anything: "Al" is in every file."""


def change_everywhere(journal: Path, old: str, new: str | None) -> None:
    """Change a name in the journal and its copies; None takes it out.

    Raises:
        JournalError: one of them cannot be written; those before it are changed.
    """
    folder = journal.parent
    # What a repair and a restore have put aside stands in folders of their own.
    kept = ("damaged-*/journal.sqlite3", "before-restore-*/journal.sqlite3", "before-restore-*/backups/*.sqlite3")
    copies = [*backups_of(journal), *(path for pattern in kept for path in folder.glob(pattern))]
    for path in [journal, *copies]:
        if not path.is_file():
            continue
        try:
            _change(path, old, new)
        except JournalError:
            if path == journal or path.parent == folder / "backups":
                raise  # of a damaged file nothing can be promised: `still_in` says whether the name is in it


def _change(path: Path, old: str, new: str | None) -> None:
    # The lock file keeps other daemons from the chain of entries; a name beside it is one short transaction.
    connection, _ = connect(path, read_only=False)
    with explained(path), closing(connection):
        change_name(connection, old, new)
        if path.parent.name == "backups":
            connection.execute("PRAGMA journal_mode = DELETE")  # one file, complete without a log beside it


def still_in(folder: Path, name: str) -> list[str]:
    """The files below `folder` in which the name still stands, as in what somebody typed for a reason."""
    wanted = name.encode()
    if len(wanted) < _TELLING:
        return []
    return [str(path.relative_to(folder)) for path in sorted(_files(folder)) if _holds(path, wanted)]


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def _holds(path: Path, wanted: bytes) -> bool:
    try:
        with path.open("rb") as file:
            kept = b""
            while piece := file.read(_PIECE):
                if wanted in kept + piece:
                    return True
                kept = piece[-len(wanted) :]
    except OSError:
        return False
    return False
