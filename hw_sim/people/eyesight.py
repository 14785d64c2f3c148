"""How a person reads the picture of a tile: held beside the faces that lie near, in whichever direction it lies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from hw_sim.picture.textures import Image, load_faces
from mahjong_rules.tiles import Tile

_HEIGHT_PX: Final = 66
"""Of an upright picture while it is compared: twice what a tile has in the camera's pictures, so that strokes count."""
_SHARES: Final = (0.7, 0.76, 0.82, 0.88, 0.94)
"""Of that height that the tile fills; the tablet's cut-outs leave some felt around it."""
# Width by height of a tile.
_SHAPE: Final = 20.5 / 28


def recognised(jpeg: bytes, among: Iterable[Tile], style: str) -> Tile | None:
    """The face that the picture is most like.

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
    views = [view for view in _turned(np.asarray(picture, np.uint8)) if view.shape[0] >= view.shape[1]]
    faces = load_faces(style)
    return max(kinds, key=lambda tile: _likeness(faces[tile], views))


def _turned(picture: Image) -> Iterable[Image]:
    """From all four sides, each as high as pictures are compared."""
    for turns in range(4):
        view = np.ascontiguousarray(np.rot90(picture, turns))
        width_px = round(view.shape[1] * _HEIGHT_PX / view.shape[0])
        yield np.asarray(cv2.resize(view, (width_px, _HEIGHT_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _likeness(face: Image, views: Iterable[Image]) -> float:
    """How well it fits anywhere in the views, in any of the sizes: -1 .. 1."""
    best = -1.0
    for view in views:
        for share in _SHARES:
            height_px = round(_HEIGHT_PX * share)
            width_px = min(round(height_px * _SHAPE), view.shape[1])
            small = cv2.resize(face, (width_px, height_px), interpolation=cv2.INTER_AREA)
            best = max(best, float(cv2.matchTemplate(view, small, cv2.TM_CCOEFF_NORMED).max()))
    return best
