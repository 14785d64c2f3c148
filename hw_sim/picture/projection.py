"""Where a point of the table falls in the picture: a pinhole camera with a little radial distortion."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class PoseError(ValueError):
    """A camera that cannot see the table."""


@dataclass(frozen=True, slots=True)
class SimulatedCamera:
    """A camera above the table. Lengths in mm of the table's coordinates, focal length and picture in pixels.

    With the default pose the playing surface and its four markers fill 2304x1296; a tile's short side is 33 px or more.
    """

    x_mm: float = 25.0
    y_mm: float = -30.0
    height_mm: float = 900.0
    aim_x_mm: float = 0.0
    aim_y_mm: float = -2.0
    """The point of the felt in the middle of the picture."""
    roll_deg: float = 0.0
    """Turn of the picture clockwise."""
    focal_px: float = 1494.0
    width_px: int = 2304
    height_px: int = 1296
    distortion: float = 0.0
    """First radial coefficient k1 of the usual lens model, for example -0.05."""

    def __post_init__(self) -> None:
        if self.height_mm < 100 or self.focal_px <= 0 or min(self.width_px, self.height_px) < 16:
            raise PoseError(
                f"a camera needs 100 mm height or more, a focal length and a picture, not {self.height_mm} mm, "
                f"{self.focal_px} px, {self.width_px}x{self.height_px}"
            )

    def resized(self, width_px: int, height_px: int) -> SimulatedCamera:
        """The same view in a picture of another size."""
        scale = min(width_px / self.width_px, height_px / self.height_px)
        return replace(self, focal_px=self.focal_px * scale, width_px=width_px, height_px=height_px)

    @property
    def axes(self) -> Floats:
        """Unit vectors of the picture's right, its down and the view, 3x3, rows in table coordinates."""
        return _axes(self)

    def project(self, points_mm: npt.ArrayLike) -> Floats:
        """Table points (N x 3, mm) to pixels (N x 2), pixel centres at whole numbers."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 3)
        seen = (points - (self.x_mm, self.y_mm, self.height_mm)) @ self.axes.T
        plane = seen[:, :2] / seen[:, 2:]
        if self.distortion:
            plane = plane * (1 + self.distortion * np.sum(plane**2, axis=1, keepdims=True))
        return plane * self.focal_px + self._middle

    @property
    def _middle(self) -> Floats:
        return np.array([(self.width_px - 1) / 2, (self.height_px - 1) / 2])


@lru_cache(maxsize=8)
def _axes(pose: SimulatedCamera) -> Floats:
    view = np.array([pose.aim_x_mm - pose.x_mm, pose.aim_y_mm - pose.y_mm, -pose.height_mm])
    view /= np.linalg.norm(view)
    right = np.cross(view, (0.0, 1.0, 0.0))
    right /= np.linalg.norm(right)
    down = np.cross(view, right)
    roll = math.radians(pose.roll_deg)
    turned_right = right * math.cos(roll) - down * math.sin(roll)
    turned_down = right * math.sin(roll) + down * math.cos(roll)
    return np.stack([turned_right, turned_down, view])
