"""The table's markers in a picture: found at several scales, their corners measured in the picture itself."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.lens import Floats
from vision.geometry.pose import CameraPose
from vision.settings import MARKER_DICTIONARIES, MIN_MARKERS, GeometrySettings
from vision.sightings import Image

Grey = npt.NDArray[np.uint8]

TABLE_NUMBERS: Final = (0, 1, 2, 3)
_SCALES: Final = (1.0, 1.5, 0.5, 0.75, 2.0, 0.33)
"""The detector misses a marker at one scale and finds it at another, in no predictable order."""
_WORKING_SIDE_PX: Final = 2400
"""Scales are relative to the picture, or to one of this longer side: larger ones cost time and show nothing more."""
_MAX_SIDE_PX: Final = 5000
"""No picture is enlarged beyond this longer side. Chosen, not measured: time and memory."""
_MIN_SIDE_PX: Final = 200
"""A picture is made smaller down to this side only."""
_FAMILIES: Final = (
    *("4X4_50", "5X5_50", "6X6_50", "7X7_50", "ARUCO_ORIGINAL", "ARUCO_MIP_36h12"),
    *("APRILTAG_16h5", "APRILTAG_25h9", "APRILTAG_36h10", "APRILTAG_36h11"),
)
"""The smallest family of each kind, which the larger ones begin with."""
_CELLS: Final = 8.0
"""A marker's cells along a side, border included, at most: the corner's surroundings must stay within one."""


def find_markers(
    image: Image,
    numbers: Collection[int] = TABLE_NUMBERS,
    dictionary: str = MARKER_DICTIONARIES[0],
    *,
    most_trials: int | None = None,
) -> dict[int, Floats]:
    """The markers in a picture: number -> corners (4 x 2, pixels), clockwise from the marker's own upper left one.

    Args:
        image: BGR or grey.
        numbers: the markers to look for.
        dictionary: one of `MARKER_DICTIONARIES`.
        most_trials: give up after so many scales; a picture of noise takes 5 s over all of them.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image, np.uint8)
    detector = _detector(dictionary)
    found: dict[int, Floats] = {}
    for trial, scale in itertools.islice(_trials(grey), most_trials):
        for number, corners in _markers_at(detector, trial, scale).items():
            if number in numbers:
                found.setdefault(number, _measured(grey, corners))
        if len(found) == len(numbers):
            break
    return found


def mean_corners(found: Sequence[dict[int, Floats]]) -> dict[int, Floats]:
    """The markers of several pictures of one camera that stood still, each corner in the middle of its places."""
    numbers = {number for markers in found for number in markers}
    return {
        number: np.asarray(np.median([markers[number] for markers in found if number in markers], axis=0))
        for number in sorted(numbers)
    }


def family_of(image: Image, numbers: Collection[int]) -> str | None:
    """The family of markers of which the picture shows three or more of these numbers; None when none does.

    Looks at one scale only: it is asked when the expected family is not there.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image, np.uint8)
    scale = min(1.0, _WORKING_SIDE_PX / max(grey.shape))
    grey = _resized(grey, scale)
    for family in _FAMILIES:
        if len(set(_markers_at(_detector(family), grey, scale)) & set(numbers)) >= MIN_MARKERS:
            return family
    return None


def _trials(grey: Grey) -> Iterator[tuple[Grey, float]]:
    """The picture at one scale after the other; then with its contrast evened out, against glare and dim corners."""
    longer = max(grey.shape)
    base = min(1.0, _WORKING_SIDE_PX / longer)
    sides = {factor: base * factor * longer for factor in _SCALES}
    scales = [base * f for f in _SCALES if (f >= 1 or sides[f] >= _MIN_SIDE_PX) and sides[f] <= _MAX_SIDE_PX]
    for scale in scales:
        yield _resized(grey, scale), scale
    evened = cv2.createCLAHE(clipLimit=4.0, tileGridSize=(8, 8))
    for scale in scales[:3]:
        yield np.asarray(evened.apply(_resized(grey, scale)), np.uint8), scale


def _resized(grey: Grey, scale: float) -> Grey:
    if scale == 1.0:
        return grey
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=interpolation), np.uint8)


def _detector(dictionary: str) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{dictionary}"))
    return cv2.aruco.ArucoDetector(known, parameters)


def _markers_at(detector: cv2.aruco.ArucoDetector, grey: Grey, scale: float) -> dict[int, Floats]:
    """The largest marker of each number, in the pixels of the picture before it was scaled."""
    all_corners, numbers, _ = detector.detectMarkers(grey)
    found: dict[int, Floats] = {}
    named = [] if numbers is None else [int(number) for number in numbers.ravel()]
    for number, corners in zip(named, all_corners, strict=True):
        # A resized pixel's middle is not the original's: (p + 0.5) / scale - 0.5.
        original = np.asarray((corners.reshape(4, 2).astype(np.float64) + 0.5) / scale - 0.5)
        if number not in found or _side_px(original) > _side_px(found[number]):
            found[number] = original
    return found


def _measured(grey: Grey, corners: Floats) -> Floats:
    """The corners to a fraction of a pixel, in the picture at its own scale."""
    reach = int(np.clip(_side_px(corners) / _CELLS * 0.45, 2, 8))
    far = reach + 2
    height, width = grey.shape
    if (corners < far).any() or (corners > (width - 1 - far, height - 1 - far)).any():
        return corners
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    start = corners.astype(np.float32).reshape(-1, 1, 2)
    return np.asarray(cv2.cornerSubPix(grey, start, (reach, reach), (-1, -1), criteria).reshape(4, 2), np.float64)


def _side_px(corners: Floats) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


@dataclass(frozen=True, slots=True)
class MarkersInPlace:
    """Which markers of the table a picture shows, and how far they are from where a pose puts them.

    `shift_px` is None when fewer than two are to be seen.
    """

    numbers: frozenset[int]
    shift_px: float | None

    @property
    def seen(self) -> int:
        """How many."""
        return len(self.numbers)


def markers_in_place(image: Image, pose: CameraPose, geometry: GeometrySettings, *, anywhere: bool) -> MarkersInPlace:
    """Look at the markers close around their places, which takes some milliseconds.

    Args:
        image: BGR.
        pose: where the camera was.
        geometry: where the markers are.
        anywhere: look in the whole picture for them when fewer than two are there, which takes much longer.
    """
    markers: dict[int, Floats] = {}
    dictionary = geometry.marker_dictionary
    for number, centre in geometry.marker_centres_mm.items():
        middle = pose.project(np.array([(*centre, 0.0)]))[0]
        reach = geometry.marker_mm * pose.focal_px / pose.centre_mm[2]
        left, top = (max(int(edge - reach), 0) for edge in middle)
        part = image[top : int(middle[1] + reach), left : int(middle[0] + reach)]
        found = find_markers(part, (number,), dictionary) if part.size else {}
        if number in found:
            markers[number] = found[number] + (left, top)
    if len(markers) < 2 and anywhere:
        markers = find_markers(image, tuple(geometry.marker_centres_mm), dictionary, most_trials=1)
    if len(markers) < 2:
        return MarkersInPlace(frozenset(markers), None)
    shifts = [
        np.linalg.norm(corners.mean(axis=0) - pose.project(np.array([(*geometry.marker_centres_mm[number], 0.0)]))[0])
        for number, corners in markers.items()
    ]
    return MarkersInPlace(frozenset(markers), float(np.median(shifts)))
