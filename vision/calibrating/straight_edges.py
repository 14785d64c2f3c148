"""The edges of the playing surface in a picture: straight on the table, so what bends them is the lens.

Only their straightness is used, never their place: a rim may stand above the felt.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.lens import Floats
from vision.geometry.pose import CameraPose
from vision.settings import GeometrySettings
from vision.sightings import Image

_SAMPLES: Final = 60
"""Points looked for along an edge: one every 11 mm of the usual surface."""
_ENDS: Final = 0.06
"""Share of an edge left out at each end: corners of tables are round."""
_SEARCH_MM: Final = 9.0
"""Looked for so far to both sides of where the edge should be: a bent lens and a rim above the felt shift it by some
mm. Chosen, not measured.
"""
_PROFILE: Final = 41
"""Steps across that search: about one each half mm, less than a pixel of the usual picture."""
_MIN_STEP: Final = 4.0
"""Grey levels that an edge must rise or fall within a few pixels."""
_INLIER_PX: Final = 1.2
"""Points farther from the smooth line do not belong to it.

Chosen, not measured: twice the noise of a point and a little (`solving._EDGE_NOISE_PX`).
"""
_MIN_INLIERS: Final = 0.6
"""With fewer of its points on one line a side is hidden, or no clean edge. Chosen, not measured: more than half."""
_ROUNDS: Final = 8
"""Rounds of throwing out what lies farthest, at most; it ends as soon as nothing changes."""


def straight_edges(image: Image, pose: CameraPose, geometry: GeometrySettings) -> dict[int, Floats]:
    """Points (n x 2, pixels) on each side of the surface that shows as one clean line, by the seat that sits there.

    Args:
        image: BGR.
        pose: where the camera is, to some pixels.
        geometry: size of the surface.
    """
    grey = cv2.GaussianBlur(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), (0, 0), 1.0)
    half = geometry.surface_mm / 2
    corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    found = [_edge(np.asarray(grey, np.uint8), pose, start, end) for start, end in sides]
    return {seat: points for seat, points in enumerate(found) if points is not None}


def _edge(grey: npt.NDArray[np.uint8], pose: CameraPose, start: Floats, end: Floats) -> Floats | None:
    """The points of one side; None when it is hidden, outside the picture or no clean line."""
    shares = np.linspace(_ENDS, 1 - _ENDS, _SAMPLES)[:, None]
    along = start + (end - start) * shares
    outward = (along.mean(axis=0) / np.linalg.norm(along.mean(axis=0)))[None]
    inner = pose.plane_pixels(along - outward * _SEARCH_MM, 0.0)
    outer = pose.plane_pixels(along + outward * _SEARCH_MM, 0.0)
    steps = np.linspace(0, 1, _PROFILE)
    places = inner[:, None] + (outer - inner)[:, None] * steps[None, :, None]
    size = np.array(grey.shape[::-1]) - 1
    is_inside = ((places >= 0) & (places <= size)).all(axis=(1, 2))
    maps = places.astype(np.float32)
    profiles = np.asarray(
        cv2.remap(grey, np.ascontiguousarray(maps[..., 0]), np.ascontiguousarray(maps[..., 1]), cv2.INTER_LINEAR)
    )
    slopes = np.abs(np.gradient(profiles.astype(np.float64), axis=1))
    peaks = np.clip(slopes.argmax(axis=1), 1, _PROFILE - 2)
    rows = np.arange(_SAMPLES)
    before, at, after = (slopes[rows, peaks + shift] for shift in (-1, 0, 1))
    bend = before - 2 * at + after
    fine = np.where(np.abs(bend) > 1e-9, 0.5 * (before - after) / np.where(bend == 0, 1, bend), 0.0)
    offset = (peaks + np.clip(fine, -0.5, 0.5)) / (_PROFILE - 1)
    length_px = float(np.linalg.norm(outer - inner, axis=1).mean())
    kept = is_inside & (at > _MIN_STEP)
    kept = _smooth(shares.ravel(), offset * length_px, kept)
    if kept.sum() < _MIN_INLIERS * _SAMPLES:
        return None
    points = inner + (outer - inner) * offset[:, None]
    return np.asarray(points[kept])


def _smooth(shares: Floats, offsets_px: Floats, kept: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which of the samples lie on one slightly bent line, found by throwing out what lies farthest."""
    for _ in range(_ROUNDS):
        if kept.sum() < _MIN_INLIERS * len(kept):
            break
        curve = np.polynomial.Polynomial.fit(shares[kept], offsets_px[kept], 2)
        off = np.abs(offsets_px - curve(shares))
        limit = max(_INLIER_PX, 1.5 * float(np.median(off[kept])))
        fewer = kept & (off <= limit)
        if (fewer == kept).all():
            break
        kept = fewer
    return kept
