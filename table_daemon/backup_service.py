"""What the page may ask of backups, and why one is refused: known to the room of backups and to the page's server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol

from table_daemon.errors import UserError

MOST_BYTES: Final = 1 << 30
"""Chosen: ten times the backup of ten thousand games (docs/journal.md); a larger file is none of a table."""


class WhyNot(StrEnum):
    """Why a backup cannot be made or used, for whoever says it in other words."""

    FOREIGN = "foreign"
    """No backup of ours, or only the beginning of one."""
    DAMAGED = "damaged"
    NEWER = "newer"
    UNUSABLE = "unusable"
    """Its settings or cards do not fit this version."""
    NO_ROOM = "no_room"
    TOO_LARGE = "too_large"
    IN_PLAY = "in_play"
    BUSY = "busy"
    GONE = "gone"
    """What was looked at is not there any more."""


class BackupError(UserError):
    """A backup that cannot be made or used; the text is one sentence for a person.

    Args:
        text: that sentence.
        why: the same for a program.
    """

    def __init__(self, text: str, why: WhyNot = WhyNot.DAMAGED) -> None:
        super().__init__(text)
        self.why = why


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A backup that was looked at whole and can be restored: when and by what it was made, and what is in it."""

    token: str
    made_at: str
    made_by: str
    games: int


class BackupService(Protocol):
    """Backups as the page's server sees them; asked on the daemon's event loop."""

    @property
    def name(self) -> str:
        """How a backup that is made now is called."""

    async def make(self) -> Path:
        """A backup in a file of its own; whoever asked removes it. Raises BackupError."""

    async def take_in(self, pieces: AsyncIterator[bytes]) -> LookedAt:
        """Keep what is sent and look at all of it. Raises BackupError."""

    def agree(self, token: str, *, in_play: bool) -> None:
        """Start anew with the backup that was looked at. Raises BackupError."""
