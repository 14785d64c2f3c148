"""Drawn faces -> canvases as `vision.training.scenes` cuts them: on a tile, among felt and other tiles."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading.classification import CROP_HEIGHT_PX, CROP_MARGIN, CROP_WIDTH_PX
from vision.training.scenes import CANVAS_SHAPE

Pixels = npt.NDArray[np.uint8]

_WIDTH_PX: Final = round(CROP_WIDTH_PX / (1 + CROP_MARGIN))
_HEIGHT_PX: Final = round(CROP_HEIGHT_PX - _WIDTH_PX * CROP_MARGIN)
_DARKEST, _LIGHTEST = 0.72, 1.0
"""How light a tile's paper is, where white is 1, in each colour; yellowed tiles have less blue. Chosen."""
_NEIGHBOUR: Final = 0.4
"""On each side another tile lies in so many of 1 canvases. Chosen: faces lie in rows."""
_SIDE: Final = 0.6
"""In so many of 1 canvases a side of the tile's body is seen below or above its face. Chosen."""
_EDGED: Final = 0.5
"""In so many of 1 canvases the edge above or below the face is seen as a line. Chosen."""
_MOST_SIDE_PX: Final = 9
"""The most of it: a tile of 17 mm seen from 30 degrees beside the vertical. Reckoned."""


def canvases(faces: Pixels, others: Pixels, rng: np.random.Generator) -> Pixels:
    """Canvases (n x 84 x 68 x 3, BGR) of n faces (ink on white); `others` lie beside them."""
    return np.stack([_canvas(face, other, rng) for face, other in zip(faces, others, strict=True)])


def _canvas(face: Pixels, other: Pixels, rng: np.random.Generator) -> Pixels:
    height, width, _ = CANVAS_SHAPE
    felt = rng.integers(20, 180, 3)
    picture = np.clip(felt + rng.normal(0, 6, (height, width, 3)), 0, 255).astype(np.uint8)
    paper = rng.uniform(_DARKEST, _LIGHTEST) * np.array([rng.uniform(0.85, 1.0), rng.uniform(0.95, 1.0), 1.0])
    left, top = (width - _WIDTH_PX) // 2, (height - _HEIGHT_PX) // 2
    if rng.random() < _SIDE:
        _lay_side(picture, (left, top), paper, rng)
    gap = int(rng.integers(0, 3))
    for step in (-1, 1):
        if rng.random() < _NEIGHBOUR:
            _lay(picture, other, (left + step * (_WIDTH_PX + gap), top + int(rng.integers(-3, 4))), paper)
    _lay(picture, face, (left, top), paper)
    if rng.random() < _EDGED:
        _draw_edge(picture, (left, top), rng)
    return picture


def _draw_edge(picture: Pixels, corner: tuple[int, int], rng: np.random.Generator) -> None:
    """The rounded edge above or below a face, in light or in shade."""
    left, top = corner
    y = top + int(rng.integers(-2, 4)) if rng.random() < 0.5 else top + _HEIGHT_PX + int(rng.integers(-4, 2))
    line = picture[y : y + int(rng.integers(1, 3)), left : left + _WIDTH_PX]
    line[:] = np.clip(line * rng.uniform(0.3, 1.3), 0, 255).astype(np.uint8)


def _lay_side(
    picture: Pixels, corner: tuple[int, int], paper: npt.NDArray[np.float64], rng: np.random.Generator
) -> None:
    """The tile's body: more paper, in shade, and its back's colour."""
    left, top = corner
    deep = int(rng.integers(2, _MOST_SIDE_PX + 1))
    shade = np.clip(255 * paper * rng.uniform(0.45, 0.9), 0, 255).astype(np.uint8)
    back = rng.integers(0, 220, 3).astype(np.uint8)
    rows = (top + _HEIGHT_PX, top + _HEIGHT_PX + deep) if rng.random() < 0.5 else (top - deep, top)
    picture[max(rows[0], 0) : rows[1], left : left + _WIDTH_PX] = shade
    edge = slice(rows[1], rows[1] + 4) if rows[0] > top else slice(max(rows[0] - 4, 0), max(rows[0], 0))
    picture[edge, left : left + _WIDTH_PX] = back


def _lay(picture: Pixels, face: Pixels, corner: tuple[int, int], paper: npt.NDArray[np.float64]) -> None:
    """A face on its paper, as far as it lies within the picture."""
    left, top = corner
    small = cv2.resize(face, (_WIDTH_PX, _HEIGHT_PX), interpolation=cv2.INTER_AREA)
    laid = np.clip(small * paper, 0, 255).astype(np.uint8)
    right, bottom = min(left + _WIDTH_PX, picture.shape[1]), min(top + _HEIGHT_PX, picture.shape[0])
    x, y = max(left, 0), max(top, 0)
    if right > x and bottom > y:
        picture[y:bottom, x:right] = laid[y - top : bottom - top, x - left : right - left]
