"""Crops and corrections as the arrays of a file: one PNG for all crops, halves for the keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading.adaptation import LogitCorrection
from vision.reading.classification import OUTPUTS


def pictures_to_png(pictures: Sequence[npt.NDArray[np.uint8]]) -> npt.NDArray[np.uint8]:
    """Crops of one size, one at least, as the bytes of one picture."""
    return np.asarray(cv2.imencode(".png", np.concatenate(pictures))[1].ravel(), np.uint8)


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
    """A correction without its worth, which is the same for every set."""
    return {
        "keys": correction.keys.astype(np.float16),
        "outputs": correction.outputs.astype(np.uint8),
        "strengths": correction.strengths,
    }


def correction_from_arrays(file: Mapping[str, npt.NDArray[Any]], worth: npt.NDArray[np.float32]) -> LogitCorrection:
    """What `correction_to_arrays` made of it.

    Raises:
        KeyError, ValueError: it is none.
    """
    keys, outputs = np.asarray(file["keys"], np.float32), np.asarray(file["outputs"], np.int64)
    strengths = np.asarray(file["strengths"], np.float32)
    is_whole = keys.ndim == 2 and outputs.shape == strengths.shape == (len(keys),)
    if not is_whole or (np.diff(outputs) < 0).any() or (outputs >= OUTPUTS).any() or (strengths <= 0).any():
        raise ValueError(f"keys {keys.shape}, outputs {outputs.shape}, strengths {strengths.shape}")
    return LogitCorrection(keys, outputs, strengths, worth)
