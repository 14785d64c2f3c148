"""A tile set learnt, stored and loaded: faces that no network was trained on."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest
from laid_set import invented_face
from set_crops import crop_of

from mahjong_rules.tiles import ALL_KINDS, parse_tile, parse_tiles
from vision.reading.classification import FACES_KNOWN, OUTPUTS, Classifier
from vision.reading.inference import MODEL_FOLDER, ModelError
from vision.tile_sets.crop_augmentation import cut_short, variants
from vision.tile_sets.learnt_set import SAMPLE_SHAPE, LearntSet, LearntSetError, Sample

KINDS = parse_tiles("123456789m 123456789p 1234567z")


DAY = "2026-11-21T10:00:00+00:00"


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier()


def picture(tile) -> np.ndarray:
    """The invented face of a tile as a sample, with felt around it."""
    inner = cv2.resize(invented_face(tile), (38, 53), interpolation=cv2.INTER_AREA)
    canvas = np.full(SAMPLE_SHAPE, (96, 92, 30), np.uint8)
    top, left = (SAMPLE_SHAPE[0] - 53) // 2, (SAMPLE_SHAPE[1] - 38) // 2
    canvas[top : top + 53, left : left + 38] = inner
    return canvas


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    return [Sample(tile, picture(tile)) for tile in KINDS]


@pytest.fixture(scope="module")
def learnt(classifier, samples) -> LearntSet:
    return LearntSet.learn("invented", DAY, samples, classifier)


def share_right(classifier: Classifier, correction) -> float:
    """How many other pictures of the invented faces are named rightly: 400, as one of 100 is chance."""
    crops = variants(np.stack([picture(tile) for tile in KINDS]), 16, Random(77))
    classifier.correction = correction
    readings = classifier.read(crops)
    classifier.correction = None
    named = [reading.candidates[0][0] for reading in readings]
    return float(np.mean([name == tile for name, tile in zip(named, np.repeat(np.array(KINDS), 16), strict=True)]))


def test_one_crop_of_each_kind_teaches_faces_that_nobody_ever_drew(classifier, learnt):
    assert share_right(classifier, None) < 0.2
    assert share_right(classifier, learnt.correction) > 0.95


def test_a_part_of_a_learnt_face_is_taken_for_no_surer_a_tile_than_the_whole(classifier, learnt):
    drawn = np.stack([picture(tile) for tile in KINDS if str(tile) != "5z"])
    classifier.correction = learnt.correction
    whole, parts = (
        float(np.mean([reading.whole for reading in classifier.read(crops)]))
        for crops in (variants(drawn, 4, Random(78)), cut_short(drawn, 4, Random(79)))
    )
    classifier.correction = None
    assert whole > parts + 0.3


def test_what_was_learnt_is_told_kind_by_kind(learnt):
    assert [kind.tile for kind in learnt.learnt] == [tile for tile in FACES_KNOWN if tile in KINDS]
    assert all(kind.crops == 1 and kind.before < kind.certainty for kind in learnt.learnt)
    assert set(learnt.missing) == set(FACES_KNOWN) - set(KINDS)


WHITE = parse_tile("5z")


def dimmed(picture: np.ndarray) -> np.ndarray:
    """The same crop in less light: nothing of it passes for glare."""
    return (0.8 * picture).astype(np.uint8)


def lamp_in(picture: np.ndarray) -> np.ndarray:
    """The same crop with the reflection of a lamp over a quarter of its face."""
    lit = picture.copy()
    lit[18:46, 14:24] = 255
    return lit


@pytest.mark.parametrize(
    ("shown", "may_be_blank"),
    [
        ((), True),
        ((crop_of(WHITE, "round"),), False),  # a frame
        ((crop_of(WHITE, "round"), lamp_in(crop_of(WHITE, "round", 2))), False),
        ((dimmed(crop_of(WHITE, "mincho")),), True),  # blank
        ((lamp_in(dimmed(crop_of(WHITE, "mincho"))),), True),  # a reflection is no print
        ((crop_of(WHITE, "round"), dimmed(crop_of(WHITE, "mincho"))), True),
    ],
)
def test_a_set_has_no_blank_face_once_its_owner_showed_a_white_dragon_with_print(learnt, shown, may_be_blank):
    others = tuple(sample for sample in learnt.samples if sample.tile != WHITE)
    whites = tuple(Sample(WHITE, picture) for picture in shown)
    assert replace(learnt, samples=others + whites).has_blank_face is may_be_blank


def test_two_kinds_with_the_same_face_stay_unsure_and_name_each_other(classifier, samples):
    one, two = parse_tile("1m"), parse_tile("2m")
    twins = [*samples[2:], Sample(one, picture(one)), Sample(two, picture(one))]
    unsure = {kind.tile: kind.rival for kind in LearntSet.learn("twins", DAY, twins, classifier).unsure}
    assert unsure[one] == two
    assert unsure[two] == one


def test_a_stored_set_comes_back_as_it_was(learnt, tmp_path):
    path = tmp_path / "sets" / "a.npz"
    learnt.save(path)
    again = LearntSet.load(path)
    assert (again.name, again.made_at, again.fingerprint, again.learnt) == (
        learnt.name,
        learnt.made_at,
        learnt.fingerprint,
        learnt.learnt,
    )
    assert np.array_equal(again.correction.outputs, learnt.correction.outputs)
    assert np.array_equal(again.correction.strengths, learnt.correction.strengths)
    assert np.array_equal(again.correction.keys, learnt.correction.keys)
    assert all(
        new.tile == old.tile and np.array_equal(new.picture, old.picture)
        for new, old in zip(again.samples, learnt.samples, strict=True)
    )
    assert [file.name for file in path.parent.iterdir()] == ["a.npz"]


def test_for_another_network_it_is_learnt_again_from_the_stored_crops(classifier, learnt):
    keys = np.zeros_like(learnt.correction.keys)
    foreign = replace(learnt, fingerprint="0123", correction=replace(learnt.correction, keys=keys))
    again = foreign.for_network(classifier)
    assert again.fingerprint == classifier.fingerprint
    assert np.array_equal(again.correction.keys, learnt.correction.keys)
    assert learnt.for_network(classifier) is learnt


def test_a_set_stored_by_the_version_before_is_learnt_again_from_its_crops(classifier, learnt, tmp_path):
    path = tmp_path / "a.npz"
    learnt.save(path)
    with np.load(path) as file:
        about, png = json.loads(str(file["about"])), file["png"]
    old = {**about, "version": 1, "temperature": 1.3}
    np.savez(path, about=np.array(json.dumps(old)), png=png, weights=np.zeros((96, OUTPUTS), np.float32))
    stored = LearntSet.load(path)
    assert stored.fingerprint != classifier.fingerprint
    assert np.array_equal(stored.for_network(classifier).correction.keys, learnt.correction.keys)


@pytest.mark.parametrize("spoilt", ["order", "shape", "strength"])
def test_a_set_whose_lessons_do_not_fit_together_is_refused(learnt, tmp_path, spoilt):
    path = tmp_path / "a.npz"
    learnt.save(path)
    with np.load(path) as file:
        parts = dict(file)
    name, value = {
        "order": ("outputs", parts["outputs"][::-1]),
        "shape": ("outputs", parts["outputs"][:-1]),
        "strength": ("strengths", np.zeros_like(parts["strengths"])),
    }[spoilt]
    np.savez(path, **{**parts, name: value})
    with pytest.raises(LearntSetError, match="make it anew"):
        LearntSet.load(path)


def test_backs_teach_that_they_are_no_face(classifier, samples, tmp_path):
    back = np.zeros(SAMPLE_SHAPE, np.uint8)
    back[:] = (40, 150, 60)
    back[::4, ::4] = (30, 120, 50)
    learnt = LearntSet.learn("with backs", DAY, [*samples, Sample(None, back)], classifier)
    classifier.correction = learnt.correction
    (reading,) = classifier.read(variants(back[None], 2, Random(5))[:1])
    classifier.correction = None
    assert reading.whole < 0.1
    learnt.save(tmp_path / "b.npz")
    assert LearntSet.load(tmp_path / "b.npz").samples[-1].tile is None


def test_more_crops_are_added_to_those_before(classifier, learnt, samples):
    more = learnt.with_more(samples[:2], "2026-11-22", classifier)
    assert [kind.crops for kind in more.learnt[:3]] == [2, 2, 1]


def test_a_set_of_no_crops_is_a_sentence(classifier):
    with pytest.raises(LearntSetError, match="give at least one"):
        LearntSet.learn("empty", DAY, [], classifier)


@pytest.mark.parametrize("content", [None, b"", b"words", b"PK\x03\x04 half a file"])
def test_what_is_no_tile_set_is_a_sentence_that_says_how_to_make_one(tmp_path, content):
    path = tmp_path / "a.npz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(LearntSetError, match="jantaku calibrate tiles"):
        LearntSet.load(path)


def test_a_file_with_pickled_objects_is_refused(tmp_path):
    path = tmp_path / "a.npz"
    np.savez(path, about=np.array([{"version": 1}], dtype=object))
    with pytest.raises(LearntSetError, match="not a tile set"):
        LearntSet.load(path)


def test_a_set_cut_off_on_the_disk_is_refused(learnt, tmp_path):
    path = tmp_path / "a.npz"
    learnt.save(path)
    path.write_bytes(path.read_bytes()[:-2000])
    with pytest.raises(LearntSetError, match="not a tile set"):
        LearntSet.load(path)


def test_a_folder_that_cannot_be_written_is_a_sentence(learnt, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(LearntSetError, match="cannot be written"):
        learnt.save(tmp_path / "file" / "a.npz")


def test_a_network_without_features_is_refused(classifier):
    with pytest.raises(ModelError, match="no output features and no output logits"):
        Classifier(MODEL_FOLDER / "detector.onnx")
    assert classifier.logits(np.empty((0, 56, 40, 3), np.uint8)).shape == (0, OUTPUTS)


def test_a_face_that_a_lamp_hides_is_to_be_shown_again(classifier):
    hidden = parse_tile("3m")
    plain = [Sample(tile, crop_of(tile, "thin", seed=3)) for tile in ALL_KINDS]
    glaring = [replace(one, picture=in_a_reflection(one.picture)) if one.tile == hidden else one for one in plain]
    again = [*glaring, Sample(hidden, crop_of(hidden, "thin", seed=4))]
    learnt = [LearntSet.learn("", DAY, crops, classifier) for crops in (plain, glaring, again)]
    assert [hidden in {kind.tile for kind in each.unsure} for each in learnt] == [False, True, False]


def in_a_reflection(sample: np.ndarray) -> np.ndarray:
    """The crop, a lamp reflected in the upper half of its face, where the numeral is."""
    lit = sample.copy()
    cv2.ellipse(lit, (28, 22), (17, 13), 0, 0, 360, (255, 255, 255), -1)
    return lit
