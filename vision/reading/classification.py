"""Which tile a face-up piece is: cut upright from the frame at its own resolution, then named by a small network.

The network gives 91 numbers: for each of the 45 faces the logarithm of its chance upright and upside down (2 k and
2 k + 1), and the last for "no whole tile". They are calibrated: their softmax is the chance of being right.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import ALL_KINDS, BONUS_TILES, RED_FIVES, Tile
from mahjong_rules.told import sentence
from vision.geometry.lens import Floats
from vision.geometry.rectify import TableView
from vision.reading.adaptation import LogitCorrection, chances
from vision.reading.detection import Box
from vision.reading.fine_print import FLOWERS_AND_BIRD, FinePrint, weighed
from vision.reading.inference import MODEL_FOLDER, Batch, ModelError, Network
from vision.reading.learning import WAY_OF_LEARNING
from vision.settings import GeometrySettings
from vision.sightings import Image

FACES_KNOWN: Final[tuple[Tile, ...]] = (*ALL_KINDS, *RED_FIVES, *BONUS_TILES)
REJECT: Final = 2 * len(FACES_KNOWN)
OUTPUTS: Final = REJECT + 1
CROP_WIDTH_PX: Final = 40
"""Width of a crop: a tile on a table of 740 mm is 34 pixels wide in the usual picture (docs/camera.md).

Trained with.
"""
CROP_HEIGHT_PX: Final = 56
"""Height of a crop: the ratio of a tile of 20.5 x 28 mm with its margin. Trained with."""
CROP_MARGIN: Final = 0.10
"""What is cut out beyond the tile, as a share of its width on both sides together; the same length above and below."""
SAMPLE_MARGIN_PX: Final = 8
"""Crops that teach a tile set are kept with so much more on each side."""
_BATCH: Final = 32
"""Crops that the network gets at once.

