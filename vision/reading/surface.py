"""What the top view says besides pieces: where the felt lies bare, where something moves, where an arm reaches in.

All judged in blocks of the top view (`geometry.rectify.BLOCK_PX`); an array's row 0 is the far edge of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.rectify import TableView
from vision.reading.background import Background, Mask
from vision.settings import GeometrySettings
from vision.sightings import Image, Sighting

_EDGE_MM: Final = 20.0
"""An arm comes in over this outermost strip of the surface.

Chosen, not measured: no zone but the melds' comes that near the edge.
"""
_MIN_ARM_MM2: Final = 1500.0
"""What reaches in and is smaller is no arm.

Chosen, not measured: a finger 15 mm wide that reaches 100 mm in; a tile has 574 mm2.
"""


@dataclass(frozen=True)
class SurfaceMask:
    """A yes or no for every block of the table.

    `blocks` is n x n; `half_mm` is the distance from the centre to the array's border.
    """

    blocks: Mask
    half_mm: float

    def share(self, x_mm: float, y_mm: float, reach_mm: float) -> float:
        """The share of yes in a square of +-reach_mm around a point (0 outside the array)."""
        count, sums = self._sums
        if not count:
            return 0.0
        size = len(self.blocks)
        block_mm = 2 * self.half_mm / size
        reach = reach_mm / block_mm
        left, right = _span((x_mm + self.half_mm) / block_mm, reach, size)
        top, bottom = _span((self.half_mm - y_mm) / block_mm, reach, size)
        if left == right or top == bottom:
            return 0.0
        inside = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return float(inside) / ((bottom - top) * (right - left))

    @cached_property
    def _sums(self) -> tuple[int, npt.NDArray[np.int32]]:
        """How many yes there are, and how many above and left of each corner of a block; hundreds of shares need it."""
        sums = np.asarray(cv2.integral(self.blocks.view(np.uint8)), np.int32)
        return int(sums[-1, -1]), sums


def _span(middle: float, reach: float, size: int) -> tuple[int, int]:
    """From which to which block, the second outside."""
    return min(max(round(middle - reach), 0), size), min(max(round(middle + reach), 0), size)


@dataclass(frozen=True, slots=True)
class SurfaceFacts:
    """The table's surface in one frame: bare felt, motion since the frame before, and what an arm covers."""

    felt: SurfaceMask
    moving: SurfaceMask
    covered: SurfaceMask


class Surface:
    """Judges the surface of one table.

    Args:
        view: the top view it looks at.
        geometry: where markers and console lie.
    """

    def __init__(self, view: TableView, geometry: GeometrySettings) -> None:
        self._view = view
        self._reach_mm = (geometry.tile_width_mm + geometry.tile_height_mm) / 4
        coordinate = (np.arange(view.blocks) + 0.5) * view.block_mm - view.half_mm
        x_mm, y_mm = np.meshgrid(coordinate, -coordinate)
        far = np.maximum(np.abs(x_mm), np.abs(y_mm))
        near = np.minimum(np.abs(x_mm), np.abs(y_mm))
        half = geometry.surface_mm / 2
        marker_from = geometry.marker_at_mm - geometry.marker_mm
        inside = far < half - _EDGE_MM / 2
        console = far < geometry.console_mm / 2 + view.block_mm * 3
        self._playing: Mask = inside & ~console & ~(near > marker_from)
        self._background = Background(self._playing)
        self._drawn: tuple[tuple[Sighting, ...], Mask] = ((), np.zeros(far.shape, np.bool_))
        self._edge: Mask = self._playing & (far > half - _EDGE_MM * 1.5)

    def felt(self, blocks: Image) -> Mask:
        """Where the felt lies bare, or what else belongs to the table."""
        return self._background.bare(blocks)

    def dark(self) -> Mask:
        """Where the frame last judged is as dark as felt in deep shade or darker, whatever the colour."""
        return self._background.dark()

    def learn(self, felt: Mask, moving: Mask, sightings: tuple[Sighting, ...]) -> None:
        """Take in what lies on the table and is no piece: after long rest it belongs to the table."""
        self._background.learn(self._playing & ~felt & ~moving & ~self._pieces(sightings))

    def covered(self, felt: Mask, sightings: tuple[Sighting, ...]) -> Mask:
        """What reaches in over the table's edge and is neither felt nor a piece: arms, sleeves, a newspaper."""
        strange = (self._playing & ~felt & ~self._pieces(sightings)).astype(np.uint8)
        strange = np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        if not strange.any():
            return np.zeros(felt.shape, np.bool_)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(strange, connectivity=8)
        at_edge = set(np.unique(labels[self._edge & (strange > 0)]))
        arms = [
            number
            for number in range(1, count)
            if number in at_edge and stats[number, cv2.CC_STAT_AREA] * self._view.block_mm**2 >= _MIN_ARM_MM2
        ]
        return np.asarray(np.isin(labels, arms))

    def _pieces(self, sightings: tuple[Sighting, ...]) -> Mask:
        """Blocks that belong to known pieces; drawn once for the same sightings."""
        if sightings is self._drawn[0]:
            return self._drawn[1]
        mask = np.zeros((self._view.blocks, self._view.blocks), np.uint8)
        half, block_mm = self._view.half_mm, self._view.block_mm
        for sighting in sightings:
            centre = ((sighting.x_mm + half) / block_mm, (half - sighting.y_mm) / block_mm)
            size = (2 * self._reach_mm / block_mm + 1.0, 2 * self._reach_mm / block_mm + 1.0)
            corners = cv2.boxPoints((centre, size, -sighting.rotation_deg))
            cv2.fillConvexPoly(mask, np.round(corners - 0.5).astype(np.int32), 1)
        self._drawn = (sightings, np.asarray(mask > 0))
        return self._drawn[1]
