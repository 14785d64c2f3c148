from __future__ import annotations

import cv2
import numpy as np
import pytest
from campaign_cases import more
from marker_photographs import CAMERA, GEOMETRY, looking, marker_sheet, photograph

from vision.calibrating.pose_watch import PoseWatch
from vision.settings import LensSettings
from vision.sightings import Frame, Image

CHECK_EVERY_S = 5.0


@pytest.fixture(scope="module")
def seen() -> Image:
    return photograph(looking(20.0, -30.0, 900.0), marker_sheet())


@pytest.fixture(scope="module")
def pushed() -> Image:
    return photograph(looking(32.0, -30.0, 900.0), marker_sheet())


@pytest.fixture(scope="module")
def blank(seen: Image) -> Image:
    return np.full_like(seen, 90)


@pytest.fixture
def watch(seen: Image) -> PoseWatch:
    """One that has found the camera at 0 s."""
    watch = PoseWatch(GEOMETRY, CAMERA, CHECK_EVERY_S)
    assert watch.update(Frame(seen, 1, 0.0))
    return watch


def test_the_first_frame_that_shows_the_markers_is_read(watch):
    assert watch.calibration is not None
    assert watch.started_with is watch.calibration.pose
    assert (watch.moved, watch.problem, watch.notice) == (0, "", "")


def test_markers_that_are_not_to_be_seen_are_looked_for_once_a_second(seen, blank):
    watch = PoseWatch(GEOMETRY, CAMERA, CHECK_EVERY_S)
    assert not watch.update(Frame(blank, 1, 0.0))
    assert watch.problem.startswith("expected the markers 0 to 3")
    assert not watch.update(Frame(seen, 2, 0.9)), "the search takes longer than any reading"
    assert watch.update(Frame(seen, 3, 1.0))
    assert watch.problem == ""


def test_between_two_checks_nobody_looks_at_the_markers(watch, pushed):
    assert watch.update(Frame(pushed, 2, CHECK_EVERY_S - 0.1))
    assert not watch.update(Frame(pushed, 3, CHECK_EVERY_S))


def test_one_check_that_finds_the_markers_elsewhere_is_no_move(watch, seen, pushed):
    before = watch.calibration
    assert not watch.update(Frame(pushed, 2, 5.0))
    assert watch.calibration is before
    assert watch.update(Frame(seen, 3, 5.1))
    assert (watch.moved, watch.notice) == (0, "")


def test_two_checks_that_find_the_markers_elsewhere_are_a_move(watch, pushed):
    first = watch.started_with
    assert not watch.update(Frame(pushed, 2, 5.0))
    assert not watch.update(Frame(pushed, 3, 5.1))
    assert watch.calibration is None
    assert (watch.moved, watch.problem) == (1, "the camera has moved and is being calibrated anew")
    assert watch.update(Frame(pushed, 4, 5.2))
    assert watch.problem == ""
    assert watch.notice.startswith("the camera has moved, last by ")
    assert watch.started_with is first, "what is compared with is where the camera was at the start"


def test_a_marker_under_an_arm_changes_nothing(watch):
    three = photograph(looking(20.0, -30.0, 900.0), marker_sheet(skip=(0,)))
    assert watch.update(Frame(three, 2, 5.0))
    assert (watch.moved, watch.seen_at, watch.notice) == (0, 5.0, "")


def half_covered(picture: Image) -> Image:
    """A jacket over the left half of the lens."""
    covered = picture.copy()
    covered[:, : covered.shape[1] // 2] = 30
    return covered


@pytest.mark.parametrize("hidden", [(0, 2), (0, 1)])
def test_for_a_while_two_markers_and_the_edges_of_the_surface_suffice(watch, hidden):
    two = photograph(looking(20.0, -30.0, 900.0), marker_sheet(skip=hidden))
    assert watch.update(Frame(two, 2, 5.0))
    assert (watch.seen_at, watch.problem) == (5.0, "")
    assert watch.notice.startswith(f"the markers {hidden[0]}, {hidden[1]} are hidden; for 10 minutes the edges")
    assert watch.update(Frame(two, 3, 605.0))
    assert not watch.update(Frame(two, 4, 610.0)), "two markers do not show a camera that sags"


def test_markers_that_come_back_end_the_while_of_the_edges(watch, seen):
    two = photograph(looking(20.0, -30.0, 900.0), marker_sheet(skip=(0, 2)))
    assert watch.update(Frame(two, 2, 5.0))
    assert watch.update(Frame(seen, 3, 500.0))
    assert watch.notice == ""
    assert watch.update(Frame(two, 4, 900.0))


def test_edges_that_lie_elsewhere_vouch_for_nothing(watch, seen):
    """Half of the table under a cloth that hangs over by 6 mm: its own edge is as straight as the table's."""
    half = GEOMETRY.surface_mm / 2 + 6.0
    corners = np.array([(-half, -half), (0.0, -half), (0.0, half), (-half, half)])
    cloth = looking(20.0, -30.0, 900.0).plane_pixels(corners, 0.0)
    covered = cv2.fillPoly(seen.copy(), [np.round(cloth).astype(np.int32)], (60, 60, 60))
    assert not watch.update(Frame(covered, 2, 5.0))
    assert (watch.moved, watch.notice) == (0, ""), "the two markers on the other half stand still"


@pytest.mark.parametrize("hidden", ["half", more((0, 1, 2)), (0, 1, 2, 3)])
def test_with_too_few_markers_nothing_is_read_and_after_a_while_it_is_told(watch, seen, hidden):
    is_half = hidden == "half"
    covered = half_covered(seen) if is_half else photograph(looking(20.0, -30.0, 900.0), marker_sheet(skip=hidden))
    assert not watch.update(Frame(covered, 2, 5.0))
    assert (watch.moved, watch.seen_at, watch.problem) == (0, None, ""), "arms pass sooner than it is told"
    assert not watch.update(Frame(covered, 3, 8.0))
    assert watch.problem.startswith(f"only {2 if is_half else 4 - len(hidden)} of the table's markers in sight")
    assert watch.update(Frame(seen, 4, 8.1)), "what is out of sight is looked for in every frame"
    assert (watch.seen_at, watch.problem) == (8.1, "")


def test_markers_elsewhere_are_no_sight_of_the_table(watch, pushed):
    assert not watch.update(Frame(pushed, 2, 5.0))
    assert watch.seen_at is None


def test_much_change_at_once_has_the_markers_looked_at_in_the_next_frame(watch, pushed):
    watch.note_change(0.4)
    assert watch.update(Frame(pushed, 2, 0.1))
    watch.note_change(0.6)
    assert not watch.update(Frame(pushed, 3, 0.2))


def test_another_lens_is_calibrated_by_from_the_next_frame_on(watch, seen):
    before = watch.calibration.pose
    lens = LensSettings(focal_share=1.1 * before.focal_px / max(seen.shape))
    watch.use_camera(CAMERA.model_copy(update={"lens": lens}))
    assert (watch.calibration, watch.started_with, watch.moved) == (None, None, 0)
    assert watch.update(Frame(seen, 2, 0.1))
    assert watch.started_with is not before
