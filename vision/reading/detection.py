"""Where pieces lie: a small fully convolutional network marks centres, decoding turns them into oriented boxes.

The network's output has a cell for each 4 x 4 pixels of the top view and seven channels: the certainty of a centre for
each `Face` (0-2), the centre's offset in the cell (3 column, 4 row, in cells from its middle), the cosine and sine of
twice the rotation (5, 6).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading.inference import MODEL_FOLDER, Batch, Network
from vision.sightings import Face, Image

FACES: Final = (Face.UP, Face.DOWN, Face.STANDING)
STRIDE: Final = 4
"""Side of the cells in which the network answers, in pixels of the top view; fixed by its layers."""
OFFSET_CHANNELS: Final = slice(3, 5)
ANGLE_CHANNELS: Final = slice(5, 7)
CHANNELS: Final = 7
"""What the network says of each cell; fixed by its last layer."""
_MIN_CERTAINTY: Final = {Face.UP: 0.2, Face.DOWN: 0.5, Face.STANDING: 0.5}
"""Below this the network's certainty of a face makes no piece.

Up to 0.2 a face-up piece may be doubted, as the classifier judges it once more; nothing judges backs and standing
pieces again, and a shadow beside a wall must not become one. Chosen, not measured one by one; with these numbers 99.98
% of the face-up pieces of 80 rendered tables are found, and 17 backs and standing pieces where there are none
(vision/model/DETECTOR.md).
"""
_MIN_PRESENCE: Final = 0.65
"""From this sum of both sides on a piece is there, although the network cannot say which side is up.

For blank white dragons side by side: one that an open hand was lost by had 0.29 and 0.48. On 120 rendered tables 1 of
239 white dragons is wrong with it, 2 without (vision/model/DETECTOR.md).
"""
_FAINT: Final = 0.15
"""From this certainty of any face on a place of a bare table looks a little like a piece, and may become one.

Below what makes a piece, because a place is seen with another certainty beside a wall, in a shadow or at the edge of a
part of the view. Measured on fifteen bare tables by chance (`hw_sim.picture.scenery`, worlds 1 to 15) and 45 full ones
with the same furniture: of 125 boxes where no piece lies 104 show places that are learnt from here on, 91 from 0.2 on,
105 from 0.1 on, and 2 if only pieces are learnt; of the 4,809 boxes of true pieces none is lost.
"""
_LEVELS: Final = np.arange(256, dtype=np.float32) / np.float32(255.0) - np.float32(0.5)
"""What the network is given for each level of a picture."""
_NEAREST_PX: Final = 12.0
"""Two centres nearer than this are one piece.

The top view has about one pixel for each mm of a usual tile: tiles side by side are 20 mm apart, standing ones 16 mm
deep, and centres are off by 1.4 pixels in one of a hundred cases (vision/model/DETECTOR.md).
"""


@dataclass(frozen=True, slots=True)
class Box:
    """A piece in the top view: centre in pixels, rotation (counter-clockwise, 0 <= axis < 180), certainty 0-1.

    `certainty` is that of a piece with this face: low where the piece is sure and only its face is not.
    """

    face: Face
    column: float
    row: float
    axis_deg: float
    certainty: float

    def shifted(self, columns: float, rows: float) -> Box:
        """The same box in a picture whose corner lies this much further up and left."""
        return replace(self, column=self.column + columns, row=self.row + rows)


def to_batch(views: npt.NDArray[np.uint8]) -> Batch:
    """Pictures (n x height x width x 3, BGR) as the network wants them."""
    planes = np.ascontiguousarray(views.transpose(0, 3, 1, 2))
    return np.asarray(cv2.LUT(planes.reshape(1, -1), _LEVELS), np.float32).reshape(planes.shape)


def decode(output: Batch) -> list[Box]:
    """The boxes in one output (CHANNELS x rows x columns), most certain first."""
    up, down = (_near(output[FACES.index(face)]) for face in (Face.UP, Face.DOWN))
    flat = np.minimum(up + down, 1.0)
    boxes: list[Box] = []
    for row, column in _peaks(output, min(_MIN_CERTAINTY.values())):
        box = _box(output[:, row, column], row, column)
        if box.face is Face.STANDING and box.certainty < _MIN_CERTAINTY[box.face]:
            # Neither stands for sure nor lies: the classifier judges whether a face is seen. On 158 rendered and
            # path-traced tables none of these became a piece where none is.
            box = replace(box, face=Face.UP, certainty=float(up[row, column]))
        if box.certainty < _MIN_CERTAINTY[box.face] and flat[row, column] < _MIN_PRESENCE:
            continue
        if _is_apart(box, boxes):
            boxes.append(box)
    return boxes


def decode_faint(output: Batch) -> list[Box]:
    """Whatever looks a little like a piece, most certain first; of use only where none lies."""
    boxes: list[Box] = []
    for row, column in _peaks(output, _FAINT):
        box = _box(output[:, row, column], row, column)
        if _is_apart(box, boxes):
            boxes.append(box)
    return boxes


def _peaks(output: Batch, least: float) -> Iterator[tuple[int, int]]:
    """Row and column of each cell that is surer of a centre than its neighbours, the surest first."""
    certainty = output[: len(FACES)].max(axis=0)
    rows, columns = np.nonzero(certainty >= np.maximum(_near(certainty), least))
    order = np.argsort(-certainty[rows, columns], kind="stable")
    yield from zip(rows[order].tolist(), columns[order].tolist(), strict=True)


def _is_apart(box: Box, others: list[Box]) -> bool:
    # Most lie so far to one side that no distance need be reckoned.
    return not any(
        abs(box.column - other.column) <= _NEAREST_PX
        and math.hypot(box.column - other.column, box.row - other.row) <= _NEAREST_PX
        for other in others
    )


def _near(certainty: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """How sure it is of each cell or a neighbour: what speaks for a piece is a cell off at most."""
    return np.asarray(cv2.dilate(certainty, np.ones((3, 3), np.uint8)), np.float32)


def _box(cell: npt.NDArray[np.float32], row: int, column: int) -> Box:
    across, down = cell[OFFSET_CHANNELS]
    cosine, sine = cell[ANGLE_CHANNELS]
    middle = STRIDE / 2 - 0.5
    return Box(
        face=FACES[int(cell[: len(FACES)].argmax())],
        column=float(column * STRIDE + middle + across * STRIDE),
        row=float(row * STRIDE + middle + down * STRIDE),
        axis_deg=math.degrees(math.atan2(sine, cosine)) / 2 % 180.0,
        certainty=float(cell[: len(FACES)].max()),
    )


class Detector:
    """Finds pieces in the top view or a part of it.

    Args:
        path: the network's file.
        threads: processor cores that it may use.
    """

    def __init__(self, path: Path = MODEL_FOLDER / "detector.onnx", threads: int = 1) -> None:
        self._network = Network(path, threads=threads)

    def boxes(self, view: Image) -> list[Box]:
        """Every piece in a picture whose sides are multiples of 16 pixels."""
        return decode(self._network.run(to_batch(view[None]))[0])

    def faint_boxes(self, view: Image) -> list[Box]:
        """Whatever in such a picture looks a little like a piece."""
        return decode_faint(self._network.run(to_batch(view[None]))[0])
