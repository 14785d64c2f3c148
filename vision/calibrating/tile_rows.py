"""Rows of tiles that lie side by side, and how far apart their seams are: the scale of a table nobody has measured.

Seams, not outlines: what light and round edges do to an outline they do to both sides of a seam alike. A detector says
roughly where tiles lie; in a row of one colour its middles are up to 2 % off, so seams are looked for in the picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

import cv2
import numpy as np
import numpy.typing as npt

from mahjong_rules.told import told
from vision.calibrating.agreement import CalibrationError
from vision.geometry.lens import Floats
from vision.geometry.pose import CameraPose
from vision.settings import GeometrySettings
from vision.sightings import Image, Sighting

_QUARTER_DEG: Final = 90.0
"""Of the long side of a tile whose rotation is 0."""
_HALF_TURN: Final = 180.0
"""After it a tile's outline looks the same."""
LEAST_TILES: Final = 12
"""In rows, all together. Chosen: one long row, or two of six."""
_LEAST_IN_ROW: Final = 5
"""Chosen: fewer side by side are also found where tiles lie about."""
_TURNED_DEG: Final = 8.0
"""Tiles of one row that were pushed together are turned alike, and the detector turns some by 5 degrees. Chosen."""
_NEIGHBOURS: Final = (0.75, 1.33)
"""Of the width that is expected, the distance of neighbours: scales of unknown tables are off by a quarter (650 to 900
mm for 740), and two widths are 2."""
_IN_LINE: Final = 0.25
"""Share of a width by which the next tile may lie above or below: more is no row that was pushed together. Chosen."""
_STEP: Final = 0.01
"""Of the pitch: between two looks along a row, a fifth of a millimetre, half a pixel of the usual picture."""
_ACROSS: Final = np.linspace(-0.36, 0.36, 25)
"""Of a tile's height: where a row is looked at beside its middle line; the round corners are left out."""
_PITCHES: Final = np.linspace(0.955, 1.045, 91)
"""Of the detector's pitch, those that are tried: twice what it was off in rendered worlds."""
_SEAM: Final = 0.04
"""Of the pitch: half as wide as a seam shows, its light and its dark side. Measured on three rendered worlds."""
_WINDOW: Final = 0.12
"""Of the pitch: so far to both sides of where a seam should be its middle is taken. Chosen: rows laid by hand differ
from an even one by a tenth of a millimetre, a print begins at a sixth of the width."""
_LOOSE: Final = 0.04
"""Share of a pitch by which seams may be off an even row, root mean square. Chosen: a gap that shows is 0.05."""
_DISAGREEING: Final = 0.015
"""Rows that differ by more do not lie alike: one has gaps. Chosen: some times what rows of nine differ by."""


class LyingTile(NamedTuple):
    """A tile that lies on the table: its middle, and the direction of its long side (0 <= axis < 180)."""

    x_mm: float
    y_mm: float
    axis_deg: float

    @classmethod
    def seen(cls, piece: Sighting) -> Self:
        """As it was sighted; the long side of a tile whose rotation is 0 points to y up."""
        return cls(piece.x_mm, piece.y_mm, (piece.rotation_deg + _QUARTER_DEG) % _HALF_TURN)

    @property
    def across(self) -> Self:
        """The same place with short and long side exchanged: what stands end to end lies side by side then."""
        return self._replace(axis_deg=(self.axis_deg + _QUARTER_DEG) % _HALF_TURN)


@dataclass(frozen=True, slots=True)
class TilePitch:
    """How far apart the middles of neighbours are, with its standard error; of how many tiles in how many rows."""

    pitch_mm: float
    error_mm: float
    tiles: int
    rows: int


def tile_pitch(image: Image, pose: CameraPose, tiles: Sequence[LyingTile], geometry: GeometrySettings) -> TilePitch:
    """The pitch of the rows that lie there.

    Args:
        image: BGR.
        pose: where the camera is, in millimetres of a scale that may be a quarter off.
        tiles: everything that lies on the table, in that scale, as a detector sees it.
        geometry: the size of a tile in that scale.

    Raises:
        CalibrationError: no row lies there, or rows have gaps; what to do.
    """
    rows = [row for row in _rows(tiles, geometry.tile_width_mm) if len(row) >= _LEAST_IN_ROW]
    count = sum(map(len, rows))
    if count < LEAST_TILES:
        raise CalibrationError(
            told(
                "scale_needs_rows",
                f"only {count} tiles lie side by side in rows of {_LEAST_IN_ROW} or more: lay {LEAST_TILES} or more "
                "face down into one or two rows, push each together, and let nothing lie on them",
                seen=count,
                least=LEAST_TILES,
                row=_LEAST_IN_ROW,
            )
        )
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)
    fitted = [_fit_seams(grey, pose, row, geometry) for row in rows]
    weights = np.array([weight for _, weight, _ in fitted])
    pitches = np.array([pitch for pitch, _, _ in fitted])
    pitch = float(pitches @ weights / weights.sum())
    off_mm = math.sqrt(sum(left for _, _, left in fitted) / max(count - 3 * len(rows), 1))
    if off_mm > _LOOSE * pitch or np.ptp(pitches) > _DISAGREEING * pitch:
        raise CalibrationError(
            told("scale_loose_rows", "the rows have gaps: push the tiles of each together, and solve once more")
        )
    return TilePitch(pitch, off_mm / math.sqrt(weights.sum()), count, len(rows))


