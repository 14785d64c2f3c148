"""Variants of a labelled crop: what the same tile would look like a little elsewhere, in other light, upside down.

A sample is an upright crop with SAMPLE_MARGIN_PX more on each side, so that shifting and turning it stays inside.
"""

from __future__ import annotations

from random import Random
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX, SAMPLE_MARGIN_PX
from vision.sightings import Image

_SHIFT_PX: Final = 2.4
_TURN_DEG: Final = 5.0
_SPOILT_TURN_DEG: Final = (40.0, 90.0)
_SPOILT_SIZE: Final = (0.7, 1.3)
_SPOILT_SHIFT_PX: Final = 4.0
_STRETCH: Final = 0.05
_LEAST_GAMMA: Final = 0.7
_CAST: Final = 0.06
_SLOPE: Final = 0.2
_MOST_BLUR_PX: Final = 1.2
_NOISE: Final = 0.015


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
    crops = [
        _seen_elsewhere(_moved(sample, number % 2, rng), rng, noise) for sample in samples for number in range(count)
    ]
    return np.stack(crops) if crops else np.empty((0, CROP_HEIGHT_PX, CROP_WIDTH_PX, 3), np.uint8)


def spoilt(samples: npt.NDArray[np.uint8], count: int, rng: Random) -> npt.NDArray[np.uint8]:
    """`count` crops of each sample in which it lies so far turned that it is no whole tile; like `variants`."""
    middle = np.array([SAMPLE_MARGIN_PX + (size - 1) / 2 for size in (CROP_WIDTH_PX, CROP_HEIGHT_PX)])
    crops = []
    for sample in samples:
        for number in range(count):
            turn_deg = rng.uniform(*_SPOILT_TURN_DEG) * rng.choice((-1, 1)) + 180 * (number % 2)
            place = cv2.getRotationMatrix2D(tuple(middle), turn_deg, rng.uniform(*_SPOILT_SIZE))
            place[:, 2] -= SAMPLE_MARGIN_PX + np.array([rng.uniform(-_SPOILT_SHIFT_PX, _SPOILT_SHIFT_PX) for _ in "xy"])
            size = (CROP_WIDTH_PX, CROP_HEIGHT_PX)
            crops.append(cv2.warpAffine(sample, place, size, borderMode=cv2.BORDER_REPLICATE))
    return np.asarray(np.stack(crops), np.uint8) if crops else np.empty((0, CROP_HEIGHT_PX, CROP_WIDTH_PX, 3), np.uint8)


def _moved(sample: Image, half_turns: int, rng: Random) -> Image:
    """The crop area, shifted, turned and stretched by as much as a detector errs."""
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
    light = (crop.astype(np.float32) / 255) ** (_LEAST_GAMMA ** rng.uniform(-1, 1))
    light *= np.array([1 + rng.uniform(-_CAST, _CAST) for _ in range(3)], np.float32)
    rows, columns = np.mgrid[-0.5 : 0.5 : CROP_HEIGHT_PX * 1j, -0.5 : 0.5 : CROP_WIDTH_PX * 1j].astype(np.float32)
    light *= (1 + rows * rng.uniform(-_SLOPE, _SLOPE) + columns * rng.uniform(-_SLOPE, _SLOPE))[..., None]
    blur_px = rng.uniform(-_MOST_BLUR_PX, _MOST_BLUR_PX)
    if blur_px > 0.3:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), blur_px), np.float32)
    light += noise.normal(0, _NOISE, light.shape).astype(np.float32)
    return np.asarray(np.clip(light, 0, 1) * 255, np.uint8)
