"""Variants of a labelled crop: what the same tile would look like a little elsewhere, in other light, upside down.

A sample is an upright crop with SAMPLE_MARGIN_PX more on each side, so that shifting and turning it stays inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX, SAMPLE_MARGIN_PX
from vision.sightings import Image

_SHIFT_PX: Final = 4.0
"""How far a crop is shifted, a tenth of its width: loose boxes err more than a detector's. Chosen, not measured."""
_TURN_DEG: Final = 8.0
"""How far a crop is turned; the detector's angle is off by less than 4 degrees in 99 of 100 cases
(vision/model/DETECTOR.md).
"""
_SPOILT_TURN_DEG: Final = (40.0, 90.0)
"""Turned so far a crop shows no whole tile any more, which the network is to go on refusing."""
_SPOILT_SIZE: Final = (0.7, 1.3)
"""How much smaller or larger the tile of such a crop is. Chosen, not measured."""
_SPOILT_SHIFT_PX: Final = 4.0
"""How far such a crop is shifted besides. Chosen, not measured: as others are."""
_SHOWN_SHARE: Final = (0.45, 0.75)
"""Share of a tile that a cut crop shows; a test holds that no more than three quarters of a face teach "no whole
tile".
"""
_CUT_TURN_DEG: Final = 20.0
"""How far a cut crop is turned. Chosen, not measured."""
_STRETCH: Final = 0.12
"""How much wider or higher a crop is than it should be. Chosen, not measured: loose boxes err by a tenth."""
_MIN_GAMMA: Final = 0.7
"""Darkest and, as its inverse, brightest gamma of the light. Chosen, not measured."""
_CAST: Final = 0.06
"""How much stronger one colour of the light is. Chosen, not measured."""
_SLOPE: Final = 0.2
"""How much the light falls off across a crop. Chosen, not measured."""
_MAX_BLUR_PX: Final = 1.2
"""Radius (sigma) of the strongest blur; half of the crops have none. Chosen, not measured."""
_NOISE: Final = 0.015
"""Standard deviation of the noise, of white. Chosen, not measured: four grey levels of 255."""
_LEVELS: Final = np.arange(256, dtype=np.float32) / 255
"""The share of white of every grey level."""
_ROWS, _COLUMNS = np.mgrid[-0.5 : 0.5 : CROP_HEIGHT_PX * 1j, -0.5 : 0.5 : CROP_WIDTH_PX * 1j].astype(np.float32)
"""How far each pixel of a crop lies below and to the right of its middle, in heights and widths."""


def variants(samples: npt.NDArray[np.uint8], count: int, rng: Random) -> npt.NDArray[np.uint8]:
    """`count` crops of each sample, one after the other, in turn upright and upside down.

    Args:
        samples: n x 72 x 56 x 3, BGR, upright.
        count: how many of each, even.
        rng: chance.

    Returns:
        (n * count) x 56 x 40 x 3.
    """
    noise = np.random.default_rng(rng.getrandbits(64))
    crops = (
        _seen_elsewhere(_moved(sample, number % 2, rng), rng, noise) for sample in samples for number in range(count)
    )
    return _stacked(crops, len(samples) * count)


def spoilt(samples: npt.NDArray[np.uint8], count: int, rng: Random) -> npt.NDArray[np.uint8]:
    """`count` crops of each sample in which it lies so far turned that it is no whole tile; like `variants`."""
    return _stacked(_askew(samples, count, rng), len(samples) * count)


def _askew(samples: npt.NDArray[np.uint8], count: int, rng: Random) -> Iterator[Image]:
    for sample in samples:
        for number in range(count):
            turn_deg = rng.uniform(*_SPOILT_TURN_DEG) * rng.choice((-1, 1)) + 180 * (number % 2)
            size = rng.uniform(*_SPOILT_SIZE)
            aside = (rng.uniform(-_SPOILT_SHIFT_PX, _SPOILT_SHIFT_PX), rng.uniform(-_SPOILT_SHIFT_PX, _SPOILT_SHIFT_PX))
            yield _looked_at(sample, aside, turn_deg, size)


