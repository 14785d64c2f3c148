"""Cameras by chance over artificial tables, as lamps and ceilings let them hang."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import numpy as np

from vision.geometry.lens import Floats
from vision.geometry.pose import CameraPose

_USUAL_SIZE_PX = (2304, 1296)
"""The picture that docs/camera.md recommends."""
_USUAL_SURFACE_MM = 740.0
"""The usual surface (`vision.settings.GeometrySettings`)."""
_MARGIN_PX = 2.5
"""So much of the picture is left around the surface's corners."""
_CLOSER = 0.985
"""Step by which the focal length is shortened until the whole surface is seen. Chosen, not measured."""


@dataclass(frozen=True, slots=True)
class HangingCamera:
    """A camera without distortion: its pose and the size (width, height) of its pictures."""

    pose: CameraPose
    size_px: tuple[int, int]


def hanging_camera(rng: Random, surface_mm: float, size_px: tuple[int, int]) -> HangingCamera:
    """A camera a little beside the table's middle, that sees all of a surface; 80 to 110 cm over one of 740 mm."""
    height_mm = rng.uniform(800, 1100)
    eye = np.array([rng.uniform(-90, 90), rng.uniform(-90, 90), height_mm])
    aim = np.array([rng.uniform(-6, 6), rng.uniform(-6, 6), 0.0])
    rotation = _rotation(aim - eye, math.radians(rng.gauss(0, 1.2)))
    focal_px = height_mm * rng.uniform(1.57, 1.66)
    while not _sees_all(_pose(rotation, eye, focal_px, _USUAL_SIZE_PX)):
        focal_px *= _CLOSER
    scale = min(size / usual for size, usual in zip(size_px, _USUAL_SIZE_PX, strict=True))
    return HangingCamera(_pose(rotation, eye * (surface_mm / _USUAL_SURFACE_MM), focal_px * scale, size_px), size_px)


def _rotation(view: Floats, roll: float) -> Floats:
    """The picture's right, its down and the view as rows."""
    view = view / np.linalg.norm(view)
    right = np.cross(view, (0.0, 1.0, 0.0))
    right /= np.linalg.norm(right)
    down = np.cross(view, right)
    turned = (right * math.cos(roll) - down * math.sin(roll), right * math.sin(roll) + down * math.cos(roll))
    return np.stack([*turned, view])


def _pose(rotation: Floats, eye: Floats, focal_px: float, size_px: tuple[int, int]) -> CameraPose:
    middle = [(side - 1) / 2 for side in size_px]
    intrinsics = np.array([[focal_px, 0.0, middle[0]], [0.0, focal_px, middle[1]], [0.0, 0.0, 1.0]])
    return CameraPose(intrinsics, rotation, -rotation @ eye, 0.0)


def _sees_all(pose: CameraPose) -> bool:
    half = _USUAL_SURFACE_MM / 2
    corners = pose.project(np.array([(x, y, 0.0) for x in (-half, half) for y in (-half, half)]))
    return bool((corners > _MARGIN_PX).all() and (corners < np.array(_USUAL_SIZE_PX) - 1 - _MARGIN_PX).all())
