"""Where in a picture of one tile the tile may lie: places at every angle and of several sizes, and crops of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading.classification import CROP_HEIGHT_PX, CROP_MARGIN, CROP_WIDTH_PX
from vision.sightings import Image

_SHORT_SIDE_PX: Final = 96
"""Larger pictures are shrunk to this: the network sees 40 pixels across a tile."""
_TILE_RATIO: Final = 0.74
"""Width to height of a tile, from 0.72 to 0.76 in most sets."""
_RATIOS: Final = (0.3, 1.0)
"""What perspective may make of it."""
_ANGLES_DEG: Final = tuple(range(0, 180, 15))
_LONG_RATIO: Final = 0.8
"""A box narrower than this share of its height holds no slanted tile: a tile turned by 30 degrees has a box of 0.92."""
_STRETCHED: Final = 3.0
"""No tile looks so long: the picture itself was stretched."""
_STANDING_RATIO: Final = 0.66
"""A box as narrow as this shows a tile that stands, with some of its top edge above the face, ..."""
_TRIMS: Final = (0.1, 0.2)
"""... which is this much of the height."""
_SIZES: Final = {1.08: 1.0, 1.0: 1.0, 0.94: 1.0, 0.88: 0.8, 0.8: 0.6}
"""Sizes of the tile beside one that fills the picture, and their weights: a part of a tile may look like another."""
_MIN_SHARE: Final = 0.08
"""Of the picture, for what stands out to be the tile."""


@dataclass(frozen=True, slots=True)
class CropPlace:
    """Where a tile may lie in a picture: centre, size and rotation (counter-clockwise, 0 upright), in pixels."""

    x: float
    y: float
    width: float
    height: float
    turn_deg: float
    weight: float = 1.0
    """How much it counts beside others."""


def cut_places(picture: Image, places: Sequence[CropPlace], margin_px: int = 0) -> npt.NDArray[np.uint8]:
    """Upright crops (n x 56 x 40 x 3) of places; with `margin_px` so much larger on each side."""
    size = (CROP_WIDTH_PX + 2 * margin_px, CROP_HEIGHT_PX + 2 * margin_px)
    crops = np.empty((len(places), size[1], size[0], 3), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for crop, place in zip(crops, places, strict=True):
        matrix = _crop_to_picture(place, margin_px)
        cv2.warpAffine(picture, matrix, size, dst=crop, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return crops


def _crop_to_picture(place: CropPlace, margin_px: int) -> npt.NDArray[np.float64]:
    turn = math.radians(place.turn_deg)
    right = np.array([math.cos(turn), -math.sin(turn)]) * place.width * (1 + CROP_MARGIN) / CROP_WIDTH_PX
    down = np.array([math.sin(turn), math.cos(turn)]) * (place.height + place.width * CROP_MARGIN) / CROP_HEIGHT_PX
    middle = (np.array([CROP_WIDTH_PX, CROP_HEIGHT_PX]) - 1) / 2 + margin_px
    return np.column_stack([right, down, np.array([place.x, place.y]) - right * middle[0] - down * middle[1]])


def usual_places(picture: Image) -> Iterable[CropPlace]:
    """Tiles in the middle of the picture that just fill it, a little larger and smaller ones."""
    height, width = picture.shape[:2]
    middle = ((width - 1) / 2, (height - 1) / 2)
    for turn_deg in _angles_deg(width / height):
        wide, high = _filling(width, height, turn_deg)
        for size, weight in _SIZES.items():
            yield CropPlace(*middle, wide * size, high * size, turn_deg, weight)
    if width / height < _STANDING_RATIO:
        for trim in _TRIMS:
            yield CropPlace(middle[0], middle[1] + trim * height / 2, width, height * (1 - trim), 0.0)


def stretched_places(picture: Image) -> Iterable[CropPlace]:
    """A tile that fills the picture upright or across: nobody crops a slanted one and stretches it."""
    height, width = picture.shape[:2]
    for turn_deg in (0.0, 90.0):
        for size in (1.0, 0.94):
            yield CropPlace((width - 1) / 2, (height - 1) / 2, width * size, height * size, turn_deg)


def _angles_deg(ratio: float) -> tuple[int, ...]:
    """The angles at which a tile's box may have this ratio of width to height: a long box holds no slanted tile."""
    if ratio < _LONG_RATIO:
        return (-15, 0, 15)
    return (75, 90, 105) if ratio > 1 / _LONG_RATIO else _ANGLES_DEG


