"""Where the felt ends: the four sides of the playing surface as lines in a picture, nearly wherever they are.

Where a side shows several lines one beside the other (felt, gap, rim), the innermost one counts: the felt's own end,
which lies in the plane of the markers; a rim may stand above it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.lens import Floats
from vision.geometry.pose import CameraPose
from vision.sightings import Image

_SAMPLES: Final = 60
"""Places along a side at which its line is looked for; each is the mean of `_TOGETHER` beside each other."""
_TOGETHER: Final = 5
"""The mean of so many takes the felt's weave and the sensor's noise out. Chosen, not measured."""
_ENDS: Final = 0.08
"""Share of a side left out at each end: corners are round, and turned markers may cover them."""
_STEP_MM: Final = 0.5
"""Between two places across a side: less than a pixel of the usual picture."""
_MOST_LEAN_MM: Final = 10.0
"""A side may lie so much askew from end to end: markers glued by eye turn the first guess of the table by so much."""
_MOST_BEND_MM: Final = 5.0
"""... and be bent so much in its middle by a lens that is not known yet: k1 of 0.1 bends it by 5 mm."""
_TRIAL_MM: Final = 1.0
"""Steps in which leans and bends are tried: half a line's width in a soft picture."""
_MIN_SLOPE: Final = 1.5
"""Grey levels in a mm: a weaker line is none. Chosen, not measured: shadows have less."""
_SHARE_OF_BEST: Final = 0.2
"""A line as strong as this share of the strongest one counts as the innermost.

Chosen: between dark felt and its gap a rendered table has a third of what its pale rim has."""
_NEAR_MM: Final = 1.5
"""So near to the whole side's line each place is looked for: half of the gap of 3 mm before a rim."""
_MIN_INLIERS: Final = 0.6
"""With fewer of its places on one line a side is hidden. The same as `straight_edges._MIN_INLIERS`."""
_INLIER_MM: Final = 0.6
"""Places farther from the line do not belong to it. Chosen, not measured: a pixel of the usual picture."""
_ROUNDS: Final = 8
"""Rounds of throwing out what lies farthest, at most (`straight_edges._ROUNDS`)."""


@dataclass(frozen=True, slots=True)
class SideSearch:
    """Where the sides are looked for: `half_mm` from the middle, `reach_mm` to both sides of that."""

    half_mm: float
    reach_mm: float


