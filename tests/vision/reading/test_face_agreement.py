"""Faces of one table named together. Features here are two numbers: their angle is what a face looks like."""

from __future__ import annotations

from functools import partial
from math import cos, radians, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw_sim.picture.appearance import random_look
from hw_sim.picture.dataset import write_picture
from mahjong_rules.tiles import parse_tile
from vision.reading.classification import Classifier
from vision.reading.face_agreement import SeenFace, named_together
from vision.reading.reader import TableReader, agreed
from vision.training.evaluate import Score
from vision.training.scenes import face_crops, scenes

CLEAR, DIM = 10.0, 4.0


def face(look_deg: float, length: float = CLEAR, **chances: float) -> SeenFace:
    """A face named like `m2=0.7, m3=0.3`."""
    candidates = tuple((parse_tile(name[1] + name[0]), chance) for name, chance in chances.items())
    features = np.array([cos(radians(look_deg)), sin(radians(look_deg))], np.float32) * length
    return SeenFace(candidates, features)


def named(*faces: SeenFace) -> list[tuple[str, float]]:
    return [(str(candidates[0][0]), candidates[0][1]) for candidates in named_together(faces)]


def test_a_name_that_another_face_bears_is_unlikely():
    (first, chance), (other, sure) = named(face(0, m2=0.45, m3=0.55), face(60, m3=0.999, m2=0.001))
    assert (first, other) == ("2m", "3m")
    assert chance > 0.9
    assert sure > 0.99


def test_copies_of_one_face_take_a_name_away_no_more_than_one():
    unsure, sure = face(0, m2=0.45, m3=0.55), face(60, m3=0.999, m2=0.001)
    assert named(unsure, sure)[0] == pytest.approx(named(unsure, sure, sure, sure)[0], abs=1e-4)


def test_faces_that_look_alike_share_their_chances_and_gain_none():
    alike = [face(0, m2=0.7, m3=0.3), face(1, m2=0.7, m3=0.3), face(2, m2=0.7, m3=0.3)]
    assert [chance for _, chance in named(*alike)] == pytest.approx([0.7] * 3, abs=1e-3)
    weak_one = named(face(0, m2=0.95, m3=0.05), face(1, m3=0.55, m2=0.45))[1]
    assert weak_one[0] == "2m"


def test_nothing_is_concluded_from_a_face_that_is_washed_out():
    washed_out = face(0, DIM, m3=0.7, m2=0.3)
    assert named(washed_out, face(60, m3=0.999, m2=0.001))[0] == ("3m", pytest.approx(0.7))


def test_two_faces_that_are_both_sure_of_one_name_keep_it():
    """The network's word weighs more than a comparison: a glance of light may change how a face looks."""
    assert [name for name, _ in named(face(0, m3=0.9999, m2=0.0001), face(60, m3=0.9999, m2=0.0001))] == ["3m", "3m"]


def test_a_blank_face_does_not_take_the_white_dragons_name_away():
    assert named(face(0, z5=0.6, z2=0.4), face(60, z5=0.99, z6=0.01))[0] == ("5z", pytest.approx(0.6))


def test_one_face_alone_and_no_face_at_all_stay_as_they_are():
    alone = face(0, m2=0.6, m3=0.4)
    assert named_together([alone]) == [alone.candidates]
    assert named_together([]) == []


def test_none_of_a_chance_is_lost_where_all_faces_have_the_same_names():
    faces = [face(0, m2=0.4, m3=0.5), face(60, m3=0.7, m2=0.2), face(1, m2=0.45, m3=0.45)]
    assert [sum(chance for _, chance in each) for each in named_together(faces)] == pytest.approx([0.9] * 3)


def test_a_face_without_sensible_features_harms_no_other():
    broken = SeenFace(face(0, m2=0.6, m3=0.4).candidates, np.array([np.nan, np.nan], np.float32))
    assert named(broken, face(60, m3=0.9, m2=0.1)) == [("2m", pytest.approx(0.6)), ("3m", pytest.approx(0.9))]


CHANCES = st.lists(st.floats(0.001, 1.0), min_size=2, max_size=5)


@given(st.lists(st.tuples(st.floats(0, 360), st.floats(0.0, 15.0), CHANCES), max_size=12))
def test_chances_stay_chances_and_add_up_to_no_more_than_before(faces):
    names = [parse_tile(name) for name in ("2m", "3m", "5z", "1s", "f1")]
    seen = []
    for look, length, chances in faces:
        shares = [chance / sum(chances) for chance in chances]
        candidates = tuple(sorted(zip(names[: len(shares)], shares, strict=True), key=lambda pair: -pair[1]))
        seen.append(SeenFace(candidates, np.array([cos(radians(look)), sin(radians(look))], np.float32) * length))
    for before, after in zip(seen, named_together(seen), strict=True):
        assert len(after) == len(before.candidates)
        assert all(0 <= chance <= 1 for _, chance in after)
        assert [chance for _, chance in after] == sorted((chance for _, chance in after), reverse=True)
        assert sum(chance for _, chance in after) <= sum(chance for _, chance in before.candidates) + 1e-9


@pytest.fixture(scope="module")
def table_of_an_unknown_set(tmp_path_factory):
    """A rendered table in a brush font that no training saw; three of its 2m and 6m are named wrongly one by one."""
    folder = tmp_path_factory.mktemp("unknown")
    write_picture(folder, 19, 81, (1920, 1080), partial(random_look, style="running_hand"))
    return next(scenes(folder))


def test_a_whole_table_of_an_unknown_set_is_named_rightly_together(table_of_an_unknown_set):
    scene = table_of_an_unknown_set
    reader = TableReader(scene.geometry)
    boxes, sightings = reader.name(scene.image, scene.view, reader.boxes(scene.view.rectified(scene.image)))
    alone, together = Score(), Score()
    alone.take(scene, boxes, sightings)
    together.take(scene, boxes, agreed(sightings))
    assert alone.named - alone.named_rightly == 3
    assert together.named_rightly == together.named == alone.named


def test_a_face_has_the_same_features_either_way_up(table_of_an_unknown_set):
    classifier = Classifier()
    crops = np.stack([np.ascontiguousarray(crop[14:-14, 14:-14]) for crop, _ in face_crops(table_of_an_unknown_set)])
    upright = classifier.read_to_compare(crops)
    upside_down = classifier.read_to_compare(np.ascontiguousarray(crops[:, ::-1, ::-1]))
    pairs = [
        (one.features, other.features)
        for one, other in zip(upright, upside_down, strict=True)
        if one.is_upside_down is not other.is_upside_down
    ]
    assert len(pairs) > 0.9 * len(crops)
    assert all(np.allclose(one, other, atol=1e-4) for one, other in pairs)
