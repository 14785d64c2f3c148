"""Puts right what the table counted: corrections of people and of the camera, doubtful events, endings that wait.

Rules this file keeps:
* Nothing is changed before the rehearsal of everything that came after has succeeded, or was forced.
* The camera never changes what a person entered, corrected or confirmed.
* A deal's end that the camera sees waits while it could be another one by the answer to an open question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mahjong_rules.codec import event_to_json
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import AbortClaimed, Event, ExhaustiveDraw, WinsDeclared
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile
from table_daemon.corrections.correction_edits import CorrectionError, removal_edits, replace_edit, tile_edits
from table_daemon.corrections.event_places import anchor_of, seq_at
from table_daemon.errors import UserError
from table_daemon.game.change_report import changes
from table_daemon.game.doubts import Candidates, candidate_documents
from table_daemon.game.entries import Json
from table_daemon.game.history import ConflictError, History, Played, Rehearsal, is_hidden_draw, place_of
from table_daemon.game.keeper import CorrectionRequest, GameKeeper
from table_daemon.game.timeline import Correction, Edit, TimelineError
from table_daemon.interpreter.bindings import Anchor
from table_daemon.interpreter.contradictions import Contradiction
from table_daemon.interpreter.questions import EventReason
from wire.documents import QuestionDocument

CAMERA = "camera"
MISSING = 0.5
"""How likely a counted discard was one although nothing lies there at the deal's end: nobody knows."""
_MAX_MISSING = 4
"""Of so many discards at once each may be a mistake; where more are gone people have begun to clear the table."""
MIN_ALTERNATIVE = 0.05
"""A candidate less likely than this holds up no result."""
Ending = WinsDeclared | ExhaustiveDraw | AbortClaimed


class StandsAgainstError(UserError):
    """A later event stands against a correction; `data` names it for the answer."""

    def __init__(self, conflict: ConflictError) -> None:
        super().__init__(
            f"the later event {conflict.seq} ({_in_words(conflict.event)}) stands against it: {conflict.reason}; "
            "correct that one first, or send force: true to set aside what no longer fits"
        )
        self.data: Json = {"conflict": {"seq": conflict.seq, "reason": conflict.reason}}


