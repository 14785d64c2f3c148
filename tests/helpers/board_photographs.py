"""Pictures of the printed board as a camera with a bent lens takes them."""

from __future__ import annotations

import functools

import cv2
import numpy as np

from vision.calibrating.marker_sheets import PAGE_MM, board_page, to_png
from vision.geometry.lens import Lens
from vision.geometry.pose import CameraPose, transform
from vision.sightings import Image

SIZE_PX = (1152, 648)
_BLOCK_PX = 8
"""The lens is computed in blocks of this side, which divides both of `SIZE_PX`, and interpolated between them."""


@functools.cache
def printed_board(px_per_mm: float = 4.0) -> Image:
    """The sheet as it comes out of the printer."""
    data = np.frombuffer(to_png(board_page()), np.uint8)
    wide, high = PAGE_MM
    size = (round(wide * px_per_mm), round(high * px_per_mm))
    sheet = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
    assert sheet is not None
    return np.asarray(cv2.resize(sheet, size, interpolation=cv2.INTER_AREA), np.uint8)


def camera(
    tilt_deg: tuple[float, float], shift_mm: tuple[float, float, float], focal_px: float, lens: Lens
) -> CameraPose:
    """A camera before which the page lies: `shift_mm` is where the page's middle is seen, right, down and away."""
    rotation = cv2.Rodrigues(np.radians(np.array([180.0 + tilt_deg[0], 0.0, 0.0])))[0]
    rotation = cv2.Rodrigues(np.radians(np.array([0.0, tilt_deg[1], 0.0])))[0] @ rotation
    middle = np.array([PAGE_MM[0] / 2, PAGE_MM[1] / 2, 0.0])
    intrinsics = np.array([[focal_px, 0, (SIZE_PX[0] - 1) / 2], [0, focal_px, (SIZE_PX[1] - 1) / 2], [0, 0, 1.0]])
    return CameraPose(intrinsics, rotation, np.array(shift_mm) - rotation @ middle, 0.0, lens)


def photograph(sheet: Image, pose: CameraPose) -> Image:
    """The sheet (grey) on dark wood."""
    scale = sheet.shape[1] / PAGE_MM[0]
    to_sheet = np.array([[scale, 0, -0.5], [0, -scale, PAGE_MM[1] * scale - 0.5], [0, 0, 1.0]])
    # One knot in the middle of each block, where `cv2.resize` expects it, and a row of them beyond every edge.
    columns, rows = (np.arange(-_BLOCK_PX / 2 - 0.5, side + _BLOCK_PX, _BLOCK_PX) for side in SIZE_PX)
    knots = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
    on_sheet = transform(to_sheet, pose.to_plane(knots, 0.0)).reshape(len(rows), len(columns), 2).astype(np.float32)
    large = (len(columns) * _BLOCK_PX, len(rows) * _BLOCK_PX)
    wide, high = SIZE_PX
    places = cv2.resize(on_sheet, large)[_BLOCK_PX : _BLOCK_PX + high, _BLOCK_PX : _BLOCK_PX + wide]
    seen = cv2.remap(
        sheet, places[..., 0], places[..., 1], cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=70
    )
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(seen, (0, 0), 0.7), cv2.COLOR_GRAY2BGR), np.uint8)


@functools.cache
def album(lens: Lens, focal_px: float = 800.0) -> list[Image]:
    """Pictures of the board near and far, in every corner, tilted to all sides."""
    sheet = printed_board()
    places = [
        *(((0, 0), (0, 0, 420)), ((25, 0), (-130, 0, 450)), ((-25, 5), (130, 10, 450)), ((0, 28), (-60, -30, 430))),
        *(((5, -28), (60, 30, 430)), ((18, 18), (-150, -60, 480)), ((-18, 18), (150, 60, 480)), ((0, 0), (0, 0, 560))),
    ]
    return [photograph(sheet, camera(tilt, shift, focal_px, lens)) for tilt, shift in places]
