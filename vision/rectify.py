"""The table seen from straight above: a picture of the plane of the tile tops at a fixed number of pixels a mm."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.calibration import CameraPose, Floats
from vision.settings import GeometrySettings
from vision.sightings import Image

PX_PER_MM: Final = 1.0
"""The detector was trained at this scale."""
BLOCK_PX: Final = 4
"""Side of the blocks in which changes, felt and cover are judged; also the detector's stride."""
_MARGIN_MM: Final = 10.0


class TableView:
    """Cuts the top view out of frames of one camera pose.

    Row 0 is the far edge (y up), column 0 the left edge; the sides are multiples of 8 pixels.

    Args:
        pose: where the camera is.
        geometry: size of the surface and thickness of a tile.
    """

    def __init__(self, pose: CameraPose, geometry: GeometrySettings) -> None:
        self.pose = pose
        self.z_mm = geometry.tile_thickness_mm
        half_px = (geometry.surface_mm / 2 + _MARGIN_MM) * PX_PER_MM
        self.size_px = int(-(-2 * half_px // 8) * 8)
        self.half_mm = self.size_px / PX_PER_MM / 2
        self.blocks = self.size_px // BLOCK_PX
        # The middle of pixel (column, row) is at column + 0.5, row + 0.5 from the corner.
        to_mm = np.array(
            [
                [1 / PX_PER_MM, 0, 0.5 / PX_PER_MM - self.half_mm],
                [0, -1 / PX_PER_MM, self.half_mm - 0.5 / PX_PER_MM],
                [0, 0, 1],
            ]
        )
        self.to_pixels: Floats = pose.plane_to_pixels(self.z_mm)
        """Homography from mm in the plane of the tile tops to pixels of the frame."""
        self._warp = self.to_pixels @ to_mm

    def rectified(self, image: Image) -> Image:
        """The top view (size_px x size_px x 3) of a frame's picture."""
        size = (self.size_px, self.size_px)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpPerspective(image, self._warp, size, flags=flags), np.uint8)

    def to_mm(self, column: float, row: float) -> tuple[float, float]:
        """Table coordinates of a place in the top view."""
        return ((column + 0.5) / PX_PER_MM - self.half_mm, self.half_mm - (row + 0.5) / PX_PER_MM)

    def to_px(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """Column and row of a table coordinate in the top view."""
        return ((x_mm + self.half_mm) * PX_PER_MM - 0.5, (self.half_mm - y_mm) * PX_PER_MM - 0.5)


def block_means(rectified: Image) -> Image:
    """Mean colour of each block of the top view: (h / BLOCK_PX) x (w / BLOCK_PX) x 3."""
    height, width = rectified.shape[:2]
    size = (width // BLOCK_PX, height // BLOCK_PX)
    return np.asarray(cv2.resize(rectified, size, interpolation=cv2.INTER_AREA), np.uint8)
