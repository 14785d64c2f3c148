"""Reading a stream of frames: only what changed and lies still is read again, so that most frames cost a few ms.

Rules this file keeps:
* A block of the top view has changed when it differs from the picture last read there, and moves when it differs from
  the frame before.
* A changed place is read `vote_frames` times, then left alone; in it a piece that did not change itself and has been
  named so often is not named again.
* A piece named so often that has not changed itself stays, whatever the networks make of it beside a new neighbour.
* Pieces in places that move or are covered by an arm are neither dropped nor added: what was known there stays, and
  its place counts as changed until it was read as a whole.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.rectify import BLOCK_PX, TableView, block_means
from vision.reading.background import Mask
from vision.reading.detection import Box
from vision.reading.fixtures import Fixtures
from vision.reading.read_regions import CELL_PX, Window, windows_over
from vision.reading.reader import TableReader
from vision.reading.side_colours import Colours, SideColours, ground_colour
from vision.reading.surface import Surface, SurfaceFacts, SurfaceMask
from vision.settings import ReadingSettings
from vision.sightings import Face, Frame, Image, Sighting

_CELL_BLOCKS: Final = CELL_PX // BLOCK_PX
_MIN_CHANGE: Final = 8.0
"""Grey levels, 0 to 255, by which a block must differ from what was read there to count as changed.

Chosen, not measured: it holds where the camera has next to no noise.
"""
_NOISE_FACTOR: Final = 6.0
"""A change is more than so many times the camera's noise, the median difference between frames.

Chosen, not measured: that median is about as large as the noise itself, so that six times it leaves next to no block
to chance.
"""
_NOISE_GROWTH: Final = 1.02
"""By how much the noise may grow from frame to frame: a hand over the table is not taken for noise, a darker lamp is
after some seconds. Chosen, not measured.
"""
_SAME_PIECE_PX: Final = 12.0
"""Boxes nearer than this are the same piece: the detector's own limit (`detection._NEAREST_PX`)."""
_TOUCHED_SHARE: Final = 0.3
"""A neighbour that is laid or taken, and its shadow, change no more than this of a piece's place.

Chosen, not measured: the square that is judged reaches a little beyond the piece.
"""
_BARE_SHARE: Final = 0.5
"""A place with so much bare felt holds a back only where the backs of the set have the felt's colour.

Measured on 80 rendered tables: of what was taken for a back and was none four of six had 0.71 and more; of true backs
only those that have the felt's colour themselves had as much. Deep shadow counts as bare: each tile of a wall throws
one of a tile's shape, and in world 7019 one became a blank white dragon in a river.
"""
_UNMOVED_PX: Final = 3.0
"""A box this near to one of before is the same piece, unmoved; centres are off by 1.4 pixels in one of a hundred
cases (vision/model/DETECTOR.md), each time.
"""
_BLIND_SHARE: Final = 0.1
"""A piece of whose place so much moves or is covered is not read.

A tile that shows less than nine tenths may be named wrongly (vision/model/CLASSIFIER.md).
"""
_RESTING_FRAMES: Final = 40
"""An arm that rests for so long is read like anything else; it may be a thing that lies there for good.

Chosen, not measured: four seconds at ten frames a second.
"""
_BESIDE_PX: Final = 28.0
"""A tile's longer side in the top view: what is found so near to a piece shows a part of it. Chosen."""
_PIECE_PX: Final = 12.0
"""Half the side of the square that counts as a piece's place: about half a tile of 20.5 x 28 pixels."""


@dataclass(frozen=True, slots=True)
class FrameReading:
    """What one frame shows: all pieces (old sightings are the same objects), the surface, how much was read anew.

    `blocks` are the mean colours of the top view's blocks (n x n x 3, BGR), in which `facts` are judged.
    """

    sightings: tuple[Sighting, ...]
    facts: SurfaceFacts
    windows_read: int
    blocks: Image


