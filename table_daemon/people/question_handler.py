"""What the table asks people, and what they answer: about pieces that the interpreter doubts, and about events.

Rule this file keeps: no question blocks the table, and no score depends on one.
"""

from __future__ import annotations

from typing import Final

from mahjong_rules.tiles import Tile
from table_daemon.announcing.part_documents import question_document
from table_daemon.corrections.corrections import Corrections
from table_daemon.game.keeper import GameKeeper
from table_daemon.interpreter.questions import NOT_IN_GAME
from table_daemon.interpreter.table_reading import TableReading
from table_daemon.people.question_answers import check_answer
from table_daemon.people.question_pictures import Cutter, QuestionPictures
from wire.documents import QuestionDocument

EVENT_QUESTION: Final = "e-"
"""Questions about an event begin so, those about a piece with ``q-``."""


class QuestionHandler:
    """The questions of one table.

    Args:
        keeper: the game, and the journal in which answers are noted.
        corrections: asks about events.
        reading: asks about pieces.
        eyes: keep the pictures of what is asked.
    """

    def __init__(self, keeper: GameKeeper, corrections: Corrections, reading: TableReading, eyes: Cutter) -> None:
        self._keeper = keeper
        self._corrections = corrections
        self._reading = reading
        self._pictures = QuestionPictures(eyes)

    def asked(self) -> list[QuestionDocument]:
        """Every open question, with word of its picture."""
        about_events = self._corrections.questions()
        tracks = {question.id: question.track for question in self._reading.questions}
        for item in about_events:
            if there := self._reading.tracks_of(item["event"]):
                tracks[item["id"]] = there[0]
        self._pictures.keep(tracks)
        asked = [*about_events, *map(question_document, self._reading.questions)]
        return [{**item, "picture": self._pictures.has(item["id"])} for item in asked]

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
        question = next((item for item in self._reading.questions if item.id == question_id), None)
        if question is None:
            return False
        check_answer(question, tile)
        said = NOT_IN_GAME if tile is None else str(tile)
        self._keeper.note({"answer": said, "reason": question.reason, "seat": question.seat}, cause)
        self._reading.answer(question, tile)
        return True

    def _answer_about_event(self, seq: int, tile: Tile | None, cause: str) -> None:
        there = self._reading.tracks_of(seq)
        self._corrections.answer(seq, tile, cause)
        if tile is None:
            self._reading.ignore(there)