def cut_short(samples: npt.NDArray[np.uint8], count: int, rng: Random) -> npt.NDArray[np.uint8]:
    """`count` crops of each sample that show a part of it only, mostly one end; like `variants`."""
    return _stacked(_in_part(samples, count, rng), len(samples) * count)


def _in_part(samples: npt.NDArray[np.uint8], count: int, rng: Random) -> Iterator[Image]:
    for sample in samples:
        for number in range(count):
            share = rng.uniform(*_SHOWN_SHARE)
            across = rng.uniform(-1, 1) * (1 - share) * CROP_WIDTH_PX / 2
            along = rng.choice((-1.0, 1.0, rng.uniform(-1, 1))) * (1 - share) * CROP_HEIGHT_PX / 2
            turn_deg = rng.uniform(-_CUT_TURN_DEG, _CUT_TURN_DEG) + 180 * (number % 2)
            yield _looked_at(sample, (across, along), turn_deg, 1 / share)


def _looked_at(sample: Image, aside_px: tuple[float, float], turn_deg: float, size: float) -> Image:
    """The crop whose middle is this far from the sample's, turned and enlarged."""
    x, y = (SAMPLE_MARGIN_PX + (side - 1) / 2 for side in (CROP_WIDTH_PX, CROP_HEIGHT_PX))
    x, y = x + aside_px[0], y + aside_px[1]
    place = cv2.getRotationMatrix2D((x, y), turn_deg, size)
    place[:, 2] += np.array([(CROP_WIDTH_PX - 1) / 2 - x, (CROP_HEIGHT_PX - 1) / 2 - y])
    crop = cv2.warpAffine(sample, place, (CROP_WIDTH_PX, CROP_HEIGHT_PX), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def _stacked(crops: Iterable[Image], count: int) -> npt.NDArray[np.uint8]:
    """So many crops in one array; each is there once, for a small computer has no room for them twice."""
    stacked = np.empty((count, CROP_HEIGHT_PX, CROP_WIDTH_PX, 3), np.uint8)
    for place, crop in zip(stacked, crops, strict=True):
        place[:] = crop
    return stacked


def _moved(sample: Image, half_turns: int, rng: Random) -> Image:
    """The crop area, shifted, turned and stretched by as much as loose boxes err, which is more than a detector."""
    turn = np.radians(rng.uniform(-_TURN_DEG, _TURN_DEG) + 180 * half_turns)
    wide, high = (1 + rng.uniform(-_STRETCH, _STRETCH) for _ in range(2))
    across = np.array([np.cos(turn), np.sin(turn)]) * wide
    down = np.array([-np.sin(turn), np.cos(turn)]) * high
    middle = np.array([CROP_WIDTH_PX - 1, CROP_HEIGHT_PX - 1]) / 2
    shift = np.array([rng.uniform(-_SHIFT_PX, _SHIFT_PX) for _ in range(2)])
    corner = middle + SAMPLE_MARGIN_PX + shift - across * middle[0] - down * middle[1]
    place = np.column_stack([across, down, corner])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (CROP_WIDTH_PX, CROP_HEIGHT_PX)
    return np.asarray(cv2.warpAffine(sample, place, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _seen_elsewhere(crop: Image, rng: Random, noise: np.random.Generator) -> Image:
    """Another light, another sharpness, the camera's noise."""
    light = (_LEVELS ** (_MIN_GAMMA ** rng.uniform(-1, 1)))[crop]
    light *= np.array([1 + rng.uniform(-_CAST, _CAST) for _ in range(3)], np.float32)
    light *= (1 + _ROWS * rng.uniform(-_SLOPE, _SLOPE) + _COLUMNS * rng.uniform(-_SLOPE, _SLOPE))[..., None]
    blur_px = rng.uniform(-_MAX_BLUR_PX, _MAX_BLUR_PX)
    if blur_px > 0.3:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), blur_px), np.float32)
    light += noise.normal(0, _NOISE, light.shape).astype(np.float32)
    return np.asarray(np.clip(light, 0, 1) * 255, np.uint8)
