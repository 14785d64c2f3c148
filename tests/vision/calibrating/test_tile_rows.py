"""Rows of tiles that lie side by side tell the scale: which rows count, and what their seams come to."""

from __future__ import annotations

import math
from random import Random

import cv2
import numpy as np
import pytest

from vision.calibrating.agreement import CalibrationError
from vision.calibrating.tile_rows import LyingTile, tile_pitch
from vision.geometry.pose import CameraPose
from vision.settings import GeometrySettings

GEOMETRY = GeometrySettings()
WIDTH, HEIGHT, THICKNESS = GEOMETRY.tile_width_mm, GEOMETRY.tile_height_mm, GEOMETRY.tile_thickness_mm
SIZE_PX, FOCAL_PX, ABOVE_MM = (1600, 900), 1500.0, 900.0
"""Of a camera above the table's middle that looks straight down."""


def looking_down() -> CameraPose:
    intrinsics = np.array([[FOCAL_PX, 0, SIZE_PX[0] / 2], [0, FOCAL_PX, SIZE_PX[1] / 2], [0, 0, 1.0]])
    return CameraPose(intrinsics, np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, ABOVE_MM]), 0.0)


def laid(pitch_mm: float, count: int, *, v_mm: float = 60.0, turn_deg: float = 4.0) -> list[LyingTile]:
    turn = math.radians(turn_deg)
    steps = [(place - (count - 1) / 2) * pitch_mm for place in range(count)]
    return [LyingTile(step * math.cos(turn), v_mm + step * math.sin(turn), 90 + turn_deg) for step in steps]


def pictured(tiles: list[LyingTile]) -> np.ndarray:
    """Bright backs on dark felt with a dark seam around each."""
    image = np.full((SIZE_PX[1], SIZE_PX[0], 3), 60, np.uint8)
    pose = looking_down()
    for tile in tiles:
        axis = math.radians(tile.axis_deg - 90)
        turned = np.array([[math.cos(axis), math.sin(axis)], [-math.sin(axis), math.cos(axis)]])
        half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * ((WIDTH - 0.6) / 2, (HEIGHT - 0.6) / 2)
        corners = pose.plane_pixels(half @ turned + (tile.x_mm, tile.y_mm), THICKNESS)
        cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), (190, 120, 160), cv2.LINE_AA, 4)
    return image


def as_detected(tiles: list[LyingTile]) -> list[LyingTile]:
    """Middles as a detector sees them: off by half a millimetre, turned by some degrees."""
    rng = Random(3)
    return [
        LyingTile(tile.x_mm * 0.98 + rng.gauss(0, 0.4), tile.y_mm + rng.gauss(0, 0.4), tile.axis_deg + rng.gauss(0, 2))
        for tile in tiles
    ]


@pytest.mark.parametrize("pitch_mm", [WIDTH, WIDTH * 1.003, WIDTH * 1.06])
def test_seams_tell_the_pitch_to_a_quarter_of_a_percent_whatever_the_detector_says(pitch_mm):
    rows = [*laid(pitch_mm, 9), *laid(pitch_mm, 8, v_mm=-120, turn_deg=-7)]
    found = tile_pitch(pictured(rows), looking_down(), as_detected(rows), GEOMETRY)
    assert found.pitch_mm == pytest.approx(pitch_mm, rel=0.0025)
    assert (found.tiles, found.rows) == (17, 2)
    assert found.error_mm < 0.02


def test_tiles_that_lie_about_are_no_row():
    lying = [LyingTile(60.0 * place, 40.0 * (place % 3), 90 + 30 * place) for place in range(-5, 6)]
    with pytest.raises(CalibrationError, match="face down into one or two rows"):
        tile_pitch(pictured(lying), looking_down(), lying, GEOMETRY)


def test_a_row_with_gaps_is_told_and_measures_nothing():
    even, loose = laid(WIDTH, 8), laid(WIDTH * 1.04, 8, v_mm=-120)
    with pytest.raises(CalibrationError, match="have gaps"):
        tile_pitch(pictured([*even, *loose]), looking_down(), as_detected([*even, *loose]), GEOMETRY)
