"""Measuring where the camera is and how its lens bends, the same from the command line and from the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from table_daemon.eyes.kept_files import keep_as_before
from vision.calibrating.calibration import Calibration, calibration_from, priors_for, with_edges
from vision.calibrating.markers import find_markers, mean_corners
from vision.calibrating.stored_calibration import FILE_NAME, StoredCalibration
from vision.settings import CameraSettings, GeometrySettings, LensSettings
from vision.sightings import Image

LensOrigin = Literal["markers", "charuco", "settings"]
PICTURES: Final = 8
"""So many pictures are averaged: the corners then hardly feel the camera's noise."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What pictures of the table say of its camera; `edges` of the surface helped, `image` is the last picture."""

    image: Image
    found: Calibration
    edges: int
    origin: LensOrigin


def known_lens(
    camera: CameraSettings, before: StoredCalibration | None, *, is_new: bool = False
) -> tuple[LensSettings | None, LensOrigin]:
    """A lens that is known before the table is looked at, and where it comes from; None: the markers must tell.

    Args:
        camera: as it is configured, without what is stored.
        before: what is stored.
        is_new: whether a lens that was measured with a printed board is forgotten.
    """
    if camera.lens is not None:
        return camera.lens, "settings"
    if before is not None and before.lens_from == "charuco" and not is_new:
        return before.lens, "charuco"
    return None, "markers"


def measured(
    images: Sequence[Image],
    camera: CameraSettings,
    geometry: GeometrySettings,
    lens: LensSettings | None,
    origin: LensOrigin,
) -> Measured:
    """Solve the camera from some pictures of the same table, at least one.

    Raises:
        CalibrationError: markers are missing, or their places contradict the configured ones.
    """
    numbers = tuple(geometry.marker_centres_mm)
    corners = mean_corners([find_markers(image, numbers, geometry.marker_dictionary) for image in images])
    size_px = (images[-1].shape[1], images[-1].shape[0])
    priors = priors_for(camera.model_copy(update={"lens": lens}), geometry, size_px)
    found = calibration_from(corners, geometry, size_px, priors)
    found, edges = with_edges(images[-1], found, geometry, priors)
    return Measured(images[-1], found, edges, origin)


def store_measured(measured: Measured, folder: Path, camera: str, now: datetime) -> Path:
    """Keep it with the table; what was stored is kept as the one before. Returns the file's path.

    Args:
        measured: what is kept.
        folder: of the table's state.
        camera: the camera's address, or the picture's file.
        now: wall time.

    Raises:
        StoredCalibrationError, UserError: it cannot be written.
    """
    keep_as_before(folder / FILE_NAME)
    made_at = now.isoformat(timespec="seconds")
    return StoredCalibration.of(measured.found, made_at=made_at, camera=camera, lens_from=measured.origin).save(folder)
