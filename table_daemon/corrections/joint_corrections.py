"""What the deal as a whole says of single tiles: one of too many of a face is corrected, or asked about.

Rules this file keeps:
* What a person said is never overruled: of too many tiles those that people vouch for stay as they are.
* The likeliest mistake counts, by the entries that a person's tap makes. Where another one is nearly as likely people
  are asked about the piece that is corrected, not about the one that came last.
* A flower's new name is a guess as its first one was, unless it is surely read.
* Nothing waits: where no earlier tile can have been another one, the new one is.
"""

from __future__ import annotations

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.tiles import Tile
from table_daemon.corrections.corrections import Corrections
from table_daemon.errors import UserError
from table_daemon.game.correction_edits import CorrectionError, call_edits, tile_edits
from table_daemon.game.history import ConflictError
from table_daemon.game.keeper import CAMERA, CorrectionRequest, GameKeeper
from table_daemon.game.timeline import Correction, Edit, TimelineError
from table_daemon.interpreter.bindings import Anchor
from table_daemon.interpreter.contradictions import Contradiction
from table_daemon.interpreter.event_anchors import call_at, seq_at
from table_daemon.interpreter.joint_reading import (
    Copy,
    Misreading,
    OtherName,
    Surplus,
    guesses,
    has_room,
    is_guessed_flower,
    is_surely_none,
    misreadings,
    what_it_may_be,
)
from table_daemon.interpreter.table_reading import TableReading
from table_daemon.journal.errors import JournalError
from vision.sightings import Zone

FIFTH_COPY = "fifth_copy"
"""Why such a correction was made: a key of the audit list."""


