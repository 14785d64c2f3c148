"""A lens measured with a chessboard that carries markers between its squares: sharper than the table's own four.

The board is printed by `jantaku calibrate --print FILE --charuco` (A4), glued onto something flat, and photographed ten
times or more by the table's camera: near, far, in every corner of the picture, tilted to all sides.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.geometry.lens import Floats
from vision.settings import MARKER_DICTIONARIES, LensSettings
from vision.sightings import Image

COLUMNS: Final = 5
"""Squares across the board: with 35 mm each, the board fills an A4 page."""
ROWS: Final = 7
"""Squares down the board."""
SQUARE_MM: Final = 35.0
"""Side of a square of the printed board."""
MARKER_MM: Final = 26.0
"""Side of the markers in the white squares: a white rim of 4.5 mm is left, which the detector needs."""
FAMILY: Final = MARKER_DICTIONARIES[0]
MIN_VIEWS: Final = 4
"""Fewer pictures leave the lens open. Chosen, not measured; each view adds six unknowns of its own."""
_FIRST_NUMBER: Final = 20
"""The board's markers must not be taken for the table's."""
_MIN_CORNERS: Final = 8
"""A view with fewer corners (the board has 24) is not used, and two views that share fewer are not compared.

Chosen, not measured.
"""
_MAX_PX: Final = 2.0 / 2304
"""Share of the picture's longer side, 2 pixels of 2304: with a worse fit the board was bent or the pictures blurred.

Chosen, not measured.
"""
_MIN_CHANGE: Final = 0.04
"""Share of the picture's longer side by which the board must have moved for another view. Chosen, not measured."""
_MIN_REACH: Final = 0.6
"""The corners of all views together must reach so far from the middle of the picture towards its corners.

Chosen, not measured: nearer the middle k2 shows in nothing.
"""
_FLAGS: Final = (
    cv2.CALIB_USE_INTRINSIC_GUESS
    | cv2.CALIB_FIX_ASPECT_RATIO
    | cv2.CALIB_FIX_PRINCIPAL_POINT
    | cv2.CALIB_ZERO_TANGENT_DIST
    | cv2.CALIB_FIX_K3
)


class CharucoError(ValueError):
    """The pictures don't tell how the lens bends."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board in one picture: its corners in mm on the board (n x 3) and in pixels (n x 2)."""

    points_mm: Floats
    pixels: Floats
    size_px: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LensFit:
    """A measured lens, the root mean square misfit of all corners and what is doubtful."""

    lens: LensSettings
    residual_px: float
    views: int
    warnings: tuple[str, ...]


def first_number() -> int:
    """The number of the board's first marker; the others follow row by row."""
    return _FIRST_NUMBER


def find_board(image: Image) -> BoardView | None:
    """The board's corners in a picture (BGR); None when too few are to be seen."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    board = _board()
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    if numbers is None or len(numbers) < _MIN_CORNERS:
        return None
    points, pixels = board.matchImagePoints([*np.asarray(corners)], np.asarray(numbers))
    return BoardView(
        np.asarray(points, np.float64).reshape(-1, 3),
        np.asarray(pixels, np.float64).reshape(-1, 2),
        (grey.shape[1], grey.shape[0]),
    )


def fit_lens(views: Iterable[BoardView]) -> LensFit:
    """The lens that explains all views.

    Raises:
        CharucoError: there are too few views, they have different sizes, or no lens explains them.
    """
    seen = list(views)
    if len(seen) < MIN_VIEWS:
        raise CharucoError(
            f"{MIN_VIEWS} pictures that show the board are the least, {len(seen)} were found: take more, with the "
            "whole board, sharp, tilted to every side"
        )
    sizes = {view.size_px for view in seen}
    if len(sizes) > 1:
        listed = ", ".join(f"{width} x {height}" for width, height in sorted(sizes))
        raise CharucoError(
            f"expected pictures of one size, not {listed}: take all with the table's camera as it is set"
        )
    (size_px,) = sizes
    start = np.array([[0.7 * max(size_px), 0, (size_px[0] - 1) / 2], [0, 0.7 * max(size_px), (size_px[1] - 1) / 2]])
    residual, matrix, bend, _, _ = cv2.calibrateCamera(
        [view.points_mm.astype(np.float32) for view in seen],
        [view.pixels.astype(np.float32) for view in seen],
        size_px,
        np.vstack((start, (0.0, 0.0, 1.0))),
        np.zeros(5),
        flags=_FLAGS if _reach(seen) >= _MIN_REACH else _FLAGS | cv2.CALIB_FIX_K2,
    )
    if residual > _MAX_PX * max(size_px):
        raise CharucoError(
            f"the board's corners are {residual:.1f} pixels from where any lens would show them: glue it onto "
            "something flat and take sharp pictures"
        )
    k1, k2 = (float(value) for value in np.ravel(bend)[:2])
    share = float(matrix[0, 0]) / max(size_px)
    try:
        lens = LensSettings(focal_share=round(share, 6), k1=round(k1, 6), k2=round(k2, 6))
    except ValueError as error:
        raise CharucoError(
            "the pictures leave the lens open: tilt the board more, and use the whole picture"
        ) from error
    return LensFit(lens, float(residual), len(seen), _warnings(seen))


class BoardCollector:
    """Chooses views of a board that somebody moves before a camera: each must differ from all before.

    Args:
        wanted: how many views are enough.
    """

    def __init__(self, wanted: int = 12) -> None:
        self.wanted = wanted
        self.views: list[BoardView] = []

    @property
    def is_complete(self) -> bool:
        """True when there are enough."""
        return len(self.views) >= self.wanted

    def take(self, image: Image) -> bool:
        """Look at a picture; True when it shows the board elsewhere or otherwise tilted than all before."""
        view = find_board(image)
        if view is None:
            return False
        least = _MIN_CHANGE * max(view.size_px)
        if any(_difference_px(view, other) < least for other in self.views):
            return False
        self.views.append(view)
        return True


def _difference_px(view: BoardView, other: BoardView) -> float:
    """How far the corners that both views show lie apart on the average; infinite when they share few."""
    before = {tuple(point): pixel for point, pixel in zip(other.points_mm.tolist(), other.pixels, strict=True)}
    shared = [
        np.linalg.norm(pixel - before[tuple(point)])
        for point, pixel in zip(view.points_mm.tolist(), view.pixels, strict=True)
        if tuple(point) in before
    ]
    return float(np.mean(shared)) if len(shared) >= _MIN_CORNERS else np.inf


def _warnings(views: list[BoardView]) -> tuple[str, ...]:
    reach = _reach(views)
    if reach >= _MIN_REACH:
        return ()
    advice = "take more pictures with the board in the corners"
    return (f"the board reached only {reach:.0%} of the way to the corners of the picture: {advice}",)


def _reach(views: list[BoardView]) -> float:
    """How far the corners come on the way from the picture's middle (0) to its corners (1)."""
    middle = np.array(views[0].size_px) / 2
    farthest = max(float(np.linalg.norm(view.pixels - middle, axis=1).max()) for view in views)
    return farthest / float(np.linalg.norm(middle))


def _board() -> cv2.aruco.CharucoBoard:
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{FAMILY}"))
    count = COLUMNS * ROWS // 2
    numbers = np.arange(_FIRST_NUMBER, _FIRST_NUMBER + count)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, dictionary, numbers)
