"""A camera over the table: the way from points of the table to pixels and back, and planes cut out of pictures.

Whoever needs the place of a few points uses `project`, `plane_pixels` and `to_plane`; whoever needs a picture of a part
of a plane uses `plane_warp` (large, made once) or `local_homography` (a single tile). All of them know the lens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.lens import STRAIGHT, Floats, Lens

Picture = npt.NDArray[np.uint8]

_MAP_STEP_PX: Final = 8
"""The maps of a bent lens are computed in a grid of this step and interpolated: off by less than 0.01 pixels."""


@dataclass(frozen=True, slots=True)
class CameraPose:
    """A camera over the table: a pinhole behind a lens.

    `intrinsics` and `rotation` are 3x3, `translation` is 3: the pinhole's pixel ~ intrinsics (rotation point_mm +
    translation). A picture that was stretched has another focal length across than down.
    """

    intrinsics: Floats
    rotation: Floats
    translation: Floats
    residual_px: float
    """Root mean square distance of the marker corners from where this pose puts them."""
    lens: Lens = STRAIGHT

    @property
    def centre_mm(self) -> Floats:
        """The camera's own place on the table: x, y and height above the felt."""
        return np.asarray(-self.rotation.T @ self.translation)

    @property
    def focal_px(self) -> float:
        """Focal length in pixels, as the picture is high."""
        return float(self.intrinsics[1, 1])

    @property
    def stretch(self) -> float:
        """How many times too wide the picture is; 1 for square pixels."""
        return float(self.intrinsics[0, 0] / self.intrinsics[1, 1])

    def plane_to_pixels(self, z_mm: float) -> Floats:
        """The homography (3x3) from (x, y, 1) in mm at a height above the felt to the pinhole's pixels.

        These are the picture's pixels only when `lens.is_straight`.
        """
        columns = np.column_stack(
            (self.rotation[:, 0], self.rotation[:, 1], self.rotation[:, 2] * z_mm + self.translation)
        )
        return np.asarray(self.intrinsics @ columns)

    def project(self, points_mm: Floats) -> Floats:
        """Pixels (n x 2) of points (n x 3) in mm."""
        seen = points_mm @ self.rotation.T + self.translation
        return self._to_pixels(seen[:, :2] / seen[:, 2:])

    def plane_pixels(self, points_mm: Floats, z_mm: float) -> Floats:
        """Pixels (n x 2) of points (n x 2, mm) at a height above the felt."""
        return self.project(np.column_stack((points_mm, np.full(len(points_mm), z_mm))))

    def to_plane(self, pixels: Floats, z_mm: float) -> Floats:
        """The points (n x 2, mm) at a height above the felt that are seen at pixels (n x 2)."""
        return transform(np.asarray(np.linalg.inv(self.plane_to_pixels(z_mm))), self.straightened(pixels))

    def straightened(self, pixels: Floats) -> Floats:
        """Where a pinhole would show what is seen at pixels (n x 2) of the picture."""
        if self.lens.is_straight:
            return pixels
        plane = self.lens.straightened((pixels - self.middle) / self._focals)
        return np.asarray(plane * self._focals + self.middle)

    def bent(self, pixels: Floats) -> Floats:
        """The picture's pixels for the pinhole's pixels (n x 2)."""
        return pixels if self.lens.is_straight else self._to_pixels((pixels - self.middle) / self._focals)

    def shift_plane(self, x_mm: float, y_mm: float, from_z_mm: float, to_z_mm: float) -> tuple[float, float]:
        """What seems to lie at (x, y) at one height lies here at another: parallax."""
        camera_x, camera_y, height = self.centre_mm
        share = (to_z_mm - from_z_mm) / (height - from_z_mm)
        return (float(x_mm + (camera_x - x_mm) * share), float(y_mm + (camera_y - y_mm) * share))

    def plane_warp(self, to_mm: Floats, z_mm: float, size_px: tuple[int, int]) -> PlaneWarp:
        """A cutter of pictures of a plane; `to_mm` (3x3) leads from their pixels (width x height) to mm at a height."""
        return PlaneWarp(self, self.plane_to_pixels(z_mm) @ to_mm, size_px)

    def local_homography(self, to_mm: Floats, z_mm: float, size_px: tuple[int, int]) -> Floats:
        """A homography (3x3) from a small picture's pixels (width x height) to the frame's.

        With a bent lens it is exact in the four corners and off by less than 0.2 pixels between them, for a tile.
        """
        homography = self.plane_to_pixels(z_mm) @ to_mm
        if self.lens.is_straight:
            return np.asarray(homography)
        right, bottom = size_px[0] - 1.0, size_px[1] - 1.0
        corners = np.array([(0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)])
        seen = self.bent(transform(homography, corners))
        return np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), seen.astype(np.float32)), np.float64)

    @property
    def middle(self) -> Floats:
        """The pixel that the lens's axis meets."""
        return np.asarray(self.intrinsics[:2, 2])

    @property
    def _focals(self) -> Floats:
        return np.asarray(self.intrinsics[(0, 1), (0, 1)])

    def _to_pixels(self, plane: Floats) -> Floats:
        return np.asarray(self.lens.bent(plane) * self._focals + self.middle)


class PlaneWarp:
    """Cuts always the same part of a plane out of frames: a homography, or prepared maps when the lens bends.

    Args:
        pose: where the camera is.
        homography: 3x3, from the pixels of the picture to be made to the pinhole's pixels.
        size_px: its width and height.
    """

    def __init__(self, pose: CameraPose, homography: Floats, size_px: tuple[int, int]) -> None:
        self._homography = homography
        self._size_px = size_px
        self._maps = None if pose.lens.is_straight else _maps(pose, homography, size_px)

    def __call__(self, image: Picture) -> Picture:
        """The picture (height x width x 3) of the plane in a frame."""
        if self._maps is None:
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            return np.asarray(cv2.warpPerspective(image, self._homography, self._size_px, flags=flags), np.uint8)
        return np.asarray(cv2.remap(image, *self._maps, cv2.INTER_LINEAR), np.uint8)


def _maps(
    pose: CameraPose, homography: Floats, size_px: tuple[int, int]
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
    """OpenCV's fixed-point maps: for each pixel of the result the place in the frame."""
    width, height = size_px
    columns = np.arange(-_MAP_STEP_PX / 2, width + _MAP_STEP_PX, _MAP_STEP_PX)
    rows = np.arange(-_MAP_STEP_PX / 2, height + _MAP_STEP_PX, _MAP_STEP_PX)
    # Knots lie in the middle of each 8 x 8 block, where `cv2.resize` expects the samples that it interpolates.
    knots = np.stack(np.meshgrid(columns - 0.5, rows - 0.5), axis=-1).reshape(-1, 2)
    seen = pose.bent(transform(homography, knots)).reshape(len(rows), len(columns), 2).astype(np.float32)
    large = (len(columns) * _MAP_STEP_PX, len(rows) * _MAP_STEP_PX)
    full = cv2.resize(seen, large, interpolation=cv2.INTER_LINEAR)
    inner = full[_MAP_STEP_PX : _MAP_STEP_PX + height, _MAP_STEP_PX : _MAP_STEP_PX + width]
    across, down = (np.ascontiguousarray(inner[..., axis]) for axis in (0, 1))
    places, shares = cv2.convertMaps(across, down, cv2.CV_16SC2)
    return np.asarray(places, np.int16), np.asarray(shares, np.uint16)


def transform(homography: Floats, points: Floats) -> Floats:
    """Points (n x 2) through a 3x3 homography."""
    ones = np.ones((len(points), 1))
    mapped = np.hstack((points, ones)) @ homography.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])
