"""Where the camera is: four markers in the picture give the way from any height above the felt to pixels and back.

Lens model: a pinhole with square pixels and the principal point in the middle of the picture. The focal length comes
from the markers too; a camera that looks straight down leaves it open, then the stated field of view decides.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Floats
from vision.pose import CameraPose, transform
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Image

__all__ = ["CalibrationError", "CameraPose", "Floats", "calibrate", "find_markers", "marker_shift_px", "transform"]

_SCALES: Final = (1.0, 1.5, 0.5, 0.75, 2.0)
"""The detector misses a marker at one scale and finds it at another, in no predictable order."""
_CORNER_NOISE_PX: Final = 0.3
_FOCAL_SPREAD: Final = 0.15
"""How far (as a logarithm) the true focal length may be from the stated one."""
_WORST_RESIDUAL_PX: Final = 3.0


class CalibrationError(ValueError):
    """The picture doesn't tell where the camera is."""


def find_markers(image: Image) -> dict[int, Floats]:
    """The table's markers in a picture: id 0-3 -> corners (4 x 2, pixels), in the marker's own order."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image, np.uint8)
    found: dict[int, Floats] = {}
    for scale in _SCALES:
        for number, corners in _markers_at(grey, scale).items():
            found.setdefault(number, corners)
        if len(found) == 4:
            break
    return found


def _markers_at(grey: npt.NDArray[np.uint8], scale: float) -> dict[int, Floats]:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
    if scale != 1.0:
        interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        grey = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=interpolation), np.uint8)
    corners, numbers, _ = detector.detectMarkers(grey)
    if numbers is None:
        return {}
    # A resized pixel's middle is not the original's: (p + 0.5) / scale - 0.5.
    return {
        int(number): np.asarray((corner.reshape(4, 2).astype(np.float64) + 0.5) / scale - 0.5)
        for number, corner in zip(numbers.ravel(), corners, strict=True)
        if 0 <= int(number) <= 3
    }


def marker_shift_px(image: Image, pose: CameraPose, geometry: GeometrySettings) -> float | None:
    """How far the markers now are from where a pose puts them; None when fewer than two are to be seen.

    Looks close around their places first, which is cheap, and in the whole picture only when they are not there.
    """
    markers: dict[int, Floats] = {}
    for number, centre in geometry.marker_centres_mm.items():
        middle = pose.project(np.array([(*centre, 0.0)]))[0]
        reach = geometry.marker_mm * pose.focal_px / pose.centre_mm[2]
        left, top = (max(int(edge - reach), 0) for edge in middle)
        part = image[top : int(middle[1] + reach), left : int(middle[0] + reach)]
        found = find_markers(part) if part.size else {}
        if number in found:
            markers[number] = found[number] + (left, top)
    if len(markers) < 2:
        markers = find_markers(image)
    if len(markers) < 2:
        return None
    shifts = [
        np.linalg.norm(corners.mean(axis=0) - pose.project(np.array([(*geometry.marker_centres_mm[number], 0.0)]))[0])
        for number, corners in markers.items()
    ]
    return float(np.median(shifts))


def calibrate(image: Image, geometry: GeometrySettings, camera: CameraSettings) -> CameraPose:
    """The camera's pose from one picture of the table.

    Raises:
        CalibrationError: a marker is missing, or their places contradict the configured ones.
    """
    markers = find_markers(image)
    missing = sorted(set(geometry.marker_centres_mm) - set(markers))
    if missing:
        names = ", ".join(str(number) for number in missing)
        raise CalibrationError(
            f"expected the markers 0 to 3 in the picture but could not find {names}: uncover them or turn up the light"
        )
    height, width = image.shape[:2]
    return pose_from_markers(markers, geometry, (width, height), camera.field_of_view_deg)


def pose_from_markers(
    markers: dict[int, Floats], geometry: GeometrySettings, size_px: tuple[int, int], field_of_view_deg: float
) -> CameraPose:
    """The pose that best explains the corners of four markers.

    Args:
        markers: id -> corners (4 x 2, pixels) in any rotation of the marker.
        geometry: where the markers lie.
        size_px: width and height of the picture.
        field_of_view_deg: horizontal, a hint only.

    Raises:
        CalibrationError: the corners contradict the configured places.
    """
    points_mm, pixels = _correspondences(markers, geometry)
    hint_px = size_px[0] / 2 / math.tan(math.radians(field_of_view_deg) / 2)

    def cost(log_focal: float) -> float:
        pose = _pose_for(points_mm, pixels, math.exp(log_focal), size_px)
        squares = len(pixels) * (pose.residual_px / _CORNER_NOISE_PX) ** 2
        return squares + ((log_focal - math.log(hint_px)) / _FOCAL_SPREAD) ** 2

    best = min((math.log(hint_px) + step for step in np.linspace(-0.9, 0.9, 19)), key=cost)
    pose = _pose_for(points_mm, pixels, math.exp(_minimum(cost, best - 0.1, best + 0.1)), size_px)
    if pose.residual_px > _WORST_RESIDUAL_PX:
        raise CalibrationError(
            f"the markers are {pose.residual_px:.1f} pixels from where the configured places put them: "
            "check marker_mm and marker_at_mm, and that every number lies in its corner"
        )
    return pose


def _correspondences(markers: dict[int, Floats], geometry: GeometrySettings) -> tuple[Floats, Floats]:
    """Marker corners as (mm with z = 0, pixels); each corner goes to the nearest one expected."""
    centres = geometry.marker_centres_mm
    numbers = sorted(centres)
    rough, _ = cv2.findHomography(
        np.array([centres[number] for number in numbers]),
        np.array([markers[number].mean(axis=0) for number in numbers]),
    )
    if rough is None:
        raise CalibrationError("the four markers lie on one line in the picture: check that each lies in its corner")
    half = geometry.marker_mm / 2
    points: list[Floats] = []
    pixels: list[Floats] = []
    for number in numbers:
        square = np.array([(-half, half), (half, half), (half, -half), (-half, -half)]) + centres[number]
        expected = transform(np.asarray(rough, np.float64), square)
        nearest = np.linalg.norm(expected[:, None] - markers[number][None], axis=2).argmin(axis=1)
        points.append(np.hstack((square, np.zeros((4, 1)))))
        pixels.append(markers[number][nearest])
    return np.vstack(points), np.vstack(pixels)


def _pose_for(points_mm: Floats, pixels: Floats, focal_px: float, size_px: tuple[int, int]) -> CameraPose:
    intrinsics = np.array(
        [[focal_px, 0, (size_px[0] - 1) / 2], [0, focal_px, (size_px[1] - 1) / 2], [0, 0, 1]], np.float64
    )
    _, turn, shift = cv2.solvePnP(points_mm, pixels, intrinsics, None, flags=cv2.SOLVEPNP_IPPE)
    turn, shift = cv2.solvePnPRefineLM(points_mm, pixels, intrinsics, None, turn, shift)
    rotation = np.asarray(cv2.Rodrigues(turn)[0], np.float64)
    pose = CameraPose(intrinsics, rotation, np.asarray(shift, np.float64).ravel(), 0.0)
    residual = float(np.sqrt(np.mean(np.sum((pose.project(points_mm) - pixels) ** 2, axis=1))))
    return CameraPose(pose.intrinsics, pose.rotation, pose.translation, residual)


def _minimum(cost: Callable[[float], float], low: float, high: float) -> float:
    """Golden-section search."""
    ratio = (math.sqrt(5) - 1) / 2
    for _ in range(20):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if cost(left) < cost(right):
            high = right
        else:
            low = left
    return (low + high) / 2
