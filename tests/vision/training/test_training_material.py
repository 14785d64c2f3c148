"""Rendered tables become training material."""

from random import Random

import numpy as np

from hw_sim.picture.dataset import write_picture
from vision.reading.classification import FACES_KNOWN, Classifier
from vision.reading.inference import MODEL_FOLDER
from vision.tile_sets.lesson_book import LessonBook, Proof, TileWitness
from vision.tile_sets.lesson_judge import judged
from vision.training.evaluate import evaluate, played, taught
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


def test_a_data_set_is_judged_with_what_an_evening_of_play_taught(tmp_path):
    tables, books = tmp_path / "tables", tmp_path / "books"
    tables.mkdir()
    write_picture(tables, 0, 7, (1280, 720))
    scene = next(iter(scenes(tables)))
    lesson = taught([tables], MODEL_FOLDER, one_of_each=True)[scene.style]
    witnesses = [
        TileWitness(sample.tile, sample.picture, Proof.WIN, "", "g-1", 1, number, str(sample.tile))
        for number, sample in enumerate(lesson.samples)
    ]
    book = judged(LessonBook().with_more(witnesses), None, Classifier())
    book.save(books / f"{scene.style}.played.npz")
    learnt = played(books, MODEL_FOLDER)
    assert np.array_equal(learnt[scene.style].keys, book.correction.keys)
    untaught, after = evaluate([tables], MODEL_FOLDER), evaluate([tables], MODEL_FOLDER, corrections=learnt)
    assert after.named_rightly >= untaught.named_rightly
    assert after.confidences != untaught.confidences
