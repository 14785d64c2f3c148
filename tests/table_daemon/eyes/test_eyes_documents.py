from __future__ import annotations

import json

import numpy as np

from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.eyes.eyes_documents import learnt_document, lens_document, lesson_document
from table_daemon.eyes.lesson import Lesson, Seen, Trouble, rows_of_kinds
from table_daemon.eyes.still_frames import TroubleKey
from vision.calibrating.stored_calibration import StoredCalibration
from vision.reading.adaptation import nothing
from vision.reading.detection import Box
from vision.settings import LensSettings
from vision.sightings import Face
from vision.tile_sets.learnt_set import KindLearnt, LearntSet
from vision.tile_sets.set_layout import Laid, LayoutDoubt, Mistake, MistakeKind
from wire.words import words_document

ROWS = rows_of_kinds(parse_tiles("123m"))


def test_a_kind_that_was_learnt_is_told_with_what_it_is_taken_for():
    kinds = (KindLearnt(parse_tile("3m"), 4, 0.12345678, 0.96, parse_tile("2m")),)
    document = learnt_document(LearntSet("mine", "2026-11-21", (), "f", nothing(np.ones(91, np.float32)), kinds))
    (kind,) = document["kinds"]
    assert kind == {"kind": "3m", "crops": 4, "before": 0.1235, "certainty": 0.96, "rival": "2m", "sure": True}
    assert "3m" not in document["missing"]
    assert len(document["missing"]) == 44


def test_a_stored_lens_is_told_without_its_place():
    stored = StoredCalibration(
        made_at="2026-11-21T09:00:00+00:00",
        camera="0",
        size_px=(2304, 1296),
        lens=LensSettings(focal_share=0.654321, k1=-0.08, k2=0.01),
        lens_from="charuco",
        rotation=(3.14, 0.0, 0.0),
        translation=(0.0, 0.0, 900.0),
        residual_px=0.2,
        marker_mm=30.0,
    )
    document = lens_document(stored)
    assert (document["focal_share"], document["k1"], document["lens_from"]) == (0.6543, -0.08, "charuco")
    assert "rotation" not in document


def test_a_lesson_tells_its_picture_and_which_tile_looks_like_another():
    piece = Laid(parse_tile("3m"), Box(Face.UP, 1.0, 2.0, 0.0, 0.9), 1, 3)
    seen = Seen(7, b"jpeg", tiles=3, doubts=(LayoutDoubt(piece, parse_tile("4m"), 0.97),))
    lesson = Lesson(SetName.B, ROWS)
    lesson.ask_for_picture()
    lesson.show(seen)
    document = lesson_document(lesson)
    assert (document["set"], document["step"], document["picture"], document["tiles"]) == ("B", "check", 7, 3)
    assert document["doubts"] == [{"row": 1, "number": 3, "tile": "3m", "looks_like": "4m", "chance": 0.97}]
    assert json.loads(json.dumps(document)) == document


def test_a_lesson_tells_which_row_is_wrong():
    lesson = Lesson(SetName.A, ROWS)
    lesson.ask_for_picture()
    mistake = Mistake(MistakeKind.ROW_LENGTH, 1, 2, 3, ROWS[0])
    lesson.fail(Trouble(TroubleKey.LAYOUT, "row 1 has 2 instead of 3", mistake))
    document = lesson_document(lesson)
    assert document["trouble"] == {
        "key": TroubleKey.LAYOUT.value,
        "text": "row 1 has 2 instead of 3",
        "text_words": words_document("row 1 has 2 instead of 3"),
        "mistake": {"kind": "row_length", "row": 1, "found": 2, "wanted": 3, "tiles": ["1m", "2m", "3m"]},
    }