@dataclass(frozen=True, slots=True)
class _Known:
    """A piece as last read, and how often it was read since it changed."""

    box: Box
    sighting: Sighting
    reads: int


class IncrementalReader:
    """Reads the frames of one camera pose.

    Args:
        reader: reads pictures.
        view: the top view of the pose.
        settings: how often a place is read.
        fixtures: what belongs to the table; None: nothing known yet.
    """

    def __init__(
        self, reader: TableReader, view: TableView, settings: ReadingSettings, fixtures: Fixtures | None = None
    ) -> None:
        self._reader = reader
        self._view = view
        self._settings = settings
        self._surface = Surface(view, reader.geometry)
        shape = (view.blocks, view.blocks)
        self._before: Image | None = None
        self._read_blocks: Image = np.zeros((*shape, 3), np.uint8)
        self._was_read = np.zeros(shape, np.bool_)
        self._read_felt = np.zeros(shape, np.bool_)
        self._votes_due = np.zeros((view.blocks // _CELL_BLOCKS, view.blocks // _CELL_BLOCKS), np.int64)
        self._hidden_for = np.zeros(shape, np.int64)
        self._noise = 1.0
        self._known: list[_Known] = []
        self._fixtures = Fixtures() if fixtures is None else fixtures
        self._colours = SideColours()
        self._sightings: tuple[Sighting, ...] = ()

    def read(self, frame: Frame) -> FrameReading:
        """Take in one frame."""
        rectified = self._view.rectified(frame.image)
        blocks = block_means(rectified)
        felt = self._surface.felt(blocks)
        moving = self._moving(blocks)
        covered = self._surface.covered(felt, self._sightings) if self._known else np.zeros_like(felt)
        blind = moving | self._hidden(covered)
        windows: list[Window] = []
        changed = self._changed(blocks, felt, covered) & ~blind
        due = self._due_cells(changed)
        if due.any():
            windows = windows_over(due)
            self._read(frame.image, rectified, windows, due, changed, blind, felt)
            self._remember(blocks, felt, due, blind | self._half_seen(blind))
            covered = self._surface.covered(felt, self._sightings)
        self._surface.learn(felt, moving, self._sightings)
        half_mm = self._view.half_mm
        facts = SurfaceFacts(SurfaceMask(felt, half_mm), SurfaceMask(moving, half_mm), SurfaceMask(covered, half_mm))
        return FrameReading(self._sightings, facts, len(windows), blocks)

    def own(self, frame: Frame, below: float) -> int:
        """Take what is seen in this frame for a part of the table, where a piece is less sure than `below`.

        So is whatever looks a little like a piece, away from those that stay: beside other things it may become one.

        Returns:
            How many looks were learnt.
        """
        rectified = self._view.rectified(frame.image)
        own = [known.box for known in self._known if known.sighting.confidence < below]
        self._known = [known for known in self._known if known.sighting.confidence >= below]
        self._sightings = tuple(known.sighting for known in self._known)
        faint = (box for box in self._reader.faint_boxes(rectified) if not self._is_beside_a_piece(box))
        return self._fixtures.learn(rectified, self._view, [*own, *faint])

    def _is_beside_a_piece(self, box: Box) -> bool:
        return any(_distance(box, known.box) < _BESIDE_PX for known in self._known)

    def _changed(self, blocks: Image, felt: Mask, covered: Mask) -> Mask:
        """Where the picture differs from the one last read, or none was read yet."""
        changed = (_difference(blocks, self._read_blocks) > self._least_change) | ~self._was_read
        if covered.any():
            # The shadow of an arm on bare felt hides nothing and goes with the arm.
            changed &= ~(felt & self._read_felt)
        return changed

    @property
    def _least_change(self) -> float:
        """Differences up to this one are noise."""
        return max(_MIN_CHANGE, _NOISE_FACTOR * self._noise)

    def _hidden(self, covered: Mask) -> Mask:
        """What an arm covers, for as long as it may be expected to go away soon."""
        near = np.asarray(cv2.dilate(covered.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0)
        self._hidden_for = np.where(near, self._hidden_for + 1, 0)
        return near & (self._hidden_for <= _RESTING_FRAMES)

    def _read(  # noqa: PLR0913 - one picture and its masks
        self, image: Image, rectified: Image, windows: list[Window], due: Mask, changed: Mask, blind: Mask, felt: Mask
    ) -> None:
        """Read the due cells; what cannot be seen now stays as it was known."""
        place = _in_blocks(due)
        # A piece on the border of the due cells must not be lost when it is found a pixel further.
        wide = np.asarray(cv2.dilate(place.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
        boxes = [box for box in self._boxes(rectified, windows) if _lies_in(box, wide)]
        found = [box for box in boxes if _marked(box, blind) < _BLIND_SHARE]
        kept = [
            known
            for known in self._known
            if not _lies_in(known.box, place)
            or _marked(known.box, blind) >= _BLIND_SHARE
            or self._stays(known, changed, felt)
        ]
        self._known = self._merged(kept, self._named(image, found, changed, felt))
        self._sightings = tuple(known.sighting for known in self._known)

    def _half_seen(self, blind: Mask) -> Mask:
        """The places of known pieces that cannot be seen whole.

        What was seen of them is not taken for read: part by part, a piece that fell in while the dome came down over it
        would never have changed enough at one time, and would stay for ever.
        """
        places = np.zeros_like(blind)
        for known in self._known:
            if _marked(known.box, blind) >= _BLIND_SHARE:
                places[_place(known.box)] = True
        return places

    def _stays(self, known: _Known, changed: Mask, felt: Mask) -> bool:
        """Whether a piece lies where it was read so often: nothing has changed there, and it is no bare felt."""
        is_untouched = max(_marked(known.box, changed), _marked(known.box, felt)) < _TOUCHED_SHARE
        return known.reads >= self._settings.vote_frames and is_untouched

    def _moving(self, blocks: Image) -> Mask:
        before, self._before = self._before, blocks
        if before is None:
            return np.zeros(blocks.shape[:2], np.bool_)
        difference = _difference(blocks, before)
        # Most of a table rests most of the time: the typical difference between frames is the camera's noise.
        self._noise = min(self._noise * _NOISE_GROWTH + 0.01, float(np.median(difference)))
        moving = (difference > self._least_change).astype(np.uint8)
        closed = cv2.morphologyEx(moving, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        return np.asarray(cv2.dilate(closed, np.ones((3, 3), np.uint8)) > 0)

    def _due_cells(self, changed: Mask) -> Mask:
        """The cells to read now."""
        # A change reaches pieces whose centre lies up to half a tile away.
        reached = np.asarray(cv2.dilate(changed.astype(np.uint8), np.ones((7, 7), np.uint8)))
        cells = self._votes_due.shape[0]
        is_reached = reached.reshape(cells, _CELL_BLOCKS, cells, _CELL_BLOCKS).any(axis=(1, 3))
        self._votes_due[is_reached] = self._settings.vote_frames
        due = self._votes_due > 0
        self._votes_due[due] -= 1
        return due

    def _named(self, image: Image, found: list[Box], changed: Mask, felt: Mask) -> list[_Known]:
        """Pieces for boxes; what is the same as before and named often enough keeps its old sighting."""
        asked: list[Box] = []
        reads: dict[tuple[float, float], int] = {}
        settled: list[_Known] = []
        for box in found:
            old = next((known for known in self._known if _is_same(known.box, box)), None)
            before = 0 if old is None or _marked(old.box, changed) > 0 else old.reads
            if old is not None and before >= self._settings.vote_frames:
                settled.append(old)
            else:
                asked.append(box)
                reads[box.column, box.row] = before + 1

        bare = felt | self._surface.dark()

        @cache
        def felt_colour() -> Colours | None:
            # Takes milliseconds, and is hardly ever wanted.
            return ground_colour(self._before[felt]) if self._before is not None and felt.any() else None

        def felt_at(box: Box) -> Colours | None:
            return felt_colour() if _marked(box, bare) >= _BARE_SHARE else None

        backs = [known.box for known in self._known if known.box.face is Face.DOWN]
        named = zip(*self._reader.name(image, self._view, asked, self._colours, felt_at, backs), strict=True)
        return settled + [_Known(box, seen, reads[box.column, box.row]) for box, seen in named]

    def _merged(self, kept: list[_Known], read: list[_Known]) -> list[_Known]:
        """Old and new pieces; where two are in one place the new one counts."""
        return [old for old in kept if all(_distance(old.box, new.box) >= _SAME_PIECE_PX for new in read)] + read

    def _boxes(self, rectified: Image, windows: list[Window]) -> list[Box]:
        """The boxes in all windows, in the whole view's pixels.

        Where windows overlap both find a piece, a little apart: the one counts that saw more of what surrounds it.
        """
        found = [(window, box) for window in windows for box in self._boxes_in(rectified, window)]
        found.sort(key=lambda pair: -pair[0].margin_px(pair[1].row, pair[1].column))
        kept: list[tuple[Window, Box]] = []
        for window, box in found:
            elsewhere = (other for seen_in, other in kept if seen_in is not window)
            if all(_distance(box, other) >= _SAME_PIECE_PX for other in elsewhere):
                kept.append((window, box))
        return self._fixtures.without(rectified, self._view, [box for _, box in kept])

    def _boxes_in(self, rectified: Image, window: Window) -> Iterator[Box]:
        for box in self._reader.boxes(rectified[window.rows_px, window.columns_px]):
            yield box.shifted(window.columns_px.start, window.rows_px.start)

    def _remember(self, blocks: Image, felt: Mask, due: Mask, blind: Mask) -> None:
        """Keep the picture that was read, where it was read indeed."""
        read = _in_blocks(due) & ~blind
        self._read_blocks[read] = blocks[read]
        self._read_felt[read] = felt[read]
        self._was_read |= read


def _in_blocks(cells: Mask) -> Mask:
    """A mask of cells as one of blocks."""
    return np.asarray(cells.repeat(_CELL_BLOCKS, axis=0).repeat(_CELL_BLOCKS, axis=1))


def _difference(blocks: Image, other: Image) -> npt.NDArray[np.uint8]:
    """The largest difference of the three colours in each block."""
    parts = cv2.absdiff(blocks, other)
    return np.asarray(cv2.max(cv2.max(parts[..., 0], parts[..., 1]), parts[..., 2]), np.uint8)


def _lies_in(box: Box, blocks: Mask) -> bool:
    """Whether a mask names the block of a piece's centre."""
    last = len(blocks) - 1
    row, column = (min(max(int(middle + 0.5) // BLOCK_PX, 0), last) for middle in (box.row, box.column))
    return bool(blocks[row, column])


def _marked(box: Box, blocks: Mask) -> float:
    """The share of a piece's place that a mask names."""
    part = blocks[_place(box)]
    return float(part.mean()) if part.size else 0.0


def _place(box: Box) -> tuple[slice, slice]:
    """The blocks of a piece's place, rows and columns."""
    reach = _PIECE_PX / BLOCK_PX
    row, column = (
        slice(max(round(middle / BLOCK_PX - reach), 0), round(middle / BLOCK_PX + reach) + 1)
        for middle in (box.row, box.column)
    )
    return row, column


def _is_same(first: Box, second: Box) -> bool:
    return first.face is second.face and _distance(first, second) < _UNMOVED_PX


def _distance(first: Box, second: Box) -> float:
    return math.hypot(first.column - second.column, first.row - second.row)
