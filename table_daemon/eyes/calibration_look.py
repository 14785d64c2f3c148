"""The newest picture with what it says of the calibration, as front ends are given it."""

from __future__ import annotations

from dataclasses import asdict

from vision.eyes import TableEyes
from wire.calibration import CalibrationLook


def calibration_look(eyes: TableEyes) -> CalibrationLook | None:
    """What the newest picture says of the calibration, None without a camera."""
    check = eyes.check_calibration()
    if check is None:
        return None
    report = None if check.report is None else asdict(check.report)
    return CalibrationLook(report, check.problem, check.jpeg)
