"""Labelled photographs of real tiles as canvases for the classifier.

FOLDER/photos_*/images/N.jpg with labels/N.txt (class, centre x, centre y, width, height as shares of the picture),
FOLDER/classes.txt with a kind a line. Folders whose name ends in "validation" are left out: they judge, never teach.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import parse_tile
from vision.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX, FACES_KNOWN
from vision.sightings import Image
from vision.training.scenes import CANVAS_SHAPE

_LEAST_WIDTH_PX = 18
_PORTRAIT = (1.1, 1.75)
"""Height to width of boxes around tiles that are upright or nearly so."""


def photo_crops(folder: Path, only: str = "") -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Canvases and kinds of every usable tile; `only` names one folder of photographs to take, validation too."""
    names = (folder / "classes.txt").read_text().split()
    folders = [folder / only] if only else [p for p in sorted(folder.glob("photos_*")) if "validation" not in p.name]
    canvases: list[Image] = []
    kinds: list[int] = []
    for photos in folders:
        for picture in sorted((photos / "images").glob("*.jpg")):
            labels = photos / "labels" / f"{picture.stem}.txt"
            for kind, crop in _crops(picture, labels, names):
                kinds.append(kind)
                canvases.append(crop)
    return np.stack(canvases), np.array(kinds, np.int64)


def _crops(picture: Path, labels: Path, names: list[str]) -> Iterator[tuple[int, Image]]:
    image = np.asarray(cv2.imread(str(picture)), np.uint8)
    height, width = image.shape[:2]
    for line in labels.read_text().splitlines():
        number, *shares = line.split()
        x, y, w, h = (float(share) * size for share, size in zip(shares, (width, height) * 2, strict=True))
        if names[int(number)] != "back" and w >= _LEAST_WIDTH_PX and _PORTRAIT[0] < h / w < _PORTRAIT[1]:
            yield FACES_KNOWN.index(parse_tile(names[int(number)])), _canvas(image, x, y, w, h)


def _canvas(image: Image, x: float, y: float, width: float, height: float) -> Image:
    """The canvas whose crop area is just filled by a box around (x, y)."""
    scale = np.array([width / CROP_WIDTH_PX, height / CROP_HEIGHT_PX])
    corner = np.array([x, y]) - scale * (np.array(CANVAS_SHAPE[1::-1]) - 1) / 2
    place = np.array([[scale[0], 0, corner[0]], [0, scale[1], corner[1]], [0, 0, 1]])
    if max(scale) > 1.5:
        shrink = 1 / max(scale)
        image = np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
        place = np.diag([shrink, shrink, 1.0]) @ place
    size = (CANVAS_SHAPE[1], CANVAS_SHAPE[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(image, place, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
