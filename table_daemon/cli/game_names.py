"""What people call a game on the command line: the day and minute at which it began, on the clock of this computer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime, tzinfo

from table_daemon.game.archive import chosen
from table_daemon.journal.journal import GameRecord, Journal


def short_names(records: Iterable[GameRecord], zone: tzinfo | None = None) -> Mapping[str, str]:
    """By id: "2026-11-22-0848", with seconds where two games began in one minute; the id where that says too little.

    Args:
        records: every game of the journal.
        zone: the clock's; None: the computer's.
    """
    begun = {record.id: datetime.fromisoformat(record.started_at).astimezone(zone) for record in records}
    names: dict[str, str] = {}
    for form in ("%Y-%m-%d-%H%M", "%Y-%m-%d-%H%M%S"):
        said = {game: at.strftime(form) for game, at in begun.items() if game not in names}
        every = [at.strftime(form) for at in begun.values()]
        names |= {game: name for game, name in said.items() if every.count(name) == 1}
    return {game: names.get(game, game) for game in begun}


def game_called(journal: Journal, name: str, zone: tzinfo | None = None) -> GameRecord:
    """The game that `name` means: when it began, as far as one needs to say it, or what `archive.chosen` takes.

    Raises:
        UserError: none or several games are meant.
    """
    records = journal.games()
    if re.match(r"\d", name):
        digits = re.sub(r"\D", "", name)
        names = short_names(records, zone)
        found = [record for record in records if re.sub(r"\D", "", names[record.id]).startswith(digits)]
        if len(found) == 1:
            return found[0]
    return chosen(journal, name)


def length(record: GameRecord) -> str:
    """How long a game lasted, "1 h 12 min"; "" while it lasts."""
    if record.ended_at is None:
        return ""
    lasted = datetime.fromisoformat(record.ended_at) - datetime.fromisoformat(record.started_at)
    hours, minutes = divmod(round(lasted.total_seconds() / 60), 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"
