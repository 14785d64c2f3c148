"""What belongs to a table and looks like a piece to the networks: a printed logo, the end of a wall's tray, a scratch.

Rules this file keeps:
* A fixture is a place with a look. A piece that lies on it looks otherwise, and is read.
* A wall or a tile that stands beside it may hide a part: what is still to be seen of it is compared.
* What a place may look like is learnt when every tile is known to be elsewhere; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.rectify import TableView
from vision.reading.detection import Box
from vision.sightings import Image

_REACH_PX: Final = 14
"""Half the side of the look: a tile's longer side (28 px in the top view), so that any tile on the place changes it."""
LOOK_SHAPE: Final = (2 * _REACH_PX, 2 * _REACH_PX, 3)
"""Rows, columns and colours (BGR) of a look."""
_NEAR_MM: Final = 10.0
"""A box this near to a fixture may be it: the detector finds what is no tile a little elsewhere each time, and half a
tile's width away another piece may lie. Chosen, not measured.
"""
_ALIKE: Final = 0.8
"""Correlation of two looks from which on they are the same: parts a print in other light from a tile that lies on it.

Measured on what is taken for a piece on fifteen bare tables (`hw_sim.picture.scenery`, worlds below 61): 0.98 and more
for the same place with other noise and a lamp darker by 15 %, 0.66 at most with a tile laid on it.
"""
_PLAIN: Final = 6.0
"""A look whose grey levels deviate less has no drawing to compare: it is judged by its colours alone.

Chosen: above the noise of a dark picture; the trays' ends that were taken for backs deviate by 5 to 11.
"""
_SAME_COLOUR: Final = 9.0
"""Mean difference of the colours, in levels of 255, up to which two plain looks are the same.

Measured as above: up to 6 for the same place, 12 and more with a tile laid on it.
"""
_BLOCK_PX: Final = 7
"""Side of the blocks in which a part that is still to be seen is compared: a quarter of a look."""
_CORE_PX: Final = 10.0
"""Blocks whose centre lies so near to a box's are within it: half a tile's width."""
_SAME_BLOCKS: Final = 0.4
"""Share of the blocks within a box that look as before, from which on it is a part of the fixture.

Measured on 90 tables in play (worlds 6101 to 6130): none of the blocks of 51 tiles and backs that lay within
`_NEAR_MM` of one; of ten prints and trays' ends half hidden by a wall five had 0.44 and more. Of 1,155 tiles laid on or
beside them by chance (worlds 6201 to 6249) none had so much; four are hidden by a look as a whole (`_ALIKE`).
"""
_LOOKS: Final = 8
"""So many looks of one place are kept, the newest ones: it looks otherwise in other light. Chosen."""
_MOST: Final = 200
"""So many looks are kept of a whole table, the newest ones: they are compared in every frame and kept in a file.

Chosen: fifteen bare tables (`hw_sim.picture.scenery`, worlds 1 to 15) had 9 to 27 places.
"""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A place, in mm of the plane of the tile tops, and how it looks there (`LOOK_SHAPE`)."""

    x_mm: float
    y_mm: float
    look: Image


class Fixtures:
    """The fixtures of one table; of the eyes' thread alone."""

    def __init__(self, known: Sequence[Fixture] = ()) -> None:
        self._known = list(known)
        self._places_mm = _places_mm(self._known)

    def __len__(self) -> int:
        return len(self._known)

    @property
    def known(self) -> tuple[Fixture, ...]:
        """All of them, oldest first."""
        return tuple(self._known)

    def learn(self, rectified: Image, view: TableView, boxes: Sequence[Box]) -> int:
        """What is seen in these boxes belongs to the table.

        Returns:
            How many looks were new.
        """
        new = self.without(rectified, view, boxes)
        for box in new:
            x_mm, y_mm = view.to_mm(box.column, box.row)
            self._known.append(Fixture(x_mm, y_mm, _look(rectified, box).copy()))
            self._places_mm = _places_mm(self._known)
            there = self._near(x_mm, y_mm)
            if len(there) > _LOOKS:
                self._known = [fixture for fixture in self._known if fixture is not there[0]]
        self._known = self._known[-_MOST:]
        self._places_mm = _places_mm(self._known)
        return len(new)

    def without(self, rectified: Image, view: TableView, boxes: Sequence[Box]) -> list[Box]:
        """The boxes that show no fixture; `rectified` is the whole top view."""
        if not self._known:
            return list(boxes)
        return [box for box in boxes if not self._is_one(rectified, view, box)]

    def _is_one(self, rectified: Image, view: TableView, box: Box) -> bool:
        for fixture in self._near(*view.to_mm(box.column, box.row)):
            column, row = view.to_px(fixture.x_mm, fixture.y_mm)
            look = _cut(rectified, column, row)
            if _is_alike(look, fixture.look) or _is_part(look, fixture.look, box.column - column, box.row - row):
                return True
        return False

    def _near(self, x_mm: float, y_mm: float) -> list[Fixture]:
        away_mm = np.abs(self._places_mm - (x_mm, y_mm)).max(axis=1)
        return [self._known[number] for number in np.nonzero(away_mm < _NEAR_MM)[0]]


