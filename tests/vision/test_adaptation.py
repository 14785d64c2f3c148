"""Learning a correction from numbers alone: two outputs a face, the last for no face."""

from __future__ import annotations

import numpy as np
import pytest

from vision.adaptation import Correction, Lessons, best_temperature, chances, learn

FACES, FEATURES = 4, 6
OUTPUTS = 2 * FACES + 1


def lessons(samples: int = 3, noise: float = 0.1, seed: int = 1) -> Lessons:
    """Each face has features of its own; the network itself says nothing."""
    rng = np.random.default_rng(seed)
    faces = np.repeat(np.arange(FACES), samples * 4)
    numbers = np.repeat(np.arange(FACES * samples), 4)
    middles = rng.normal(0, 1, (FACES, FEATURES))
    features = middles[faces] + rng.normal(0, noise, (len(faces), FEATURES))
    rights = 2 * faces + np.tile([0, 1], len(faces) // 2)
    return Lessons(np.zeros((len(faces), OUTPUTS), np.float32), features.astype(np.float32), rights, numbers)


def share_right(correction: Correction, judged: Lessons) -> float:
    said = correction.corrected(judged.logits, judged.features).argmax(axis=1)
    return float((said // 2 == judged.rights // 2).mean())


def test_faces_that_the_network_cannot_tell_apart_are_learnt_from_their_features():
    judged = lessons(seed=1)
    correction, _ = learn(judged)
    assert share_right(Correction(np.zeros_like(correction.weights), 1.0), judged) < 0.5
    assert share_right(correction, judged) == 1.0


def test_the_answers_that_are_judged_come_from_a_correction_that_never_saw_them():
    rng = np.random.default_rng(5)
    taught = lessons(samples=2)
    meaningless = np.repeat(rng.normal(0, 1, (2 * FACES, 64)), 4, axis=0).astype(np.float32)
    senseless = Lessons(taught.logits, meaningless, taught.rights, taught.samples)
    correction, held_out = learn(senseless)
    assert share_right(correction, senseless) == 1.0
    assert (held_out.argmax(axis=1) // 2 == senseless.rights // 2).mean() < 0.6


def test_foreign_faces_are_learnt_harder_than_known_ones():
    foreign = lessons()
    logits = foreign.logits.copy()
    logits[np.arange(len(logits)), foreign.rights] = 6.0
    known = Lessons(logits, foreign.features, foreign.rights, foreign.samples)
    assert np.abs(learn(known)[0].weights).max() < 0.2 * np.abs(learn(foreign)[0].weights).max()


def test_a_kind_without_crops_keeps_what_the_network_says_of_it():
    taught = lessons()
    known = taught.rights // 2 < FACES - 1
    correction, _ = learn(taught.chosen(known))
    unseen = taught.chosen(~known)
    sure = np.zeros_like(unseen.logits)
    sure[np.arange(len(sure)), unseen.rights] = 30.0
    assert share_right(correction, Lessons(sure, unseen.features, unseen.rights, unseen.samples)) == 1.0


def test_what_held_out_lessons_contradict_is_not_learnt():
    taught = lessons(samples=2)
    logits = np.zeros_like(taught.logits)
    logits[np.arange(len(logits)), taught.rights] = 4.0
    way = np.where(taught.samples % 2 == 0, 1, -1)[:, None]
    faces = np.eye(FACES, FEATURES, dtype=np.float32)[taught.rights // 2]
    opposed = Lessons(logits, (faces * way).astype(np.float32), taught.rights, taught.samples)
    correction, held_out = learn(opposed)
    assert not correction.weights.any()
    assert np.allclose(held_out * np.float32(correction.temperature), logits, atol=1e-5)


@pytest.mark.parametrize("noise", [0.1, 0.8, 2.0, 6.0])
@pytest.mark.parametrize("trust", [0.0, 1.0, 3.0])
def test_held_out_lessons_are_never_named_worse_than_by_the_network_itself(noise, trust):
    taught = lessons(samples=3, noise=noise, seed=round(10 * noise))
    logits = np.random.default_rng(8).normal(0, 1, taught.logits.shape).astype(np.float32)
    logits[np.arange(len(logits)), taught.rights] += trust
    _, held_out = learn(Lessons(logits, taught.features, taught.rights, taught.samples))
    after = (held_out.argmax(axis=1) // 2 == taught.rights // 2).sum()
    assert after >= (logits.argmax(axis=1) // 2 == taught.rights // 2).sum()


def test_crops_without_a_face_hardly_make_no_face_likelier_elsewhere():
    taught = lessons()
    rng = np.random.default_rng(2)
    parts = rng.normal(3, 0.1, (len(taught.rights), FEATURES)).astype(np.float32)
    logits = np.zeros_like(taught.logits)
    both = Lessons(
        np.concatenate([logits, logits]),
        np.concatenate([taught.features, parts]),
        np.concatenate([taught.rights, np.full(len(parts), OUTPUTS - 1)]),
        np.concatenate([taught.samples, taught.samples]),
    )
    correction, _ = learn(both)
    size = np.abs(correction.weights).max(axis=0)
    assert size[-1] < 0.1 * size[:-1].min()
    said = chances(correction.corrected(logits, parts))
    assert said[:, :-1].max() < 0.2


def test_nothing_changes_where_the_network_was_sure_and_right_already():
    taught = lessons()
    logits = taught.logits.copy()
    logits[np.arange(len(logits)), taught.rights] = 25.0
    correction, _ = learn(Lessons(logits, taught.features, taught.rights, taught.samples))
    assert np.abs(correction.weights).max() < 1e-3
    assert correction.temperature == 1.0


@pytest.mark.parametrize("temperature", [1.0, 2.0, 4.0])
def test_answers_that_are_too_sure_are_divided_until_they_are_as_sure_as_right(temperature):
    rng = np.random.default_rng(3)
    honest = rng.normal(0, 2, (4000, OUTPUTS)).astype(np.float32)
    rights = np.array([rng.choice(OUTPUTS, p=row) for row in chances(honest)])
    assert best_temperature(honest * np.float32(temperature), rights) == pytest.approx(temperature, rel=0.1)


def test_unsure_answers_are_never_made_surer():
    logits = np.zeros((8, OUTPUTS), np.float32)
    logits[:, 0] = 0.5
    assert best_temperature(logits, np.zeros(8, np.int64)) == 1.0


def test_no_face_is_an_answer_of_its_own():
    logits = np.full((4, OUTPUTS), -9.0, np.float32)
    logits[:, -1] = 3.0
    assert best_temperature(logits, np.full(4, OUTPUTS - 1)) == 1.0


def test_the_same_lessons_give_the_same_correction():
    first, second = (learn(lessons())[0] for _ in range(2))
    assert np.array_equal(first.weights, second.weights)
    assert first.temperature == second.temperature
