"""Pictures in which nobody could see a hand: each is told, holds the lifts, and takes nothing off the table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from campaign_cases import sampled
from sample_pictures import load
from watched_pictures import watch

from firmware_bridge.goals import RaiseWalls
from mahjong_rules.set_names import SetName
from table_daemon.machine.obstacles import obstacle_of
from vision.picture_check import PictureCheck
from vision.settings import CameraSettings
from vision.sightings import Frame

BEFORE, BLIND, EVERY_S = 3, 8, 0.5


def half_covered(image):
    covered = image.copy()
    covered[:, : image.shape[1] // 2] = 90
    return covered


RNG = np.random.default_rng(1)
PICTURES = {
    "one even grey": (lambda image: np.full_like(image, 90), "only 0 of the table's markers in sight"),
    "white": (lambda image: np.full_like(image, 255), "only 0 of the table's markers in sight"),
    "dark": (lambda image: np.full_like(image, 3), "the picture is dark"),
    "noise": (lambda image: RNG.integers(0, 256, image.shape, np.uint8), "only 0 of the table's markers in sight"),
    "out of focus": (lambda image: cv2.GaussianBlur(image, (0, 0), 12), "only 0 of the table's markers in sight"),
    "half covered": (half_covered, "only 2 of the table's markers in sight"),
    "eight pixels": (lambda image: cv2.resize(image, (8, 8)), "only 8 x 8 pixels"),
    "one pixel": (lambda image: image[:1, :1].copy(), "only 1 x 1 pixels"),
}


@pytest.fixture(scope="module")
def sample():
    return load("parlour")


@pytest.mark.parametrize("kind", sampled(("one even grey", "dark", "half covered", "eight pixels"), PICTURES))
def test_a_camera_that_shows_no_table_is_told_holds_the_lifts_and_takes_nothing_away(sample, kind):
    spoil, told = PICTURES[kind]
    blind = [spoil(sample.image)] * BLIND
    eyes, observations, _ = watch(sample, [*[sample.image] * BEFORE, *blind], every_s=EVERY_S, vote_frames=1)
    status = eyes.status()
    assert told in f"{status.problem} {status.notice}"
    assert status.seen_at is None
    assert why_lifts_wait(eyes) == "blind"
    laid = {frozenset(piece.track for piece in observation.tiles) for observation in observations if observation.tiles}
    assert len(laid) == 1, "what cannot be seen is not gone"


def test_a_picture_that_comes_again_and_again_is_none_of_now(sample):
    eyes, _, _ = watch(sample, [sample.image] * BLIND, every_s=EVERY_S, is_frozen=True)
    assert eyes.status().problem.startswith("the camera gives the same picture again and again")
    assert why_lifts_wait(eyes) == "blind"


def test_in_sight_again_the_lifts_may_move_and_the_pieces_are_the_same(sample):
    grey = np.full_like(sample.image, 90)
    pictures = [*[sample.image] * BEFORE, *[grey] * BLIND, *[sample.image] * BEFORE]
    eyes, observations, problems = watch(sample, pictures, every_s=EVERY_S, vote_frames=1)
    assert problems[-1][0] == ""
    assert why_lifts_wait(eyes) is None
    tracks = [{piece.track for piece in observation.tiles} for observation in observations if observation.tiles]
    assert tracks == tracks[:1]


def why_lifts_wait(eyes) -> str | None:
    status = eyes.status()
    obstacle = obstacle_of(status, 0, RaiseWalls(SetName.A), status.newest_frame_at, silent_after_s=3.0)
    return None if obstacle is None else obstacle.kind


def resized(image, share: float):
    return cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)


def test_a_stream_that_changes_its_size_is_told_as_that_and_calibrated_anew_when_the_size_stays(sample):
    pictures = [*[sample.image] * BEFORE, *[resized(sample.image, 0.75)] * BLIND]
    eyes, _, problems = watch(sample, pictures, every_s=EVERY_S, vote_frames=1)
    height, width = sample.image.shape[:2]
    before, now = f"from {width} x {height}", f"to {width * 3 // 4} x {height * 3 // 4} pixels"
    assert [problem for problem, _ in problems if problem] == [
        f"the camera's pictures change their size, {before} {now}: set one size, and end what else uses the camera"
    ]
    assert (eyes.status().problem, eyes.status().moved) == ("", 0)
    assert "moved" not in eyes.status().notice
    assert why_lifts_wait(eyes) is None


def test_a_stream_of_mixed_sizes_is_read_at_one_of_them_and_holds_the_lifts_at_the_other(sample):
    pictures = [sample.image, resized(sample.image, 0.75)] * BLIND
    eyes, observations, _ = watch(sample, pictures, every_s=EVERY_S, vote_frames=1)
    assert "change their size" in eyes.status().problem
    assert eyes.status().moved == 0
    assert why_lifts_wait(eyes) == "blind"
    laid = {frozenset(piece.track for piece in observation.tiles) for observation in observations if observation.tiles}
    assert len(laid) == 1, "what cannot be seen is not gone"


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, ""),
        ({"width": 1920, "height": 1080}, "pixels, the settings ask for 1920 x 1080: set camera.width"),
    ],
)
def test_pictures_of_another_size_than_the_settings_ask_for_are_told(settings, told):
    check = PictureCheck(CameraSettings(**settings).wished_size_px)
    assert check.problem(Frame(np.full((720, 1280, 3), 90, np.uint8), 1, 0.0)) == ""
    assert told in check.notice
    assert bool(told) is bool(check.notice)
