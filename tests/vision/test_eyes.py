from __future__ import annotations

import json
import threading

import cv2
import numpy as np
import pytest
from sample_pictures import FOLDER, load
from watched_pictures import Album, watch

from vision.eyes import TableEyes
from vision.reading.classification import SAMPLE_MARGIN_PX
from vision.settings import LensSettings, ReadingSettings, VisionSettings
from vision.sightings import Face


@pytest.fixture(scope="module")
def sample():
    return load("parlour")


QUICK = {"vote_frames": 1}
"""Every place is read once: for what does not depend on how often a name was read."""


@pytest.fixture(scope="module")
def rested(sample):
    """The eyes after many pictures of a table on which nothing moves, and what they told."""
    return watch(sample, [sample.image] * 24)


def test_what_lies_on_the_table_is_told_once(sample, rested):
    eyes, observations, problems = rested
    settled = [o for o in observations if o.tiles]
    assert len(settled) == 1
    names = sorted(str(tile.tile) for tile in settled[0].tiles if tile.face is Face.UP)
    assert names == sorted(piece["tile"] for piece in sample.pieces if piece["face"] == "up")
    assert problems == []
    assert eyes.status().read == 24
    assert eyes.status().is_calibrated


def test_pictures_are_there_with_and_without_overlay(sample, rested):
    eyes, _, _ = rested
    plain, drawn = (cv2.imdecode(np.frombuffer(eyes.latest_jpeg(overlay=o), np.uint8), 1) for o in (False, True))
    assert plain.shape == drawn.shape == sample.image.shape
    assert (cv2.absdiff(plain, drawn) > 60).any(axis=2).sum() > 2000


def test_what_lies_face_up_is_cut_out_upright_for_learning_and_nothing_else(sample, rested):
    eyes, observations, _ = rested
    pieces = {piece.track: piece for observation in observations for piece in observation.tiles}
    crops = eyes.piece_samples([*pieces, 9999])
    assert crops.keys() == {track for track, piece in pieces.items() if piece.face is Face.UP}
    inner = [crop[SAMPLE_MARGIN_PX:-SAMPLE_MARGIN_PX, SAMPLE_MARGIN_PX:-SAMPLE_MARGIN_PX] for crop in crops.values()]
    readings = sample.reader.classifier.read(np.stack(inner))
    named = [reading.candidates[0][0] for reading in readings]
    assert named == [pieces[track].tile for track in crops]
    has_a_top = [reading for reading, name in zip(readings, named, strict=True) if str(name)[1] == "m"]
    assert has_a_top
    assert not any(reading.is_upside_down for reading in has_a_top)


def test_in_the_dark_nothing_is_read_and_nothing_is_gone(sample):
    dark = (sample.image * 0.02).astype(np.uint8)
    eyes, observations, problems = watch(sample, [*[sample.image] * 6, *[dark] * 40, *[sample.image] * 6], **QUICK)
    assert [text for text, _ in problems] == [
        "the picture is dark: switch on the light over the table, or uncover the camera",
        "",
    ]
    tracks = [{tile.track for tile in observation.tiles} for observation in observations if observation.tiles]
    assert all(seen == tracks[0] for seen in tracks)
    assert eyes.status().moved == 0


def test_a_picture_without_markers_is_a_problem_until_they_are_seen(sample):
    blank = np.full_like(sample.image, 90)
    eyes, observations, problems = watch(sample, [blank, blank, *[sample.image] * 12], **QUICK)
    assert [problem[0][:38] for problem in problems] == ["expected the markers 0 to 3 in the pic", ""]
    assert any(o.tiles for o in observations)
    assert eyes.latest_jpeg(overlay=True) is not None


def test_markers_that_are_not_to_be_seen_are_looked_for_once_a_second(sample):
    eyes, _, _ = watch(sample, [np.full_like(sample.image, 90), *[sample.image] * 24], **QUICK)
    assert eyes.status().read == pytest.approx(15, abs=1)


def test_a_camera_that_was_pushed_is_calibrated_anew(sample):
    pushed = cv2.warpAffine(sample.image, np.array([[1, 0, 9.0], [0, 1, -6.0]]), sample.image.shape[1::-1])
    pictures = [sample.image] * 5 + [pushed] * 30
    eyes, observations, problems = watch(sample, pictures, marker_check_s=0.5, **QUICK)
    assert eyes.status().moved == 1
    assert ("the camera has moved and is being calibrated anew", 1) in problems
    assert problems[-1][0] == ""
    assert eyes.status().notice.startswith(
        "the camera has moved, last by 11 pixels (7 mm on the table); it is followed"
    )
    last = {tile.track: tile for tile in observations[-1].tiles}
    first = {tile.track: tile for tile in next(o for o in observations if o.tiles).tiles}
    same = [n for n in first if n in last and np.hypot(first[n].u_mm - last[n].u_mm, first[n].v_mm - last[n].v_mm) < 3]
    assert len(same) > 0.95 * len(first)


