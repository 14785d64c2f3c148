"""What judges and prepares the classifier's training on photographs: tiles found in loose boxes, glare, teachers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from laid_set import loose_crop

from mahjong_rules.tiles import parse_tile
from vision.reading.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX, FACES_KNOWN, Classifier
from vision.training.alignment import Patch, align
from vision.training.judge import Judgement, Photo, Row, judge, taught_one_of_each, teachers, tiles_of, with_glare
from vision.training.photos import labelled
from vision.training.pictures import Said, confusions, reliability, wilson
from vision.training.scenes import CANVAS_MARGIN_PX


def kind(name: str) -> int:
    return FACES_KNOWN.index(parse_tile(name))


@pytest.mark.parametrize("turn_deg", [0.0, 38.0, 90.0, 215.0])
def test_a_labelled_tile_is_turned_upright_in_its_box(turn_deg):
    picture = loose_crop(parse_tile("7m"), turn_deg=turn_deg)
    height, width = picture.shape[:2]
    classifier = Classifier()
    found = align(Patch(picture, (width - 1) / 2, (height - 1) / 2, width, height), kind("7m"), classifier)
    assert found.chance > 0.9
    inner = found.canvas[CANVAS_MARGIN_PX:, CANVAS_MARGIN_PX:][None, :CROP_HEIGHT_PX, :CROP_WIDTH_PX]
    assert str(classifier.read(inner)[0].candidates[0][0]) == "7m"


def test_boxes_are_read_from_labels_beside_the_pictures(tmp_path):
    folder = tmp_path / "photos_x"
    (folder / "images").mkdir(parents=True)
    (folder / "labels").mkdir()
    (tmp_path / "classes.txt").write_text("1m\n5z\nback\n")
    cv2.imwrite(str(folder / "images" / "0007.jpg"), np.full((200, 100, 3), 90, np.uint8))
    (folder / "labels" / "0007.txt").write_text("1 0.5 0.5 0.4 0.3\n2 0.2 0.2 0.2 0.2\n0 0.5 0.5 0.01 0.3\n")
    ((number, image, labels),) = labelled(folder)
    assert number == 7
    assert image.shape == (200, 100, 3)
    assert [tuple(label) for label in labels] == [pytest.approx((kind("5z"), 49.5, 99.5, 40, 60))]
    (photo,) = tiles_of(folder)
    assert photo.crop.shape == (60, 40, 3)
    assert photo.is_clear
    assert not photo.is_bright


def test_the_owners_pictures_are_those_that_add_most_kinds():
    crop = np.zeros((60, 40, 3), np.uint8)
    seen = {1: [0, 1], 2: [0, 1, 2, 3], 3: [2, 3, 4], 4: [1, 2, 3]}
    photos = [Photo(number, crop, face, True, False) for number, faces in seen.items() for face in faces]
    assert teachers(photos, 2) == [2, 3]
    assert len(teachers(photos, 9)) == 4


def test_one_clear_tile_of_each_kind_teaches_and_the_others_judge():
    classifier = Classifier()
    faces = [parse_tile(name) for name in ("7m", "7m", "4p", "4p", "2s")]
    photos = [
        Photo(1, loose_crop(face, turn_deg=90.0 * n), kind(str(face)), n != 0, n == 2) for n, face in enumerate(faces)
    ]
    others = taught_one_of_each(photos, classifier)
    assert [others[0] is photos[0], others[1] is photos[2], len(others)] == [True, True, 2]
    assert set(classifier.correction.outputs[:-1] // 2) >= {kind("7m"), kind("4p"), kind("2s")}
    assert [row.said for row in judge(others, classifier)] == [kind("7m"), kind("4p")]


def test_glare_brightens_and_is_the_same_for_the_same_seed():
    crop = loose_crop(parse_tile("3p"))
    first, again = (with_glare(crop, np.random.default_rng(5)) for _ in range(2))
    assert (first == again).all()
    assert (first.astype(int) >= crop.astype(int) - 1).all()
    assert first.astype(int).sum() > crop.astype(int).sum()


def test_a_judged_tile_counts_once_plain_and_once_with_glare():
    photo = Photo(3, loose_crop(parse_tile("8p")), kind("8p"), is_clear=True, is_bright=False)
    plain, glare = judge([photo], Classifier(), glare_seed=1)
    assert (plain.picture, plain.said, plain.is_glare, glare.is_glare) == (3, kind("8p"), False, True)


def test_figures_count_mistakes_and_how_sure_they_were():
    rows = [Row(1, 0, 0, 0.995, True, False), Row(1, 1, 0, 0.6, True, False), Row(2, 2, -1, 0.6, True, True)]
    figures = Judgement(rows).as_json()
    assert figures["clear"] == [2, 0.5]
    assert figures["glare"] == [1, 0.0]
    assert figures["confusions"] == {"2m as 1m": 1, "3m as nothing": 1}
    assert figures["said_and_true"] == {"0.5-0.8": [2, 0.6, 0.0], "0.99-0.999": [1, 0.995, 1.0]}


def test_the_interval_of_a_share_holds_it_and_narrows_with_more_trials():
    few, many = wilson(0.9, 20), wilson(0.9, 2000)
    assert few[0] < many[0] < 0.9 < many[1] < few[1]
    assert wilson(1.0, 50)[1] == pytest.approx(1.0)


def test_the_pictures_show_mistakes_in_red_and_leave_the_right_ones_green():
    rows = [Said(0, 0, 0.99)] * 9 + [Said(1, 2, 0.95)] * 9
    table = confusions(rows)
    blue, green, red = (int(value) for value in table[36 + 18 + 2, 36 + 2 * 18 + 14])
    assert red > green
    assert red > blue
    assert reliability({"photographs": rows, "rendered tables": rows}).shape == (640, 640, 3)
