"""The table's camera as its configuration and its stored calibration say together."""

from __future__ import annotations

from pathlib import Path

from table_daemon.settings import Settings
from vision.calibrating.stored_calibration import StoredCalibration, with_stored_lens
from vision.settings import CameraSettings


def camera_of(settings: Settings) -> CameraSettings:
    """The camera's settings, with the lens that `jantaku calibrate` measured unless they name one themselves.

    Raises:
        StoredCalibrationError: the stored calibration cannot be read.
    """
    return with_stored_lens(settings.camera, StoredCalibration.load(Path(settings.table.state_dir).expanduser()))
