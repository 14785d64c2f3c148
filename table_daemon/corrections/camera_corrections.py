"""What the camera knows better by now: doubts that it settles itself, and events that it read wrongly.

Rules this file keeps:
* The camera never changes what a person entered, corrected or confirmed.
* Where a later event stands against its correction people are asked which of the two it is. So they are where a piece
  is read as another tile than before and the new reading is not sure enough to settle that.
"""

from __future__ import annotations

from typing import Final

from mahjong_rules.tiles import Tile
from table_daemon.corrections.corrections import Corrections
from table_daemon.corrections.joint_corrections import JointCorrections
from table_daemon.errors import UserError
from table_daemon.game.correction_edits import CorrectionError, call_edits, tile_edits
from table_daemon.game.intake import MIN_ALTERNATIVE, Intake
from table_daemon.game.keeper import CAMERA, CorrectionRequest, GameKeeper
from table_daemon.game.timeline import Correction, Edit
from table_daemon.interpreter.certainty import MIN_TO_CONTRADICT, MIN_TO_COUNT, MIN_TO_SETTLE
from table_daemon.interpreter.contradictions import FOURTH_TILE, NAMED_MELD, READ_OTHERWISE, Contradiction
from table_daemon.interpreter.event_anchors import anchor_of, call_at, seq_at
from table_daemon.interpreter.joint_reading import Surplus
from table_daemon.interpreter.table_reading import TableReading
from table_daemon.journal.errors import JournalError

_READ_BETTER: Final = "read_better"
"""Why a doubtful tile is another one: it is read well by now. A key of the audit list."""
_READINGS: Final = (READ_OTHERWISE, _READ_BETTER)
"""Reasons that rest on one reading alone; a claimed or won tile fits the rules besides."""


class CameraCorrections:
    """The camera's own corrections of one game.

    Args:
        keeper: the game.
        corrections: carries them out.
        intake: knows which events are doubtful only because their tile was gone.
        reading: how the pieces are read now.
        joint: knows which tiles look like what they cannot be.
    """

    def __init__(
        self,
        keeper: GameKeeper,
        corrections: Corrections,
        intake: Intake,
        reading: TableReading,
        joint: JointCorrections,
    ) -> None:
        self._keeper = keeper
        self._joint = joint
        self._corrections = corrections
        self._intake = intake
        self._reading = reading
        self._refused: set[tuple[int, Tile]] = set()
        """What later events stand against, by event and tile."""
        self._refused_at: tuple[Correction, ...] = ()
        """The corrections of the game when they did: after another one it may fit."""

    def contradict(self, found: Contradiction) -> bool:
        """Later evidence contradicts what the camera counted; True when the game was corrected."""
        keeper = self._keeper
        at = seq_at if found.meld is None else call_at
        seq = at(keeper.event_places, found.anchor)
        counted = None if seq is None else keeper.tile_of(seq)
        if seq is None or self._is_settled(seq, found):
            return False
        if found.reason in _READINGS and found.probability < MIN_TO_SETTLE and self._has_turned_doubtful(seq):
            return False  # people are asked which of them it is
        try:
            edits = self._edits(seq, found)
            if any(keeper.is_vouched_for(each) for each in (seq, *(edit.seq for edit in edits))):
                if found.reason not in (*_READINGS, FOURTH_TILE):
                    # Nothing goes on before somebody says which of two words is right.
                    self._ask_again(seq, found, counted)
                return False
            kind = "tile" if found.meld is None else "call"
            request = CorrectionRequest(kind, tuple(edits), found.reason, evidence=found.evidence())
            self._corrections.correct(request, CAMERA)
        except JournalError:
            raise  # the disk refuses: that ends the run, as for every event that the camera sees
        except (UserError, CorrectionError):
            self._refused.add((seq, found.tile))
            self._ask_again(seq, found, counted)
            return False
        if found.reason == READ_OTHERWISE and found.probability < MIN_TO_SETTLE:
            self._ask_which(seq, found, counted)
        return True

    def _edits(self, seq: int, found: Contradiction) -> list[Edit]:
        if found.meld is None:
            return tile_edits(self._keeper.history, seq, "", found.tile)
        return call_edits(self._keeper.history, seq, found.anchor.seat, found.meld)

    def explain(self, found: Surplus) -> bool:
        """Too many tiles of a face lie on the table; True when the game was corrected."""
        return self._joint.explain(found)

    def review(self) -> None:
        """Settle doubts whose piece is read better by now, or seen again."""
        keeper = self._keeper
        for seq in keeper.open_doubts():
            anchor = anchor_of(keeper.event_places, seq)
            seen = None if anchor is None else self._reading.seen_at(anchor)
            if anchor is None or seen is None:
                continue
            tile, confidence = seen
            counted = keeper.tile_of(seq)
            if self._intake.is_only_missing(seq):
                self._intake.settle(seq, CAMERA)
            elif confidence < MIN_TO_COUNT or tile is None:
                continue
            elif self._joint.is_settled(seq, tile):
                if self._joint.is_clear_by_now(seq, tile):
                    self._intake.settle(seq, CAMERA)
            elif confidence < self._least_to_settle(seq):
                continue
            elif counted == tile:
                self._intake.settle(seq, CAMERA)
            elif self.contradict(Contradiction(anchor, tile, _READ_BETTER, confidence)):
                return

    def _is_settled(self, seq: int, found: Contradiction) -> bool:
        """Whether this was refused before, or a person took back that a pung is a kong; names are asked about again."""
        if found.reason == NAMED_MELD:
            return False
        is_undone = found.reason == FOURTH_TILE and any(
            made.why == FOURTH_TILE and made.undone_by is not None and any(edit.seq == seq for edit in made.edits)
            for made in self._keeper.corrections
        )
        return is_undone or self._was_refused(seq, found.tile)

    def _was_refused(self, seq: int, tile: Tile) -> bool:
        if self._refused_at is not self._keeper.corrections:
            self._refused_at = self._keeper.corrections
            self._refused.clear()
        return (seq, tile) in self._refused

    def _least_to_settle(self, seq: int) -> float:
        """How sure a reading must be that settles the doubt about an event."""
        if self._has_turned_doubtful(seq):
            return MIN_TO_SETTLE
        counted = self._keeper.tile_of(seq)
        # Of an unknown set's flowers the likeliest one is often another.
        return MIN_TO_CONTRADICT if counted is not None and counted.is_bonus else MIN_TO_COUNT

    def _has_turned_doubtful(self, seq: int) -> bool:
        """Whether an event is in doubt that was read well when it came: its piece was read in two ways since."""
        keeper = self._keeper
        # The doubt about an event that was read badly is the entry after it.
        return seq in keeper.open_doubts() and keeper.doubts.since[seq] > seq + 1

    def _ask_again(self, seq: int, found: Contradiction, counted: Tile | None) -> None:
        """A person's word or later events stand against it; of a meld the piece that was named is asked about anew."""
        if found.meld is None:
            self._ask_which(seq, found, counted)
        elif found.reason == NAMED_MELD:
            self._reading.forget_names(found.anchor)

    def _ask_which(self, seq: int, found: Contradiction, counted: Tile | None) -> None:
        """Ask whether an event is the tile that was `counted` or the one that was found since."""
        keeper = self._keeper
        if seq not in keeper.open_doubts() and counted is not None:
            rest = max(round(1.0 - found.probability, 4), MIN_ALTERNATIVE)  # less would hold up no result
            keeper.doubt(seq, ((found.tile, found.probability), (counted, rest)), CAMERA)
