"""What the table asks people, and what they answer: about pieces that the interpreter doubts, and about events.

Rule this file keeps: no question blocks the table, and no score depends on one.
"""

from __future__ import annotations

from typing import Final

from mahjong_rules.events import FlowerLaid
from mahjong_rules.tiles import Tile
from table_daemon.corrections.corrections import Corrections
from table_daemon.corrections.joint_corrections import JointCorrections
from table_daemon.errors import UserError
from table_daemon.game.correction_edits import removal_edits, tile_edits
from table_daemon.game.intake import Intake
from table_daemon.game.keeper import CorrectionRequest, GameKeeper
from table_daemon.interpreter.event_anchors import anchor_of
from table_daemon.interpreter.questions import NOT_IN_GAME, QuestionReason
from table_daemon.interpreter.table_reading import TableReading
from table_daemon.people.question_answers import QuestionClosedError, check_answer
from table_daemon.people.question_documents import event_questions, piece_question
from table_daemon.people.question_pictures import Cutter, QuestionPictures
from wire.documents import QuestionDocument

EVENT_QUESTION: Final = "e-"
"""Questions about an event begin so, those about a piece with ``q-``."""


class Questions:
    """The questions of one table.

    Args:
        keeper: the game, and the journal in which answers are noted.
        corrections: carries out what an answer changes.
        intake: knows which events a deal's end waits for.
        reading: asks about pieces.
        joint: finds what else was misread where an answer makes too many tiles of a face.
        eyes: keep the pictures of what is asked.
    """

    def __init__(
        self,
        keeper: GameKeeper,
        corrections: Corrections,
        intake: Intake,
        reading: TableReading,
        joint: JointCorrections,
        eyes: Cutter,
    ) -> None:
        self._keeper = keeper
        self._joint = joint
        self._corrections = corrections
        self._intake = intake
        self._reading = reading
        self._pictures = QuestionPictures(eyes)

    def asked(self) -> list[QuestionDocument]:
        """Every open question, with word of its picture."""
        return [{**item, "picture": self._pictures.has(item["id"])} for item in self._open()]

    def keep_pictures(self) -> None:
        """Let the eyes keep a picture of each piece that is asked about, and none of any other."""
        tracks = {question.id: question.track for question in self._reading.newest.questions}
        for item in self._that_lie(event_questions(self._keeper, self._intake)):
            if item["event"] is not None and (there := self._tracks_of(item["event"])):
                tracks[item["id"]] = there[0]
        self._pictures.keep(tracks)

    def jpeg(self, question_id: str) -> bytes | None:
        """The piece that an open question is about, None where it cannot be shown."""
        return self._pictures.jpeg(question_id)

    def answer(self, question_id: str, tile: Tile | None, cause: str) -> bool:
        """A person settles a doubt (None: not part of the game); False when it is no longer open.

        Raises:
            BadDataError: no tile's name settles this question.
            UserError: a later event stands against the answer.
        """
        event = question_id.removeprefix(EVENT_QUESTION)
        if event.isdecimal() and question_id.startswith(EVENT_QUESTION):
            self._answer_about_event(int(event), tile, cause)
            return True
        question = next((item for item in self._reading.newest.questions if item.id == question_id), None)
        if question is None:
            return False
        check_answer(question, tile)
        said = NOT_IN_GAME if tile is None else str(tile)
        self._keeper.note({"answer": said, "reason": question.reason, "seat": question.seat}, cause)
        self._reading.answer(question, tile)
        return True

    def _open(self) -> list[QuestionDocument]:
        pieces = self._reading.newest.questions
        stuck = {question.seat for question in pieces if question.reason is QuestionReason.IMPOSSIBLE_WIN}
        about_events = self._that_lie(event_questions(self._keeper, self._intake, stuck))
        return [*about_events, *map(piece_question, pieces)]

    def _that_lie(self, found: list[QuestionDocument]) -> list[QuestionDocument]:
        """Those of questions about events that are asked on: a flower of an ended deal as long as it lies there."""
        game = self._keeper.game
        if game is None or game.deal is None or game.deal.result is None:
            return found
        lying = {one.piece.track for one in self._reading.lying()}
        return [item for item in found if not item["can_wait"] or lying.intersection(self._tracks_of(item["event"]))]

    def _tracks_of(self, seq: int | None) -> tuple[int, ...]:
        """The pieces that are the tile of an event of this deal; none for no event."""
        if seq is None:
            return ()
        return self._reading.tracks_at(anchor_of(self._keeper.event_places, seq))

    def _answer_about_event(self, seq: int, tile: Tile | None, cause: str) -> None:
        keeper, item = self._keeper, self._keeper.played(seq)
        if item is None or not (item.line.is_aside or seq in keeper.open_doubts()):
            raise QuestionClosedError
        there = self._tracks_of(seq)
        if tile is None:
            self._remove(seq, cause)
            self._reading.ignore(there)
        elif isinstance(item.event, FlowerLaid) and tile not in keeper.traits.stock.laid_aside:
            # It was laid as no flower at all, but in a meld or a hand: there it is read anew.
            self._remove(seq, cause)
            self._reading.name(there, tile)
        elif tile == keeper.tile_of(seq) and not item.line.is_aside:
            self._intake.settle(seq, cause)
        else:
            self._correct_tile(seq, tile, cause)

    def _remove(self, seq: int, cause: str) -> None:
        edits = tuple(removal_edits(self._keeper.history, [seq]))
        self._corrections.correct(CorrectionRequest("remove", edits, "answer"), cause)

    def _correct_tile(self, seq: int, tile: Tile, cause: str) -> None:
        """A person says that the tile of an event is another one; then perhaps the next one of too many was misread."""
        try:
            self._rename(seq, tile, cause)
        except UserError:
            if not self._joint.make_room(seq, tile):
                raise
            if self._keeper.tile_of(seq) == tile:
                self._intake.settle(seq, cause)
            else:
                self._rename(seq, tile, cause)

    def _rename(self, seq: int, tile: Tile, cause: str) -> None:
        edits = tuple(tile_edits(self._keeper.history, seq, "", tile))
        self._corrections.correct(CorrectionRequest("tile", edits, "answer"), cause)
