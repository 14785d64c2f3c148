"""Which lessons are believed: a wrong one loses against what the game shows, and no kind is read worse for it."""

from __future__ import annotations

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest
from laid_set import invented_face
from set_crops import crop_of

from mahjong_rules.tiles import ALL_KINDS, Tile, parse_tile, parse_tiles
from vision.reading.classification import FACES_KNOWN, Classifier
from vision.tile_sets.learnt_set import LearntSet, Sample
from vision.tile_sets.lesson_book import Fate, LessonBook, Proof, TileWitness
from vision.tile_sets.lesson_judge import Looks, face_chances, is_another_set, judged, upright

FIVE, SIX = parse_tiles("56p")
KINDS = frozenset(FACES_KNOWN)
STYLE = "running_hand"
_events = itertools.count(1)


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier()


def seen_as(
    name: Tile, shows: Tile, proof: Proof, deal: int = 1, style: str = STYLE, seed: int | None = None
) -> TileWitness:
    event = next(_events)
    picture = crop_of(shows, style, seed=event if seed is None else seed)
    return TileWitness(name, picture, proof, "2026-11-23T20:00:00+00:00", "g-1", deal, event, str(name))


def fates(book: LessonBook) -> list[Fate]:
    return [book.fate_of(one) for one in book.lessons]


def chances_of(classifier: Classifier, book: LessonBook | None, style: str = STYLE) -> dict[Tile, float]:
    """How surely crops that no lesson used are named, by kind."""
    looks = Looks.of([crop_of(tile, style, seed=9999) for tile in ALL_KINDS], classifier)
    found = face_chances(looks, KINDS, None if book is None else book.correction)
    return {tile: chances.get(tile, 0.0) for tile, chances in zip(ALL_KINDS, found, strict=True)}


def test_what_one_person_answers_is_believed_as_long_as_nothing_speaks_against_it(classifier):
    book = judged(LessonBook().with_more([seen_as(FIVE, FIVE, Proof.ANSWER)]), None, classifier)
    assert fates(book)[0] in (Fate.USED, Fate.EFFECTLESS)


def test_a_wrong_answer_is_dropped_once_the_game_has_proved_the_same_face_to_be_another(classifier):
    wrong = LessonBook().with_more([seen_as(FIVE, SIX, Proof.ANSWER)])
    book = judged(wrong.with_more([seen_as(SIX, SIX, Proof.WIN, deal=2)]), None, classifier)
    lost = book.verdicts[book.lessons[0].number]
    assert (lost.fate, lost.rival, lost.deals) == (Fate.CONTRADICTED, SIX, 1)
    assert fates(book)[1] is not Fate.CONTRADICTED


def test_a_wrong_answer_is_dropped_at_once_where_the_face_was_surely_read_in_another_deal(classifier):
    known = LessonBook().with_more([seen_as(SIX, SIX, Proof.SEEN, deal=1)])
    book = judged(known.with_more([seen_as(FIVE, SIX, Proof.ANSWER, deal=2)]), None, classifier)
    assert fates(book) == [Fate.CONTRADICTED]


def test_a_face_that_is_surely_misread_is_learnt_from_two_peoples_answers(classifier):
    """The network took it for a six in one deal; people say five in two others."""
    book = LessonBook().with_more([seen_as(SIX, FIVE, Proof.SEEN, deal=1)])
    book = judged(book.with_more([seen_as(FIVE, FIVE, Proof.ANSWER, deal=2)]), None, classifier)
    assert fates(book) == [Fate.CONTRADICTED]
    book = judged(book.with_more([seen_as(FIVE, FIVE, Proof.ANSWER, deal=3)]), None, classifier)
    assert Fate.CONTRADICTED not in fates(book)


def test_three_tiles_of_one_deal_are_one_witness(classifier):
    book = LessonBook().with_more([seen_as(SIX, SIX, Proof.SEEN, deal=1)])
    book = judged(book.with_more([seen_as(FIVE, SIX, Proof.ANSWER, deal=2) for _ in range(3)]), None, classifier)
    assert set(fates(book)) == {Fate.CONTRADICTED}


def test_of_two_proofs_that_weigh_the_same_the_later_one_counts(classifier):
    book = LessonBook().with_more([seen_as(FIVE, SIX, Proof.MELD, deal=1), seen_as(SIX, SIX, Proof.MELD, deal=2)])
    assert fates(judged(book, None, classifier))[0] is Fate.CONTRADICTED


@pytest.mark.parametrize("deal", [1, 2])
def test_two_flowers_that_look_alike_teach_neither_of_their_names(classifier, deal):
    """In world 10903 f1 and f4 had one drawing: the name heard last was taken for both, and a win was paid by it."""
    one, other, drawn = map(parse_tile, ("f1", "f4", "f2"))
    named = [seen_as(one, drawn, Proof.ANSWER, deal=1), seen_as(other, drawn, Proof.ANSWER, deal=deal)]
    book = judged(LessonBook().with_more(named), None, classifier)
    assert [(verdict.fate, verdict.rival) for verdict in book.verdicts.values()] == [
        (Fate.CONTRADICTED, other),
        (Fate.CONTRADICTED, one),
    ]


def test_of_flowers_that_lay_together_and_look_alike_no_number_of_deals_says_which_is_which(classifier):
    one, other, drawn = map(parse_tile, ("f1", "f4", "f2"))
    named = [seen_as(one, drawn, Proof.ANSWER, deal=deal) for deal in (1, 2)]
    book = judged(LessonBook().with_more([*named, seen_as(other, drawn, Proof.ANSWER, deal=1)]), None, classifier)
    assert fates(book) == [Fate.CONTRADICTED] * 3


