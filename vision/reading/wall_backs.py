"""Backs of a wall that light made look like blank white dragons: those beside them show what they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.reading.detection import Box
from vision.reading.side_colours import Colours

_BESIDE_PX: Final = 48.0
"""So near lie the next pieces of a wall and those after them: beyond a turned indicator the row goes on.

A tile is 20.5 pixels wide in the top view, so that the second next lies at 41 and the third at 62.
"""
_SAME_GROUND: Final = 0.1
"""Two backs that lie so near to each other are no farther apart in colour (`side_colours.side_colour`).

Measured: where a lamp was mirrored in a wall (world 9813) each back was 0.05 and less from the next, and on 60
path-traced tables the backs that were called white dragons 0.001 to 0.028. On 126 rendered and those 60 tables eight
blank white dragons lay beside backs: seven were 0.58 and more from them, and the eighth lay in an open hand.
"""
_SAME_PLACE_PX: Final = 10.0
"""Of two pieces so near to each other one is what the other was before: half a tile's width."""


def are_backs(
    whites: Sequence[Box], backs: Sequence[Box], ground_of: Callable[[Sequence[Box]], Colours]
) -> npt.NDArray[np.bool_]:
    """Which pieces of a wall that were taken for blank white dragons have a ground that passes into that of its backs.

    Light changes along a wall, but little from one piece to the next: a lamp that is mirrored in it takes the tint of
    its backs away step by step, until they have the colour of a face.

    Args:
        whites: the pieces.
        backs: pieces that lie face down.
        ground_of: ground colours of pieces (n x 3), as `side_colours.side_colour` gives them.
    """
    near = [back for back in backs if _apart_px(whites, [back]).min() < _BESIDE_PX]
    lying = [*near, *whites]
    grounds = ground_of(lying)
    off = np.linalg.norm(grounds[len(near) :, None] - grounds[None], axis=2)
    is_like = (_apart_px(whites, lying) < _BESIDE_PX) & (off < _SAME_GROUND)
    is_back = np.arange(len(lying)) < len(near)
    for _ in whites:  # each time at least one step further along the wall
        is_back[len(near) :] = (is_like & is_back).any(axis=1)
    return is_back[len(near) :]


def still_there(known: Sequence[Box], found: Sequence[Box]) -> list[Box]:
    """Those known before in whose place nothing else was found: a turned indicator was a back."""
    return [box for box in known if not found or _apart_px([box], found).min() >= _SAME_PLACE_PX]


def _apart_px(these: Sequence[Box], those: Sequence[Box]) -> npt.NDArray[np.float64]:
    """How far each of some pieces (n) lies from each of others (m): n x m."""
    here, there = (np.array([(box.column, box.row) for box in boxes]) for boxes in (these, those))
    return np.asarray(np.linalg.norm(here[:, None] - there[None], axis=2), np.float64)
