"""Reading a stream of frames: only what changed and lies still is read again, so that most frames cost a few ms.

Rules this file keeps:
* A block of the top view has changed when it differs from the picture last read there, and moves when it differs from
  the frame before.
* A changed window is read `vote_frames` times, then left alone.
* Pieces in moving places are neither dropped nor added: what was known there stays.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection import Box
from vision.reader import TableReader
from vision.rectify import BLOCK_PX, TableView, block_means
from vision.settings import ReadingSettings
from vision.sightings import Frame, Image, Sighting
from vision.surface import Mask, Surface, SurfaceFacts, SurfaceMask

_CORE_PX: Final = 80
"""The top view is read in squares of this side ..."""
_WINDOW_PX: Final = 160
"""... each seen with its surroundings: as far as the detector's outputs reach."""
_MOST_WINDOWS: Final = 16
"""With more to read, one reading of the whole is cheaper."""
_LEAST_CHANGE: Final = 8.0
_SAME_PIECE_PX: Final = 12.0
_MOVING_SHARE: Final = 0.1
_PIECE_PX: Final = 12.0


@dataclass(frozen=True, slots=True)
class Look:
    """What one frame shows: all pieces (old sightings are the same objects), the surface, how much was read anew."""

    sightings: tuple[Sighting, ...]
    facts: SurfaceFacts
    windows_read: int


class IncrementalReader:
    """Reads the frames of one camera pose.

    Args:
        reader: reads pictures.
        view: the top view of the pose.
        settings: how often a place is read.
    """

    def __init__(self, reader: TableReader, view: TableView, settings: ReadingSettings) -> None:
        self._reader = reader
        self._view = view
        self._settings = settings
        self._surface = Surface(view, reader.geometry)
        self._before: npt.NDArray[np.float32] | None = None
        self._read_blocks: npt.NDArray[np.float32] = np.full((view.blocks, view.blocks, 3), -1000.0, np.float32)
        cores = -(-view.size_px // _CORE_PX)
        self._votes_due = np.zeros((cores, cores), np.int64)
        self._known: list[tuple[Box, Sighting]] = []

    def look(self, frame: Frame) -> Look:
        """Take in one frame."""
        rectified = self._view.rectified(frame.image)
        means = block_means(rectified)
        blocks = means.astype(np.float32)
        moving = self._moving(blocks)
        due = self._due_cores(blocks, moving)
        if due:
            self._read(frame.image, rectified, due, moving)
            self._remember(blocks, due, moving)
        sightings = tuple(sighting for _, sighting in self._known)
        felt = self._surface.felt(means)
        half_mm = self._view.half_mm
        facts = SurfaceFacts(
            felt=SurfaceMask(felt, half_mm),
            moving=SurfaceMask(moving, half_mm),
            covered=SurfaceMask(self._surface.covered(felt, sightings), half_mm),
        )
        return Look(sightings, facts, len(due))

    def _moving(self, blocks: npt.NDArray[np.float32]) -> Mask:
        before, self._before = self._before, blocks
        if before is None:
            return np.zeros(blocks.shape[:2], np.bool_)
        moving = _differs(blocks, before).astype(np.uint8)
        closed = cv2.morphologyEx(moving, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        return np.asarray(cv2.dilate(closed, np.ones((3, 3), np.uint8)) > 0)

    def _due_cores(self, blocks: npt.NDArray[np.float32], moving: Mask) -> list[tuple[int, int]]:
        """Rows and columns of the cores to read now."""
        changed = (_differs(blocks, self._read_blocks) & ~moving).astype(np.uint8)
        # A change reaches pieces whose centre lies up to half a tile away.
        reached = np.asarray(cv2.dilate(changed, np.ones((7, 7), np.uint8)) > 0)
        step = _CORE_PX // BLOCK_PX
        for row, column in np.ndindex(self._votes_due.shape):
            if reached[row * step : (row + 1) * step, column * step : (column + 1) * step].any():
                self._votes_due[row, column] = self._settings.vote_frames
        rows, columns = np.nonzero(self._votes_due)
        self._votes_due[rows, columns] -= 1
        return list(zip(rows.tolist(), columns.tolist(), strict=True))

    def _read(self, image: Image, rectified: Image, due: list[tuple[int, int]], moving: Mask) -> None:
        found = [box for box in self._boxes(rectified, due) if not self._is_moving(box, moving)]
        cores = set(due)
        kept = [
            (box, sighting)
            for box, sighting in self._known
            if (_core_of(box) not in cores or self._is_moving(box, moving))
            and not any(_distance(box, other) < _SAME_PIECE_PX for other in found)
        ]
        boxes, sightings = self._reader.name(image, self._view, found)
        self._known = kept + list(zip(boxes, sightings, strict=True))

    def _boxes(self, rectified: Image, due: list[tuple[int, int]]) -> list[Box]:
        """Boxes whose centre lies in a due core, in the whole view's pixels."""
        if len(due) > _MOST_WINDOWS:
            cores = set(due)
            return [box for box in self._reader.boxes(rectified) if _core_of(box) in cores]
        farthest = self._view.size_px - _WINDOW_PX
        margin = (_WINDOW_PX - _CORE_PX) // 2
        corners = [
            (min(max(row * _CORE_PX - margin, 0), farthest), min(max(column * _CORE_PX - margin, 0), farthest))
            for row, column in due
        ]
        windows = np.stack([rectified[top : top + _WINDOW_PX, left : left + _WINDOW_PX] for top, left in corners])
        return [
            moved
            for core, (top, left), boxes in zip(due, corners, self._reader.boxes_in_windows(windows), strict=True)
            for box in boxes
            if _core_of(moved := box.shifted(left, top)) == core
        ]

    def _is_moving(self, box: Box, moving: Mask) -> bool:
        reach = _PIECE_PX / BLOCK_PX
        row, column = box.row / BLOCK_PX, box.column / BLOCK_PX
        part = moving[
            max(round(row - reach), 0) : round(row + reach) + 1,
            max(round(column - reach), 0) : round(column + reach) + 1,
        ]
        return bool(part.size and part.mean() > _MOVING_SHARE)

    def _remember(self, blocks: npt.NDArray[np.float32], due: list[tuple[int, int]], moving: Mask) -> None:
        """Keep the picture that was read, where it was read and still."""
        step = _CORE_PX // BLOCK_PX
        read = np.zeros(moving.shape, np.bool_)
        for row, column in due:
            read[row * step : (row + 1) * step, column * step : (column + 1) * step] = True
        read &= ~moving
        self._read_blocks[read] = blocks[read]


def _differs(blocks: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> Mask:
    """Where two block pictures differ by more than noise."""
    difference = np.abs(blocks - other).max(axis=2)
    noise = float(np.median(difference))
    return np.asarray(difference > max(_LEAST_CHANGE, min(4 * noise, 4 * _LEAST_CHANGE)))


def _core_of(box: Box) -> tuple[int, int]:
    return (int(box.row + 0.5) // _CORE_PX, int(box.column + 0.5) // _CORE_PX)


def _distance(first: Box, second: Box) -> float:
    return math.hypot(first.column - second.column, first.row - second.row)
