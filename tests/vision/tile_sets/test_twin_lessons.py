"""What one set of a table lends the other: no more than there is room for, and nothing once they differ."""

from __future__ import annotations

from dataclasses import replace

from set_crops import crop_of

from mahjong_rules.tiles import parse_tile
from vision.tile_sets.lesson_book import MAX_LESSONS, Fate, LessonBook, LessonVerdict, Proof, TileWitness
from vision.tile_sets.twin_lessons import alone, following, own

NINE = parse_tile("9m")


def said(name: str, deal: int, proof: Proof = Proof.ANSWER) -> TileWitness:
    tile = parse_tile(name)
    return TileWitness(tile, crop_of(tile, seed=deal), proof, "2026-11-26T20:00:00+00:00", "g-1", deal, deal, name)


def names(book: LessonBook) -> list[tuple[str, str]]:
    return [(str(one.tile), one.proof.value) for one in book.lessons]


def test_what_one_set_has_learnt_the_other_knows_and_it_is_not_lent_back():
    first = LessonBook().with_more([said("f1", 1), said("9m", 2, Proof.WIN), said("1z", 3, Proof.SEEN)])
    second = following(LessonBook(), first)
    assert names(second) == [("f1", "twin"), ("9m", "twin")]
    assert {(one.game, one.fact) for one in second.lessons} == {("", "")}
    assert following(first, second) is first
    assert following(second, first) is second


def test_what_was_lent_before_stays_as_it_is_when_more_is_lent():
    first = LessonBook().with_more([said("f1", 1)])
    second = following(LessonBook(), first)
    more = following(second, first.with_more([said("9m", 2)]))
    assert more.lessons[0] is second.lessons[0]
    assert names(more) == [("f1", "twin"), ("9m", "twin")]


def test_a_lesson_that_is_dropped_or_taken_back_is_lent_no_more():
    first = LessonBook().with_more([said("f1", 1), said("9m", 2)])
    second = following(LessonBook(), first)
    dropped = replace(first, verdicts={1: LessonVerdict(Fate.CONTRADICTED, NINE, 2)})
    assert names(following(second, dropped)) == [("9m", "twin")]
    assert names(following(second, first.without({2}))) == [("f1", "twin")]
    assert names(following(second, LessonBook())) == []


def test_a_set_keeps_room_for_its_own_lessons():
    first = LessonBook().with_more([said("f1", deal) for deal in range(1, 5)])
    assert names(following(LessonBook(), first)) == [("f1", "twin")] * 2
    full = LessonBook().with_more([said("f1", deal) for deal in range(11, 11 + MAX_LESSONS)])
    assert following(full, first) is full
    almost = full.without({1})
    taken = following(almost, first)
    assert names(taken).count(("f1", "twin")) == 1
    assert names(taken.with_more([said("f1", 21)])) == [("f1", "answer")] * MAX_LESSONS


def test_a_set_that_is_no_twin_keeps_its_own_and_follows_no_more(tmp_path):
    first = LessonBook().with_more([said("f1", 1)])
    second = alone(following(LessonBook().with_more([said("9m", 2)]), first))
    assert names(second) == [("9m", "answer")]
    assert following(second, first) is second
    assert following(first, second) is first
    assert names(following(following(first, replace(second, is_alone=False)), second)) == [("f1", "answer")]
    second.save(tmp_path / "b.played.npz")
    assert following(again := LessonBook.load(tmp_path / "b.played.npz"), first) is again


def test_without_what_was_lent_a_book_is_its_own():
    first = LessonBook().with_more([said("f1", 1)])
    assert names(own(following(LessonBook().with_more([said("9m", 2)]), first))) == [("9m", "answer")]
