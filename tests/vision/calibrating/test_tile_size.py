"""Rows of tiles tell their width and height, from a guess that is a quarter off and middles half a millimetre off."""

from __future__ import annotations

import cmath
import math
from random import Random

import pytest

from vision.calibrating.agreement import CalibrationError
from vision.calibrating.tile_rows import LyingTile
from vision.calibrating.tile_size import tile_size

USUAL = (20.5, 28.0)


def row(
    pitch_mm: float, v_mm: float, axis_deg: float, count: int = 6, *, missing: int | None = None
) -> list[LyingTile]:
    """Tiles along a line that is turned by 5 degrees, as a detector sees them."""
    rng = Random(f"{pitch_mm} {v_mm}")
    along = cmath.exp(1j * math.radians(5))
    return [
        LyingTile(
            at.real + rng.gauss(0, 0.4), v_mm + at.imag + rng.gauss(0, 0.4), (axis_deg + 5 + rng.gauss(0, 2)) % 180
        )
        for place in range(count)
        if place != missing and (at := (place - (count - 1) / 2) * pitch_mm * along) is not None
    ]


def rows(width_mm: float, height_mm: float, *, missing: int | None = None) -> list[LyingTile]:
    """Six side by side, six end to end, and two that lie about."""
    about = [LyingTile(200, -150, 33), LyingTile(-220, 40, 120)]
    return [*row(width_mm, -120, 90, missing=missing), *row(height_mm, 120, 0), *about]


@pytest.mark.parametrize(("width_mm", "height_mm"), [(20.4, 27.6), (18.0, 24.5), (25.5, 35.0)])
def test_rows_tell_the_size_to_a_third_of_a_millimetre(width_mm, height_mm):
    seen = tile_size(rows(width_mm, height_mm), *USUAL)
    assert seen.width_mm == pytest.approx(width_mm, abs=0.33)
    assert seen.height_mm == pytest.approx(height_mm, abs=0.33)
    assert seen.tiles == 12
    assert seen.error_mm < 0.2


def test_a_tile_that_was_not_seen_leaves_its_place_free():
    seen = tile_size(rows(20.5, 28.0, missing=2), *USUAL)
    assert seen.width_mm == pytest.approx(20.5, abs=0.33)
    assert seen.tiles == 11


@pytest.mark.parametrize(
    "lying", [[], row(20.5, -120, 90), row(28.0, 120, 0), [*row(20.5, 0, 90, 4), *row(28.0, 99, 0)]]
)
def test_a_row_that_is_missing_is_asked_for(lying):
    with pytest.raises(CalibrationError, match="6 tiles face up side by side, 6 more end to end"):
        tile_size(lying, *USUAL)


def test_a_row_with_gaps_measures_nothing():
    loose = [LyingTile(x_mm, -120, 90) for x_mm in (0, 20.5, 44.5, 65, 90, 110.5)]
    with pytest.raises(CalibrationError, match="has gaps"):
        tile_size([*loose, *row(28.0, 120, 0)], *USUAL)
