"""Photographs as views for the detector: python -m vision.training.photo_views PHOTOS.. --out OUT.

Each photograph is shrunk or enlarged until its tiles are as wide as in the product's top view. Only tiles that lie
along the picture's sides are used, and nothing is learned far from them: other tiles may lie there unlabelled.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading.detection import FACES
from vision.sightings import Face, Image
from vision.training.artificial_tables import VIEW_PX
from vision.training.real_tiles import boxes_px, is_tile_shaped

_WIDTH_PX = 20.5
"""Width of a tile in the views that the detector knows."""
_MAY_DIFFER = 1.25
"""Tiles that are so much wider or narrower than most in the picture are left out: they are nearer or farther."""


def photo_views(folder: Path) -> Iterator[tuple[Image, npt.NDArray[np.float32]]]:
    """Views (VIEW_PX square) and rows of face, column, row, rotation and visible share."""
    names = (folder.parent / "classes.txt").read_text().split()
    for picture in sorted((folder / "images").glob("*.jpg")):
        image = np.asarray(cv2.imread(str(picture)), np.uint8)
        boxes = [box for _, box in boxes_px(folder / "labels" / f"{picture.stem}.txt", image.shape, names)]
        usable = np.array([box for box in boxes if is_tile_shaped(*box[2:])])
        if len(usable):
            yield _scaled(image, usable)


def _scaled(image: Image, boxes: npt.NDArray[np.float64]) -> tuple[Image, npt.NDArray[np.float32]]:
    widths = boxes[:, 2:].min(axis=1)
    usual = float(np.median(widths))
    kept = boxes[(widths < usual * _MAY_DIFFER) & (widths > usual / _MAY_DIFFER)]
    scale = _WIDTH_PX / usual
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=how)
    middle = kept[:, :2].mean(axis=0) * scale
    corner = np.clip(middle - VIEW_PX / 2, 0, np.maximum(np.array(small.shape[1::-1]) - VIEW_PX, 0)).astype(int)
    part = small[corner[1] : corner[1] + VIEW_PX, corner[0] : corner[0] + VIEW_PX]
    view = np.full((VIEW_PX, VIEW_PX, 3), 128, np.uint8)
    view[: part.shape[0], : part.shape[1]] = part
    centres = (kept[:, :2] + 0.5) * scale - 0.5 - corner
    turns = np.where(kept[:, 2] > kept[:, 3], 90.0, 0.0)
    up = np.full(len(kept), FACES.index(Face.UP))
    return view, np.column_stack((up, centres, turns, np.ones(len(kept)))).astype(np.float32)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    made = [part for folder in arguments.photos for part in photo_views(folder)]
    numbered = [np.column_stack((rows, np.full(len(rows), number))) for number, (_, rows) in enumerate(made)]
    arguments.out.mkdir(parents=True, exist_ok=True)
    views = np.stack([view for view, _ in made])
    np.savez(arguments.out / "views.npz", views=views, pieces=np.concatenate(numbered), partial=True)
    print(f"{len(made)} views, {sum(map(len, numbered))} pieces in {arguments.out}")


if __name__ == "__main__":
    main()
