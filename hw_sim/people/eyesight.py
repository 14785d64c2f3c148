"""How a person reads the picture of a tile: held beside the faces that lie near, in whichever direction it lies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from hw_sim.picture.textures import Image, load_faces
from mahjong_rules.tiles import Tile

_HEIGHT_PX: Final = 132
"""Of an upright picture while it is compared: its tile is then twice as high as in the camera's pictures, so that
strokes count."""
_SHARES: Final = (0.41, 0.435, 0.455, 0.475, 0.5)
"""Of that height that the tile fills: the tablet shows as much again of what lies around it, and a little more."""
_MIDDLE: Final = 0.6
"""So much of the picture, in its middle, is looked at: the piece in question lies there, its neighbours beside it."""
# Width by height of a tile.
_SHAPE: Final = 20.5 / 28


def recognised(jpeg: bytes, among: Iterable[Tile], style: str) -> Tile | None:
    """The face that what lies in the middle of the picture is most like.

    Args:
        jpeg: the picture of one piece, upright or lying on any side.
        among: the faces that it can be; they lie before the person's eyes.
        style: of the set.

    Returns:
        None for what is no picture, or with nothing to choose from.
    """
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    kinds = sorted(set(among), key=str)
    if picture is None or not kinds:
        return None
    views = _turned(np.asarray(picture, np.uint8))
    faces = load_faces(style)
    return max(kinds, key=lambda tile: _likeness(faces[tile], views))


def _turned(picture: Image) -> list[Image]:
    """Its middle from all four sides, in the size in which pictures are compared."""
    square = cv2.resize(picture, (_HEIGHT_PX, _HEIGHT_PX), interpolation=cv2.INTER_AREA)
    edge = round(_HEIGHT_PX * (1 - _MIDDLE) / 2)
    middle = square[edge:-edge, edge:-edge]
    return [np.ascontiguousarray(np.rot90(middle, turns)) for turns in range(4)]


def _likeness(face: Image, views: Iterable[Image]) -> float:
    """How well it fits anywhere in the views, in any of the sizes: -1 .. 1."""
    best = -1.0
    for view in views:
        for share in _SHARES:
            height_px = round(_HEIGHT_PX * share)
            width_px = round(height_px * _SHAPE)
            small = cv2.resize(face, (width_px, height_px), interpolation=cv2.INTER_AREA)
            best = max(best, float(cv2.matchTemplate(view, small, cv2.TM_CCOEFF_NORMED).max()))
    return best
