"""The file that keeps a second daemon away from a journal."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from mahjong_rules.told import sentence
from table_daemon.journal.errors import JournalError


def take_lock(path: Path) -> int:
    """Take the lock file beside the journal; it goes with the process, however that ends.

    Raises:
        JournalError: another daemon has it, or the folder is not writable.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock_fd = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise JournalError(
            sentence(
                "the journal {path} cannot be written ({why}); choose a writable folder or free the disk",
                path=path,
                why=error.strerror,
            )
        ) from error
    try:
        fcntl.flock(lock_fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock_fd)
        raise JournalError(
            sentence(
                "the journal {path} is in use by another daemon; stop that one or give this table its own journal",
                path=path,
            )
        ) from error
    return lock_fd
