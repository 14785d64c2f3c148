"""Where in its loose, never turned box a labelled tile lies: the place where a network sees that tile most surely."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.reading.classification import CROP_MARGIN, REJECT, Classifier
from vision.sightings import Image
from vision.tile_sets.crop_places import CropPlace, cut_places
from vision.training.scenes import CANVAS_MARGIN_PX

_RATIO: Final = 0.74
"""Width to height of a tile, as in `tile_sets.loose_crops`."""
_PLAINLY_SEEN: Final = 0.9
LOST: Final = 0.05
"""With less the network does not see the tile: a wrong label, a box that tells little, or a face like none it knows."""
_SIZES: Final = (1.0, 0.87, 0.75, 0.65)
"""Sizes of the tile, as shares of the one that fills its label: boxes are loose."""
_UPRIGHT_TRIMS: Final = (0.0, 0.1, 0.2)
"""What of the height of a standing tile's box shows its top edge."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A part of a picture and the box of a tile in it: centre and size in pixels."""

    picture: Image
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Aligned:
    """An upright (or upside-down) canvas of a tile and the network's chance that it shows its label there."""

    canvas: Image
    chance: float


def align(patch: Patch, kind: int, classifier: Classifier) -> Aligned:
    """Find a tile of a known kind in its box; where the network sees it nowhere, take the box as it is."""
    simple = list(_simple(patch))
    chances = _chances(patch.picture, simple, kind, classifier)
    if chances.max() < _PLAINLY_SEEN:
        more = list(_turned(patch))
        simple += more
        chances = np.concatenate([chances, _chances(patch.picture, more, kind, classifier)])
    if chances.max() < LOST:
        return Aligned(cut_places(patch.picture, [simple[0]], CANVAS_MARGIN_PX)[0], float(chances.max()))
    best = simple[int(chances.argmax())]
    place, chance = _refined(patch.picture, best, kind, classifier)
    return Aligned(cut_places(patch.picture, [place], CANVAS_MARGIN_PX)[0], max(chance, float(chances.max())))


def _chances(picture: Image, places: list[CropPlace], kind: int, classifier: Classifier) -> npt.NDArray[np.float64]:
    logits = classifier.logits(cut_places(picture, places)).astype(np.float64)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return np.asarray(chances[:, :REJECT].reshape(len(places), -1, 2)[:, kind].sum(axis=1))


def _inner(width: float, height: float) -> tuple[float, float]:
    """The tile in a crop: less the margin that `cut_places` adds."""
    return width / (1 + CROP_MARGIN), max(height - width * CROP_MARGIN / (1 + CROP_MARGIN), 1.0)


def _simple(patch: Patch) -> Iterator[CropPlace]:
    """The whole box, also without the upper edge of a standing tile; lying on its side if it is wider than high."""
    if patch.height >= 0.8 * patch.width:
        yield CropPlace(patch.x, patch.y, *_inner(patch.width, patch.height), 0.0)
        for trim in _UPRIGHT_TRIMS[1:] if patch.height > 1.5 * patch.width else ():
            high = patch.height * (1 - trim)
            yield CropPlace(patch.x, patch.y + patch.height * trim / 2, *_inner(patch.width, high), 0.0)
    if patch.width >= 0.8 * patch.height:
        yield CropPlace(patch.x, patch.y, *_inner(patch.height, patch.width), 90.0)
    if patch.width > 3 * patch.height:
        yield CropPlace(patch.x, patch.y, *_inner(patch.width, patch.height), 0.0)


def _turned(patch: Patch) -> Iterator[CropPlace]:
    """Tiles of the usual shape at every angle that just fill the box, and smaller ones."""
    for turn_deg, size in itertools.product(range(0, 180, 15), _SIZES):
        cosine, sine = abs(math.cos(math.radians(turn_deg))), abs(math.sin(math.radians(turn_deg)))
        high = size * min(patch.width / (_RATIO * cosine + sine), patch.height / (_RATIO * sine + cosine))
        yield CropPlace(patch.x, patch.y, high * _RATIO, high, float(turn_deg))


def _refined(picture: Image, place: CropPlace, kind: int, classifier: Classifier) -> tuple[CropPlace, float]:
    """The middle of the neighbouring places at which the network still sees the tile."""
    shift = 0.09 * place.width
    steps = [(0.0, 0.0, 0.0, 0.0)]
    for number, size in itertools.product(range(4), (-2.0, -1.0, 1.0, 2.0)):
        step = [0.0] * 4
        step[number] = size
        steps.append((step[0], step[1], step[2], step[3]))
    places = [
        replace(
            place,
            x=place.x + a * shift,
            y=place.y + b * shift,
            turn_deg=place.turn_deg + 7 * c,
            width=place.width * (1 + 0.09 * d),
            height=place.height * (1 + 0.09 * d),
        )
        for a, b, c, d in steps
    ]
    chances = _chances(picture, places, kind, classifier)
    weights = np.array(steps) * chances[:, None]
    along = np.array([chances[[0, *range(1 + 4 * n, 5 + 4 * n)]].sum() for n in range(4)])
    a, b, c, d = weights.sum(axis=0) / np.maximum(along, 1e-9)
    middle = replace(
        place,
        x=place.x + a * shift,
        y=place.y + b * shift,
        turn_deg=place.turn_deg + 7 * c,
        width=place.width * (1 + 0.09 * d),
        height=place.height * (1 + 0.09 * d),
    )
    after = float(_chances(picture, [middle], kind, classifier)[0])
    return (middle, after) if after >= 0.8 * chances[0] else (place, float(chances[0]))
