"""Photographs of a flat sheet with the table's markers, taken by a camera whose place is known."""

from __future__ import annotations

import functools

import cv2
import numpy as np

from vision.calibrating.calibration import (
    CameraPose,
)
from vision.settings import CameraSettings, GeometrySettings

GEOMETRY = GeometrySettings()


CAMERA = CameraSettings()


SHEET_PX_PER_MM = 4


def looking(x_mm: float, y_mm: float, z_mm: float, focal_px: float = 1500.0, size: tuple[int, int] = (2304, 1296)):
    view = np.array([-x_mm, -y_mm, -z_mm], np.float64)
    view /= np.linalg.norm(view)
    right = np.cross(view, (0.0, 1.0, 0.0))
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(view, right), view])
    intrinsics = np.array([[focal_px, 0, (size[0] - 1) / 2], [0, focal_px, (size[1] - 1) / 2], [0, 0, 1.0]])
    return CameraPose(intrinsics, rotation, -rotation @ np.array([x_mm, y_mm, z_mm]), 0.0)


@functools.cache
def marker_sheet(skip: tuple[int, ...] = (), turned: int = 0):
    side = round(GEOMETRY.surface_mm * SHEET_PX_PER_MM)
    sheet = np.full((side, side, 3), (80, 110, 60), np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    pixels = round(GEOMETRY.marker_mm * SHEET_PX_PER_MM)
    for number, (x_mm, y_mm) in GEOMETRY.marker_centres_mm.items():
        if number in skip:
            continue
        column = round((x_mm + GEOMETRY.surface_mm / 2) * SHEET_PX_PER_MM - pixels / 2)
        row = round((GEOMETRY.surface_mm / 2 - y_mm) * SHEET_PX_PER_MM - pixels / 2)
        sheet[row - 14 : row + pixels + 14, column - 14 : column + pixels + 14] = 235
        marker = np.rot90(cv2.aruco.generateImageMarker(dictionary, number, pixels), turned)
        sheet[row : row + pixels, column : column + pixels] = marker[..., None]
    return sheet


def photograph(pose: CameraPose, sheet, size: tuple[int, int] = (2304, 1296)):
    half = GEOMETRY.surface_mm / 2
    to_mm = np.array(
        [
            [1 / SHEET_PX_PER_MM, 0, 0.5 / SHEET_PX_PER_MM - half],
            [0, -1 / SHEET_PX_PER_MM, half - 0.5 / SHEET_PX_PER_MM],
            [0, 0, 1],
        ]
    )
    scale = np.diag([1 / 2, 1 / 2, 1.0])
    scale[:2, 2] = -0.25
    twice = (size[0] * 2, size[1] * 2)
    large = cv2.warpPerspective(
        sheet, np.linalg.inv(scale) @ pose.plane_to_pixels(0.0) @ to_mm, twice, flags=cv2.INTER_AREA
    )
    return cv2.GaussianBlur(cv2.resize(large, size, interpolation=cv2.INTER_AREA), (3, 3), 0.6)


def worst_off_mm(pose: CameraPose, found: CameraPose, z_mm: float = 16.5) -> float:
    points = np.array([(x, y) for x in range(-340, 341, 85) for y in range(-340, 341, 85)], np.float64)
    there = found.to_plane(pose.plane_pixels(points, z_mm), z_mm)
    return float(np.linalg.norm(there - points, axis=1).max())


def seen_corners(pose: CameraPose, rng, noise_px: float, turns_deg) -> dict:
    """Corners of the markers as a camera with a little noise sees them, each marker glued on in its own turn."""
    square = np.array([(-15.0, 15.0), (15.0, 15.0), (15.0, -15.0), (-15.0, -15.0)])
    corners = {}
    for (number, centre), turn_deg in zip(GEOMETRY.marker_centres_mm.items(), turns_deg, strict=True):
        turn = np.radians(turn_deg)
        turned = square @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        corners[number] = pose.plane_pixels(turned + centre, 0.0) + rng.normal(0, noise_px, (4, 2))
    return corners