def surface_sides(image: Image, pose: CameraPose, search: SideSearch) -> dict[int, Floats]:
    """Points (n x 2, pixels) on each side of the felt that shows, by the seat that sits there.

    Args:
        image: BGR.
        pose: where the camera is, roughly.
        search: where they are looked for.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.uint8)
    found = {seat: _side(soft, pose, seat, search) for seat in range(4)}
    return {seat: points for seat, points in found.items() if points is not None}


def _side(grey: npt.NDArray[np.uint8], pose: CameraPose, seat: int, search: SideSearch) -> Floats | None:
    shares = np.linspace(_ENDS, 1 - _ENDS, _SAMPLES * _TOGETHER) * 2 - 1
    across = np.arange(-search.reach_mm, search.reach_mm + _STEP_MM / 2, _STEP_MM)
    slopes = _slopes(grey, pose, seat, search.half_mm, shares, across)
    if slopes is None:
        return None
    along = shares.reshape(_SAMPLES, _TOGETHER).mean(axis=1)
    line = _line(slopes, along, across, search.reach_mm)
    if line is None:
        return None
    offsets, is_kept = _refined(slopes, along, across, *line)
    if is_kept.sum() < _MIN_INLIERS * _SAMPLES:
        return None
    outward = search.half_mm + offsets[is_kept]
    return pose.plane_pixels(_on_table(seat, along[is_kept] * search.half_mm, outward), 0.0)


def _on_table(seat: int, along_mm: Floats, outward_mm: Floats) -> Floats:
    """Points (n x 2, mm) so far outward on a seat's side, and so far to that player's right."""
    cosine, sine = ((1, 0), (0, 1), (-1, 0), (0, -1))[seat]
    return np.stack((along_mm * cosine + outward_mm * sine, along_mm * sine - outward_mm * cosine), axis=-1)


def _slopes(
    grey: npt.NDArray[np.uint8], pose: CameraPose, seat: int, half_mm: float, shares: Floats, across: Floats
) -> Floats | None:
    """How the picture brightens outward (`_SAMPLES` x across, grey levels in a mm); None outside the picture."""
    along, outward = np.meshgrid(shares * half_mm, half_mm + across, indexing="ij")
    places = pose.plane_pixels(_on_table(seat, along, outward).reshape(-1, 2), 0.0).reshape(*along.shape, 2)
    size = np.array(grey.shape[::-1]) - 1
    is_inside = ((places >= 0) & (places <= size)).all(axis=(0, 2))
    if is_inside.sum() < 5:
        return None
    maps = places.astype(np.float32)
    seen = cv2.remap(
        grey,
        np.ascontiguousarray(maps[..., 0]),
        np.ascontiguousarray(maps[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    together = np.asarray(seen, np.float64).reshape(_SAMPLES, _TOGETHER, -1).mean(axis=1)
    return np.asarray(np.gradient(together, _STEP_MM, axis=1))


def _line(slopes: Floats, along: Floats, across: Floats, reach_mm: float) -> tuple[Floats, float] | None:
    """The innermost line that most of a side shows: how far outward it is at each place, and its slope."""
    rows = np.arange(_SAMPLES)[:, None]
    best: tuple[float, Floats, Floats] | None = None
    # The better the table is known, the less a side can lean or bend.
    for lean in _trials(min(_MOST_LEAN_MM, reach_mm / 2)):
        for bend in _trials(min(_MOST_BEND_MM, reach_mm / 4)):
            shift = lean / 2 * along + bend * (0.5 - along**2)
            columns = np.arange(len(across))[None] + np.rint(shift / _STEP_MM).astype(int)[:, None]
            # In the middle of all places: hands and tiles that hide less than half of a side change nothing.
            middle = np.median(slopes[rows, np.clip(columns, 0, len(across) - 1)], axis=0)
            strength = float(np.abs(middle).max())
            if best is None or strength > best[0]:
                best = (strength, middle, shift)
    if best is None or best[0] < _MIN_SLOPE:
        return None
    strength, middle, shift = best
    high = np.abs(middle)
    is_peak = (high >= np.roll(high, 1)) & (high >= np.roll(high, -1)) & (high >= _SHARE_OF_BEST * strength)
    is_peak[[0, -1]] = False
    inner = np.flatnonzero(is_peak & (high >= _MIN_SLOPE))
    if not len(inner):
        return None
    return across[inner[0]] + shift, float(middle[inner[0]])


def _trials(most_mm: float) -> Floats:
    return np.arange(-math.floor(most_mm), math.floor(most_mm) + _TRIAL_MM, _TRIAL_MM)


def _refined(
    slopes: Floats, along: Floats, across: Floats, line: Floats, slope: float
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """How far outward the side is at each place to a fraction of a step, and which places belong to it."""
    rising = slopes * np.sign(slope)
    is_near = np.abs(across[None] - line[:, None]) <= _NEAR_MM
    peaks = np.clip(np.where(is_near, rising, -np.inf).argmax(axis=1), 1, len(across) - 2)
    rows = np.arange(len(peaks))
    before, at, after = (rising[rows, peaks + shift] for shift in (-1, 0, 1))
    curve = before - 2 * at + after
    fine = np.where(np.abs(curve) > 1e-9, 0.5 * (before - after) / np.where(curve == 0, 1, curve), 0.0)
    offsets = across[peaks] + np.clip(fine, -0.5, 0.5) * _STEP_MM
    is_kept = (at > abs(slope) / 3) & is_near[rows, peaks]
    for _ in range(_ROUNDS):
        if is_kept.sum() < _MIN_INLIERS * len(is_kept):
            break
        smooth = np.polynomial.Polynomial.fit(along[is_kept], offsets[is_kept], 2)
        off = np.abs(offsets - smooth(along))
        fewer = is_kept & (off <= max(_INLIER_MM, 2 * float(np.median(off[is_kept]))))
        if (fewer == is_kept).all():
            break
        is_kept = fewer
    return offsets, is_kept
