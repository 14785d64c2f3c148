"""What `jantaku calibrate` stored reaches the daemon's eyes."""

from __future__ import annotations

import pytest

from table_daemon.app import START_ERRORS
from table_daemon.eyes.camera_settings import camera_of
from table_daemon.settings import load_settings
from vision.calibrating.stored_calibration import StoredCalibration, StoredCalibrationError
from vision.settings import LensSettings


def settings_in(folder):
    return load_settings(None, [f"table.state_dir={folder}"])


def test_the_daemon_watches_with_the_stored_lens(tmp_path):
    lens = LensSettings(focal_share=0.65, k1=-0.08, k2=0.01)
    StoredCalibration(
        made_at="2026-11-21T09:00:00+00:00",
        camera="0",
        size_px=(2304, 1296),
        lens=lens,
        lens_from="charuco",
        rotation=(3.14, 0.0, 0.0),
        translation=(0.0, 0.0, 900.0),
        residual_px=0.2,
        marker_mm=30.0,
    ).save(tmp_path)
    assert camera_of(settings_in(tmp_path)).lens == lens
    assert camera_of(settings_in(tmp_path / "other")).lens is None


def test_a_broken_calibration_keeps_the_daemon_from_starting_with_a_sentence(tmp_path):
    (tmp_path / "camera.json").write_text("{}")
    with pytest.raises(StoredCalibrationError, match="run `jantaku calibrate` again, or remove it"):
        camera_of(settings_in(tmp_path))
    assert StoredCalibrationError in START_ERRORS
