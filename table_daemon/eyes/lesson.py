"""A lesson: the steps from choosing one of the table's tile sets to storing what was learnt of it.

Rules this file keeps:
* Pure: no I/O, no clock, no thread. The desk does the work and says how it ended.
* A crop counts only after a person has confirmed the names in its picture.
* Whatever ends the lesson but storing leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile
from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from table_daemon.eyes.still_frames import TroubleKey
from vision.tile_sets.learnt_set import LearntSet, Sample
from vision.tile_sets.set_layout import BASIC_ROWS, BONUS_ROW, RED_ROW, LayoutDoubt, Mistake, Rows

ROW_TILES: Final = 9
"""Some kinds are shown in rows of so many."""


class LessonStage(StrEnum):
    """Where a lesson stands; keys of the page's catalogues below `teach.step.`."""

    LAYOUT = "layout"
    """The tiles are being laid out; a picture may be asked for."""
    LOOKING = "looking"
    """The picture is being taken and read."""
    CHECK = "check"
    """A person looks at the names in the picture."""
    LEARNING = "learning"
    REPORT = "report"
    """What was learnt is shown; it may be stored, or some kinds shown again."""


_WHAT_NOW: Final = {
    LessonStage.LAYOUT: sentence("lay the tiles out and take a picture"),
    LessonStage.LOOKING: sentence("wait until the picture is read"),
    LessonStage.CHECK: sentence("say first whether the names in the picture are right"),
    LessonStage.LEARNING: sentence("wait until the reader has learnt"),
    LessonStage.REPORT: sentence("store what was learnt, show some kinds again, or cancel"),
}


class LessonError(UserError):
    """That cannot be done at this step; the text says what can."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why the last picture could not be used: a key for the page, one sentence, and the rows that differ.

    What the camera complains of is a sentence with its words.
    """

    key: TroubleKey
    text: str
    mistake: Mistake | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """One picture of a layout: its number, itself as JPEG, and its crops; none where the layout is not as asked."""

    picture: int
    jpeg: bytes
    samples: tuple[Sample, ...] = ()
    tiles: int = 0
    doubts: tuple[LayoutDoubt, ...] = ()


@dataclass(slots=True)
class Lesson:
    """What is taught now, and how far it is.

    Attributes:
        set_name: which of the table's sets.
        rows: the tiles to lay out, row by row from the far edge to seat 0.
        again: whether these are some kinds only, which may lie in any number of rows.
        earlier: what the set was before, where it is added to.
        step: how far it is.
        seen: the last picture, None while there is none.
        trouble: why it could not be used.
        samples: the confirmed crops of all layouts.
        layouts: so many were confirmed.
        learnt: the result, at the last step.
    """

    set_name: SetName
    rows: Rows
    again: bool = False
    earlier: LearntSet | None = None
    step: LessonStage = LessonStage.LAYOUT
    seen: Seen | None = None
    trouble: Trouble | None = None
    samples: list[Sample] = field(default_factory=list)
    layouts: int = 0
    learnt: LearntSet | None = None

    @property
    def every_sample(self) -> tuple[Sample, ...]:
        """What the reader learns from: crops of before and of now."""
        return (*(self.earlier.samples if self.earlier else ()), *self.samples)

    def ask_for_picture(self) -> None:
        """A picture is asked for.

        Raises:
            LessonError: not at this step.
        """
        self._only_at(LessonStage.LAYOUT)
        self.step, self.seen, self.trouble = LessonStage.LOOKING, None, None

    def show(self, seen: Seen) -> None:
        """The picture shows the layout: a person is to look at the names."""
        self.step, self.seen = LessonStage.CHECK, seen

    def fail(self, trouble: Trouble, seen: Seen | None = None) -> None:
        """There is no picture, or the tiles don't lie as asked, as `seen` shows; or learning failed."""
        self.step, self.trouble, self.seen = LessonStage.LAYOUT, trouble, seen

    def judge(self, picture: int, *, is_right: bool) -> None:
        """A person has looked at the names in the picture of this number.

        Raises:
            LessonError: not at this step, or another picture is shown.
        """
        self._only_at(LessonStage.CHECK)
        assert self.seen is not None
        if picture != self.seen.picture:
            raise LessonError(
                sentence(
                    "picture {shown} is shown, not {picture}: look at the names again",
                    shown=self.seen.picture,
                    picture=picture,
                )
            )
        if is_right:
            self.samples += self.seen.samples
            self.layouts += 1
        self.step, self.seen = LessonStage.LAYOUT, None

    def learn(self) -> None:
        """Enough was laid out.

        Raises:
            LessonError: not at this step, or nothing was confirmed.
        """
        self._only_at(LessonStage.LAYOUT)
        if not self.samples:
            raise LessonError(
                sentence("nothing was laid out yet that could be learnt from: take a picture of the tiles first")
            )
        self.step, self.seen, self.trouble = LessonStage.LEARNING, None, None

    def report(self, learnt: LearntSet) -> None:
        """The reader has learnt."""
        self.step, self.learnt = LessonStage.REPORT, learnt

    def show_again(self, kinds: Sequence[Tile]) -> None:
        """These kinds are to be laid out once more; the crops so far count on.

        Raises:
            LessonError: not at this step.
        """
        self._only_at(LessonStage.REPORT)
        self.rows, self.again = rows_of_kinds(kinds), True
        self.step, self.learnt = LessonStage.LAYOUT, None

    def result(self) -> LearntSet:
        """What is to be stored.

        Raises:
            LessonError: not at this step.
        """
        self._only_at(LessonStage.REPORT)
        assert self.learnt is not None
        return self.learnt

    def _only_at(self, step: LessonStage) -> None:
        if self.step is not step:
            raise LessonError(sentence("that cannot be done now: {instead}", instead=_WHAT_NOW[self.step]))


def rows_of_set(*, red_fives: bool, flowers: bool) -> Rows:
    """How a whole set is laid out."""
    return (*BASIC_ROWS, *([BONUS_ROW] if flowers else []), *([RED_ROW] if red_fives else []))


def rows_of_kinds(kinds: Sequence[Tile]) -> Rows:
    """How some kinds are laid out."""
    return tuple(tuple(kinds[start : start + ROW_TILES]) for start in range(0, len(kinds), ROW_TILES))
