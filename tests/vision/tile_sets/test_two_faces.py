"""Two faces with one name: who is asked about, and what a person's word on them weighs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from set_crops import crop_of

from mahjong_rules.tiles import Tile, parse_tile, parse_tiles
from vision.reading.classification import FACES_KNOWN, Classifier
from vision.tile_sets.learnt_set import LearntSet, Sample
from vision.tile_sets.lesson_book import Fate, LessonBook, Proof, TileWitness
from vision.tile_sets.lesson_judge import Looks, face_chances, judged
from vision.tile_sets.two_faces import OTHER_LOOK, odd_ones

WEST, NORTH = parse_tiles("34z")
STYLE, OTHER_STYLE = "running_hand", "thin"
"""Their west winds look unlike each other (cosine 0.75), and both are surely read."""


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier()


def west(style: str, deal: int, proof: Proof = Proof.SEEN, tile: Tile = WEST) -> TileWitness:
    picture = crop_of(WEST, style, seed=deal)
    return TileWitness(tile, picture, proof, "2026-11-23T20:00:00+00:00", "g-1", deal, deal, str(tile))


def book_with(*witnesses: TileWitness) -> LessonBook:
    return LessonBook().with_more(witnesses)


def faces(book: LessonBook) -> list[tuple[str, ...]]:
    """The styles of the faces that are asked about, each with the one beside it."""
    styles = {one.number: style for one, style in zip(book.witnesses, styles_of(book), strict=True)}
    return [tuple(styles[number] for number in pair) for pair in book.two_faces]


def styles_of(book: LessonBook) -> list[str]:
    known = {style: crop_of(WEST, style, seed=1) for style in (STYLE, OTHER_STYLE)}
    looks = Looks.of([one.picture for one in book.witnesses], Classifier())
    likeness = looks.likeness(Looks.of(list(known.values()), Classifier()))
    return [list(known)[at] for at in likeness.argmax(axis=1)]


def test_two_faces_that_are_surely_read_alike_in_two_deals_are_asked_about(classifier):
    seen = [west(STYLE, 1), west(OTHER_STYLE, 2), west(STYLE, 3), west(OTHER_STYLE, 4)]
    assert judged(book_with(*seen[:3]), None, classifier).two_faces == ()
    assert len(judged(book_with(*seen), None, classifier).two_faces) == 1


def test_the_face_that_nobody_vouches_for_is_the_one_that_is_asked_about(classifier):
    seen = [west(STYLE, 1, Proof.MELD), west(OTHER_STYLE, 2), west(OTHER_STYLE, 3)]
    assert faces(judged(book_with(*seen), None, classifier)) == [(OTHER_STYLE, STYLE)]


def test_a_face_that_the_game_or_the_owner_vouches_for_is_not_asked_about(classifier):
    proven = [west(STYLE, 1, Proof.MELD), west(OTHER_STYLE, 2, Proof.WIN), west(OTHER_STYLE, 3), west(STYLE, 4)]
    assert judged(book_with(*proven), None, classifier).two_faces == ()
    shown = LearntSet.learn(
        "set A", "today", [Sample(WEST, crop_of(WEST, style, 9)) for style in (STYLE, OTHER_STYLE)], classifier
    )
    seen = [west(STYLE, 1), west(STYLE, 2), west(OTHER_STYLE, 3), west(OTHER_STYLE, 4)]
    assert judged(book_with(*seen), shown, classifier).two_faces == ()


def test_what_a_person_says_of_both_faces_is_believed_and_not_asked_again(classifier):
    """Four deals were sure that both are west winds; somebody looked, and one of them is a north wind."""
    seen = [west(STYLE, 1), west(OTHER_STYLE, 2), west(STYLE, 3), west(OTHER_STYLE, 4)]
    named = [
        replace(west(OTHER_STYLE, 5, Proof.NAMED, NORTH), game="", event=0),
        replace(west(STYLE, 6, Proof.NAMED), game="", event=0),
    ]
    book = judged(book_with(*seen, *named), None, classifier)
    assert book.two_faces == ()
    assert {book.fate_of(one) for one in book.lessons} == {Fate.USED}
    looks = Looks.of([crop_of(WEST, OTHER_STYLE, 99), crop_of(WEST, STYLE, 99)], classifier)
    of_other, of_own = face_chances(looks, frozenset(FACES_KNOWN), book.correction)
    assert of_other[NORTH] > 0.5
    assert of_own[WEST] > 0.9


def test_a_wrong_word_on_two_faces_loses_against_three_deals_that_prove_otherwise(classifier):
    wrong = replace(west(OTHER_STYLE, 9, Proof.NAMED, NORTH), game="", event=0)
    proofs = [west(OTHER_STYLE, deal, Proof.MELD) for deal in (1, 2, 3)]
    fates = [judged(book_with(wrong, *proofs[:count]), None, classifier).fate_of for count in (2, 3)]
    assert fates[0](book_with(wrong).witnesses[0]) is not Fate.CONTRADICTED
    assert fates[1](book_with(wrong).witnesses[0]) is Fate.CONTRADICTED


def test_both_may_be_what_they_are_called_and_are_not_asked_again(classifier):
    seen = [west(STYLE, 1), west(OTHER_STYLE, 2), west(STYLE, 3), west(OTHER_STYLE, 4)]
    named = [replace(west(style, 5, Proof.NAMED), game="", event=0) for style in (STYLE, OTHER_STYLE)]
    assert judged(book_with(*seen, *named), None, classifier).two_faces == ()


def test_one_crop_of_a_deal_that_looks_unlike_the_first_of_its_name_is_kept_besides():
    tiles = [WEST, NORTH, WEST, WEST, WEST]
    likeness = np.full((5, 5), 0.95, np.float32)
    likeness[[0, 3, 0, 4], [3, 0, 4, 0]] = OTHER_LOOK - 0.01
    assert odd_ones(tiles, likeness) == [3]


def test_what_a_person_named_outlives_what_else_the_book_holds():
    named = replace(west(STYLE, 1, Proof.NAMED), game="", event=0)
    book = book_with(named, *(west(STYLE, deal, Proof.MELD) for deal in range(2, 9)))
    assert [one.proof for one in book.lessons].count(Proof.NAMED) == 1


def test_nobody_is_asked_about_a_picture_that_the_book_no_longer_has():
    book = replace(book_with(west(STYLE, 1), west(OTHER_STYLE, 2)), two_faces=((2, 1),))
    assert book.without({1}).two_faces == ()
    assert book.without({7}).two_faces == ((2, 1),)


def test_the_question_comes_back_from_the_disk(tmp_path):
    book = replace(book_with(west(STYLE, 1), west(OTHER_STYLE, 2)), two_faces=((2, 1),))
    book.save(tmp_path / "a.played.npz")
    assert LessonBook.load(tmp_path / "a.played.npz").two_faces == ((2, 1),)
    assert parse_tile("3z") == WEST
