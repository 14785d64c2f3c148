"""The game and its journal: the only place where the state of the game changes.

Rules this file keeps:
* An event is on disk before anybody hears of it; the state is what replaying the journal gives.
* The rules engine judges first: a refused event is neither written nor announced.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile

from mahjong_rules.codec import CodecError, event_from_json, event_to_json
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Event, GameStarted
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.state import Game
from table_daemon.documents import wall_time
from table_daemon.journal import EntryKind, Journal, JournalError
from table_daemon.rule_presets import PresetError

LoadRules = Callable[[str, Sequence[tuple[str, str]]], RuleSystem]
"""A preset's name and the options that differ from it -> the rules; raises PresetError."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event that was written: `before` is None for the start of a game."""

    seq: int
    event: Event
    before: Game | None
    after: Game
    cause: str


class GameKeeper:
    """The current game of one table."""

    def __init__(self, journal: Journal, load_rules: LoadRules, announce: Callable[[Happening], None]) -> None:
        self._journal = journal
        self._load_rules = load_rules
        self._announce = announce
        self.game: Game | None = None
        self.game_id = ""
        self.seq = journal.newest_seq()
        self._rules: RuleSystem | None = None
        self._written: list[tuple[int, int]] = []
        """Entry and deal of every event that counts."""
        self._facts: set[str] = set()
        """Keys noted after the last event."""

    @property
    def rules(self) -> RuleSystem:
        """The rules of the current game."""
        if self._rules is None:
            raise LookupError("no game has begun")
        return self._rules

    @property
    def deal_number(self) -> int:
        """Number of the deal in progress or just ended, 0 before the first."""
        return self.game.deal.number if self.game is not None and self.game.deal is not None else 0

    def restore(self) -> bool:
        """Rebuild the newest unfinished game from the journal; False when there is none.

        Raises:
            JournalError: these rules cannot replay it.
        """
        game_id = self._journal.current_game()
        if game_id is None:
            return False
        self.game_id = game_id
        try:
            self._replay()
        except (IllegalEvent, CodecError, PresetError) as error:
            raise JournalError(
                f"the game in the journal cannot be replayed by these rules ({error}); "
                "install the version that wrote it, or move the journal away to begin anew"
            ) from error
        return self.game is not None

    def apply(self, game: Game, event: Event) -> Game:
        """The game after `event` under its rules; raises IllegalEvent."""
        return self.rules.apply(game, event)

    def start(self, event: GameStarted, cause: str) -> None:
        """Begin a game; one that was not finished is left as it stands.

        Raises:
            JournalError: the disk refuses; the old game goes on.
        """
        rules = self._load_rules(event.rules, event.settings)
        game = rules.new_game(event)
        now = _now()
        game_id = f"g-{now.replace(':', '').replace('-', '')}-{self.seq}"
        with self._journal.all_or_nothing():
            if self.game is not None:
                self._journal.end_game(self.game_id, at=now)
            self._journal.start_game(game_id, at=now)
            seq = self._journal.append(event_to_json(event), game=game_id, cause=cause, at=now)
        self.seq = seq
        self.game_id, self._rules, self.game = game_id, rules, game
        self._written, self._facts = [(seq, 0)], set()
        self._announce(Happening(self.seq, event, None, game, cause))

    def commit(self, event: Event, cause: str) -> None:
        """Apply, write, announce.

        Raises:
            IllegalEvent: the rules refuse; nothing has changed.
            JournalError: the disk refuses; nothing has changed.
        """
        if self.game is None:
            raise IllegalEvent("no game is on")
        before, after = self.game, self.apply(self.game, event)
        deal = after.deal.number if after.deal is not None else 0
        self.seq = self._journal.append(event_to_json(event), game=self.game_id, cause=cause, at=_now(), deal=deal)
        self.game = after
        self._written.append((self.seq, deal))
        self._facts.clear()
        self._announce(Happening(self.seq, event, before, after, cause))

    def note(self, fact: dict[str, object], cause: str) -> None:
        """Write something the rules never read, for the audit list and for finding the place after a restart."""
        if self.game_id:
            self.seq = self._journal.append(
                fact, game=self.game_id, cause=cause, at=_now(), deal=self.deal_number, kind=EntryKind.AUDIT
            )
            self._facts.update(fact)

    def is_noted(self, key: str) -> bool:
        """True when a fact with `key` was noted after the last event."""
        return key in self._facts

    def undo_to(self, seq: int, cause: str) -> None:
        """Take back every event after entry `seq`; the entries stay in the journal."""
        self.seq = self._journal.undo_to(seq, game=self.game_id, cause=cause, at=_now(), deal=self.deal_number)
        self._replay()

    def undo_targets(self) -> list[int]:
        """The entries of the deal in play that one may go back to, oldest first: all but its newest."""
        return [seq for seq, deal in self._written if deal == self.deal_number][:-1]

    def _replay(self) -> None:
        self.game, self._written = None, []
        for entry in self._journal.effective_entries(self.game_id):
            event = event_from_json(entry.payload)
            if isinstance(event, GameStarted):
                self._rules = self._load_rules(event.rules, event.settings)
                self.game = self._rules.new_game(event)
            elif self.game is not None:
                self.game = self.apply(self.game, event)
            self._written.append((entry.seq, entry.deal))
        newest_first = reversed(self._journal.entries(self.game_id))
        facts = takewhile(lambda entry: entry.kind is EntryKind.AUDIT, newest_first)
        self._facts = {key for entry in facts for key in entry.payload}


def _now() -> str:
    return wall_time(datetime.now(UTC))