Chosen, not measured: a batch bounds the memory, and a whole table has some 130.
"""
_MIN_CONTRAST: Final = 0.08
"""Standard deviation, of white, that a crop is divided by at least: noise on a blank face is not blown up to a
drawing. The training uses the same number (`training/variation.py`).
"""
_OUTPUTS: Final = np.array([2 * FACES_KNOWN.index(face) + way for face in FLOWERS_AND_BIRD for way in (0, 1)], np.int64)
"""Those of flowers and bird, either way up."""
_SECOND_LOOK: Final = 0.05
"""A crop that shows a flower or a bird with a smaller chance is not looked at again for its marks. Chosen."""
_SURE_AT_FIRST: Final = 0.9995
"""Nor one that is at least this sure: a look takes as long as the first one. Chosen."""
_CANDIDATES: Final = 5
"""So many faces are handed on with their chances (docs/adr/0005): the rules choose among them."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one crop shows.

    `candidates` are faces with their chances, most likely first; `whole` is the chance that it is a whole tile at all.
    `features` are what the network's last layer saw of it, turned upright; None where nobody compares faces.
    """

    candidates: tuple[tuple[Tile, float], ...]
    is_upside_down: bool
    whole: float
    features: npt.NDArray[np.float32] | None = field(default=None, compare=False, repr=False)


def to_batch(crops: npt.NDArray[np.uint8]) -> Batch:
    """Crops (n x 56 x 40 x 3, BGR) as the network wants them: each with its own brightness and contrast taken out."""
    scaled = crops.astype(np.float32) / 255.0
    mean = scaled.mean(axis=(1, 2, 3), keepdims=True)
    contrast = np.maximum(scaled.std(axis=(1, 2, 3), keepdims=True), _MIN_CONTRAST)
    return np.ascontiguousarray(((scaled - mean) / contrast).transpose(0, 3, 1, 2))


def crop_to_table(x_mm: float, y_mm: float, axis_deg: float, width_mm: float, height_mm: float) -> Floats:
    """The map (3x3) from crop pixels to mm for an upright crop of a tile with this centre and rotation."""
    across_mm = width_mm * (1 + CROP_MARGIN)
    along_mm = height_mm + width_mm * CROP_MARGIN
    turn = np.radians(axis_deg)
    right = np.array([np.cos(turn), np.sin(turn)]) * across_mm / CROP_WIDTH_PX
    down = np.array([np.sin(turn), -np.cos(turn)]) * along_mm / CROP_HEIGHT_PX
    corner = np.array([x_mm, y_mm]) - right * (CROP_WIDTH_PX - 1) / 2 - down * (CROP_HEIGHT_PX - 1) / 2
    return np.array([[right[0], down[0], corner[0]], [right[1], down[1], corner[1]], [0, 0, 1]])


def cut(
    image: Image, view: TableView, boxes: Sequence[Box], geometry: GeometrySettings, margin_px: int = 0
) -> npt.NDArray[np.uint8]:
    """Crops (n x 56 x 40 x 3) of boxes, each turned so that it is upright or upside down.

    With `margin_px` they are so much larger on each side.
    """
    places = [(*view.to_mm(box.column, box.row), box.axis_deg) for box in boxes]
    return cut_at(image, view, places, geometry, margin_px)


def cut_at(
    image: Image,
    view: TableView,
    places: Sequence[tuple[float, float, float]],
    geometry: GeometrySettings,
    margin_px: int = 0,
) -> npt.NDArray[np.uint8]:
    """The same of places in the view's plane: x and y in mm, and the way in degrees that the tile's top points."""
    size_px = (CROP_WIDTH_PX + 2 * margin_px, CROP_HEIGHT_PX + 2 * margin_px)
    margin = np.array([[1.0, 0.0, -margin_px], [0.0, 1.0, -margin_px], [0.0, 0.0, 1.0]])
    crops = np.empty((len(places), size_px[1], size_px[0], 3), np.uint8)
    for crop, (x_mm, y_mm, axis_deg) in zip(crops, places, strict=True):
        place = crop_to_table(x_mm, y_mm, axis_deg, geometry.tile_width_mm, geometry.tile_height_mm)
        to_frame = view.pose.local_homography(place @ margin, view.z_mm, size_px)
        cv2.warpPerspective(image, to_frame, size_px, dst=crop, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return crops


def reading_of(logits: npt.NDArray[np.float32], kinds: frozenset[Tile] | None = None) -> Reading:
    """One row of the network's output (91 logits) as faces with their chances.

    Args:
        logits: the row.
        kinds: faces that the set in play has, one at least: no other is considered, and the chances of these add up
            to one. None: every face.
    """
    # A face that is not in the set is a tile all the same: another face of the set, drawn as this one.
    whole = min(float(chances(logits[np.newaxis])[0, :REJECT].sum()), 1.0)
    both = _among(logits, kinds).reshape(-1, 2)
    faces = both.sum(axis=1)
    best = np.argsort(-faces, kind="stable")[: _CANDIDATES if kinds is None else min(_CANDIDATES, len(kinds))]
    return Reading(
        candidates=tuple((FACES_KNOWN[k], min(float(faces[k]), 1.0)) for k in best),
        is_upside_down=bool(both[best[0], 1] > both[best[0], 0]),
        whole=whole,
    )


def _among(logits: npt.NDArray[np.float32], kinds: frozenset[Tile] | None) -> npt.NDArray[np.float64]:
    """The chances of both ways up of each face (90), none for a face that is not among `kinds`."""
    faces = logits[:REJECT].astype(np.float64)
    if kinds is not None:
        faces = np.where(np.repeat([face in kinds for face in FACES_KNOWN], 2), faces, -np.inf)
    return np.asarray(chances(faces[np.newaxis])[0])


class CropAnswers(NamedTuple):
    """What the network says of n crops: its own `logits` (n x 91) and the `features` they were made of (n x 96)."""

    logits: Batch
    features: Batch


class Classifier:
    """Names crops, flowers and birds after a second look at their fine print.

    `correction` adapts the answers to one tile set (`tile_sets.learnt_set`); None: any set. `kinds` are the faces that
    the set in play has; None: every face. Both may change at any time.

    Args:
        path: the network's file.
        threads: processor cores that it may use.
        fine_print: the second look.

    Raises:
        ModelError: the file is missing, is no network, or has not the outputs "logits" and "features".
    """

    def __init__(
        self, path: Path = MODEL_FOLDER / "classifier.onnx", threads: int = 1, fine_print: FinePrint | None = None
    ) -> None:
        self._network = Network(path, threads=threads)
        self._fine_print = fine_print or FinePrint(threads=threads)
        if missing := {"logits", "features"} - set(self._network.output_names):
            raise ModelError(
                sentence(
                    "{path} has no output {missing}: install the package again",
                    path=path,
                    missing=" and no output ".join(sorted(missing)),
                )
            )
        self.fingerprint = f"{hashlib.sha256(path.read_bytes()).hexdigest()[:16]} {WAY_OF_LEARNING}"
        """A hash of its file, and how sets are learnt on it: what another one learnt is learnt again from its crops."""
        self.correction: LogitCorrection | None = None
        self.kinds: frozenset[Tile] | None = None

    def answers(self, crops: npt.NDArray[np.uint8]) -> CropAnswers:
        """What the network itself says of crops (n x 56 x 40 x 3)."""
        starts = range(0, len(crops), _BATCH)
        parts = [self._network.outputs(to_batch(crops[start : start + _BATCH])) for start in starts]
        if not parts:
            return CropAnswers(np.empty((0, OUTPUTS), np.float32), np.empty((0, 0), np.float32))
        return CropAnswers(*(np.concatenate([part[name] for part in parts]) for name in CropAnswers._fields))

    def logits(self, crops: npt.NDArray[np.uint8]) -> Batch:
        """The answers (n x 91), adapted to the tile set if there is one, after the second look."""
        return self._adapted(crops, self.answers(crops))

    def read(self, crops: npt.NDArray[np.uint8]) -> list[Reading]:
        """The reading of each crop (n x 56 x 40 x 3, BGR), in their order, without features."""
        kinds = self.kinds
        return [reading_of(row, kinds) for row in self.logits(crops)]

    def read_to_compare(self, crops: npt.NDArray[np.uint8]) -> list[Reading]:
        """The same with the features of each face as it looks upright: what is upside down is looked at once more."""
        answers, kinds = self.answers(crops), self.kinds
        readings = [reading_of(row, kinds) for row in self._adapted(crops, answers)]
        turned = [at for at, reading in enumerate(readings) if reading.is_upside_down]
        features = answers.features.copy()
        if turned:
            features[turned] = self.answers(np.ascontiguousarray(crops[turned][:, ::-1, ::-1])).features
        return [replace(reading, features=row) for reading, row in zip(readings, features, strict=True)]

    def _adapted(self, crops: npt.NDArray[np.uint8], answers: CropAnswers) -> Batch:
        correction, own = self.correction, answers.logits
        logits = correction.corrected(*answers) if correction is not None and len(own) else own
        return self._looked_at_again(crops, logits)

    def _looked_at_again(self, crops: npt.NDArray[np.uint8], logits: Batch) -> Batch:
        """The answers, flowers and birds weighed by their marks in crops that may show one of them."""
        kinds = self.kinds
        there = np.array([kinds is None or face in kinds for face in FLOWERS_AND_BIRD])
        if there.sum() < 2 or not len(logits):
            return logits
        outputs = _OUTPUTS[np.repeat(there, 2)]
        said = chances(logits)[:, outputs]
        rows = np.flatnonzero((said.sum(axis=1) >= _SECOND_LOOK) & (said.max(axis=1) < _SURE_AT_FIRST))
        if not len(rows):
            return logits
        told = np.repeat(self._fine_print.chances(to_batch(crops[rows]))[:, there], 2, axis=1)
        result = logits.copy()
        result[rows] = weighed(logits[rows], outputs, told)
        return result
