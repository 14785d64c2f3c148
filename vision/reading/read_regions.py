"""Which parts of the top view to give to the detector so that all due cells are read at little cost."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np

from vision.reading.background import Mask

CELL_PX: Final = 16
"""Windows begin and end at multiples of this, the coarsest step of the detector: parts are read as the whole is."""
_MARGIN_CELLS: Final = 2
"""What is read beyond the due cells: 32 pixels, a whole tile. A piece is recognised by itself and what touches it."""
_WORTH_READING_WHOLE: Final = 0.6
"""With windows that cover more than this share of the view, one reading of the whole is cheaper.

Chosen, not measured: windows overlap, and each costs a call of its own.
"""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the top view in cells; `bottom` and `right` are not in it."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def cells(self) -> int:
        """How many cells it covers."""
        return (self.bottom - self.top) * (self.right - self.left)

    @property
    def rows_px(self) -> slice:
        """Its rows of the top view."""
        return slice(self.top * CELL_PX, self.bottom * CELL_PX)

    @property
    def columns_px(self) -> slice:
        """Its columns of the top view."""
        return slice(self.left * CELL_PX, self.right * CELL_PX)

    def margin_px(self, row_px: float, column_px: float) -> float:
        """How far a place lies inside this window, up to the nearest border."""
        rows, columns = self.rows_px, self.columns_px
        inside = (row_px - rows.start, rows.stop - row_px, column_px - columns.start, columns.stop - column_px)
        return float(min(inside))

    def joined(self, other: Window) -> Window:
        """The smallest window around both."""
        return Window(
            min(self.top, other.top),
            min(self.left, other.left),
            max(self.bottom, other.bottom),
            max(self.right, other.right),
        )


def windows_over(due: Mask) -> list[Window]:
    """Windows that cover the due cells (rows x columns of the top view) with what surrounds them."""
    rows, columns = due.shape
    count, _, stats, _ = cv2.connectedComponentsWithStats(due.astype(np.uint8), connectivity=8)
    windows = []
    for left, top, width, height, _ in stats[1:count].tolist():
        above, before = max(top - _MARGIN_CELLS, 0), max(left - _MARGIN_CELLS, 0)
        below, behind = min(top + height + _MARGIN_CELLS, rows), min(left + width + _MARGIN_CELLS, columns)
        windows.append(Window(above, before, below, behind))
    windows = _merged(windows)
    if sum(window.cells for window in windows) > _WORTH_READING_WHOLE * due.size:
        return [Window(0, 0, rows, columns)]
    return windows


def _merged(windows: list[Window]) -> list[Window]:
    """Join windows as long as two of them together cost no more than each alone."""
    while True:
        pair = next((p for p in combinations(windows, 2) if p[0].joined(p[1]).cells <= p[0].cells + p[1].cells), None)
        if pair is None:
            return windows
        windows = [*(window for window in windows if window not in pair), pair[0].joined(pair[1])]
