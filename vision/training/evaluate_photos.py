"""Judge the detector on photographs: python -m vision.training.evaluate_photos PHOTOS.. [--model FOLDER].

Each photograph is brought to the scale of the product's top view. A labelled tile is found when a box says "face up"
within a third of a tile of its middle. Unlabelled tiles occur, so boxes elsewhere are counted, not called wrong.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from vision.reading.detection import Box, Detector
from vision.reading.inference import MODEL_FOLDER
from vision.sightings import Face, Image
from vision.training.real_tiles import boxes_px

_WIDTH_PX = 20.5
"""Width of a tile in the views that the detector knows."""
_NEAR_PX = 8.0
"""A box this near to a label is meant for it: labels are loose."""
_MAY_DIFFER = 1.3
"""Tiles wider or narrower than usual by more are not judged: one scale serves for the whole photograph."""
_STEP_PX = 16
"""The sides of a view are multiples of the detector's coarsest step."""


def _labelled(picture: Path, names: list[str]) -> tuple[Image, list[tuple[float, float, bool]]]:
    """The picture at the detector's scale and its tiles: column, row, whether they are as large as most."""
    image = np.asarray(cv2.imread(str(picture)), np.uint8)
    labels = picture.parent.parent / "labels" / f"{picture.stem}.txt"
    boxes = np.array([box for _, box in boxes_px(labels, image.shape, names)])
    short = boxes[:, 2:].min(axis=1)
    scale = _WIDTH_PX / float(np.median(short))
    size = [math.ceil(side * scale / _STEP_PX) * _STEP_PX for side in image.shape[1::-1]]
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=how), np.uint8)
    view = np.full((size[1], size[0], 3), 128, np.uint8)
    height, width = min(size[1], small.shape[0]), min(size[0], small.shape[1])
    view[:height, :width] = small[:height, :width]
    usual = np.abs(np.log(short * scale / _WIDTH_PX)) < math.log(_MAY_DIFFER)
    return view, [(x * scale, y * scale, bool(near)) for (x, y, _, _), near in zip(boxes, usual, strict=True)]


def evaluate(folders: list[Path], model: Path) -> Counter[str]:
    """Counts over all photographs."""
    detector, counts = Detector(model / "detector.onnx"), Counter[str]()
    for folder in folders:
        names = (folder.parent / "classes.txt").read_text().split()
        for picture in sorted((folder / "images").glob("*.jpg")):
            view, tiles = _labelled(picture, names)
            counts += _judged(detector.boxes(view), tiles)
    return counts


def _judged(boxes: list[Box], tiles: list[tuple[float, float, bool]]) -> Counter[str]:
    counts = Counter(pictures=1)
    for column, row, is_usual in tiles:
        near = [box for box in boxes if math.hypot(box.column - column, box.row - row) < _NEAR_PX]
        if is_usual:
            counts["tiles"] += 1
            counts["found"] += any(box.face is Face.UP for box in near)
            counts["found, but as something else"] += bool(near) and all(box.face is not Face.UP for box in near)
            counts["found more than once"] += len(near) > 1
        boxes = [box for box in boxes if box not in near]
    counts["elsewhere, face up"] += sum(box.face is Face.UP for box in boxes)
    counts["elsewhere, others"] += sum(box.face is not Face.UP for box in boxes)
    return counts


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, nargs="+")
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER)
    arguments = parser.parse_args()
    counts = evaluate(arguments.photos, arguments.model)
    print(json.dumps({**counts, "recall": round(counts["found"] / counts["tiles"], 4)}, indent=1))


if __name__ == "__main__":
    main()
