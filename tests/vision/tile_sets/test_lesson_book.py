"""The book of what was seen while a set was played with: bounded, whole on the disk, nothing in it twice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from full_disk import full_disk
from set_crops import crop_of

from mahjong_rules.tiles import Tile, parse_tile
from vision.tile_sets.learnt_set import LearntSetError
from vision.tile_sets.lesson_book import (
    MAX_DROPPED,
    MAX_LESSONS,
    MAX_SEEN,
    Fate,
    LessonBook,
    LessonVerdict,
    Proof,
    TileWitness,
)

NINE = parse_tile("9m")


def witness(tile: Tile = NINE, proof: Proof = Proof.ANSWER, deal: int = 1, event: int = 1) -> TileWitness:
    picture = crop_of(tile, seed=100 * deal + event)
    return TileWitness(tile, picture, proof, "2026-11-23T20:00:00+00:00", "g-1", deal, event, str(tile))


def test_a_book_comes_back_from_the_disk_as_it_was(tmp_path):
    book = LessonBook().with_more([witness(), witness(parse_tile("0p"), Proof.SEEN, 2, 7)])
    verdicts = {1: LessonVerdict(Fate.CONTRADICTED, parse_tile("1z"), 3)}
    book = replace(book, verdicts=verdicts, strange="B", fingerprint="abc", taught="yesterday")
    book.save(tmp_path / "a.played.npz")
    again = LessonBook.load(tmp_path / "a.played.npz")
    for old, new in zip(book.witnesses, again.witnesses, strict=True):
        assert np.array_equal(old.picture, new.picture)
        assert replace(old, picture=new.picture) == new
    assert (again.verdicts, again.next_number, again.strange) == (verdicts, 3, "B")
    assert (again.fingerprint, again.taught) == ("abc", "yesterday")


def test_without_a_file_the_book_is_empty(tmp_path):
    book = LessonBook.load(tmp_path / "a.played.npz")
    assert book.witnesses == ()
    book.save(tmp_path / "a.played.npz")
    assert LessonBook.load(tmp_path / "a.played.npz").witnesses == ()


@pytest.mark.parametrize("spoil", [lambda data: data[:200], lambda data: b"x" * 500, lambda data: b""])
def test_a_damaged_file_is_told_in_one_sentence(tmp_path, spoil):
    path = tmp_path / "a.played.npz"
    LessonBook().with_more([witness()]).save(path)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(LearntSetError, match=r"a\.played\.npz is damaged: nothing that was learnt while playing"):
        LessonBook.load(path)


def test_a_full_disk_leaves_the_book_that_was_there(tmp_path):
    path = tmp_path / "a.played.npz"
    LessonBook().with_more([witness()]).save(path)
    with full_disk(), pytest.raises(LearntSetError, match="cannot be written"):
        LessonBook().with_more([witness(event=1), witness(event=2)]).save(path)
    assert len(LessonBook.load(path).witnesses) == 1


def test_an_answer_that_is_heard_twice_is_one_lesson():
    book = LessonBook().with_more([witness()]).with_more([witness()])
    assert len(book.lessons) == 1


def test_each_kind_keeps_so_many_crops_and_of_many_deals_rather_than_of_one():
    book = LessonBook()
    for deal in range(1, 12):
        lessons = [witness(proof=Proof.WIN, deal=deal, event=event) for event in range(3)]
        book = book.with_more([*lessons, witness(proof=Proof.SEEN, deal=deal, event=9)])
    assert len(book.lessons) == MAX_LESSONS
    assert len(book.witnesses) - len(book.lessons) == MAX_SEEN
    assert len({one.deal for one in book.lessons}) == MAX_LESSONS


def test_dropped_lessons_stay_listed_and_take_no_place_of_others():
    book = LessonBook()
    for event in range(MAX_DROPPED + 5):
        book = book.with_more([witness(deal=event, event=event)])
        verdicts = {one.number: LessonVerdict(Fate.CONTRADICTED, parse_tile("1z"), 1) for one in book.witnesses}
        book = replace(book, verdicts=verdicts)
    book = book.with_more([witness(proof=Proof.WIN, deal=99)])
    assert len(book.lessons) == MAX_DROPPED + 1
    assert book.used == (book.lessons[-1],)
    assert book.lessons[0].deal == 5, "the oldest go"


def test_a_lesson_that_is_taken_back_is_gone():
    book = LessonBook().with_more([witness(event=1), witness(event=2)])
    assert [one.event for one in book.without({1}).witnesses] == [2]
