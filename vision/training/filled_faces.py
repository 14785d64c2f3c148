"""Faces that are nearly all ink, drawn at random: cards, panels and blocks with something on them.

Photographs of real sets hardly show any, and the detector, which knows a piece by its bright body around print, took
such a flower for no piece at all (world 10901: a blue card with a red disc).
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.sightings import Image
from vision.training.real_tiles import FACE_HEIGHT_PX, FACE_WIDTH_PX, RealTile
from vision.training.rooms import Rng, any_colour

_BODY: Final = ((205, 222, 228), (250, 252, 253))
"""From yellowed to white, BGR. Chosen, not measured."""
_PANEL_SHARE: Final = (0.5, 0.86)
"""How much of the face a panel covers, each way; what is left is the rim by which a piece is known. Chosen."""
_MOST_MARKS: Final = 3
_MARK_SHARE: Final = (0.1, 0.32)
"""Radius of what lies on a panel, as a share of the face's width. Chosen."""
_SHIFT: Final = 0.5
"""How far from the middle a panel may lie, as a share of the room that it leaves. Chosen."""
_MARK_SHIFT: Final = 0.3
"""How far from the panel's middle a mark may lie, as a share of the panel: it stays mostly on it. Chosen."""
_CORNERED_SHARE: Final = 0.7
"""So many shapes are rectangles, the others ellipses: most cards have corners. Chosen."""


def filled_faces(count: int, rng: Rng) -> list[RealTile]:
    """So many of them. Views tell no kinds, so that theirs, 0, says nothing."""
    return [_filled(rng) for _ in range(count)]


def _filled(rng: Rng) -> RealTile:
    body = tuple(float(part) for part in rng.uniform(*_BODY))
    face = np.empty((FACE_HEIGHT_PX, FACE_WIDTH_PX, 3), np.uint8)
    face[:] = body
    size = np.array([FACE_WIDTH_PX, FACE_HEIGHT_PX])
    panel = rng.uniform(*_PANEL_SHARE, 2) * size
    middle = size / 2 + rng.uniform(-_SHIFT, _SHIFT, 2) * (size - panel)
    _paint_shape(face, rng, middle, panel / 2)
    for _ in range(int(rng.integers(0, _MOST_MARKS + 1))):
        radius = rng.uniform(*_MARK_SHARE, 2) * FACE_WIDTH_PX
        _paint_shape(face, rng, middle + rng.uniform(-_MARK_SHIFT, _MARK_SHIFT, 2) * panel, radius)
    return RealTile(np.asarray(cv2.blur(face, (3, 3)), np.uint8), 0, (body[0], body[1], body[2]))


def _paint_shape(face: Image, rng: Rng, middle: np.ndarray, half: np.ndarray) -> None:
    """A rectangle or an ellipse of some colour."""
    colour = any_colour(rng, (0.05, 0.9), 1.0)
    low, high = np.round(middle - half).astype(int), np.round(middle + half).astype(int)
    if rng.random() < _CORNERED_SHARE:
        cv2.rectangle(face, low.tolist(), high.tolist(), colour, -1)
    else:
        cv2.ellipse(
            face, np.round(middle).astype(int).tolist(), np.round(half).astype(int).tolist(), 0, 0, 360, colour, -1
        )
