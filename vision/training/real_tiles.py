"""Faces of real tiles cut from labelled photographs, to be laid on artificial tables.

Only boxes that fit a whole tile seen straight enough are taken: as long as a tile is, with a bright border all around.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import parse_tile
from vision.reading.classification import FACES_KNOWN
from vision.sightings import Image

FACE_WIDTH_PX: Final = 66
"""Width of the faces that are kept. Chosen, not measured: more than the classifier sees of a tile."""
FACE_HEIGHT_PX: Final = 90
_LONG_TO_SHORT: Final = (1.22, 1.6)
"""Ratio of the sides of a label that shows a whole upright tile: 1.35 in most sets, and what loose boxes make of it."""
_MIN_SHORT_PX: Final = 26
"""Smaller labels are not kept: they would be blurred in an artificial view."""
_BORDER: Final = 0.05
"""Width of the border that must show the tile's body, as a share of the face's width."""
_DARKEST: Final = 0.55
"""A pixel of the border darker than this share of its light is not body. Chosen, not measured."""
_DARK_SHARE: Final = 0.12
"""A face with more of such pixels was cut beside the tile. Chosen, not measured."""


@dataclass(frozen=True, slots=True)
class RealTile:
    """A face (FACE_HEIGHT_PX x FACE_WIDTH_PX x 3), its number in FACES_KNOWN, the colour of the tile's body (BGR).

    The photographs tell no rotation: a face may stand upright or upside down.
    """

    face: Image
    kind: int
    body: tuple[float, float, float]


def real_tiles(folders: list[Path]) -> list[RealTile]:
    """The usable tiles of some folders of photographs, which lie beside `classes.txt`."""
    return [tile for folder in folders for tile in _tiles_of(folder)]


def _tiles_of(folder: Path) -> Iterator[RealTile]:
    names = (folder.parent / "classes.txt").read_text().split()
    for picture in sorted((folder / "images").glob("*.jpg")):
        image = np.asarray(cv2.imread(str(picture)), np.uint8)
        for kind, box in boxes_px(folder / "labels" / f"{picture.stem}.txt", image.shape[:2], names):
            face = _face(image, box)
            if face is not None and _has_bright_border(face):
                yield RealTile(face, kind, _body(face))


def boxes_px(
    labels: Path, shape: tuple[int, ...], names: list[str]
) -> Iterator[tuple[int, tuple[float, float, float, float]]]:
    """Number in FACES_KNOWN and (centre x, centre y, width, height) in pixels of every labelled face of a picture."""
    height, width = shape[:2]
    for line in labels.read_text().splitlines():
        number, *shares = line.split()
        if names[int(number)] != "back":
            x, y, w, h = (float(share) * size for share, size in zip(shares, (width, height) * 2, strict=True))
            yield FACES_KNOWN.index(parse_tile(names[int(number)])), (x, y, w, h)


def is_tile_shaped(width: float, height: float) -> bool:
    """Whether a box may just hold a tile that lies along the picture's sides."""
    short, long = sorted((width, height))
    return short >= _MIN_SHORT_PX and _LONG_TO_SHORT[0] < long / short < _LONG_TO_SHORT[1]


def _face(image: Image, box: tuple[float, float, float, float]) -> Image | None:
    x, y, width, height = box
    left, top, right, bottom = round(x - width / 2), round(y - height / 2), round(x + width / 2), round(y + height / 2)
    is_inside = left >= 0 and top >= 0 and right <= image.shape[1] and bottom <= image.shape[0]
    if not is_inside or not is_tile_shaped(width, height):
        return None
    part = image[top:bottom, left:right]
    if width > height:
        part = cv2.rotate(part, cv2.ROTATE_90_CLOCKWISE)
    shrinks = part.shape[1] > FACE_WIDTH_PX
    face = cv2.resize(
        part, (FACE_WIDTH_PX, FACE_HEIGHT_PX), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    )
    return np.asarray(face, np.uint8)


def _border(face: Image) -> npt.NDArray[np.float32]:
    """Brightness along the border."""
    grey = np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), np.float32)
    wide = round(FACE_WIDTH_PX * _BORDER)
    return np.concatenate(
        [part.ravel() for part in (grey[:wide], grey[-wide:], grey[:, :wide], grey[:, -wide:])], dtype=np.float32
    )


def _has_bright_border(face: Image) -> bool:
    border = _border(face)
    return float((border < _DARKEST * np.percentile(border, 90)).mean()) < _DARK_SHARE


def _body(face: Image) -> tuple[float, float, float]:
    blue, green, red = np.percentile(face.reshape(-1, 3), 75, axis=0)
    return (float(blue), float(green), float(red))
