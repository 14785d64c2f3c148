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
from mahjong_rules.events import Event, GameStarted
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.state import Game
from table_daemon.game.change_report import changes
from table_daemon.game.doubts import DOUBT_KEY, SETTLED_KEY, Candidates, OpenDoubts, candidates_json
from table_daemon.game.history import History, Played, Rehearsal, played, rehearse
from table_daemon.game.kept_game import KeptGame
from table_daemon.game.news import Corrected, Happening, News, Remark
from table_daemon.game.timeline import Correction, Edit, Line, Op, TimelineError, correction_json, edited, fold
from table_daemon.journal.entries import Entry, EntryKind, Json
from table_daemon.journal.journal import Journal, JournalError
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


class GameKeeper(KeptGame):
    """Writes and changes the current game of one table.

    Args:
        journal: where everything is written.
        load_rules: makes the rules that a game names.
        now: the wall clock, for the times in the journal.
        usual_rules: the preset by which a game begins that names none.
    """

    def __init__(
        self, journal: Journal, load_rules: LoadRules, now: Callable[[], datetime], usual_rules: str = "ema"
    ) -> None:
        super().__init__(load_rules(usual_rules, ()), journal.newest_seq())
        self._journal = journal
        self._load_rules = load_rules
        self._now = now
        self._news: list[News] = []

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
        except (IllegalEvent, CodecError, PresetError, TimelineError) as error:
            raise JournalError(
                f"the game in the journal cannot be replayed by these rules ({error}); "
                "install the version that wrote it, or move the journal away to begin anew"
            ) from error
        return self.game is not None

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
            self.doubts = self.doubts.opened(seq, doubt, newest)
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

    def doubt(self, seq: int, candidates: Candidates, cause: str) -> None:
        """The event `seq`, which stands, may be wrong after all."""
        self.note({DOUBT_KEY: seq, "candidates": candidates_json(candidates)}, cause)
        self.doubts = self.doubts.opened(seq, candidates, self.seq)

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
        timeline = fold(self._journal.entries(self.game_id))
        pairs = zip(timeline.lines, history, strict=True)
        self.history = tuple(Played(line, item.event, item.game) for line, item in pairs)
        self.corrections = timeline.corrections

    def _append_note(self, fact: Json, cause: str, deal: int) -> int:
        return self._append(EntryKind.AUDIT, fact, cause, deal)

    def _append(self, kind: EntryKind, payload: Json, cause: str, deal: int) -> int:
        return self._journal.append(payload, game=self.game_id, cause=cause, at=self._time(), deal=deal, kind=kind)

    def _replay(self) -> None:
        entries = self._journal.entries(self.game_id)
        timeline = fold(entries)
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
