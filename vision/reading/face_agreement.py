"""The faces of one table named together: what looks alike has one name, and what looks different has two.

The network names each crop by itself. Of a set that it does not know it may be unsure which of two faces it sees, while
it sees at once whether two crops show one face or two: clear features of one face have a cosine of 0.95 and more in 99
of 100 pairs, those of a red five and its plain one 0.82 and less in 19 of 20. Measured on 126 rendered tables: 42 in
styles of the training, 36 in held-out styles, 48 in 12 sets by chance (`vision/model/CLASSIFIER.md`).

So a name is unlikely for a face that looks different from one that bears it already, and faces that look alike share
what each is read as. A face that reflected light washes out looks different from itself: the length of its features
tells, and nothing is concluded from it.

A white dragon may be blank, and blank faces have nothing that looks alike: its name is shared and not taken away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import Tile, parse_tile
from vision.reading.adaptation import DIM

Features = npt.NDArray[np.float32]
Candidates = tuple[tuple[Tile, float], ...]
_Doubles = npt.NDArray[np.float64]

_CLEAR: Final = 8.0
"""Features of this length and more are of a face that is plainly seen: of 7,126 rendered pairs of one face that have it
99 of 100 have a cosine of 0.95 and more, of 488 path-traced ones 0.88 and more."""
_DIFFERENT: Final = ((0.74, 0.85), (0.84, 0.93))
"""Cosines of dim faces and of clear ones: two faces for sure up to the first, perhaps one from the second on.

Measured on the rendered tables: of 78 pairs with one name and a cosine below 0.88 (not blank ones) 74 were two faces.
"""
_SURELY_TWO: Final = 0.985
"""How likely two clear faces that look so different are two. Chosen above those 74 of 78, for a tile that was counted
before the face came that tells it: a 3m of 0.75 is left 0.04, which the interpreter takes for hardly a 3m. On the 143
tables 0.97 and 0.99 name the same faces rightly."""
_ALIKE: Final = (0.97, 0.985)
"""Cosines of one face: hardly below the first, surely from the second on.

The 2m and 3m of one unknown set had up to 0.97 on path-traced tables; one face in good light has 0.98 and more mostly.
"""
_LEAST: Final = 1e-6
"""No chance counts as less where those of faces that look alike are multiplied: one crop cannot forbid a name."""
_BEARS: Final = 0.001
"""A face with a smaller chance of a name takes nothing of it from others. Chosen, for time: it would be so little."""
_BLANK: Final = parse_tile("5z")


@dataclass(frozen=True, slots=True)
class SeenFace:
    """A face on the table.

    Attributes:
        candidates: its names with their chances, most likely first; one at least.
        features: what the network's last layer saw of its upright crop, not of length 1: the clearer, the longer.
    """

    candidates: Candidates
    features: Features


def named_together(faces: Sequence[SeenFace]) -> list[Candidates]:
    """The candidates of each face in the light of all others, as many as it had, most likely first.

    Args:
        faces: all faces that lie on one table, of one tile set.
    """
    if len(faces) < 2:
        return [face.candidates for face in faces]
    names = sorted({tile for face in faces for tile, _ in face.candidates})
    own = _chances(faces, names)
    alike, different = _compared(np.nan_to_num(np.stack([face.features for face in faces]).astype(np.float64)))
    shared = _shared(own, alike)
    left = shared * (1 - _taken(shared, different, names))
    chances = left / left.sum(axis=1, keepdims=True) * own.sum(axis=1, keepdims=True)
    return [_likeliest(names, row, len(face.candidates)) for row, face in zip(chances, faces, strict=True)]


def _chances(faces: Sequence[SeenFace], names: Sequence[Tile]) -> _Doubles:
    """The chance of each name for each face (faces x names)."""
    places = {name: at for at, name in enumerate(names)}
    chances = np.zeros((len(faces), len(names)))
    for row, face in zip(chances, faces, strict=True):
        for tile, chance in face.candidates:
            row[places[tile]] = chance
    return chances


def _compared(features: _Doubles) -> tuple[_Doubles, _Doubles]:
    """How surely each two of n faces are one, and how surely they are two (n x n each)."""
    lengths = np.maximum(np.linalg.norm(features, axis=1), _LEAST)
    cosines = (features / lengths[:, None]) @ (features / lengths[:, None]).T
    clear = _between(np.minimum(lengths[:, None], lengths[None, :]), DIM, _CLEAR)
    # From half-way between dim and clear on a comparison counts in full; the limits still move with clearness.
    seen = np.minimum(2 * clear, 1.0)
    (dim_two, dim_one), (two, one) = _DIFFERENT
    different = 1 - _between(cosines, dim_two + (two - dim_two) * clear, dim_one + (one - dim_one) * clear)
    alike = _between(cosines, *_ALIKE) * seen
    np.fill_diagonal(alike, 1.0)
    different *= _SURELY_TWO * seen
    np.fill_diagonal(different, 0.0)
    return alike, different


def _between(values: _Doubles, low: float | _Doubles, high: float | _Doubles) -> _Doubles:
    """Where values lie between two limits: 0 up to the low one, 1 from the high one on."""
    return np.asarray(np.clip((values - low) / (high - low), 0.0, 1.0))


def _shared(own: _Doubles, alike: _Doubles) -> _Doubles:
    """The chances of each face as the mean (of logarithms) over all that look like it, the surer ones counting more."""
    weights = alike * own.max(axis=1)
    weights /= weights.sum(axis=1, keepdims=True)
    is_named_so = (alike > 0) @ (own > 0)
    shared = np.exp(weights @ np.log(np.maximum(own, _LEAST))) * is_named_so
    return np.asarray(shared / shared.sum(axis=1, keepdims=True))


def _taken(shared: _Doubles, different: _Doubles, names: Sequence[Tile]) -> _Doubles:
    """How likely another face, one that looks different, bears each name (faces x names)."""
    taken = np.zeros_like(shared)
    for at, name in enumerate(names):
        bearers = np.flatnonzero(shared[:, at] > _BEARS)
        if len(bearers) and name != _BLANK:
            # The one that bears it most surely: four copies of it are no better witness.
            taken[:, at] = (different[:, bearers] * shared[bearers, at]).max(axis=1)
    return taken


def _likeliest(names: Sequence[Tile], chances: _Doubles, most: int) -> Candidates:
    order = np.argsort(-chances, kind="stable")[:most]
    return tuple((names[at], min(float(chances[at]), 1.0)) for at in order)
