"""Plants, birds and marks -> faces as makers print them, in any ink, place and size.

A flower is a plant with a number, a character or both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Ink = npt.NDArray[np.float64]

NAMES: Final = 4
"""What marks say: 0 to 3 the numbers 1 to 4, from here on the names of `BONUS_TILES` ..."""
NUMERALS: Final = 12
"""... from here on the Chinese numerals one to four."""
_SAID: Final = 16
_NUMBERED: Final = 0.85
"""So many of 1 flowers have a number ..."""
_CHINESE: Final = 0.12
"""... of these so many a Chinese one ..."""
_NAMED: Final = 0.75
"""... and so many flowers their character. By a look at photographs and shops' pictures, not counted."""
_INDEX: Final = 0.12
"""So many of 1 birds have a one beside them, as all tiles of American sets. Chosen, not counted."""
_USUAL_INK: Final = 0.6
"""So many of 1 marks are blue on flowers and red on seasons, as on most sets in photographs. Chosen, not counted."""
_INKS: Final = ((45, 35, 190), (150, 70, 25), (60, 120, 30), (35, 30, 30))
"""Red, blue, green, black (BGR)."""
_INK_SPREAD: Final = 35
_PALE: Final = 0.3
"""So many of 1 marks are worn or printed weakly. Chosen."""
_OTHER_PEN: Final = 0.5
"""So many of 1 marks are written finer or broader than their type face. Chosen."""
_RING: Final = 0.08
"""So many of 1 numbers stand in a ring. Chosen."""
_NUMBER_SHARES: Final = (0.10, 0.24)
"""Heights of numbers as shares of the face. By a look at photographs: a sixth."""
_NAME_SHARES: Final = (0.13, 0.32)
_PLACES: Final = ((0.03, 0.03), (0.97, 0.03), (0.97, 0.97), (0.03, 0.97), (0.5, 0.02), (0.5, 0.98))
"""Where a mark stands, as shares of the room that it leaves: the corners clockwise, then above and below the plant."""
_OFTEN: Final = (0.3, 0.3, 0.15, 0.15, 0.05, 0.05)
"""How often. Most sets have their marks above the plant."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """What `tools.tile_art.fine_faces` draws.

    Attributes:
        faces: plants and birds on white, n x 131 x 96 x 3.
        is_bird: which of them are birds, n.
        marks: masks of ink, m x 64 x 64.
        says: what each says, m.
    """

    faces: Pixels
    is_bird: npt.NDArray[np.bool_]
    marks: Pixels
    says: npt.NDArray[np.int64]


class FacePrinter:
    """Prints faces by chance."""

    def __init__(self, pieces: Pieces, rng: np.random.Generator) -> None:
        self._pieces = pieces
        self._marks = [np.flatnonzero(pieces.says == what) for what in range(_SAID)]
        self._birds, self._plants = np.flatnonzero(pieces.is_bird), np.flatnonzero(~pieces.is_bird)
        self._rng = rng

    def flower(self, kind: int) -> Pixels:
        """Flower `kind` of `BONUS_TILES`: whatever plant."""
        rng, face = self._rng, self._pieces.faces[self._rng.choice(self._plants)].copy()
        places = rng.choice(len(_PLACES), 2, replace=False, p=_OFTEN)
        if rng.random() < _NUMBERED:
            number = NUMERALS + kind % 4 if rng.random() < _CHINESE else kind % 4
            self._lay(face, number, _PLACES[places[0]], _NUMBER_SHARES, self._ink(kind))
        if rng.random() < _NAMED:
            self._lay(face, NAMES + kind, _PLACES[places[1]], _NAME_SHARES, self._ink(kind))
        return face

    def bird(self) -> Pixels:
        """A bird, now and then with its index."""
        face = self._pieces.faces[self._rng.choice(self._birds)].copy()
        if self._rng.random() < _INDEX:
            self._lay(face, 0, _PLACES[self._rng.choice(4)], _NUMBER_SHARES, self._ink(0))
        return face

    def _ink(self, kind: int) -> Ink:
        usual = 1 if kind < 4 else 0
        ink = _INKS[usual if self._rng.random() < _USUAL_INK else self._rng.integers(len(_INKS))]
        return np.clip(np.array(ink) + self._rng.uniform(-_INK_SPREAD, _INK_SPREAD, 3), 0, 255)

    def _lay(self, face: Pixels, what: int, place: tuple[float, float], shares: tuple[float, float], ink: Ink) -> None:
        """Lay a mark near a place, as high as these shares of the face, in its own proportions or nearly so."""
        rng, (high, wide) = self._rng, face.shape[:2]
        mask = self._pieces.marks[rng.choice(self._marks[what])]
        if rng.random() < _OTHER_PEN:
            mask = _written(mask, rng)
        columns = np.flatnonzero(mask.max(axis=0) > 0)
        mask = mask[:, columns[0] : columns[-1] + 1]
        height = round(high * rng.uniform(*shares))
        width = min(max(round(mask.shape[1] * height / mask.shape[0] * rng.uniform(0.85, 1.15)), 2), wide)
        x = round(np.clip(place[0] + rng.normal(0, 0.03), 0, 1) * (wide - width))
        y = round(np.clip(place[1] + rng.normal(0, 0.02), 0, 1) * (high - height))
        small = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
        strength = rng.uniform(0.4, 0.9) if rng.random() < _PALE else 1.0
        part = face[y : y + height, x : x + width]
        alpha = small[..., np.newaxis] / 255.0 * strength
        part[:] = np.rint(part * (1 - alpha) + ink * alpha).astype(np.uint8)
        if what < NAMES and rng.random() < _RING:
            cv2.circle(face, (x + width // 2, y + height // 2), round(height * 0.75), ink.tolist(), 2)


def _written(mask: Pixels, rng: np.random.Generator) -> Pixels:
    """The same mark with a finer or a broader pen; a finer one never loses a stroke."""
    square = np.ones((3, 3), np.uint8)
    if rng.random() < 0.5:
        return np.asarray(cv2.dilate(mask, square, iterations=int(rng.integers(1, 3))), np.uint8)
    finer = cv2.erode(mask, square)
    return np.asarray(np.maximum(finer, (mask * 0.45).astype(np.uint8)), np.uint8)