class Corrections:
    """Corrects the game of one keeper.

    Args:
        keeper: the game.
        is_cleared: whether the tiles of the last deal are in the machine.
        on_change: called after a correction, with whether events were taken out.
    """

    def __init__(
        self, keeper: GameKeeper, is_cleared: Callable[[], bool], on_change: Callable[[Correction, bool], None]
    ) -> None:
        self._keeper = keeper
        self._is_cleared = is_cleared
        self._on_change = on_change
        self._refused: set[tuple[int, Tile]] = set()
        """What the camera wanted to correct and later events stand against."""
        self.holding: tuple[int, ...] = ()
        """Doubtful events that a deal's end waits for."""
        self.missing: tuple[int, ...] = ()
        """Discards among them whose tile lies on the table no more."""
        self._held_at: History = ()

    # Corrections ------------------------------------------------------------------------------------

    def preview(self, request: CorrectionRequest) -> Json:
        """What a correction would change; raises as `correct` does."""
        found = self._rehearsed(request)
        before, after = changes(self._keeper.history, found.history)
        return {"before": before, "after": after, "aside": list(found.aside)}

    def correct(self, request: CorrectionRequest, cause: str) -> Correction:
        """Change the game.

        Raises:
            UserError: a later event stands against it, or the table does; the text says what to do.
        """
        found = self._rehearsed(request)
        takes_out = _takes_out(self._keeper, found)
        correction = self._keeper.correct(request, cause, found)
        self.holding = ()
        self._refused.clear()
        self._on_change(correction, takes_out)
        return correction

    def correct_misreading(self, found: Contradiction) -> bool:
        """Later evidence contradicts what the camera counted; True when the game was corrected.

        Where a later event stands against the correction, people are asked which of the two it is.
        """
        keeper = self._keeper
        seq = seq_at(keeper.deal_history, keeper.deal_number, found.anchor)
        if seq is None or keeper.is_vouched_for(seq) or (seq, found.tile) in self._refused:
            return False
        try:
            edits = tile_edits(keeper.history, seq, "", found.tile)
            if any(keeper.is_vouched_for(edit.seq) for edit in edits):
                return False
            self.correct(CorrectionRequest("tile", tuple(edits), found.reason, evidence=found.evidence()), CAMERA)
        except (UserError, CorrectionError):
            self._refused.add((seq, found.tile))
            counted = self._tile_of(seq)
            if seq not in keeper.open_doubts() and counted is not None:
                rest = round(1.0 - found.probability, 4)
                keeper.doubt(seq, ((found.tile, found.probability), (counted, rest)), CAMERA)
            return False
        return True

    def _rehearsed(self, request: CorrectionRequest) -> Rehearsal:
        game = self._keeper.game
        try:
            found = self._keeper.rehearse(request)
        except ConflictError as conflict:
            if conflict.is_wished:
                raise UserError(f"it cannot have been so: {conflict.reason}") from conflict
            raise StandsAgainstError(conflict) from conflict
        except (TimelineError, IllegalEvent) as refusal:
            raise UserError(str(refusal)) from refusal
        had_result = game is not None and game.deal is not None and game.deal.result is not None
        deal = found.history[-1].game.deal
        if had_result and self._is_cleared() and (deal is None or deal.result is None):
            raise UserError(
                "the tiles of this deal are in the machine already, it cannot go on; "
                "give it another result (correct, kind result) or void it (void_deal)"
            )
        return found

    # What the camera sees -----------------------------------------------------------------------------

    def take(self, events: Sequence[Event], doubts: Mapping[int, Candidates], missing: Sequence[Anchor] = ()) -> None:
        """Events that the camera saw; `doubts` by their place in `events`. An end that has to wait is left out.

        `missing` are discards that lie on the table no more at that end: people say whether they were laid indeed.
        """
        for place, event in enumerate(events):
            if isinstance(event, Ending):
                self.missing = self._ask_for(missing)
                self.holding = self.missing or self._holding(events[place:])
                if self.holding:
                    self._held_at = self._keeper.history
                    return
            self._keeper.commit(event, CAMERA, doubts.get(place, ()))
        self.holding = ()

    def _ask_for(self, missing: Sequence[Anchor]) -> tuple[int, ...]:
        """Discards that are not to be seen and that no person has confirmed; a question is open about each.

        Where many are gone the rivers were pushed in early: that says nothing about what was counted before.
        """
        keeper = self._keeper
        if len(missing) > _MAX_MISSING:
            return ()
        found = (seq_at(keeper.deal_history, keeper.deal_number, anchor) for anchor in missing)
        asked = tuple(seq for seq in found if seq is not None and not keeper.is_vouched_for(seq))
        for seq in asked:
            tile = self._tile_of(seq)
            if seq not in keeper.open_doubts() and tile is not None:
                keeper.doubt(seq, ((tile, MISSING),), CAMERA)
        return asked

    @property
    def is_waiting(self) -> bool:
        """True while a deal's end waits for an answer and nothing has happened since: looking again finds the same."""
        return bool(self.holding) and self._held_at is self._keeper.history

    def settle(self, seq: int, cause: str) -> None:
        """A doubtful event is right as it stands."""
        self._keeper.settle(seq, cause)
        self.missing = tuple(other for other in self.missing if other != seq)
        self.holding = ()

    def review(self, read: Callable[[Anchor], tuple[Tile | None, float] | None], sure: float) -> None:
        """Settle doubts whose piece is read better by now, or seen again; `read` gives the reading of a place."""
        keeper = self._keeper
        for seq in keeper.open_doubts():
            anchor = anchor_of(keeper.deal_history, keeper.deal_number, seq)
            reading = None if anchor is None else read(anchor)
            if anchor is None or reading is None:
                continue
            if seq in self.missing and keeper.open_doubts()[seq] == ((self._tile_of(seq), MISSING),):
                self.settle(seq, CAMERA)  # nothing else was ever doubtful about it
                continue
            if reading[1] < sure or reading[0] is None:
                continue
            if self._tile_of(seq) == reading[0]:
                self.settle(seq, CAMERA)
            elif self.correct_misreading(Contradiction(anchor, reading[0], "read_better", reading[1])):
                return

    def _holding(self, ending: Sequence[Event]) -> tuple[int, ...]:
        """Doubtful events by whose other candidates this end would be another one."""
        keeper = self._keeper
        reached = _outcome(keeper, keeper.history[-1], ending)
        if isinstance(reached, str):
            return ()
        return tuple(
            seq
            for seq, candidates in keeper.open_doubts().items()
            if any(
                self._matters(seq, tile, ending, reached)
                for tile, probability in candidates
                if probability >= MIN_ALTERNATIVE and tile != self._tile_of(seq)
            )
        )

    def _matters(self, seq: int, tile: Tile, ending: Sequence[Event], reached: object) -> bool:
        keeper = self._keeper
        try:
            edits = tile_edits(keeper.history, seq, "", tile)
            other = keeper.rehearse(CorrectionRequest("tile", tuple(edits)))
        except (ConflictError, TimelineError, CorrectionError, IllegalEvent):
            return False  # what came after says that it was not this tile
        return _outcome(keeper, other.history[-1], ending) != reached

    # Questions --------------------------------------------------------------------------------------

    def questions(self) -> list[QuestionDocument]:
        """Events that wait for a person: doubtful ones of the deal in play, and all that were set aside."""
        keeper, game = self._keeper, self._keeper.game
        in_play = game is not None and game.deal is not None and game.deal.result is None
        doubts = keeper.open_doubts() if in_play else {}
        found = [self._document(seq, self._reason(seq), tiles) for seq, tiles in doubts.items()]
        aside = [item.seq for item in keeper.history if item.line.is_aside and not is_hidden_draw(item.event)]
        return [*found, *(self._document(seq, EventReason.SET_ASIDE, ()) for seq in aside)]

    def answer(self, seq: int, tile: Tile | None, cause: str) -> None:
        """A person settles the question about the event `seq`; None: it is not part of the game.

        Raises:
            UserError: the question is no longer open, or a later event stands against the answer.
        """
        keeper, item = self._keeper, self._item(seq)
        if item is None or not (item.line.is_aside or seq in keeper.open_doubts()):
            raise UserError("this question is no longer open")
        if tile is None:
            self.correct(CorrectionRequest("remove", tuple(removal_edits(keeper.history, [seq])), "answer"), cause)
        elif tile == self._tile_of(seq) and not item.line.is_aside:
            self.settle(seq, cause)
        else:
            self.correct(CorrectionRequest("tile", tuple(tile_edits(keeper.history, seq, "", tile)), "answer"), cause)

    def take_in(self, seq: int) -> list[Edit]:
        """The edits that let an event count again that was set aside.

        Raises:
            CorrectionError: it is not set aside.
        """
        item = self._item(seq)
        if item is None or not item.line.is_aside:
            raise CorrectionError(f"event {seq} is not set aside")
        return [replace_edit(item, item.event)]

    def _reason(self, seq: int) -> EventReason:
        return EventReason.MISSING_TILE if seq in self.missing else EventReason.PROVISIONAL_TILE

    def _document(self, seq: int, reason: EventReason, candidates: Candidates) -> QuestionDocument:
        keeper, item = self._keeper, self._item(seq)
        anchor = anchor_of(keeper.deal_history, keeper.deal_number, seq)
        seat: Seat | None = getattr(item.event, "seat", None) if item is not None else None
        return {
            "id": f"e-{seq}",
            "text": reason.value,
            "seat": seat,
            "zone": anchor.zone.value if anchor is not None else "river",
            "candidates": candidate_documents(candidates),
            "detail": "",
            "event": seq,
            "holds_result": seq in self.holding,
            "picture": False,
        }

    def _item(self, seq: int) -> Played | None:
        place = place_of(self._keeper.history, seq)
        return None if place is None else self._keeper.history[place]

    def _tile_of(self, seq: int) -> Tile | None:
        item = self._item(seq)
        return None if item is None else getattr(item.event, "tile", None)


def _in_words(event: Event) -> str:
    """Such as "discarded 3m, seat 2"."""
    data = event_to_json(event)
    tile = f" {data['tile']}" if data.get("tile") else ""
    seat = f", seat {data['seat']}" if "seat" in data else ""
    return f"{data['type'].replace('_', ' ')}{tile}{seat}"


def _outcome(keeper: GameKeeper, last: Played, ending: Sequence[Event]) -> object:
    """What decides the points after this end, or the rules' sentence against it."""
    game = last.game
    for event in ending:
        try:
            game = keeper.apply(game, event)
        except IllegalEvent as refusal:
            return str(refusal)
    deal = game.deal
    if deal is None or deal.result is None:
        return (game.scores, deal.fines, deal.flowers) if deal is not None else None
    return (game.scores, deal.result.outcome, deal.result.deltas)


def _takes_out(keeper: GameKeeper, found: Rehearsal) -> bool:
    """Whether an event that somebody saw counts no more."""
    stands = {item.seq for item in found.history if not item.line.is_aside}
    return any(item.seq not in stands and not item.is_hidden_draw for item in keeper.history)
