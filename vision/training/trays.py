"""Cut path-traced trays into training material: python -m vision.training.trays TRAYS.. --out OUT.

Writes OUT/crops.npz as `vision.training.prepare` does; the styles are called `traced_` and the set's name, so that
`train_classifier --shares` can say how much of them it wants.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import parse_tile
from vision.reading.classification import CROP_HEIGHT_PX, CROP_MARGIN, CROP_WIDTH_PX, FACES_KNOWN
from vision.sightings import Image
from vision.training.episode_draw import TRACED
from vision.training.scenes import CANVAS_MARGIN_PX, CANVAS_SHAPE


def tray_crops(truth: dict[str, Any], picture: Image) -> Iterator[tuple[Image, int]]:
    """Upright canvases of the tiles that lie wholly in the picture, with their kinds."""
    corners = _corners(*truth["tile_mm"])
    height, width = picture.shape[:2]
    for name, quad in zip(truth["tiles"], np.float32(truth["quads_px"]), strict=True):
        if (quad < 0).any() or (quad > (width - 1, height - 1)).any():
            continue
        to_canvas = cv2.getPerspectiveTransform(quad, corners)
        size = (CANVAS_SHAPE[1], CANVAS_SHAPE[0])
        canvas = cv2.warpPerspective(picture, to_canvas, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        yield np.asarray(canvas, np.uint8), FACES_KNOWN.index(parse_tile(name))


def tray_faces(folder: Path) -> Iterator[tuple[str, Image, int]]:
    """All faces of a folder of trays: the set's name, the canvas and the kind."""
    for file in sorted(folder.glob("*.json")):
        truth = json.loads(file.read_text())
        picture = np.asarray(cv2.imread(str(file.with_suffix(".jpg"))), np.uint8)
        yield from ((truth["style"], canvas, kind) for canvas, kind in tray_crops(truth, picture))


def _corners(width_mm: float, height_mm: float) -> npt.NDArray[np.float32]:
    """A tile's corners in a canvas (see `vision.reading.classification.crop_to_table`), the upper left one first."""
    across_mm, along_mm = width_mm * (1 + CROP_MARGIN), height_mm + width_mm * CROP_MARGIN
    left = width_mm * CROP_MARGIN / 2 / across_mm * CROP_WIDTH_PX
    top = width_mm * CROP_MARGIN / 2 / along_mm * CROP_HEIGHT_PX
    right, bottom = CROP_WIDTH_PX - left, CROP_HEIGHT_PX - top
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)
    return np.asarray(corners - 0.5 + CANVAS_MARGIN_PX, np.float32)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trays", type=Path, nargs="+", help="folders of tools.photoreal.trays")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    faces = [face for folder in arguments.trays for face in tray_faces(folder)]
    if not faces:
        parser.error("no tray there: make some with python -m tools.photoreal.trays")
    styles, crops, kinds = zip(*faces, strict=True)
    names = np.array([f"{TRACED}{style}" for style in styles])
    arguments.out.mkdir(parents=True, exist_ok=True)
    np.savez(arguments.out / "crops.npz", crops=np.stack(crops), kinds=np.array(kinds, np.int64), styles=names)
    print(f"{len(crops)} crops of {len(set(styles))} sets in {arguments.out}")


if __name__ == "__main__":
    main()