class JointCorrections:
    """Explains the tiles of one game together.

    Args:
        keeper: the game.
        corrections: carries out what is corrected.
        reading: knows how each piece is read.
    """

    def __init__(self, keeper: GameKeeper, corrections: Corrections, reading: TableReading) -> None:
        self._keeper = keeper
        self._corrections = corrections
        self._reading = reading
        self._refused: set[tuple[object, ...]] = set()
        """What later events stand against, by event and new name."""
        self._refused_at: tuple[Correction, ...] = ()
        """The corrections of the game when they did: after another one it may fit."""

    def explain(self, found: Surplus) -> bool:
        """Too many tiles of a face lie on the table; True when the game was corrected."""
        left = [copy for copy in found.copies if not self._is_vouched_for(copy.anchor)]
        for mistake in misreadings(left):
            if mistake.copy.anchor is None:
                self._reading.leave_out(mistake.copy.track, found.face, is_clear=mistake.is_clear)
                return False
            if self._correct(found.face, mistake):
                return True
        fresh = max((copy for copy in left if copy.anchor is None), key=lambda copy: copy.doubt, default=None)
        if fresh is not None:
            self._reading.leave_out(fresh.track, found.face, is_clear=False)
        return False

    def make_room(self, seq: int, face: Tile) -> bool:
        """Correct the likeliest other mistake, so that the event `seq` may be a `face` as a person says.

        Two flowers may exchange their names: then it is a `face` already.

        Returns:
            Whether the game was corrected; not so where no other tile can have been misread.
        """
        keeper = self._keeper
        if keeper.game is None or keeper.game.deal is None:
            return False
        if has_room(keeper.game.deal, keeper.traits.stock, face):
            return False
        copies = self._reading.copies_of(keeper.game, face)
        others = [copy for copy in copies if self._seq_of(copy.anchor) != seq and not self._is_vouched_for(copy.anchor)]
        said = tuple(tile_edits(keeper.history, seq, "", face))
        found = (self._correct(face, mistake, said) for mistake in misreadings(others))
        if any(found):
            return True
        guesses_left = (self._guess_again(copy, face, said) or self._exchange(copy, seq, face) for copy in others)
        return face.is_bonus and any(guesses_left)

    def _guess_again(self, copy: Copy, face: Tile, and_then: tuple[Edit, ...]) -> bool:
        """Let a flower that only the camera named be another that is left; it is asked about."""
        keeper = self._keeper
        if keeper.game is None or keeper.game.deal is None:
            return False
        others = guesses(copy, face, keeper.game.deal, keeper.traits.stock)
        return any(self._correct(face, guess, and_then) for guess in others)

    def _exchange(self, copy: Copy, seq: int, face: Tile) -> bool:
        """Where no flower is left: one that only the camera named exchanges its name with that of the event `seq`."""
        keeper, other, freed = self._keeper, self._seq_of(copy.anchor), self._keeper.tile_of(seq)
        if other is None or freed is None or not freed.is_bonus:
            return False
        edits = (*tile_edits(keeper.history, other, "", freed), *tile_edits(keeper.history, seq, "", face))
        try:
            self._corrections.correct(CorrectionRequest("tile", edits, FIFTH_COPY), CAMERA)
        except JournalError:
            raise
        except (UserError, CorrectionError, ConflictError, TimelineError, IllegalEvent):
            return False
        unsure = (keeper.tile_of(number) for number in keeper.open_doubts())
        may_be = dict.fromkeys((freed, *(tile for tile in unsure if tile is not None and tile.is_bonus)))
        keeper.doubt(other, tuple((tile, 1.0 / len(may_be)) for tile in may_be), CAMERA)
        return True

    def is_settled(self, seq: int, face: Tile) -> bool:
        """Whether this event was a `face` and is none because there were too many; its piece still looks it."""
        return any(
            made.why == FIFTH_COPY
            and made.undone_by is None
            and (made.evidence or {}).get("seen") == str(face)
            and any(edit.seq == seq for edit in made.edits)
            for made in self._keeper.corrections
        )

    def is_clear_by_now(self, seq: int, face: Tile) -> bool:
        """Whether the event `seq`, which was a `face`, need be asked no more: those that are left are surely so."""
        keeper = self._keeper
        counted = keeper.tile_of(seq)
        if keeper.game is None or keeper.game.deal is None or counted is None or counted.is_bonus:
            return False  # what a flower is not says nothing of which other one it is
        if has_room(keeper.game.deal, keeper.traits.stock, face):
            return False
        left = [copy for copy in self._reading.copies_of(keeper.game, face) if not self._is_vouched_for(copy.anchor)]
        own = [copy for copy in self._reading.copies_of(keeper.game, counted) if self._seq_of(copy.anchor) == seq]
        return any(is_surely_none(copy, left) for copy in own)

    def _correct(self, face: Tile, mistake: Misreading, and_then: tuple[Edit, ...] = ()) -> bool:
        """Correct a mistake, and ask unless it is clear; False where the game or a person stands against it.

        With `and_then` only if the game may be so after that as well.
        """
        keeper, copy, name = self._keeper, mistake.copy, mistake.name
        seq = self._seq_of(copy.anchor)
        # A question about a call asks for its claimed tile: it could not say which meld is meant.
        is_asked = not mistake.is_clear or is_guessed_flower(mistake)
        if seq is None or copy.anchor is None or (is_asked and name.meld is not None):
            return False
        if self._was_refused(seq, name):
            return False
        try:
            edits = tuple(self._edits(seq, mistake))
            if any(keeper.is_vouched_for(edit.seq) for edit in edits):
                return False
            if and_then:
                keeper.rehearse(CorrectionRequest("tile", (*edits, *and_then)))
            seen = Contradiction(copy.anchor, name.tile, FIFTH_COPY, mistake.chance, {"seen": str(face)})
            kind = "tile" if name.meld is None else "call"
            self._corrections.correct(CorrectionRequest(kind, edits, FIFTH_COPY, evidence=seen.evidence()), CAMERA)
        except JournalError:
            raise  # the disk refuses: that ends the run, as for every event that the camera sees
        except (UserError, CorrectionError, ConflictError, TimelineError, IllegalEvent):
            if not and_then:
                self._refused.add((seq, name.tile, name.meld))
            return False
        if is_asked:
            keeper.doubt(seq, what_it_may_be(mistake, face), CAMERA)
        return True

    def _edits(self, seq: int, mistake: Misreading) -> list[Edit]:
        anchor, name, history = mistake.copy.anchor, mistake.name, self._keeper.history
        if name.meld is None or anchor is None:
            return tile_edits(history, seq, "", name.tile)
        return call_edits(history, seq, anchor.seat, name.meld)

    def _seq_of(self, anchor: Anchor | None) -> int | None:
        """The event that laid this tile or meld."""
        if anchor is None:
            return None
        at = call_at if anchor.zone is Zone.MELDS else seq_at
        return at(self._keeper.event_places, anchor)

    def _is_vouched_for(self, anchor: Anchor | None) -> bool:
        seq = self._seq_of(anchor)
        return seq is not None and self._keeper.is_vouched_for(seq)

    def _was_refused(self, seq: int, name: OtherName) -> bool:
        if self._refused_at is not self._keeper.corrections:
            self._refused_at = self._keeper.corrections
            self._refused.clear()
        return (seq, name.tile, name.meld) in self._refused
