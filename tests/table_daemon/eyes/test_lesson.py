"""The steps of a lesson on a tile set: what may follow what, and what is left."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.eyes.eyes_documents import lesson_document
from table_daemon.eyes.lesson import Lesson, LessonError, LessonStage, Seen, Trouble, rows_of_kinds, rows_of_set
from table_daemon.eyes.still_frames import TroubleKey
from vision.reading.adaptation import LogitCorrection
from vision.tile_sets.learnt_set import SAMPLE_SHAPE, KindLearnt, LearntSet, Sample
from vision.tile_sets.set_layout import Mistake, MistakeKind

ONE = Sample(parse_tile("1m"), np.zeros(SAMPLE_SHAPE, np.uint8))
TWO = Sample(parse_tile("2m"), np.ones(SAMPLE_SHAPE, np.uint8))


def lesson_on(**fields) -> Lesson:
    return Lesson(SetName.A, rows_of_set(red_fives=False, flowers=False), **fields)


def shown(lesson: Lesson, picture: int = 1, samples=(ONE,)) -> Lesson:
    lesson.ask_for_picture()
    lesson.show(Seen(picture, b"jpeg", samples, len(samples)))
    return lesson


def learnt_of(samples) -> LearntSet:
    kinds = (KindLearnt(parse_tile("1m"), 3, 0.9, 0.99, None), KindLearnt(parse_tile("2m"), 3, 0.5, 0.7, ONE.tile))
    return LearntSet("set A", "2026-11-21T09:00:00+00:00", tuple(samples), "f", _nothing_learnt(), kinds)


def _nothing_learnt() -> LogitCorrection:
    """A lesson's steps never look into it."""
    return object.__new__(LogitCorrection)


def test_the_way_from_the_first_tile_to_the_report():
    lesson = lesson_on()
    assert lesson.step is LessonStage.LAYOUT
    shown(lesson).judge(1, is_right=True)
    shown(lesson, 2, (TWO,)).judge(2, is_right=True)
    assert (lesson.layouts, lesson.every_sample) == (2, (ONE, TWO))
    lesson.learn()
    assert lesson.step is LessonStage.LEARNING
    lesson.report(learnt_of(lesson.every_sample))
    assert lesson.result().samples == (ONE, TWO)


def test_nothing_counts_that_nobody_has_confirmed():
    lesson = shown(lesson_on())
    lesson.judge(1, is_right=False)
    assert lesson.every_sample == ()
    with pytest.raises(LessonError, match="take a picture of the tiles first"):
        lesson.learn()


def test_a_word_about_another_picture_than_the_one_shown_does_not_count():
    lesson = shown(lesson_on(), picture=4)
    with pytest.raises(LessonError, match="picture 4 is shown, not 3"):
        lesson.judge(3, is_right=True)
    assert lesson.step is LessonStage.CHECK


def test_crops_of_before_are_learnt_from_again():
    lesson = shown(lesson_on(earlier=learnt_of([TWO])))
    lesson.judge(1, is_right=True)
    assert lesson.every_sample == (TWO, ONE)


def test_kinds_shown_again_are_added_to_what_was_laid_out():
    lesson = shown(lesson_on())
    lesson.judge(1, is_right=True)
    lesson.learn()
    lesson.report(learnt_of([ONE]))
    lesson.show_again(parse_tiles("2m7z"))
    assert (lesson.step, lesson.again, lesson.learnt) == (LessonStage.LAYOUT, True, None)
    assert lesson.rows == (parse_tiles("2m7z"),)
    shown(lesson, 2, (TWO,)).judge(2, is_right=True)
    assert lesson.every_sample == (ONE, TWO)


def test_a_layout_that_is_not_as_asked_may_be_laid_again():
    lesson = lesson_on()
    lesson.ask_for_picture()
    mistake = Mistake(MistakeKind.ROW_LENGTH, 2, 10, 9, parse_tiles("123456789p"))
    lesson.fail(Trouble(TroubleKey.LAYOUT, "row 2 has 10", mistake), Seen(7, b"jpeg"))
    document = lesson_document(lesson)
    assert (document["step"], document["picture"]) == ("layout", 7)
    assert document["trouble"]["mistake"] == {
        "kind": "row_length", "row": 2, "found": 10, "wanted": 9, "tiles": [f"{number}p" for number in range(1, 10)],
    }  # fmt: skip
    lesson.ask_for_picture()
    assert lesson.trouble is None


@pytest.mark.parametrize(
    ("wish", "what_now"),
    [
        (lambda lesson: lesson.ask_for_picture(), "say first whether the names"),
        (lambda lesson: lesson.learn(), "say first whether the names"),
        (lambda lesson: lesson.result(), "say first whether the names"),
        (lambda lesson: lesson.show_again(parse_tiles("1m")), "say first whether the names"),
    ],
)
def test_what_cannot_be_done_now_is_refused_with_what_can(wish, what_now):
    lesson = shown(lesson_on())
    with pytest.raises(LessonError, match=what_now):
        wish(lesson)
    assert lesson.step is LessonStage.CHECK


def test_a_report_says_kind_by_kind_how_sure_it_is():
    lesson = lesson_on()
    lesson.report(learnt_of([ONE, TWO]))
    learnt = lesson_document(lesson)["learnt"]
    assert [(kind["kind"], kind["sure"], kind["rival"]) for kind in learnt["kinds"]] == [
        ("1m", True, None),
        ("2m", False, "1m"),
    ]
    assert "3m" in learnt["missing"]


def test_rows_are_those_of_the_set():
    assert [len(row) for row in rows_of_set(red_fives=False, flowers=False)] == [9, 9, 9, 7]
    assert [len(row) for row in rows_of_set(red_fives=True, flowers=False)] == [9, 9, 9, 7, 3]
    assert [len(row) for row in rows_of_set(red_fives=True, flowers=True)] == [9, 9, 9, 7, 8, 3]
    assert [len(row) for row in rows_of_kinds(parse_tiles("123456789m12p"))] == [9, 2]
