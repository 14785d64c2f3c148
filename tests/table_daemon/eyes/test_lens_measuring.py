from __future__ import annotations

from datetime import UTC, datetime

import pytest
from marker_photographs import CAMERA, GEOMETRY, looking, marker_sheet, photograph

from table_daemon.eyes.kept_files import path_before
from table_daemon.eyes.lens_measuring import known_lens, measured, store_measured
from vision.calibrating.stored_calibration import FILE_NAME, StoredCalibration
from vision.settings import LensSettings

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
LENS = LensSettings(focal_share=0.65, k1=-0.08)


@pytest.fixture(scope="module")
def found():
    picture = photograph(looking(20.0, -30.0, 900.0), marker_sheet())
    return measured([picture, picture], CAMERA, GEOMETRY, None, "markers")


def stored(lens_from: str) -> StoredCalibration:
    return StoredCalibration(
        made_at="2026-11-20T09:00:00+00:00",
        camera="0",
        size_px=(2304, 1296),
        lens=LENS,
        lens_from=lens_from,
        rotation=(3.14, 0.0, 0.0),
        translation=(0.0, 0.0, 900.0),
        residual_px=0.2,
        marker_mm=30.0,
    )


def test_a_lens_in_the_settings_is_believed_first_then_the_printed_board():
    named = CAMERA.model_copy(update={"lens": LensSettings(focal_share=0.7)})
    assert known_lens(named, stored("charuco")) == (named.lens, "settings")
    assert known_lens(CAMERA, stored("charuco")) == (LENS, "charuco")
    assert known_lens(CAMERA, stored("charuco"), is_new=True) == (None, "markers")
    assert known_lens(CAMERA, stored("markers")) == (None, "markers")
    assert known_lens(CAMERA, None) == (None, "markers")


def test_pictures_of_one_table_tell_where_its_camera_is(found):
    assert found.origin == "markers"
    assert found.found.warnings == ()
    assert found.found.pose.centre_mm == pytest.approx((20.0, -30.0, 900.0), abs=30.0)


def test_what_was_stored_before_is_kept_beside_the_new(found, tmp_path):
    first = store_measured(found, tmp_path, "camera one", NOW)
    assert first == tmp_path / FILE_NAME
    store_measured(found, tmp_path, "camera two", NOW)
    assert StoredCalibration.load(tmp_path).camera == "camera two"
    assert StoredCalibration.model_validate_json(path_before(first).read_text()).camera == "camera one"