def _fit_seams(
    grey: npt.NDArray[np.float32], pose: CameraPose, row: Floats, geometry: GeometrySettings
) -> tuple[float, float, float]:
    """Of one row: its pitch, that pitch's weight, and the sum of the squares by which its seams are off an even row."""
    rough, _, _ = _even(row)
    middle = row.mean(axis=0)
    along = _direction(row)
    reach = (len(row) / 2 + 0.5) * rough
    places = np.arange(-reach, reach, _STEP * rough)
    across = np.array([-along[1], along[0]])
    points = middle + places[:, None, None] * along + (_ACROSS * geometry.tile_height_mm)[None, :, None] * across
    seen = pose.plane_pixels(points.reshape(-1, 2), geometry.tile_thickness_mm).astype(np.float32)
    columns, lines = (np.ascontiguousarray(seen[:, axis].reshape(points.shape[:2])) for axis in (0, 1))
    strip = cv2.GaussianBlur(cv2.remap(grey, columns, lines, cv2.INTER_LINEAR), (0, 0), 1.0)
    steps = np.asarray(np.abs(np.gradient(strip, axis=0)).mean(axis=1), np.float64)
    seam = np.asarray(cv2.GaussianBlur(steps[:, None], (1, 0), sigmaX=1, sigmaY=_SEAM / _STEP), np.float64).ravel()
    numbers = np.arange(len(row) - 1, dtype=np.float64) - (len(row) - 2) / 2
    pitch, start = _comb(seam, places, numbers, rough)
    found = np.array([_middle_of(steps, places, start + number * pitch, _WINDOW * pitch) for number in numbers])
    return _even(np.column_stack((found, np.zeros(len(found)))))


def _comb(seam: Floats, places: Floats, numbers: Floats, rough: float) -> tuple[float, float]:
    """The pitch and the middle of the comb whose teeth meet the most seams."""
    starts = np.arange(-0.3, 0.3, 0.01) * rough
    teeth = starts[None, :, None] + (_PITCHES * rough)[:, None, None] * numbers
    score = np.interp(teeth.ravel(), places, seam).reshape(teeth.shape).sum(axis=2)
    best = np.unravel_index(int(score.argmax()), score.shape)
    return float(_PITCHES[best[0]] * rough), float(starts[best[1]])


def _middle_of(steps: Floats, places: Floats, expected: float, window: float) -> float:
    """The middle of what rises and falls there."""
    near = np.abs(places - expected) <= window
    weights = np.maximum(steps[near] - np.median(steps[near]), 0.0) ** 2
    return float(places[near] @ weights / weights.sum()) if weights.sum() > 0 else expected


def _rows(tiles: Sequence[LyingTile], width_mm: float) -> list[Floats]:
    """The middles of each row, from one end to the other."""
    return [_in_order(np.array([tiles[place][:2] for place in row])) for row in neighbours(tiles, width_mm)]


def neighbours(tiles: Sequence[LyingTile], width_mm: float, reach: int = 1) -> list[list[int]]:
    """Which tiles lie side by side, by their places in `tiles`; one alone is a row, too.

    Args:
        tiles: everything that lies there.
        width_mm: about a tile's.
        reach: neighbours are so many widths apart at most: with 2 one between them may be missing.
    """
    free = set(range(len(tiles)))
    rows = []
    while free:
        row, front = [first := min(free)], [first]
        free.remove(first)
        while front:
            near = [other for other in sorted(free) if _are_neighbours(tiles[front[-1]], tiles[other], width_mm, reach)]
            front.pop()
            front += near
            row += near
            free -= set(near)
        rows.append(row)
    return rows


def _are_neighbours(one: LyingTile, other: LyingTile, width_mm: float, reach: int) -> bool:
    turn = (one.axis_deg - other.axis_deg + 90) % 180 - 90
    if abs(turn) > _TURNED_DEG:
        return False
    axis = math.radians(other.axis_deg + turn / 2)
    x_mm, y_mm = other.x_mm - one.x_mm, other.y_mm - one.y_mm
    across = abs(-x_mm * math.sin(axis) + y_mm * math.cos(axis))
    along = abs(x_mm * math.cos(axis) + y_mm * math.sin(axis))
    apart = min(max(round(across / width_mm), 1), reach)
    least, most = (share * width_mm * apart for share in _NEIGHBOURS)
    return least <= across <= most and along <= _IN_LINE * width_mm


def _in_order(middles: Floats) -> Floats:
    return np.asarray(middles[np.argsort(middles @ _direction(middles))])


def _direction(middles: Floats) -> Floats:
    """Along a row."""
    return np.asarray(np.linalg.svd(middles - middles.mean(axis=0))[2][0])


def _even(row: Floats) -> tuple[float, float, float]:
    """The even row that fits best: its pitch, that pitch's weight, and the sum of the squares of what is left."""
    places = np.sort(row @ _direction(row))
    numbers = np.arange(len(row)) - (len(row) - 1) / 2
    places = places - places.mean()
    weight = float(numbers @ numbers)
    pitch = float(numbers @ places / weight)
    left = places - numbers * pitch
    return pitch, weight, float(left @ left)
