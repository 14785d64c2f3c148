"""What a look at the camera's calibration shows: plain figures and a picture (docs/camera.md)."""

from __future__ import annotations

from dataclasses import dataclass

from wire.messages import Json
from wire.words import words_document


@dataclass(frozen=True, slots=True)
class CalibrationLook:
    """What the newest picture says of the calibration.

    Attributes:
        report: the figures of `vision.calibrating.calibration_report.CalibrationReport`, None when the picture does not
            tell where the camera is. Beside its `advice` stand `advice_words`.
        problem: why it does not, in one sentence with its words; "" when it does.
        jpeg: the picture, with what was found drawn over it.
    """

    report: Json | None
    problem: str
    jpeg: bytes

    def to_json(self) -> Json:
        """As `GET /api/calibration` answers."""
        return {
            "problem": str(self.problem),
            "problem_words": words_document(self.problem),
            "report": self.report,
        }
