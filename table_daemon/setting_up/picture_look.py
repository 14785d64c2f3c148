"""What one picture says to a person who hangs and turns a camera: light, sharpness, markers. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np

from vision.calibrating.markers import find_markers
from vision.geometry.lens import Floats
from vision.settings import GeometrySettings
from vision.sightings import Image

Light = Literal["dark", "dim", "good", "glare"]
_DARK: Final = 14.0
"""Mean grey level; nothing is read below it (`vision.picture_check`)."""
_DIM: Final = 55.0
"""Mean grey level below which more light is advised. Chosen: a felt under a usual lamp gives 80 to 140."""
_WHITE: Final = 250
"""Grey level from which on a pixel is blown out. Chosen: a little below 255, as a JPEG rings."""
_MOST_WHITE: Final = 0.04
"""Share of the picture that is blown out above which it counts as glare. Chosen: some sixty tiles under a lamp."""
_MARKER_TRIALS: Final = 2
"""Scales that are searched in each picture. Chosen: the picture as it is and one more; the next one comes at once."""
_LIVE_SIDE_PX: Final = 1280
"""Longer side of the live picture. Chosen: what a tablet shows; figures are made from the whole picture."""
_LIVE_QUALITY: Final = 80
"""Of its JPEG. Chosen: it is sent several times a second."""


@dataclass(frozen=True, slots=True)
class PictureLook:
    """One picture's figures; `detail` grows with sharpness and can be compared for one camera and one table only."""

    light: Light
    detail: float
    size_px: tuple[int, int]


def look_at(image: Image) -> PictureLook:
    """Light and detail of a picture (BGR)."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    mean = float(grey.mean())
    white = float((grey >= _WHITE).mean())
    light: Light = "dark" if mean < _DARK else "dim" if mean < _DIM else "glare" if white > _MOST_WHITE else "good"
    height, width = grey.shape[:2]
    middle = grey[height // 4 : height - height // 4, width // 4 : width - width // 4]
    # Divided by the light, so that a brighter lamp is not taken for a sharper lens.
    detail = float(cv2.Laplacian(middle, cv2.CV_32F).var()) / max(mean, 1.0) ** 2
    return PictureLook(light, detail, (width, height))


def markers_in(image: Image, geometry: GeometrySettings) -> dict[int, Floats]:
    """The table's markers that are to be seen, by number: corners as shares of the picture's width and height."""
    numbers = tuple(geometry.marker_centres_mm)
    found = find_markers(image, numbers, geometry.marker_dictionary, most_trials=_MARKER_TRIALS)
    size = np.array([image.shape[1], image.shape[0]], np.float64)
    return {number: corners / size for number, corners in found.items()}


def live_jpeg(image: Image) -> bytes:
    """The picture for a screen."""
    height, width = image.shape[:2]
    scale = min(1.0, _LIVE_SIDE_PX / max(height, width))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _LIVE_QUALITY])[1].tobytes()
