"""The timeline of a game in the journal."""

from __future__ import annotations

from table_daemon.game.timeline import Timeline, TimelineError, fold
from table_daemon.journal.entries import Entry, EntryKind
from table_daemon.journal.journal import Journal, JournalError


def timeline_of(journal: Journal, game: str) -> Timeline:
    """The events of `game` with every correction applied.

    Raises:
        JournalError: corrections that do not fit the events, or entries that are not what was written.
    """
    try:
        return fold(journal.entries(game))
    except TimelineError as error:
        raise JournalError(
            f"the corrections of the game {game} cannot be read ({error}); read it with the version that wrote it"
        ) from error


def effective_entries(journal: Journal, game: str) -> list[Entry]:
    """The events of `game` that count, in order and as corrections left them; raises JournalError."""
    return [
        Entry(line.seq, game, line.deal, EntryKind.EVENT, line.payload, line.at, line.cause)
        for line in timeline_of(journal, game).lines
        if not line.is_aside
    ]
