"""The lines of the journal as values; what they mean together is `timeline.py`'s."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Json = dict[str, Any]


class EntryKind(StrEnum):
    """What an entry is to the rules."""

    EVENT = "event"
    """An input of the rules, at the end of the game: replaying the events rebuilds the state."""
    INSERTED = "inserted"
    """An event that counts where a correction puts it, and while that correction stands."""
    CORRECTION = "correction"
    """Changes, takes out, puts in or sets aside events, or takes back an earlier correction."""
    AUDIT = "audit"
    """Who did what and why; the rules never read it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal. `at` is wall time (ISO 8601), `cause` who or what led to it."""

    seq: int
    game: str
    deal: int
    kind: EntryKind
    payload: Json
    at: str
    cause: str
