"""The newest picture with what it says of the calibration, as front ends are given it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from wire.calibration import CalibrationLook
from wire.messages import Json
from wire.words import words_document

if TYPE_CHECKING:
    from vision.calibrating.calibration_report import CalibrationReport
    from vision.eyes import TableEyes


def calibration_look(eyes: TableEyes) -> CalibrationLook | None:
    """What the newest picture says of the calibration, None without a camera."""
    check = eyes.check_calibration()
    if check is None:
        return None
    report = None if check.report is None else report_document(check.report)
    return CalibrationLook(report, check.problem, check.jpeg)


def report_document(report: CalibrationReport) -> Json:
    """The figures of a calibration, with its advice in words for screens in other languages, a list for each piece."""
    words = [words_document(advice) for advice in report.advice]
    return {**asdict(report), "advice": list(map(str, report.advice)), "advice_words": words}