def test_what_the_owner_showed_in_a_lesson_is_right(classifier):
    shown = LearntSet.learn("set A", "today", [Sample(SIX, crop_of(SIX, STYLE, seed=n)) for n in range(3)], classifier)
    book = LessonBook().with_more([seen_as(FIVE, SIX, Proof.WIN, deal=deal) for deal in range(4)])
    book = judged(book, shown, classifier)
    assert set(fates(book)) == {Fate.CONTRADICTED}
    assert book.taught == "today"
    assert np.array_equal(book.correction.keys, shown.correction.keys)


def test_three_wrong_answers_of_an_evening_let_no_kind_be_read_worse(classifier):
    """The poison test of issue 13: of three deals each has one wrong answer, about three kinds."""
    before = chances_of(classifier, None)
    poison = [parse_tiles("56p"), parse_tiles("12s"), parse_tiles("9m1z")]
    book = LessonBook()
    for deal, (name, shows) in enumerate(poison, 1):
        book = book.with_more([seen_as(name, shows, Proof.ANSWER, deal)])
        book = book.with_more([seen_as(tile, tile, Proof.SEEN, deal) for tile in ALL_KINDS])
        won = parse_tiles("123456s11z") if deal % 2 else parse_tiles("456p789m55s")
        book = book.with_more([seen_as(tile, tile, Proof.WIN, deal) for tile in won])
    book = judged(book, None, classifier)
    after = chances_of(classifier, book)
    assert {str(tile): (before[tile], after[tile]) for tile in ALL_KINDS if after[tile] < before[tile] - 0.005} == {}
    dropped = [one for one in book.lessons if book.fate_of(one) is Fate.CONTRADICTED]
    assert [str(one.tile) for one in dropped] == ["5p", "1s", "9m"]
    assert [str(book.verdicts[one.number].rival) for one in dropped] == ["6p", "2s", "1z"]


def test_without_being_dropped_the_same_answers_would_harm(classifier):
    """The poison is one: what the test above proves is not that it has no effect."""
    book = judged(LessonBook().with_more([seen_as(FIVE, SIX, Proof.ANSWER)]), None, classifier)
    assert chances_of(classifier, book)[SIX] < 0.5


def test_faces_that_nobody_ever_drew_are_learnt_by_playing(classifier):
    def invented(tile: Tile, seed: int) -> np.ndarray:
        crop = crop_of(tile, STYLE, seed)
        crop[11:61, 10:46] = cv2.resize(invented_face(tile), (36, 50), interpolation=cv2.INTER_AREA)
        return crop

    kinds = parse_tiles("123456789m 123p")
    found = [
        TileWitness(tile, invented(tile, number), Proof.WIN, "", "g-1", number, number, str(tile))
        for number, tile in enumerate(kinds)
    ]
    book = judged(LessonBook().with_more(found), None, classifier)
    assert set(fates(book)) == {Fate.USED}
    looks = Looks.of([invented(tile, 99) for tile in kinds], classifier)
    named = [max(found, key=lambda tile: found[tile]) for found in face_chances(looks, KINDS, book.correction)]
    assert sum(name == tile for name, tile in zip(named, kinds, strict=True)) >= 11


def test_a_crop_that_lay_the_other_way_up_is_turned(classifier):
    seven = parse_tile("7m")
    wrong = crop_of(seven, STYLE, 5, upside_down=True)
    looks = Looks.of([wrong], classifier)
    assert np.array_equal(upright(seven, wrong, looks, 0), crop_of(seven, STYLE, 5))


def samples(style: str, seed: int) -> list[Sample]:
    return [Sample(tile, crop_of(tile, style, seed)) for tile in ALL_KINDS]


def test_a_set_with_other_faces_is_noticed_and_the_same_one_is_not(classifier):
    assert is_another_set(samples("thin", 1), samples("parlour", 2), classifier)
    assert is_another_set(samples("thin", 1), samples("thin", 2), classifier) is False


def test_a_few_kinds_do_not_say_whether_it_is_another_set(classifier):
    assert is_another_set(samples("thin", 1), samples("parlour", 2)[:10], classifier) is None


def test_a_few_answers_about_faces_that_a_lamp_washed_out_do_not_undo_all_other_lessons(classifier):
    """In world 10221 none of 63 lessons was used because of four such answers, and the same was asked all evening."""
    won = parse_tiles("1234567m1234s345p")
    proofs = [seen_as(tile, tile, Proof.WIN, deal, seed=deal) for deal in (1, 2) for tile in won]
    book = LessonBook().with_more(proofs)
    taught = chances_of(classifier, judged(book, None, classifier))
    washed = [seen_as(tile, tile, Proof.ANSWER, 3, seed=3) for tile in parse_tiles("2s3p4p6p9p5s")]
    answers = [replace(one, picture=(250 + 0.02 * one.picture).clip(0, 255).astype(np.uint8)) for one in washed]
    book = judged(book.with_more(answers), None, classifier)
    assert [book.fate_of(one) for one in book.lessons if one.proof is Proof.WIN] == [Fate.USED] * len(proofs)
    after = chances_of(classifier, book)
    assert {str(tile): after[tile] for tile in ALL_KINDS if after[tile] < taught[tile] - 0.02} == {}
