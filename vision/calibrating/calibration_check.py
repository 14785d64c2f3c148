"""A look at the calibration while the table is in use: figures, a picture, and whether the camera has moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from mahjong_rules.told import said_by
from vision.calibrating.calibration import CalibrationError, calibration_for
from vision.calibrating.calibration_report import CalibrationReport, calibration_overlay, report_of
from vision.calibrating.markers import find_markers
from vision.geometry.pose import CameraPose
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Image

_JPEG_QUALITY: Final = 85
"""Chosen, not measured: thin lines and figures stay readable."""
_YELLOW: Final = (60, 220, 240)


@dataclass(frozen=True, slots=True)
class CalibrationCheck:
    """What the newest picture says of the calibration.

    `problem` is one sentence with its words, and `report` None when the picture doesn't tell where the camera is.
    """

    report: CalibrationReport | None
    problem: str
    jpeg: bytes


def check_calibration(
    image: Image, geometry: GeometrySettings, camera: CameraSettings, started_with: CameraPose | None
) -> CalibrationCheck:
    """Solve a picture anew and compare; takes some 0.2 s.

    Args:
        image: BGR.
        geometry: sizes and marker places.
        camera: its constants.
        started_with: where the camera was when the daemon began to watch.
    """
    try:
        found = calibration_for(image, geometry, camera)
    except CalibrationError as error:
        return CalibrationCheck(None, said_by(error), _jpeg(_with_markers(image, geometry)))
    report = report_of(found, geometry, started_with)
    return CalibrationCheck(report, "", _jpeg(calibration_overlay(image, found, geometry)))


def _with_markers(image: Image, geometry: GeometrySettings) -> Image:
    """A copy with what was found of the markers, so that one sees which are missing."""
    drawn = image.copy()
    for number, corners in find_markers(image, tuple(geometry.marker_centres_mm), geometry.marker_dictionary).items():
        cv2.polylines(drawn, [np.round(corners).astype(np.int32)], isClosed=True, color=_YELLOW, thickness=3)
        left, top = (int(edge) for edge in corners.min(axis=0))
        cv2.putText(
            drawn, str(number), (left, max(top - 6, 20)), cv2.FONT_HERSHEY_SIMPLEX, 0.9, _YELLOW, 2, cv2.LINE_AA
        )
    return drawn


def _jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1].tobytes()