def test_another_lens_is_read_by_from_the_next_picture_on(sample):
    source, observations = Album([sample.image] * 4), []
    settings = VisionSettings(geometry=sample.reader.geometry, reading=ReadingSettings(**QUICK))
    eyes = TableEyes(settings, source, sample.reader, observations.append)
    eyes.start()
    assert source.all_taken.wait(60)
    assert eyes.view is not None
    before_px = eyes.view.pose.focal_px
    longer = LensSettings(focal_share=1.2 * before_px / max(sample.image.shape))
    eyes.use_camera(eyes.camera.model_copy(update={"lens": longer}))
    source.add([sample.image] * 4)
    assert source.all_taken.wait(60)
    eyes.stop()
    assert eyes.camera.lens == longer
    assert eyes.view.pose.focal_px > 1.1 * before_px  # what is known of a lens is known to some percent
    assert eyes.status().moved == 0
    assert eyes.status().read == 8


def test_a_push_is_noticed_before_anything_is_read_from_the_wrong_place(sample):
    pushed = cv2.warpAffine(sample.image, np.array([[1, 0, 40.0], [0, 1, -15.0]]), sample.image.shape[1::-1])
    eyes, observations, _ = watch(sample, [sample.image] * 6 + [pushed] * 10, marker_check_s=3600, **QUICK)
    assert eyes.status().moved == 1
    places = [
        {(str(tile.tile), tile.zone, tile.seat) for tile in o.tiles if tile.tile} for o in observations if o.tiles
    ]
    assert all(seen == places[0] for seen in places)


def test_a_camera_that_was_pushed_too_far_says_which_markers_it_lost(sample):
    pushed = cv2.warpAffine(sample.image, np.array([[1, 0, 700.0], [0, 1, 0.0]]), sample.image.shape[1::-1])
    eyes, _, problems = watch(sample, [sample.image] * 6 + [pushed] * 6, marker_check_s=0.2, **QUICK)
    assert "the camera has moved and is being calibrated anew" in [problem for problem, _ in problems]
    assert eyes.status().problem.startswith("the camera has moved: expected the markers 0 to 3")
    assert not eyes.status().is_calibrated
    assert eyes.check_calibration().problem.startswith("expected the markers 0 to 3")


def test_the_status_tells_from_which_frame_the_busy_zones_were_read(rested):
    eyes, _, _ = rested
    assert eyes.status().looked_at == pytest.approx(2.4)


def test_frames_that_cannot_be_read_make_no_look_newer(sample):
    dark = np.full_like(sample.image, 5)
    pushed = cv2.warpAffine(sample.image, np.array([[1, 0, 700.0], [0, 1, 0.0]]), sample.image.shape[1::-1])
    eyes, _, _ = watch(sample, [sample.image] * 3 + [dark] * 3, **QUICK)
    assert (eyes.status().looked_at, eyes.status().newest_frame_at) == pytest.approx((0.3, 0.6))
    eyes, _, _ = watch(sample, [sample.image] * 3 + [pushed] * 3, marker_check_s=0.05, **QUICK)
    assert (eyes.status().looked_at, eyes.status().newest_frame_at) == pytest.approx((0.3, 0.6))
    assert TableEyes(VisionSettings(), Album([]), sample.reader, lambda _: None).status().looked_at is None


def test_a_hidden_marker_is_a_notice_and_no_problem(sample):
    image = sample.image.copy()
    left, top = np.array(json.loads((FOLDER / "parlour.json").read_text())["markers_px"]["2"]).min(axis=0)
    image[int(top) - 6 : int(top) + 66, int(left) - 6 : int(left) + 66] = 90
    eyes, observations, problems = watch(sample, [image] * 6, **QUICK)
    assert eyes.status().notice == "marker 2 was not found; the camera's place rests on the other 3: uncover it"
    assert problems == []
    assert any(o.tiles for o in observations)


def test_the_calibration_can_be_looked_at_while_the_table_is_in_use(sample):
    pushed = cv2.warpAffine(sample.image, np.array([[1, 0, 9.0], [0, 1, -6.0]]), sample.image.shape[1::-1])
    eyes, _, _ = watch(sample, [sample.image] * 3 + [pushed] * 3, marker_check_s=0.1, **QUICK)
    check = eyes.check_calibration()
    assert check.problem == ""
    assert check.report.residual_mm < 0.3
    assert check.report.moved_mm > 2
    assert cv2.imdecode(np.frombuffer(check.jpeg, np.uint8), 1).shape == sample.image.shape
    assert TableEyes(VisionSettings(), Album([]), sample.reader, lambda _: None).check_calibration() is None


def test_without_a_frame_there_is_no_picture(sample):
    eyes = TableEyes(VisionSettings(), Album([]), sample.reader, lambda _: None)
    assert eyes.latest_jpeg(overlay=False) is None


def test_eyes_that_fail_do_not_look_healthy(sample):
    source = Album([sample.image] * 8)
    failed = threading.Event()

    def stumble(_observation) -> None:
        raise RuntimeError("stumbled")

    def notice(status) -> None:
        if "mistake of this program" in status.problem:
            failed.set()

    settings = VisionSettings(geometry=sample.reader.geometry)
    eyes = TableEyes(settings, source, sample.reader, stumble, notice)
    eyes.start()
    assert failed.wait(60)
    eyes.stop()
    with pytest.raises(RuntimeError, match="stumbled"):
        eyes.check()


def test_the_sticks_on_the_table_are_counted_and_unknown_before(sample, rested):
    eyes, _, _ = watch(sample, [sample.image] * 2)
    assert eyes.status().sticks.counts == (None, None, None, None)
    eyes, _, _ = rested
    assert eyes.status().sticks.counts == (1, 0, 1, 0)
