"""Labelled photographs of real tiles -> canvases: python -m vision.training.photos FOLDER --out PHOTOS.npz.

FOLDER/photos_*/images/N.jpg with labels/N.txt (class, centre x, centre y, width, height as shares of the picture),
FOLDER/classes.txt with a kind a line; FOLDER/crops/labels.csv with a picture of one tile a line.

Labelled boxes are loose and never turned, tiles are. `vision.training.alignment` finds the tile in its box with a
network that knows tiles a little (`--model`), the label telling which to look for.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import parse_tile
from vision.reading.classification import FACES_KNOWN, Classifier
from vision.sightings import Image
from vision.training.alignment import Patch, align

_MIN_SIDE_PX = 14
"""Smaller labelled tiles teach nothing: the network sees 40 pixels across a tile."""
_PATCH_MARGIN = 0.5
"""What is kept around a label, as a share of its sides: the tile is searched in it."""
_PATCH_SIDE_PX = 52
"""Labels are shrunk to this shorter side: a crop of 40 x 56 pixels and room to search."""


@dataclass(frozen=True, slots=True)
class PhotoTiles:
    """Canvases (n x 84 x 68 x 3), kinds (n), their folders (n), the numbers of their pictures (n), chances (n)."""

    canvases: npt.NDArray[np.uint8]
    kinds: npt.NDArray[np.int64]
    folders: npt.NDArray[np.str_]
    pictures: npt.NDArray[np.int64]
    chances: npt.NDArray[np.float64]


class Label(NamedTuple):
    """A labelled tile: what it is and its box (centre and size, in pixels)."""

    kind: int
    x: float
    y: float
    width: float
    height: float


def load_photos(path: Path) -> PhotoTiles:
    """What `main` wrote."""
    with np.load(path) as data:
        return PhotoTiles(*(data[name] for name in PhotoTiles.__dataclass_fields__))


def labelled(folder: Path) -> Iterator[tuple[int, Image, list[Label]]]:
    """Every picture of a folder (`photos_*` or `crops`) with its number and its labels."""
    if (folder / "labels.csv").exists():
        for line in (folder / "labels.csv").read_text().splitlines()[1:]:
            name, kind = line.split(",")
            image = np.asarray(cv2.imread(str(folder / name)), np.uint8)
            height, width = image.shape[:2]
            label = Label(FACES_KNOWN.index(parse_tile(kind)), (width - 1) / 2, (height - 1) / 2, width, height)
            yield int(name.split(".")[0]), image, [label]
        return
    names = (folder.parent / "classes.txt").read_text().split()
    for picture in sorted((folder / "images").glob("*.jpg")):
        image = np.asarray(cv2.imread(str(picture)), np.uint8)
        text = (folder / "labels" / f"{picture.stem}.txt").read_text()
        yield int(picture.stem), image, list(_labels(text, names, image.shape[1], image.shape[0]))


def _labels(text: str, names: list[str], width: int, height: int) -> Iterator[Label]:
    for line in text.splitlines():
        number, *shares = line.split()
        x, y, w, h = (float(share) * size for share, size in zip(shares, (width, height) * 2, strict=True))
        if names[int(number)] != "back" and min(w, h) >= _MIN_SIDE_PX:
            yield Label(FACES_KNOWN.index(parse_tile(names[int(number)])), x - 0.5, y - 0.5, w, h)


def patch(image: Image, label: Label, margin: float = _PATCH_MARGIN) -> Patch:
    """A labelled tile with some of what surrounds it, shrunk to the size that the network sees."""
    more = margin * max(min(label.width, label.height), 8)
    left, top = (round(max(at - size / 2 - more, 0)) for at, size in ((label.x, label.width), (label.y, label.height)))
    right, bottom = (round(at + size / 2 + more) for at, size in ((label.x, label.width), (label.y, label.height)))
    picture = image[top : bottom + 1, left : right + 1]
    # Strips that were stretched to a square picture have tiles twelve times as wide as high.
    shrink_x, shrink_y = (min(1.0, 1.4 * _PATCH_SIDE_PX / size) for size in (label.width, label.height))
    if max(label.width, label.height) < 3 * min(label.width, label.height):
        shrink_x = shrink_y = min(1.0, _PATCH_SIDE_PX / min(label.width, label.height))
    if min(shrink_x, shrink_y) < 1:
        small = cv2.resize(picture, None, fx=shrink_x, fy=shrink_y, interpolation=cv2.INTER_AREA)
        picture = np.asarray(small, np.uint8)
    x, y = (label.x - left + 0.5) * shrink_x - 0.5, (label.y - top + 0.5) * shrink_y - 0.5
    return Patch(picture, x, y, label.width * shrink_x, label.height * shrink_y)


def collect(folders: list[Path], classifier: Classifier, every: int = 1) -> PhotoTiles:
    """The tiles of one in `every` pictures of folders, each turned upright."""
    rows: list[tuple[Image, int, str, int, float]] = []
    for folder in folders:
        for number, image, labels in labelled(folder):
            # The few pictures of single tiles are all different.
            if folder.name != "crops" and number % every:
                continue
            for label in labels:
                found = align(patch(image, label), label.kind, classifier)
                rows.append((found.canvas, label.kind, folder.name, number, found.chance))
        print(f"{folder.name}: {len(rows)} tiles up to here", flush=True)
    canvases, kinds, names, numbers, chances = zip(*rows, strict=True)
    return PhotoTiles(np.stack(canvases), np.array(kinds), np.array(names), np.array(numbers), np.array(chances))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="the network that finds the tiles in their boxes")
    parser.add_argument("--every", type=int, default=1, help="take one picture in so many")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    folders = [arguments.folder / "crops", *sorted(arguments.folder.glob("photos_*"))]
    folders = [folder for folder in folders if "validation" not in folder.name]
    tiles = collect(folders, Classifier(arguments.model), arguments.every)
    np.savez(arguments.out, **{name: getattr(tiles, name) for name in PhotoTiles.__dataclass_fields__})


if __name__ == "__main__":
    main()
