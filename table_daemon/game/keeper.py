"""The game and its journal: the only place where the state of the game changes.

Rules this file keeps:
* An event is on disk before anybody hears of it; the state is what replaying the journal gives.
* What was written waits in order until whoever announces takes it (`take_news`); nobody is called from here.
* The rules engine judges first: a refused event or correction is neither written nor announced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from mahjong_rules.codec import CodecError, event_to_json
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Event, GameStarted, tile_of
from mahjong_rules.rule_system import RuleSystem, Traits
from mahjong_rules.state import Game
from mahjong_rules.tiles import Tile
from table_daemon.game.change_report import changes
from table_daemon.game.doubts import DOUBT_KEY, SETTLED_KEY, Candidates, OpenDoubts, candidates_json
from table_daemon.game.entries import Entry, EntryKind, Json
from table_daemon.game.event_places import EventPlaces
from table_daemon.game.history import History, Played, Rehearsal, place_of, played, rehearse
from table_daemon.game.journal import Journal, JournalError
from table_daemon.game.news import Context, Corrected, Happening, News, Remark
from table_daemon.game.timeline import Correction, Edit, Line, Op, correction_json, edited, fold
from table_daemon.rules.presets import PresetError
from wire.wall_time import wall_time

CAMERA: Final = "camera"
"""The cause of everything that the eyes saw."""
LoadRules = Callable[[str, Sequence[tuple[str, str]]], RuleSystem]
"""A preset's name and the options that differ from it -> the rules; raises PresetError."""


@dataclass(frozen=True, slots=True)
class CorrectionRequest:
    """A correction that somebody wants. `cancels` is the earlier one that it takes back.

    `kind` and `why` stand in the audit list; new lines in `edits` have numbers below zero; `evidence` is what a camera
    saw; `command` the id of a person's command.
    """

    kind: str
    edits: tuple[Edit, ...] = ()
    why: str = ""
    cancels: int | None = None
    evidence: Json | None = None
    command: str = ""
    force: bool = False


