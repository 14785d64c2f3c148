"""Lists of labelled pictures: every mistake is named by its line."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from laid_set import loose_crop

from mahjong_rules.tiles import parse_tile
from vision.pictures.picture_files import read_picture
from vision.reading.classification import Classifier
from vision.tile_sets.labelled_crops import LabelError, doubts, read_labels
from vision.tile_sets.learnt_set import Sample
from vision.tile_sets.loose_crops import upright


@pytest.fixture
def folder(tmp_path):
    for kind in ("3m", "7z"):
        cv2.imwrite(str(tmp_path / f"{kind}.png"), loose_crop(parse_tile(kind)))
    return tmp_path


def listed(folder, text: str):
    (folder / "labels.csv").write_text(text, encoding="utf-8")
    return folder / "labels.csv"


@pytest.mark.parametrize(
    "text",
    [
        "file,kind,rotation\n3m.png,3m,90\n7z.png,7z,\n",
        "kind;rotation;file\n3m;90;3m.png\n\n7z;;7z.png\n",
        "\ufeffImage\tLabel\tRotation\n3m.png\t3m\t90\n7z.png\t7z\t\n",
    ],
)
def test_columns_are_found_by_their_names(folder, text):
    labels = read_labels(listed(folder, text))
    assert [(label.file.name, str(label.tile), label.rotation_deg) for label in labels] == [
        ("3m.png", "3m", 90),
        ("7z.png", "7z", None),
    ]


def test_the_rotation_may_be_left_out_and_a_back_is_a_kind(folder):
    (first, second) = read_labels(listed(folder, "file,kind\n3m.png,3m\n7z.png,back\n"))
    assert first.rotation_deg is None
    assert second.tile is None


def test_every_mistake_is_named_by_its_line(folder):
    (folder / "words.jpg").write_text("no picture")
    path = listed(
        folder, "file,kind,rotation\n3m.png,9q,0\nnone.png,3m,0\nwords.jpg,3m,0\n3m.png,3m,45\n,3m,0\n7z.png,7z,0\n"
    )
    with pytest.raises(LabelError) as caught:
        read_labels(path)
    lines = str(caught.value).splitlines()
    assert [line.split(":")[0].rsplit(" ", 1)[1] for line in lines] == ["2", "3", "4", "5", "6"]
    for line, words in zip(lines, ("'9q'", "No such file", "not a picture", "'45'", "name of a picture"), strict=True):
        assert words in line


def test_of_many_mistakes_the_first_ten_are_told(folder):
    path = listed(folder, "file,kind\n" + "3m.png,x\n" * 25)
    with pytest.raises(LabelError, match="and 15 more"):
        read_labels(path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1 must name the columns file and kind"),
        ("3m.png,3m\n", "file and kind are not among 3m.png, 3m"),
        ("file,rotation\n3m.png,0\n", "but kind is not among"),
        ("file,kind\n", "lists no picture"),
    ],
)
def test_a_list_without_columns_or_lines_is_a_sentence(folder, text, sentence):
    with pytest.raises(LabelError, match=sentence):
        read_labels(listed(folder, text))


def test_a_missing_list_is_a_sentence(tmp_path):
    with pytest.raises(LabelError, match="cannot be read: No such file"):
        read_labels(tmp_path / "labels.csv")


def test_labels_that_the_picture_does_not_bear_out_are_doubted(folder):
    rng = np.random.default_rng(1)
    cv2.imwrite(str(folder / "part.png"), rng.integers(0, 255, (60, 50, 3), dtype=np.uint8))
    labels = read_labels(listed(folder, "file,kind\n3m.png,3m\n7z.png,5p\npart.png,6s\npart.png,back\n"))
    classifier = Classifier()
    samples = [Sample(label.tile, upright(read_picture(label.file), label.tile, None, classifier)) for label in labels]
    assert [str(doubt) for doubt in doubts(labels, samples, classifier)] == ["7z.png 5p looks like 7z", "part.png 6s"]
    assert doubts(labels[3:], samples[3:], classifier) == []
