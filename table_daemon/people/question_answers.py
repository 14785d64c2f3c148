"""Which answers a question takes. Pure."""

from __future__ import annotations

from typing import Final

from mahjong_rules.tiles import Tile
from mahjong_rules.told import sentence
from table_daemon.errors import BadDataError, UserError
from table_daemon.interpreter import Question
from table_daemon.interpreter.questions import ABOUT_A_HAND, QuestionReason

_PUT_IN_INSTEAD: Final = {
    QuestionReason.UNCOUNTED_TILE: sentence("the discard that was missed"),
    QuestionReason.UNKNOWN_KONG: sentence("the kong"),
}
"""Questions that no tile's name settles: something before the piece was missed."""


class QuestionClosedError(UserError):
    """Somebody answers what is no longer asked."""

    def __init__(self) -> None:
        super().__init__(sentence("this question is no longer open"))


def check_answer(question: Question, tile: Tile | None) -> None:
    """Refuse a tile where it would settle nothing.

    Args:
        question: an open one.
        tile: what a person says that it is; None: not part of the game.

    Raises:
        BadDataError: the text says what settles it.
    """
    if question.reason is QuestionReason.BARE_WALL:
        raise BadDataError(
            sentence(
                "no tile's name settles this question: put in the flower or the kong that was missed (correct, kind "
                "insert), or go on if the last tile is still in a hand"
            )
        )
    missed = _PUT_IN_INSTEAD.get(question.reason)
    if question.reason in ABOUT_A_HAND and tile is not None:
        raise BadDataError(
            sentence(
                "which tile it is does not settle this question: lay the hand open, correct the tile of it that is "
                "read wrongly, or answer none if it is a chombo"
            )
        )
    if missed is not None and tile is not None:
        raise BadDataError(
            sentence(
                "which tile it is does not settle this question: put in {missed} (correct, kind insert), or answer "
                "none if the piece is not part of the game",
                missed=missed,
            )
        )