class GameKeeper:
    """The current game of one table.

    Args:
        journal: where everything is written.
        load_rules: makes the rules that a game names.
        now: the wall clock, for the times in the journal.
        usual_rules: the preset by which a game begins that names none.
    """

    def __init__(
        self, journal: Journal, load_rules: LoadRules, now: Callable[[], datetime], usual_rules: str = "ema"
    ) -> None:
        self._journal = journal
        self._load_rules = load_rules
        self._now = now
        self._usual = load_rules(usual_rules, ())
        self.history: History = ()
        """Every event that stands, with the game after it."""
        self.corrections: tuple[Correction, ...] = ()
        """Every correction of the game, those that were taken back too."""
        self.doubts = OpenDoubts()
        self.game_id = ""
        self.seq = journal.newest_seq()
        self._rules: RuleSystem | None = None
        self._of_deal: tuple[History, History] = ((), ())
        """A history and the part of it that `deal_history` gives."""
        self._places: tuple[History, EventPlaces] = ((), EventPlaces.of((), 0))
        """A history and what `event_places` gives of it."""
        self._news: list[News] = []
        self._facts: set[str] = set()
        """Keys noted after the last event."""

    @property
    def game(self) -> Game | None:
        """The game as it stands; None before the first."""
        return self.history[-1].game if self.history else None

    @property
    def deal_history(self) -> History:
        """The events of the deal in progress or just ended, those of no deal before the first."""
        if self._of_deal[0] is not self.history:
            first = len(self.history)
            while first and self.history[first - 1].deal == self.deal_number:
                first -= 1
            self._of_deal = (self.history, self.history[first:])
        return self._of_deal[1]

    @property
    def event_places(self) -> EventPlaces:
        """Where the events of that deal lie on the table."""
        if self._places[0] is not self.history:
            self._places = (self.history, EventPlaces.of(self.deal_history, self.deal_number))
        return self._places[1]

    @property
    def has_aside(self) -> bool:
        """Whether events of that deal were set aside."""
        return any(item.line.is_aside for item in self.deal_history)

    @property
    def rules(self) -> RuleSystem:
        """The rules of the current game."""
        if self._rules is None:
            raise LookupError("no game has begun")
        return self._rules

    @property
    def traits(self) -> Traits:
        """Of the rules in play; before the first game those of the usual ones."""
        return (self._usual if self.game is None else self.rules).traits

    @property
    def deal_number(self) -> int:
        """Number of the deal in progress or just ended, 0 before the first."""
        return self.game.deal.header.number if self.game is not None and self.game.deal is not None else 0

    def context(self, cause: str) -> Context:
        """Where the game stands now, for something that `cause` leads to."""
        return Context(self.seq, self.game_id, self.deal_number, cause)

    def take_news(self) -> tuple[News, ...]:
        """What nobody was told yet, oldest first; from now on it counts as told."""
        news, self._news = tuple(self._news), []
        return news

    def tell(self, kind: str, data: Json, cause: str) -> None:
        """Have everybody told of something that is no event of the game."""
        self._news.append(Remark(kind, data, self.context(cause)))

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

    def start(self, event: GameStarted, cause: str) -> Happening:
        """Begin a game; one that was not finished is left as it stands.

        Raises:
            PresetError: there are no such rules; the old game goes on.
            JournalError: the disk refuses; the old game goes on.
        """
        rules = self._load_rules(event.rules, event.settings)
        game = rules.new_game(event)
        now, payload = self._time(), event_to_json(event)
        game_id = f"g-{now.replace(':', '').replace('-', '')}-{self.seq}"
        with self._journal.all_or_nothing():
            if self.game is not None:
                self._journal.end_game(self.game_id, at=now)
            self._journal.start_game(game_id, at=now)
            seq = self._journal.append(payload, game=game_id, cause=cause, at=now)
        self.seq = seq
        self.game_id, self._rules = game_id, rules
        self.history = (Played(Line(seq, payload, now, cause, by_person=True), event, game),)
        self.corrections, self.doubts, self._facts = (), OpenDoubts(), set()
        return self._happened(seq, event, None, cause)

    def commit(self, event: Event, cause: str, doubt: Candidates = ()) -> Happening:
        """Apply and write.

        Args:
            event: what happened.
            cause: who says so.
            doubt: what it may be instead, with probabilities: the event counts and the question stays open.

        Raises:
            IllegalEvent: the rules refuse; nothing has changed.
            JournalError: the disk refuses; nothing has changed.
        """
        if self.game is None:
            raise IllegalEvent("no game is on")
        before, after = self.game, self.apply(self.game, event)
        deal = after.deal.header.number if after.deal is not None else 0
        now, payload = self._time(), event_to_json(event)
        with self._journal.all_or_nothing():
            seq = newest = self._journal.append(payload, game=self.game_id, cause=cause, at=now, deal=deal)
            if doubt:
                newest = self._append_note({DOUBT_KEY: seq, "candidates": candidates_json(doubt)}, cause, deal)
        self.seq = newest
        line = Line(seq, payload, now, cause, by_person=cause not in (CAMERA, "machine"), deal=deal)
        self.history = (*self.history, Played(line, event, after))
        self._facts.clear()
        if doubt:
            self.doubts = self.doubts.opened(seq, doubt)
        return self._happened(seq, event, before, cause)

    def note(self, fact: Mapping[str, object], cause: str) -> None:
        """Write something the rules never read, for the audit list and for finding the place after a restart."""
        if self.game_id:
            self.seq = self._append_note(dict(fact), cause, self.deal_number)
            self._facts.update(fact)

    def settle(self, seq: int, cause: str) -> None:
        """The doubted event `seq` is right as it stands; a person's word binds the camera."""
        self.note({SETTLED_KEY: seq}, cause)
        self.doubts = self.doubts.settled(seq, cause)

    def open_doubts(self) -> dict[int, Candidates]:
        """What the tile of an event of the deal in play may be, by the event's number, until it is settled."""
        return dict(self.doubts.within(self.deal_history).tiles) if self.doubts.tiles else {}

    def doubt(self, seq: int, candidates: Candidates, cause: str) -> None:
        """The event `seq`, which stands, may be wrong after all."""
        self.note({DOUBT_KEY: seq, "candidates": candidates_json(candidates)}, cause)
        self.doubts = self.doubts.opened(seq, candidates)

    def played(self, seq: int) -> Played | None:
        """The event `seq` of the game; None when it has none of that number."""
        place = place_of(self.history, seq)
        return None if place is None else self.history[place]

    def tile_of(self, seq: int) -> Tile | None:
        """The tile that the event `seq` is about; None where it is about none."""
        item = self.played(seq)
        return None if item is None else tile_of(item.event)

    def is_noted(self, key: str) -> bool:
        """True when a fact with `key` was noted after the last event."""
        return key in self._facts

    def is_vouched_for(self, seq: int) -> bool:
        """True when a person entered, corrected or confirmed the event `seq`: no camera changes it any more."""
        by_person = any(item.seq == seq and item.line.by_person for item in self.history)
        return by_person or seq in self.doubts.vouched

    # Corrections ------------------------------------------------------------------------------------

    def rehearse(self, request: CorrectionRequest) -> Rehearsal:
        """What the game would be with this correction; nothing is changed.

        Raises:
            ConflictError: a later event stands against it.
            TimelineError: it names an event that is not there.
            IllegalEvent: no game is on, or an edit holds no event.
        """
        if not self.history:
            raise IllegalEvent("no game is on")
        lines = self._without(request.cancels) if request.cancels is not None else [item.line for item in self.history]
        lines = edited(
            lines, request.edits, Entry(0, "", self.deal_number, EntryKind.CORRECTION, {}, self._time(), "page")
        )
        wished = frozenset(edit.seq for edit in request.edits)
        found = rehearse(self.rules, self.history, lines, wished=wished, force=request.force)
        return replace(found, edits=(*request.edits, *found.edits))

    def correct(self, request: CorrectionRequest, cause: str, found: Rehearsal | None = None) -> Correction:
        """Rehearse and write.

        Args:
            request: what is corrected.
            cause: who says so.
            found: the rehearsal of this request on the game as it is, if there was one already.

        Raises:
            ConflictError: a later event stands against it.
            TimelineError: it names an event that is not there.
            IllegalEvent: no game is on, or an edit holds no event.
            JournalError: the disk refuses; nothing has changed.
        """
        found = found or self.rehearse(request)
        with self._journal.all_or_nothing():
            numbers = self._write_inserted(found, cause)
            before, after = changes(self.history, _renumbered(found.history, numbers))
            edits = [_with_numbers(edit, numbers) for edit in found.edits]
            payload = correction_json(
                request.kind,
                request.why,
                edits,
                before=before,
                after=after,
                cancels=request.cancels,
                evidence=request.evidence,
                command=request.command,
            )
            seq = self._journal.append(
                payload,
                game=self.game_id,
                cause=cause,
                at=self._time(),
                deal=self.deal_number,
                kind=EntryKind.CORRECTION,
            )
        self.seq = seq
        self._take(found.history)
        correction = self.corrections[-1]
        self._news.append(Corrected(correction, self.context(correction.cause)))
        return correction

    def undo_targets(self) -> list[int]:
        """The events of the deal in play that one may go back to, oldest first: all but its newest."""
        return [item.seq for item in self.deal_history if item.deal][:-1]

    def took_back_last(self) -> bool:
        """True when the newest thing that happened to the game is that events were taken back."""
        newest = next((item for item in reversed(self.corrections) if item.undone_by is None), None)
        if newest is None or not any(edit.op is Op.REMOVE for edit in newest.edits):
            return False
        return all(item.seq < newest.seq for item in self.history)

    def _happened(self, seq: int, event: Event, before: Game | None, cause: str) -> Happening:
        """The event that was written last, for those who are told."""
        happening = Happening(seq, event, before, self.history[-1].game, self.context(cause))
        self._news.append(happening)
        return happening

    def _time(self) -> str:
        return wall_time(self._now())

    def _write_inserted(self, found: Rehearsal, cause: str) -> dict[int, int]:
        """Entries for the new lines; their numbers by those of the rehearsal."""
        deals = {item.seq: item.deal for item in found.history}
        return {
            edit.seq: self._append(EntryKind.INSERTED, edit.payload or {}, cause, deals.get(edit.seq, self.deal_number))
            for edit in found.edits
            if edit.op is Op.INSERT
        }

    def _without(self, cancelled: int) -> list[Line]:
        """The lines if this correction had never been made."""
        payload = correction_json("undo", "", (), cancels=cancelled)
        last = Entry(self.seq + 1, self.game_id, 0, EntryKind.CORRECTION, payload, "", "")
        return list(fold([*self._journal.entries(self.game_id), last]).lines)

    def _take(self, history: History) -> None:
        """The lines as the journal has them now, with the games that the rehearsal found."""
        timeline = self._journal.timeline(self.game_id)
        pairs = zip(timeline.lines, history, strict=True)
        self.history = tuple(Played(line, item.event, item.game) for line, item in pairs)
        self.corrections = timeline.corrections

    def _append_note(self, fact: Json, cause: str, deal: int) -> int:
        return self._append(EntryKind.AUDIT, fact, cause, deal)

    def _append(self, kind: EntryKind, payload: Json, cause: str, deal: int) -> int:
        return self._journal.append(payload, game=self.game_id, cause=cause, at=self._time(), deal=deal, kind=kind)

    def _replay(self) -> None:
        entries = self._journal.entries(self.game_id)
        timeline = self._journal.timeline(self.game_id)
        self.history, self.corrections = (), timeline.corrections
        if timeline.lines:
            start = timeline.lines[0].payload
            self._rules = self._load_rules(start.get("rules", ""), [tuple(pair) for pair in start.get("settings", ())])
            self.history = played(self._rules, timeline.lines)
        self.doubts = OpenDoubts.of(entries)
        newest_event = max((entry.seq for entry in entries if entry.kind is EntryKind.EVENT), default=0)
        notes = [entry for entry in entries if entry.kind is EntryKind.AUDIT and entry.seq > newest_event]
        self._facts = {key for entry in notes for key in entry.payload}


def _with_numbers(edit: Edit, numbers: Mapping[int, int]) -> Edit:
    return replace(edit, seq=numbers.get(edit.seq, edit.seq), after=numbers.get(edit.after, edit.after))


def _renumbered(history: History, numbers: Mapping[int, int]) -> History:
    return tuple(
        replace(item, line=replace(item.line, seq=numbers[item.seq])) if item.seq in numbers else item
        for item in history
    )
