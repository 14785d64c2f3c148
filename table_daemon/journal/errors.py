"""What a person reads when the journal cannot be used."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from mahjong_rules.told import sentence
from table_daemon.errors import UserError

_PRIMARY_CODE: Final = 0xFF
"""SQLite's extended codes say in their low byte which error they belong to."""
_NOT_FLUSHED: Final = (sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC)
"""Written whole but perhaps not for good. Any other error of the disk comes before the entry is whole."""


class JournalError(UserError):
    """The journal cannot be opened, read or written; the text is one sentence for a person."""


class JournalDamageError(JournalError):
    """The journal is not what was written. `what` says where, without the path."""

    def __init__(self, path: Path, what: str) -> None:
        self.what = " ".join(what.split())  # SQLite's own verdict has several lines
        super().__init__(
            sentence(
                "the journal {path} is damaged ({what}); "
                "`jantaku journal check` says what is lost, `jantaku journal repair` keeps what is sound",
                path=path,
                what=self.what,
            )
        )


class JournalDiskError(JournalError):
    """The disk does not take or give what it should: it is full, or it fails.

    A full one keeps nothing of what it refused. One that fails to flush (`is_kept_perhaps`) may keep it all the same,
    and whether it did shows at the next start (6 of 40 power cuts of `tools.attack.power_cuts --whole`).
    """

    def __init__(self, path: Path, what: str, *, is_kept_perhaps: bool = False) -> None:
        refuses = sentence(
            "the disk does not take the journal {path} ({what}): free some room on it, or replace it where that is not "
            "the reason; nothing that was announced is lost",
            path=path,
            what=what,
        )
        fails = sentence(
            "the disk fails under the journal {path} ({what}): replace it; nothing that was announced is lost, and "
            "what was refused last may count after the next start, so look at the scores then",
            path=path,
            what=what,
        )
        super().__init__(fails if is_kept_perhaps else refuses)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's exceptions into one sentence.

    Raises:
        JournalDamageError: the file at `path` is damaged.
        JournalDiskError: the disk is full, or it fails.
        JournalError: it cannot be used as it is asked to be.
    """
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise JournalError(
            f"the journal {path} refuses an entry ({error}); start the game once, then append"
        ) from error
    except sqlite3.OperationalError as error:
        if _is_damage(error):
            raise JournalDamageError(path, str(error)) from error
        code = getattr(error, "sqlite_errorcode", 0)
        if code & _PRIMARY_CODE in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            raise JournalDiskError(path, str(error), is_kept_perhaps=code in _NOT_FLUSHED) from error
        raise JournalError(
            sentence(
                "the journal {path} cannot be used ({why}); check that its folder is writable and the disk not full",
                path=path,
                why=str(error),
            )
        ) from error
    except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
        raise JournalDamageError(path, str(error)) from error


def _is_damage(error: sqlite3.OperationalError) -> bool:
    """Whether SQLite means the file's content: texts of wrong bytes, tables and columns that are not there."""
    return any(words in str(error) for words in ("decode to UTF-8", "no such table", "no such column", "malformed"))
