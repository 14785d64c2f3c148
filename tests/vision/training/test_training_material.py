"""Rendered tables become training material."""

from random import Random

import numpy as np

from hw_sim.picture.dataset import write_picture
from vision.reading.classification import FACES_KNOWN
from vision.reading.inference import MODEL_FOLDER
from vision.training.evaluate import taught
from vision.training.scenes import face_crops, prepare, scenes


def test_tables_with_tiles_of_different_size_become_one_array_of_views(tmp_path):
    for number in range(2):
        write_picture(tmp_path, number, 7, (1280, 720))
    sizes = [scene.view.size_px for scene in scenes(tmp_path)]
    assert len(set(sizes)) > 1
    prepare([tmp_path], tmp_path / "out", Random(1))
    with np.load(tmp_path / "out" / "views.npz") as material:
        assert material["views"].shape == (2, max(sizes), max(sizes), 3)
        assert set(material["pieces"][:, 5]) == {0, 1}
        smallest = int(np.argmin(sizes))
        beyond = material["views"][smallest, min(sizes) :]
        assert beyond.size
        assert not beyond.any()


def test_one_crop_of_each_kind_of_a_labelled_table_can_be_the_lesson_of_its_set(tmp_path):
    write_picture(tmp_path, 0, 7, (1280, 720))
    scene = next(iter(scenes(tmp_path)))
    shown = [kind for _, kind in face_crops(scene)]
    every, one = (taught([tmp_path], MODEL_FOLDER, one_of_each=few)[scene.style] for few in (False, True))
    assert len(every.samples) == len(shown)
    assert sorted(FACES_KNOWN.index(sample.tile) for sample in one.samples) == sorted(set(shown))
