"""The games in a journal, replayed: what `jantaku games` lists, shows and writes.

Rules this file keeps: nothing is written; what an undo or a correction took back does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mahjong_rules.codec import CodecError, event_from_json
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Event, GameStarted
from mahjong_rules.mjai import to_mjai
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.state import Game
from table_daemon.errors import UserError
from table_daemon.game.kept_timeline import effective_entries
from table_daemon.journal.journal import GameRecord, Journal
from table_daemon.rules.presets import PresetError, load_rules
from wire.messages import Json


@dataclass(frozen=True, slots=True)
class ArchivedStep:
    """One event of a game with the game before (None: it is the start) and after it."""

    at: str
    event: Event
    before: Game | None
    after: Game


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game of the journal. `record.ended_at` is None while it is being played."""

    record: GameRecord
    rules: RuleSystem
    steps: tuple[ArchivedStep, ...]

    @property
    def game(self) -> Game:
        """The game as it stands after its last event."""
        return self.steps[-1].after

    def mjai(self) -> list[Json]:
        """The whole game as mjai messages."""
        return [message for step in self.steps for message in to_mjai(step.event, step.before, step.after)]


def chosen(journal: Journal, name: str) -> GameRecord:
    """The game that `name` means: its id, the beginning of it, or `last`.

    Raises:
        UserError: none or several games are meant.
    """
    records = journal.games()
    if name == "last" and records:
        return records[-1]
    exact = [record for record in records if record.id == name]
    found = exact or [record for record in records if record.id.startswith(name)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(record.id for record in records[-5:]) or "none"
    reason = f"{len(found)} games begin with {name!r}" if found else f"there is no game {name!r}"
    raise UserError(f"{reason}; give one of those that `jantaku games list` shows (the newest: {known}), or `last`.")


def replayed(journal: Journal, record: GameRecord) -> ArchivedGame:
    """A game from its events.

    Raises:
        UserError: these rules cannot replay it.
    """
    events = [(entry.at, entry.payload) for entry in effective_entries(journal, record.id)]
    try:
        decoded = [(at, event_from_json(payload)) for at, payload in events]
        rules = _rules_of(decoded)
        steps = tuple(_steps(decoded, rules))
    except (IllegalEvent, CodecError, PresetError) as error:
        raise UserError(
            f"The game {record.id} cannot be replayed by these rules ({error}); read it with the version that wrote it."
        ) from error
    return ArchivedGame(record, rules, steps)


def _rules_of(events: Sequence[tuple[str, Event]]) -> RuleSystem:
    start = events[0][1] if events else None
    if not isinstance(start, GameStarted):
        raise CodecError("it does not begin with a game_started")
    return load_rules(start.rules, start.settings)


def _steps(events: Sequence[tuple[str, Event]], rules: RuleSystem) -> Iterator[ArchivedStep]:
    game: Game | None = None
    for at, event in events:
        before = game
        if isinstance(event, GameStarted):
            game = rules.new_game(event)
        elif game is None:
            raise CodecError("it does not begin with a game_started")
        else:
            game = rules.apply(game, event)
        yield ArchivedStep(at, event, before, game)
