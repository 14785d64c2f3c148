"""Corrections of what the table counted: rehearsed, written, and followed by the eyes.

Rule this file keeps: nothing is changed before the rehearsal of everything that came after has succeeded, or was
forced.
"""

from __future__ import annotations

from mahjong_rules.codec import event_to_json
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Event
from mahjong_rules.told import said_by, sentence
from table_daemon.errors import UserError
from table_daemon.game.change_report import changes
from table_daemon.game.history import ConflictError, Rehearsal
from table_daemon.game.intake import Intake
from table_daemon.game.keeper import CorrectionRequest, GameKeeper
from table_daemon.game.timeline import Correction, TimelineError
from table_daemon.interpreter.table_reading import TableReading
from table_daemon.journal.entries import Json
from table_daemon.machine.between_deals import BetweenDeals
from wire.words import words_document


class StandsAgainstError(UserError):
    """A later event stands against a correction; `data` names it for the answer."""

    def __init__(self, conflict: ConflictError) -> None:
        super().__init__(
            sentence(
                "the later event {seq} ({event}) stands against it: {why}; correct that one first, or send force: true "
                "to set aside what no longer fits",
                seq=conflict.seq,
                event=_in_words(conflict.event),
                why=conflict.reason,
            )
        )
        self.data: Json = {
            "conflict": {
                "seq": conflict.seq,
                "reason": str(conflict.reason),
                "words": words_document(conflict.reason),
            }
        }


class Corrections:
    """Corrects the game of one table.

    Args:
        keeper: the game.
        intake: holds back ends, which a correction may set free.
        reading: knows which piece is which tile of the game.
        between: knows whether the tiles of the last deal are still on the table.
    """

    def __init__(self, keeper: GameKeeper, intake: Intake, reading: TableReading, between: BetweenDeals) -> None:
        self._keeper = keeper
        self._intake = intake
        self._reading = reading
        self._between = between

    def undo_targets(self) -> list[int]:
        """Events of the deal on the table that one may go back to, oldest first."""
        return [] if self._between.is_cleared else self._keeper.undo_targets()

    def preview(self, request: CorrectionRequest) -> Json:
        """What a correction would change; raises as `correct` does."""
        found = self._rehearsed(request)
        before, after = changes(self._keeper.history, found.history)
        return {"before": before, "after": after, "aside": list(found.aside)}

    def is_possible(self, request: CorrectionRequest) -> bool:
        """Whether nothing stands against a correction."""
        try:
            self._rehearsed(request)
        except UserError:
            return False
        return True

    def correct(self, request: CorrectionRequest, cause: str) -> Correction:
        """Change the game.

        Raises:
            UserError: a later event stands against it, or the table does; the text says what to do.
        """
        keeper = self._keeper
        found = self._rehearsed(request)
        takes_out = _takes_out(keeper, found)
        correction = keeper.correct(request, cause, found)
        an_end_waits = bool(self._intake.holding)
        self._intake.weigh_anew()
        self._reading.after_correction(
            keeper.game, takes_out=takes_out, has_aside=keeper.has_aside, an_end_waits=an_end_waits
        )
        return correction

    def _rehearsed(self, request: CorrectionRequest) -> Rehearsal:
        game = self._keeper.game
        try:
            found = self._keeper.rehearse(request)
        except ConflictError as conflict:
            if conflict.is_wished:
                raise UserError(sentence("it cannot have been so: {why}", why=conflict.reason)) from conflict
            raise StandsAgainstError(conflict) from conflict
        except (TimelineError, IllegalEvent) as refusal:
            raise UserError(said_by(refusal)) from refusal
        had_result = game is not None and game.deal is not None and game.deal.result is not None
        deal = found.history[-1].game.deal
        if had_result and self._between.is_cleared and (deal is None or deal.result is None):
            raise UserError(
                sentence(
                    "the tiles of this deal are in the machine already, it cannot go on; "
                    "give it another result (correct, kind result) or void it (void_deal)"
                )
            )
        return found


def _in_words(event: Event) -> str:
    """Such as "discarded 3m, seat 2"."""
    data = event_to_json(event)
    tile = f" {data['tile']}" if data.get("tile") else ""
    seat = f", seat {data['seat']}" if "seat" in data else ""
    return f"{data['type'].replace('_', ' ')}{tile}{seat}"


def _takes_out(keeper: GameKeeper, found: Rehearsal) -> bool:
    """Whether an event that somebody saw counts no more."""
    stands = {item.seq for item in found.history if not item.line.is_aside}
    return any(item.seq not in stands and not item.is_hidden_draw for item in keeper.history)
