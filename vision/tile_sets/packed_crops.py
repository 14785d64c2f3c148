"""Crops and corrections as the arrays of a file: one picture for all crops, halves for the keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading.adaptation import LogitCorrection, OutputTrust
from vision.reading.classification import OUTPUTS

_LONGEST_WEBP_PX: Final = 16383
"""The format's own limit: 227 crops of a set; a book of an evening has some 120."""
_LOSSLESS: Final = 101
"""OpenCV's word for it: a quality above 100."""
_PNG_LEVEL: Final = 6
"""zlib's usual one: OpenCV's own, 1, makes the file a quarter larger. Measured on crops of rendered tables."""


def pictures_to_png(pictures: Sequence[npt.NDArray[np.uint8]]) -> npt.NDArray[np.uint8]:
    """Crops of one size, one at least, as the bytes of one picture that loses nothing: WebP, PNG where it is too long.

    OpenCV tells them apart by their first bytes, so every version of this program reads either.
    """
    column = np.concatenate(pictures)
    if len(column) <= _LONGEST_WEBP_PX:
        return np.asarray(cv2.imencode(".webp", column, [cv2.IMWRITE_WEBP_QUALITY, _LOSSLESS])[1].ravel(), np.uint8)
    smallest = [cv2.IMWRITE_PNG_COMPRESSION, _PNG_LEVEL, cv2.IMWRITE_PNG_STRATEGY, cv2.IMWRITE_PNG_STRATEGY_FILTERED]
    return np.asarray(cv2.imencode(".png", column, smallest)[1].ravel(), np.uint8)


def pictures_from_png(
    png: npt.NDArray[np.uint8], count: int, shape: tuple[int, int, int]
) -> list[npt.NDArray[np.uint8]]:
    """What `pictures_to_png` packed.

    Raises:
        ValueError, cv2.error: it holds something else.
    """
    column = cv2.imdecode(png, cv2.IMREAD_COLOR)
    return list(np.asarray(column, np.uint8).reshape(count, *shape))


def correction_to_arrays(correction: LogitCorrection) -> dict[str, Any]:
    """A correction without the trust in outputs, which is the same for every set."""
    return {
        "keys": correction.keys.astype(np.float16),
        "outputs": correction.outputs.astype(np.uint8),
        "strengths": correction.strengths,
        "disbelief": np.array(correction.disbelief),
    }


def correction_from_arrays(file: Mapping[str, npt.NDArray[Any]], trust: OutputTrust) -> LogitCorrection:
    """What `correction_to_arrays` made of it.

    Raises:
        KeyError, ValueError: it is none.
    """
    keys, outputs = np.asarray(file["keys"], np.float32), np.asarray(file["outputs"], np.int64)
    strengths = np.asarray(file["strengths"], np.float32)
    is_whole = keys.ndim == 2 and outputs.shape == strengths.shape == (len(keys),)
    if not is_whole or (np.diff(outputs) < 0).any() or (outputs >= OUTPUTS).any() or (strengths <= 0).any():
        raise ValueError(f"keys {keys.shape}, outputs {outputs.shape}, strengths {strengths.shape}")
    # Files of earlier versions say nothing of it.
    disbelief = float(file["disbelief"]) if "disbelief" in file else 0.0
    if not 0 <= disbelief <= 1:
        raise ValueError(f"disbelief {disbelief}")
    return LogitCorrection(keys, outputs, strengths, trust, disbelief)
