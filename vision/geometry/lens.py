"""How a lens bends the picture: radial distortion, the same everywhere around the picture's middle.

Plane coordinates are those of a pinhole with focal length 1: x / z and y / z of a point seen by the camera. The
model is OpenCV's with its first two radial coefficients: bent = straight (1 + k1 r^2 + k2 r^4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_NEWTON_STEPS: Final = 8
"""Newton's method doubles the right digits with each step: far more than enough for |k1| up to 0.15."""
_MIN_SLOPE: Final = 0.05
"""Beyond the radius where a strong barrel lens folds back, the inverse goes on with this slope instead of breaking."""


@dataclass(frozen=True, slots=True)
class Lens:
    """Radial distortion. k1 below 0 is a barrel, above 0 a pincushion."""

    k1: float = 0.0
    k2: float = 0.0

    @property
    def is_straight(self) -> bool:
        """True for a lens that bends nothing: a homography then says everything."""
        return self.k1 == 0.0 and self.k2 == 0.0

    def bent(self, plane: Floats) -> Floats:
        """Where the lens shows points (n x 2) of the plane."""
        if self.is_straight:
            return plane
        square = np.sum(plane**2, axis=1, keepdims=True)
        return np.asarray(plane * (1 + square * (self.k1 + square * self.k2)))

    def straightened(self, bent: Floats) -> Floats:
        """The points (n x 2) of the plane that the lens shows there: Newton's method on the radius."""
        if self.is_straight:
            return bent
        shown = np.linalg.norm(bent, axis=1)
        radius = shown.copy()
        for _ in range(_NEWTON_STEPS):
            square = radius**2
            excess = radius * (1 + square * (self.k1 + square * self.k2)) - shown
            slope = 1 + square * (3 * self.k1 + 5 * self.k2 * square)
            radius = np.clip(radius - excess / np.maximum(slope, _MIN_SLOPE), 0.0, 4.0 * shown)
        with np.errstate(invalid="ignore", divide="ignore"):
            grown = np.where(shown > 0, radius / shown, 1.0)
        return np.asarray(bent * grown[:, None])


STRAIGHT: Final = Lens()
"""The lens of a pinhole."""
