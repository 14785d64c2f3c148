"""Learning a correction from numbers alone: two outputs a face, the last for no face."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from vision.reading.adaptation import DIM, LogitCorrection, OutputTrust, chances, nothing
from vision.reading.learning import CropLessons, learn, taught

FACES, FEATURES = 4, 6
OUTPUTS = 2 * FACES + 1
TRUST = OutputTrust(np.ones(OUTPUTS, np.float32), np.empty(0, np.int64), np.empty((0, 2), np.int64))


def lessons(samples: int = 3, noise: float = 0.1, seed: int = 1) -> CropLessons:
    """Each face has features of its own, as long as those of clear faces; the network itself says nothing."""
    rng = np.random.default_rng(seed)
    faces = np.repeat(np.arange(FACES), samples * 4)
    numbers = np.repeat(np.arange(FACES * samples), 4)
    middles = rng.normal(0, 1, (FACES, FEATURES))
    features = 4 * DIM * (middles[faces] + rng.normal(0, noise, (len(faces), FEATURES)))
    rights = 2 * faces + np.tile([0, 1], len(faces) // 2)
    return CropLessons(np.zeros((len(faces), OUTPUTS), np.float32), features.astype(np.float32), rights, numbers)


def share_right(correction: LogitCorrection, judged: CropLessons) -> float:
    said = correction.corrected(judged.logits, judged.features).argmax(axis=1)
    return float((said // 2 == judged.rights // 2).mean())


def test_faces_that_the_network_cannot_tell_apart_are_learnt_from_their_features():
    judged = lessons(seed=1)
    correction, _ = learn(judged, TRUST)
    assert share_right(nothing(TRUST), judged) < 0.5
    assert share_right(correction, judged) == 1.0


def test_the_answers_that_are_judged_come_from_a_correction_that_never_saw_them():
    rng = np.random.default_rng(5)
    shown = lessons(samples=2)
    meaningless = np.repeat(rng.normal(0, 1, (2 * FACES, 64)), 4, axis=0).astype(np.float32)
    senseless = CropLessons(shown.logits, meaningless, shown.rights, shown.samples)
    assert share_right(taught(senseless, TRUST), senseless) == 1.0
    _, held_out = learn(senseless, TRUST)
    assert (held_out.argmax(axis=1) // 2 == senseless.rights // 2).mean() < 0.6


def sure_of(shown: CropLessons, logit: float, of: int = 0) -> CropLessons:
    """The same lessons for a network that prefers the face `of` places after the right one."""
    logits = np.zeros_like(shown.logits)
    logits[np.arange(len(logits)), (shown.rights + 2 * of) % (2 * FACES)] = logit
    return CropLessons(logits, shown.features, shown.rights, shown.samples)


def test_crops_at_which_the_network_errs_teach_harder_than_others():
    known, mistaken = (taught(sure_of(lessons(), 6.0, of), TRUST) for of in (0, 1))
    assert known.strengths.max() == known.strengths.min()
    assert mistaken.strengths.min() > 1.5 * known.strengths.max()


def partly_alike(cosine: float = 0.98) -> CropLessons:
    """Of the second face each fourth crop has this cosine to the first, which the network says for both."""
    shown = sure_of(lessons(noise=0.005), 8.0)
    middle, mistaken = shown.features[shown.rights // 2 == 0].mean(axis=0), (shown.rights // 2 == 1).nonzero()[0][::4]
    aside = shown.features[mistaken] - np.outer(shown.features[mistaken] @ middle / (middle @ middle), middle)
    aside *= np.linalg.norm(middle) * np.sqrt(1 / cosine**2 - 1) / np.linalg.norm(aside, axis=1, keepdims=True)
    features, logits = shown.features.copy(), shown.logits.copy()
    features[mistaken], logits[mistaken] = middle + aside, 0.0
    logits[mistaken, 0] = 8.0
    return CropLessons(logits, features.astype(np.float32), shown.rights, shown.samples)


def test_a_face_some_of_whose_crops_look_like_another_one_takes_no_crop_from_that_one():
    shown = partly_alike()
    first = shown.chosen(shown.rights // 2 == 0)
    assert share_right(taught(shown, TRUST), first) == 1.0


def test_a_crop_that_the_network_takes_for_another_face_teaches_harder_if_it_looks_like_no_taught_one():
    alike, unlike = (taught(partly_alike(cosine), TRUST).strengths.max() for cosine in (0.98, 0.7))
    assert unlike > 1.5 * alike


def test_a_set_of_which_the_network_knows_nothing_is_learnt_eagerly():
    foreign, _ = learn(sure_of(lessons(), 12.0, of=1), TRUST)
    shown = lessons()
    half = np.where(shown.samples % 2 == 0, 1, 0)
    logits = np.stack([sure_of(shown, 12.0, of).logits for of in (0, 1)])[half, np.arange(len(half))]
    mixed, _ = learn(CropLessons(logits, shown.features, shown.rights, shown.samples), TRUST)
    assert foreign.strengths.max() > 3 * mixed.strengths.max()


def far_from_every_key(shown: CropLessons, cosine: float) -> np.ndarray:
    """Features that look a little like those of each lesson, as the same faces do in another light."""
    other = np.zeros((len(shown.features), FEATURES), np.float32)
    other[:, 0] = np.linalg.norm(shown.features, axis=1) * np.sqrt(1 / cosine**2 - 1)
    return np.hstack([shown.features, other])


def test_in_another_light_the_nearest_face_wins_although_it_is_far():
    shown = lessons(noise=0.02)
    wide = np.hstack([shown.features, np.zeros_like(shown.features)])
    correction = taught(CropLessons(shown.logits, wide, shown.rights, shown.samples), TRUST)
    preferred = sure_of(shown, 4.0, of=1).logits
    said = correction.corrected(preferred, far_from_every_key(shown, 0.85))
    assert (said.argmax(axis=1) // 2 == shown.rights // 2).all()


def test_a_face_that_is_hardly_believed_wins_by_no_great_nearness():
    shown = lessons(noise=0.02)
    wide = np.hstack([shown.features, np.zeros_like(shown.features)])
    hardly = replace(TRUST, worth=np.where(np.arange(OUTPUTS) < 2, np.float32(0.1), np.float32(1.0)))
    preferred = sure_of(shown, 6.0, of=1).logits
    right = []
    for trust in (TRUST, hardly):
        correction = taught(CropLessons(shown.logits, wide, shown.rights, shown.samples), trust)
        said = correction.corrected(preferred, far_from_every_key(shown, 0.85))
        right.append((said.argmax(axis=1) // 2 == 0)[shown.rights // 2 == 0].all())
    assert right == [True, False]


def test_where_the_network_misnames_what_makers_draw_as_they_like_its_choice_counts_less():
    free = replace(TRUST, free=np.arange(4))
    for of, least in ((0, 0.0), (1, 0.6)):
        shown = lessons()
        drawn = shown.chosen(shown.rights < 4)
        named = np.zeros_like(drawn.logits)
        named[np.arange(len(named)), (drawn.rights + 2 * of) % 4] = 8.0
        correction = taught(CropLessons(named, drawn.features, drawn.rights, drawn.samples), free)
        assert correction.disbelief == pytest.approx(least, abs=0.07)
    asked = np.zeros((1, OUTPUTS), np.float32)
    asked[0, 2] = 8.0
    said = correction.corrected(asked, np.zeros((1, FEATURES), np.float32))
    assert said[0, 2] - said[0, 0] == pytest.approx(8.0 * (1 - correction.disbelief), abs=0.1)
    assert said[0, :4].min() > said[0, 4:].max(), "one of them it is all the same"


def test_a_picture_that_was_not_taught_keeps_what_the_network_says_of_it():
    free = replace(TRUST, free=np.arange(6))
    shown = lessons()
    drawn = shown.chosen(shown.rights < 4)
    named = np.zeros_like(drawn.logits)
    named[np.arange(len(named)), (drawn.rights + 2) % 4] = 8.0
    correction = taught(CropLessons(named, drawn.features, drawn.rights, drawn.samples), free)
    asked = np.zeros((1, OUTPUTS), np.float32)
    asked[0, 4] = 8.0
    said = correction.corrected(asked, np.zeros((1, FEATURES), np.float32))
    assert correction.disbelief > 0.6
    assert said[0, 4] - said[0, :4].max() > 8.0
    assert said[0, 4] - said[0, 6:].max() == pytest.approx(8.0, abs=0.1)


def test_a_flower_that_is_like_a_taught_one_and_not_the_same_is_perhaps_another():
    """A summer was called the winter that alone was taught, with 0.97: its cosine to that was 0.86."""
    free = replace(TRUST, free=np.arange(6))
    shown = lessons()
    drawn = shown.chosen(shown.rights < 2)
    misnamed = np.zeros_like(drawn.logits)
    misnamed[:, 8] = 20.0
    wide = CropLessons(misnamed, np.hstack([drawn.features, 0 * drawn.features]), drawn.rights, drawn.samples)
    correction = taught(wide, free)
    same, like = (chances(correction.corrected(0 * wide.logits, far_from_every_key(drawn, at))) for at in (0.97, 0.86))
    right = drawn.rights // 2
    for said, is_sure in ((same, True), (like, False)):
        own = said.reshape(len(said), -1)[:, :-1].reshape(len(said), -1, 2).sum(axis=2)[np.arange(len(said)), right]
        assert ((own > 0.9) == is_sure).all()


def test_what_looks_like_no_taught_crop_keeps_its_answer():
    shown = lessons()
    nought = np.zeros_like(shown.features)
    wide = CropLessons(shown.logits, np.hstack([shown.features, nought]), shown.rights, shown.samples)
    correction, _ = learn(wide, TRUST)
    own = np.random.default_rng(4).normal(0, 3, shown.logits.shape).astype(np.float32)
    assert np.abs(correction.corrected(own, wide.features) - own).max() > 10
    assert np.abs(correction.corrected(own, np.hstack([nought, shown.features])) - own).max() < 1e-3


def test_a_wrong_lesson_is_believed_where_it_was_given_and_nowhere_else():
    shown = sure_of(lessons(samples=6), 4.0)
    rights = shown.rights.copy()
    wrong = shown.samples == 0
    rights[wrong] += 2
    correction = taught(CropLessons(shown.logits, shown.features, rights, shown.samples), TRUST)
    others = shown.chosen(shown.rights // 2 > 0)
    assert share_right(correction, others) == 1.0


def test_a_kind_without_crops_keeps_what_the_network_says_of_it():
    shown = lessons()
    known = shown.rights // 2 < FACES - 1
    correction, _ = learn(shown.chosen(known), TRUST)
    unseen = shown.chosen(~known)
    sure = sure_of(unseen, 30.0)
    assert share_right(correction, sure) == 1.0


def test_what_held_out_lessons_contradict_is_not_learnt():
    shown = sure_of(lessons(samples=2), 4.0)
    # What one sample of a face shows is what the other sample of the next face shows.
    place = (shown.rights // 2 + shown.samples % 2) % FACES
    features = 5 * np.eye(FACES, FEATURES, dtype=np.float32)[place]
    correction, held_out = learn(CropLessons(shown.logits, features, shown.rights, shown.samples), TRUST)
    assert not len(correction.keys)
    assert np.array_equal(held_out, shown.logits)
    assert np.array_equal(correction.corrected(shown.logits, features), shown.logits)


@pytest.mark.parametrize("noise", [0.1, 0.8, 2.0, 6.0])
@pytest.mark.parametrize("trust", [0.0, 1.0, 3.0])
def test_held_out_lessons_are_never_named_worse_than_by_the_network_itself(noise, trust):
    shown = lessons(samples=3, noise=noise, seed=round(10 * noise))
    logits = np.random.default_rng(8).normal(0, 1, shown.logits.shape).astype(np.float32)
    logits[np.arange(len(logits)), shown.rights] += trust
    _, held_out = learn(CropLessons(logits, shown.features, shown.rights, shown.samples), TRUST)
    after = (held_out.argmax(axis=1) // 2 == shown.rights // 2).sum()
    assert after >= (logits.argmax(axis=1) // 2 == shown.rights // 2).sum()


def test_crops_without_a_face_teach_as_little_as_they_are_worth():
    shown = lessons()
    parts = np.random.default_rng(2).normal(3, 0.1, (len(shown.rights), FEATURES)).astype(np.float32)
    logits = np.zeros_like(shown.logits)
    both = CropLessons(
        np.concatenate([logits, logits]),
        np.concatenate([shown.features, parts]),
        np.concatenate([shown.rights, np.full(len(parts), OUTPUTS - 1)]),
        np.concatenate([shown.samples, shown.samples]),
    )
    said = []
    for share in (1.0, 0.5, 0.0):
        trust = replace(TRUST, worth=np.append(TRUST.worth[:-1], np.float32(share)))
        said.append(float(learn(both, trust)[0].corrected(logits, parts)[:, -1].mean()))
    assert said[1] == pytest.approx(said[0] / 2)
    assert said[2] == 0


def joined(*parts: CropLessons) -> CropLessons:
    return CropLessons(*(np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(CropLessons)))


def test_a_part_of_a_tile_that_looks_like_a_face_nobody_taught_makes_that_face_no_less_sure():
    """Half a 2p shows one dot; of 1p there is no lesson."""
    every = sure_of(lessons(), 10.0)
    stranger, others = every.chosen(every.rights // 2 == 0), every.chosen(every.rights // 2 > 0)
    parts = replace(stranger, rights=np.full(len(stranger.rights), OUTPUTS - 1), samples=others.samples[:1].repeat(12))
    correction = taught(joined(others, parts), TRUST)
    before, after = (
        chances(said)[np.arange(len(said)), stranger.rights]
        for said in (stranger.logits, correction.corrected(stranger.logits, stranger.features))
    )
    assert after.mean() > before.mean() - 0.001


def test_no_lessons_but_of_no_face_are_lessons_too():
    shown = lessons()
    backs = CropLessons(shown.logits, shown.features, np.full(len(shown.rights), OUTPUTS - 1), shown.samples)
    correction, _ = learn(backs, TRUST)
    assert chances(correction.corrected(backs.logits, backs.features))[:, -1].min() > 0.9


def test_the_same_lessons_give_the_same_correction():
    first, second = (learn(lessons(), TRUST)[0] for _ in range(2))
    assert np.array_equal(first.keys, second.keys)
    assert np.array_equal(first.strengths, second.strengths)


def dimmed(shown: CropLessons, face: int) -> CropLessons:
    """The same lessons, but light hides one face: the network takes it for the next one, and its features are short."""
    logits, features = shown.logits.copy(), shown.features.copy()
    rows = shown.rights // 2 == face
    logits[rows, (2 * face + 2) % (2 * FACES)] = 6.0
    features[rows] *= 0.2 * DIM / np.linalg.norm(features[rows], axis=1, keepdims=True)
    return CropLessons(logits, features, shown.rights, shown.samples)


def test_a_face_that_light_hid_competes_no_more_than_one_that_was_never_shown():
    clear = lessons()
    hidden, never = dimmed(clear, 1), clear.chosen(clear.rights // 2 != 1)
    assert taught(clear, TRUST).shown[[2, 3]].all()
    assert not taught(hidden, TRUST).shown[[2, 3]].any()
    # A face like none of the keys, which the network knows for face 1.
    seen, strange = np.zeros((1, OUTPUTS), np.float32), np.ones((1, FEATURES), np.float32)
    seen[0, 2] = 3.0
    said, unshown = (taught(each, TRUST).corrected(seen, strange)[0, 2] for each in (hidden, never))
    assert said >= unshown


def test_a_hidden_face_teaches_no_harder_the_more_the_network_errs_at_it():
    correction = taught(dimmed(lessons(), 1), TRUST)
    of_face = np.isin(correction.outputs, (2, 3))
    assert correction.strengths[of_face].max() < correction.strengths[~of_face].min()


def test_what_may_be_blank_is_never_hidden():
    blank = replace(TRUST, worth=np.where(np.isin(np.arange(OUTPUTS), (2, 3)), 0.25, 1.0).astype(np.float32))
    assert taught(dimmed(lessons(), 1), blank).shown[[2, 3]].all()


@pytest.mark.parametrize("is_hidden", [False, True])
def test_of_twins_the_one_that_was_seen_plainly_vouches_for_both(is_hidden):
    shown, twins = lessons(), replace(TRUST, twins=np.array([(0, 2), (1, 3)]))
    shown = dimmed(shown, 1) if is_hidden else shown.chosen(shown.rights // 2 != 1)
    # A crop like face 0 in all but colour, which the network sees.
    seen, looks = np.zeros((1, OUTPUTS), np.float32), shown.features[:1]
    seen[0, 2] = 3.0
    assert taught(shown, TRUST).corrected(seen, looks)[0].argmax() == 0
    assert taught(shown, twins).corrected(seen, looks)[0].argmax() == 2


def test_twins_that_were_both_seen_are_told_apart_by_their_crops():
    shown, twins = lessons(), replace(TRUST, twins=np.array([(0, 2), (1, 3)]))
    assert np.array_equal(
        taught(shown, twins).corrected(shown.logits, shown.features),
        taught(shown, TRUST).corrected(shown.logits, shown.features),
    )
