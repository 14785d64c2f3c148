"""How wide and how high tiles are, by rows of them on a table that is measured: nobody needs a ruler for them.

Side by side their middles are a width apart, end to end a height. They lie face up: of a row of backs end to end, which
looks like a plank, the detector finds half. The gaps that hands leave, 0.06 mm, are measured as a part of the tile.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from mahjong_rules.told import told
from vision.calibrating.agreement import CalibrationError
from vision.calibrating.tile_rows import LyingTile, neighbours
from vision.geometry.lens import Floats

LEAST_IN_ROW: Final = 5
"""Chosen: fewer side by side are also found where tiles lie about; the middle of one is half a millimetre off."""
_REACH: Final = 2
"""One tile of a row may be read as lying across, or not be found. One of 15 rendered worlds had such a tile."""
_LOOSE: Final = 0.05
"""Share of the pitch by which middles may be off an even row, root mean square. Chosen: a detector's are off by half a
millimetre, a gap that shows is two."""


class TileSize(NamedTuple):
    """Of the tiles that lie there, with the larger of both standard errors, all in mm; of how many tiles."""

    width_mm: float
    height_mm: float
    error_mm: float
    tiles: int


class _Pitch(NamedTuple):
    """How far apart the middles are, its weight (the spread of the row's numbers), and what is left in mm2."""

    pitch_mm: float
    weight: float
    left_mm2: float
    tiles: int


def tile_size(tiles: Sequence[LyingTile], width_mm: float, height_mm: float) -> TileSize:
    """The size of the tiles that lie there in rows, some side by side and some end to end.

    Args:
        tiles: everything that lies face up, as a detector sees it, in true millimetres.
        width_mm: about a tile's: a quarter off at most.
        height_mm: likewise.

    Raises:
        CalibrationError: one of the two rows is missing, or rows have gaps; what to do.
    """
    beside, behind = _pitches(tiles, width_mm), _pitches([tile.across for tile in tiles], height_mm)
    if not beside or not behind:
        raise CalibrationError(
            told(
                "size_needs_rows",
                f"a row is missing: lay {LEAST_IN_ROW + 1} tiles face up side by side, {LEAST_IN_ROW + 1} more end to "
                "end, push each row together, and leave room between the rows",
                count=LEAST_IN_ROW + 1,
            )
        )
    if any(math.sqrt(row.left_mm2 / (row.tiles - 2)) > _LOOSE * row.pitch_mm for row in (*beside, *behind)):
        raise CalibrationError(
            told("size_loose_rows", "a row has gaps: push its tiles together, and let the camera look once more")
        )
    left = math.sqrt(max(row.left_mm2 / (row.tiles - 2) / row.weight for row in (*beside, *behind)))
    return TileSize(_mean(beside), _mean(behind), left, sum(row.tiles for row in (*beside, *behind)))


def _pitches(tiles: Sequence[LyingTile], side_mm: float) -> list[_Pitch]:
    rows = [row for row in neighbours(tiles, side_mm, _REACH) if len(row) >= LEAST_IN_ROW]
    return [_pitch(np.array([tiles[place][:2] for place in row]), side_mm) for row in rows]


def _pitch(middles: Floats, side_mm: float) -> _Pitch:
    """The even row that fits best; a tile that is missing leaves its number free."""
    middles = middles - middles.mean(axis=0)
    places = np.sort(middles @ np.linalg.svd(middles)[2][0])
    numbers = np.concatenate(([0.0], np.cumsum(np.maximum(np.rint(np.diff(places) / side_mm), 1.0))))
    numbers = numbers - numbers.mean()
    weight = float(numbers @ numbers)
    pitch = float(numbers @ places / weight)
    left = places - numbers * pitch
    return _Pitch(pitch, weight, float(left @ left), len(places))


def _mean(rows: Sequence[_Pitch]) -> float:
    return sum(row.pitch_mm * row.weight for row in rows) / sum(row.weight for row in rows)