def _places_mm(fixtures: Sequence[Fixture]) -> npt.NDArray[np.float64]:
    """Where they are (n x 2): compared with every box of every frame."""
    return np.array([(fixture.x_mm, fixture.y_mm) for fixture in fixtures], np.float64).reshape(-1, 2)


def _look(rectified: Image, box: Box) -> Image:
    return _cut(rectified, box.column, box.row)


def _cut(rectified: Image, column: float, row: float) -> Image:
    """The square around a place; beyond the view its edge goes on."""
    side = 2 * _REACH_PX
    return np.asarray(cv2.getRectSubPix(rectified, (side, side), (float(column), float(row))), np.uint8)


def _is_alike(one: Image, other: Image) -> bool:
    """Whether two looks are of the same thing, in any light."""
    first, second = (cv2.cvtColor(look, cv2.COLOR_BGR2GRAY).astype(np.float32) for look in (one, other))
    if min(float(first.std()), float(second.std())) < _PLAIN:
        return _colour_difference(one, other) < _SAME_COLOUR
    return _correlation(first, second) >= _ALIKE


def _is_part(now: Image, before: Image, right_px: float, down_px: float) -> bool:
    """Whether what stands beside it hides no more than a part of the same thing, in a box so far from its middle."""
    middles = np.arange(_BLOCK_PX / 2, 2 * _REACH_PX, _BLOCK_PX) - _REACH_PX
    is_within = np.maximum(np.abs(middles[:, None] - down_px), np.abs(middles - right_px)) <= _CORE_PX
    seen, known = _blocks(now), _blocks(before)
    drawn, drawn_before = (blocks.mean(axis=-1) for blocks in (seen, known))
    drawn = drawn - drawn.mean(axis=2, keepdims=True)
    drawn_before = drawn_before - drawn_before.mean(axis=2, keepdims=True)
    is_plain, was_plain = (np.sqrt((grey**2).mean(axis=2)) < _PLAIN for grey in (drawn, drawn_before))
    colours = np.abs(seen.mean(axis=2) - known.mean(axis=2)).mean(axis=2)
    lengths = np.sqrt((drawn**2).sum(axis=2) * (drawn_before**2).sum(axis=2))
    is_drawn_alike = (drawn * drawn_before).sum(axis=2) >= _ALIKE * np.maximum(lengths, 1e-6)
    is_same = np.where(is_plain & was_plain, colours < _SAME_COLOUR, ~is_plain & ~was_plain & is_drawn_alike)
    return bool((is_same & is_within).sum() >= _SAME_BLOCKS * max(int(is_within.sum()), 1))


def _blocks(look: Image) -> npt.NDArray[np.float32]:
    """A look cut into squares: rows x columns x pixels x colours."""
    count = 2 * _REACH_PX // _BLOCK_PX
    cut = look.reshape(count, _BLOCK_PX, count, _BLOCK_PX, 3).swapaxes(1, 2)
    return np.asarray(cut.reshape(count, count, _BLOCK_PX * _BLOCK_PX, 3), np.float32)


def _colour_difference(one: Image, other: Image) -> float:
    return float(np.abs(one.mean(axis=(0, 1)) - other.mean(axis=(0, 1))).mean())


def _correlation(first: npt.NDArray[np.float32], second: npt.NDArray[np.float32]) -> float:
    a, b = first - first.mean(), second - second.mean()
    return float((a * b).sum() / max(float(np.linalg.norm(a) * np.linalg.norm(b)), 1e-6))
