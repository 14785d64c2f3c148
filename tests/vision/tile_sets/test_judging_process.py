"""A book judged in a process of its own is judged as here, and a process that fails is one sentence."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from set_crops import crop_of

from mahjong_rules.tiles import ALL_KINDS, parse_tiles
from vision.reading.classification import Classifier
from vision.tile_sets.judging_process import JudgingProcess
from vision.tile_sets.learnt_set import LearntSet, LearntSetError, Sample
from vision.tile_sets.lesson_book import LessonBook, Proof, TileWitness
from vision.tile_sets.lesson_judge import judged

TILES = parse_tiles("19m5z")


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier()


@pytest.fixture(scope="module")
def shown(classifier) -> LearntSet:
    return LearntSet.learn("set A", "today", [Sample(tile, crop_of(tile, seed=7)) for tile in TILES], classifier)


@pytest.fixture(scope="module")
def book() -> LessonBook:
    found = [TileWitness(tile, crop_of(tile), Proof.WIN, "", "g-1", 1, n, str(tile)) for n, tile in enumerate(TILES)]
    return LessonBook().with_more(found)


@pytest.mark.parametrize("is_shown", [False, True])
def test_it_gives_what_judging_here_gives(book, shown, classifier, is_shown):
    taught = shown if is_shown else None
    here, aside = judged(book, taught, classifier), JudgingProcess()(book, taught, classifier)
    assert (aside.verdicts, aside.fingerprint, aside.learnt_from) == (here.verdicts, here.fingerprint, here.learnt_from)
    assert aside.taught == ("today" if is_shown else "")
    assert aside.is_judged
    assert np.allclose(aside.correction.keys, here.correction.keys, atol=1e-3)


@pytest.mark.parametrize("program", ["no_such_program", "false"])
def test_a_process_that_fails_is_told_in_one_sentence(book, classifier, monkeypatch, program):
    monkeypatch.setattr(sys, "executable", program)
    with pytest.raises(LearntSetError, match="the process that learns failed"):
        JudgingProcess()(book, None, classifier)


def test_a_stopped_one_ends_its_process_and_begins_no_more(book, classifier):
    judging = JudgingProcess()
    with ThreadPoolExecutor(1) as threads:
        found = threads.submit(judging, book, None, classifier)
        while judging._child is None and not found.done():
            pass
        judging.stop()
        with pytest.raises(LearntSetError, match="the process that learns failed"):
            found.result()
    with pytest.raises(LearntSetError, match="being shut down"):
        judging(book, None, classifier)


def test_the_eyes_process_spends_next_to_nothing_on_learning(classifier):
    """Issue 13: learning while playing costs no frame. The daemon only packs the book and waits for the pipe."""
    found = [
        TileWitness(tile, crop_of(tile, seed=3), Proof.WIN, "", "g-1", 1, n, str(tile))
        for n, tile in enumerate(ALL_KINDS[:12])
    ]
    book = LessonBook().with_more(found)
    before = os.times()
    judged_book = JudgingProcess()(book, None, classifier)
    after = os.times()
    assert len(judged_book.used) == 12
    own = after.user + after.system - before.user - before.system
    others = after.children_user + after.children_system - before.children_user - before.children_system
    assert own < 0.25 * others