def outlined_places(picture: Image) -> list[CropPlace]:
    """Where something of a tile's shape stands out from what the picture's border shows."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (3, 3), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
    ring = np.concatenate([lab[0], lab[-1], lab[:, 0], lab[:, -1]])
    distance = np.linalg.norm(lab - np.median(ring, axis=0), axis=2)
    _, mask = cv2.threshold(np.clip(distance, 0, 255).astype(np.uint8), 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return []
    (x, y), (wide, high), turn_deg = cv2.minAreaRect(max(outlines, key=cv2.contourArea))
    if wide > high:
        wide, high, turn_deg = high, wide, turn_deg + 90
    if not (wide * high > _MIN_SHARE * mask.size and _RATIOS[0] < wide / high < _RATIOS[1]):
        return []
    # OpenCV turns clockwise.
    return [CropPlace(x, y, wide, high, -turn_deg % 180)]


def _filling(width: float, height: float, turn_deg: float) -> tuple[float, float]:
    """Width and height of the tile that touches all four sides of a box, or else of the largest usual one inside."""
    turn = math.radians(turn_deg)
    cosine, sine = abs(math.cos(turn)), abs(math.sin(turn))
    determinant = cosine**2 - sine**2
    if abs(determinant) > 0.6:
        wide, high = (width * cosine - height * sine) / determinant, (height * cosine - width * sine) / determinant
        if high > 0 and _RATIOS[0] < wide / high < _RATIOS[1]:
            return wide, high
    high = min(width / (_TILE_RATIO * cosine + sine), height / (_TILE_RATIO * sine + cosine))
    return _TILE_RATIO * high, high


def places_near(place: CropPlace) -> Iterable[CropPlace]:
    """Eight places a little beside a place, turned, larger and smaller than it."""
    across, along = place.width * 0.08, place.height * 0.06
    for x, y in ((across, 0.0), (-across, 0.0), (0.0, along), (0.0, -along)):
        yield replace(place, x=place.x + x, y=place.y + y)
    for turn_deg in (-7.5, 7.5):
        yield replace(place, turn_deg=place.turn_deg + turn_deg)
    for size in (0.94, 1.06):
        yield replace(place, width=place.width * size, height=place.height * size)


def scale_of(width: int, height: int) -> tuple[float, float]:
    """What a picture is shrunk by across and along: to a bearable size, and to a square when it was stretched."""
    shrink = min(1.0, _SHORT_SIDE_PX / min(height, width))
    if 1 / _STRETCHED < width / height < _STRETCHED:
        return shrink, shrink
    side = min(width, height) * shrink
    return side / width, side / height


def resized(picture: Image, scale: tuple[float, float]) -> Image:
    """The picture shrunk by `scale_of`'s factors."""
    if scale == (1.0, 1.0):
        return picture
    return np.asarray(cv2.resize(picture, None, fx=scale[0], fy=scale[1], interpolation=cv2.INTER_AREA), np.uint8)


def enlarged(place: CropPlace, scale: tuple[float, float]) -> CropPlace:
    """A place of the shrunk picture in the pixels of the picture before; `scale` as `scale_of` gives it."""
    # The middle of the first pixel stays where it is only for scale 1.
    x, y = ((value + 0.5) / factor - 0.5 for value, factor in zip((place.x, place.y), scale, strict=True))
    lies = 45 < place.turn_deg % 180 < 135
    across, along = reversed(scale) if lies else scale
    return replace(place, x=x, y=y, width=place.width / across, height=place.height / along)
