"""The table seen from straight above: a picture of the plane of the tile tops in which every tile has the same size.

The scale follows the size of the table's tiles, so that the detector always sees them as about 20.5 x 28 pixels.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.geometry.pose import CameraPose
from vision.settings import GeometrySettings
from vision.sightings import Image

BLOCK_PX: Final = 4
"""Side of the blocks in which changes, felt and cover are judged; also the detector's stride."""
_MARGIN_MM: Final = 10.0
"""Shown beyond the surface, so that a tile at its very edge is whole in the view."""


class TableView:
    """Cuts the top view out of frames of one camera pose.

    Row 0 is the far edge (y up), column 0 the left edge; the sides are multiples of 16 pixels.

    Args:
        pose: where the camera is.
        geometry: size of the surface and thickness of a tile.
    """

    def __init__(self, pose: CameraPose, geometry: GeometrySettings) -> None:
        self.pose = pose
        self.z_mm = geometry.tile_thickness_mm
        self.px_per_mm = scale = 1 / geometry.tile_scale
        half_px = (geometry.surface_mm / 2 + _MARGIN_MM) * scale
        self.size_px = int(-(-2 * half_px // 16) * 16)
        self.half_mm = self.size_px / scale / 2
        self.blocks = self.size_px // BLOCK_PX
        self.block_mm = BLOCK_PX / scale
        # The middle of pixel (column, row) is at column + 0.5, row + 0.5 from the corner.
        to_mm = np.array(
            [
                [1 / scale, 0, 0.5 / scale - self.half_mm],
                [0, -1 / scale, self.half_mm - 0.5 / scale],
                [0, 0, 1],
            ]
        )
        self._shrink = self._frame_px_per_px()
        self._warp = _shrunk(pose, self._shrink).plane_warp(to_mm, self.z_mm, (self.size_px, self.size_px))

    def rectified(self, image: Image) -> Image:
        """The top view (size_px x size_px x 3) of a frame's picture."""
        if self._shrink > 1:
            # A frame with far more pixels than the view would be sampled with gaps.
            height, width = (side // self._shrink for side in image.shape[:2])
            inner = image[: height * self._shrink, : width * self._shrink]
            image = np.asarray(cv2.resize(inner, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        return self._warp(image)

    def _frame_px_per_px(self) -> int:
        """How many pixels of the frame, rounded down, lie along a pixel of the view's middle."""
        near, far = self.pose.plane_pixels(np.array([(0.0, 0.0), (1 / self.px_per_mm, 0.0)]), self.z_mm)
        return max(1, int(np.linalg.norm(far - near)))

    def to_mm(self, column: float, row: float) -> tuple[float, float]:
        """Table coordinates of a place in the top view."""
        return ((column + 0.5) / self.px_per_mm - self.half_mm, self.half_mm - (row + 0.5) / self.px_per_mm)

    def to_px(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """Column and row of a table coordinate in the top view."""
        return ((x_mm + self.half_mm) * self.px_per_mm - 0.5, (self.half_mm - y_mm) * self.px_per_mm - 0.5)


def _shrunk(pose: CameraPose, times: int) -> CameraPose:
    """The pose of a camera whose picture is so many times smaller."""
    middle = 0.5 / times - 0.5
    shrink = np.array([[1 / times, 0, middle], [0, 1 / times, middle], [0, 0, 1]])
    return replace(pose, intrinsics=shrink @ pose.intrinsics)


def block_means(rectified: Image) -> Image:
    """Mean colour of each block of the top view: (h / BLOCK_PX) x (w / BLOCK_PX) x 3."""
    height, width = rectified.shape[:2]
    size = (width // BLOCK_PX, height // BLOCK_PX)
    return np.asarray(cv2.resize(rectified, size, interpolation=cv2.INTER_AREA), np.uint8)
