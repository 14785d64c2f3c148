"""Judge a classifier on photographs of real tiles: python -m vision.training.judge FOLDER.. [--model FILE].

FOLDER as in `photos.py` (a folder of photographs with labels, or of single tiles with labels.csv). Each labelled box is
cut out and read as `jantaku read-tile` reads it: unknown angle, loose frame. Prints one JSON object.

"clear": 24 pixels wide or more, whole in the picture, not stretched. "glare": the clear ones with a bright spot
painted over them by a seeded generator (`--glare SEED`), or found bright in the picture itself.
`--calibrate N` adapts the reader to N photographs of each folder first (those that show most kinds), as
`jantaku calibrate tiles --from-crops` does, and judges the others; `--one-of-each` to one clear tile of each kind.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import numpy as np

from mahjong_rules.tiles import parse_tile
from vision.reading.classification import FACES_KNOWN, Classifier
from vision.reading.inference import MODEL_FOLDER
from vision.sightings import Image
from vision.tile_sets.learnt_set import LearntSet, Sample
from vision.tile_sets.loose_crops import MIN_SIDE_PX, read_loose, upright
from vision.training.photos import Label, labelled

_MIN_CLEAR_PX: Final = 24
"""A clear tile is at least so wide (vision/model/CLASSIFIER.md); docs/camera.md asks the same of a camera."""
_MAX_STRETCHED: Final = 3.0
"""A label so much longer than wide was stretched: no tile looks like that."""
_BIRD: Final = FACES_KNOWN.index(parse_tile("1s"))
"""Every maker draws another bird: its figure stands apart."""
_BRIGHT: Final = 250
"""From here on in every channel a pixel is glare."""
_BRIGHT_SHARE: Final = 0.25
"""A crop with more glare than this counts as found bright. Chosen, not measured."""
_BINS: Final = (0.0, 0.5, 0.8, 0.9, 0.97, 0.99, 0.999, 1.0001)
"""Bounds of the classes of confidence in the model card."""


class Photo(NamedTuple):
    """One labelled tile: the picture's number, the box cut out of it, the face, and how well it is to be seen."""

    picture: int
    crop: Image
    kind: int
    is_clear: bool
    is_bright: bool


class Row(NamedTuple):
    """What was said of one tile: numbers in FACES_KNOWN, -1 for no tile."""

    picture: int
    kind: int
    said: int
    confidence: float
    is_clear: bool
    is_glare: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """The figures of some rows."""

    rows: list[Row]

    def as_json(self) -> dict[str, Any]:
        """Shares, confusions and reliability."""
        clear, glare = [row for row in self.rows if row.is_clear], [row for row in self.rows if row.is_glare]
        plain = [row for row in clear if not row.is_glare]
        wrong = Counter(f"{_name(row.kind)} as {_name(row.said)}" for row in self.rows if row.said != row.kind)
        return {
            "tiles": len(self.rows),
            "right": _share(self.rows),
            "clear": [len(plain), _share(plain)],
            "glare": [len(glare), _share(glare)],
            "1s": [len(birds := [row for row in self.rows if row.kind == _BIRD]), _share(birds)],
            "confusions": dict(wrong.most_common(30)),
            "said_and_true": reliability([(row.confidence, row.said == row.kind) for row in self.rows]),
        }


def reliability(said: list[tuple[float, bool]]) -> dict[str, list[float]]:
    """For each class of confidence: how many, mean confidence, share that was right."""
    table: dict[str, list[float]] = {}
    for low, high in itertools.pairwise(_BINS):
        part = [(confidence, right) for confidence, right in said if low <= confidence < high]
        if part:
            means = [round(float(np.mean(column)), 4) for column in zip(*part, strict=True)]
            table[f"{low:g}-{min(high, 1.0):g}"] = [len(part), *means]
    return table


def _name(kind: int) -> str:
    return str(FACES_KNOWN[kind]) if kind >= 0 else "nothing"


def _share(rows: list[Row]) -> float | None:
    return round(sum(row.said == row.kind for row in rows) / len(rows), 5) if rows else None


def tiles_of(folder: Path) -> Iterator[Photo]:
    """Every labelled tile of a folder, its box cut out."""
    for number, image, labels in labelled(folder):
        for label in labels:
            photo = _photo(number, image, label)
            if min(photo.crop.shape[:2]) >= MIN_SIDE_PX:
                yield photo


def _photo(number: int, image: Image, label: Label) -> Photo:
    left, top = round(label.x + 0.5 - label.width / 2), round(label.y + 0.5 - label.height / 2)
    right, bottom = round(label.x + 0.5 + label.width / 2), round(label.y + 0.5 + label.height / 2)
    crop = image[max(top, 0) : bottom, max(left, 0) : right]
    short, long = sorted((label.width, label.height))
    is_whole = min(left, top) >= -1 and right <= image.shape[1] + 1 and bottom <= image.shape[0] + 1
    is_bright = crop.size > 0 and float((crop.min(axis=2) >= _BRIGHT).mean()) > _BRIGHT_SHARE
    is_clear = is_whole and short >= _MIN_CLEAR_PX and long < _MAX_STRETCHED * short
    return Photo(number, crop, label.kind, is_clear, is_bright)


def with_glare(crop: Image, rng: np.random.Generator) -> Image:
    """The crop with the blurred reflection of a lamp on it: an ellipse up to a third of its size, up to white."""
    height, width = crop.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    turn, size = rng.uniform(0, np.pi), rng.uniform(0.08, 0.3, 2) * min(height, width)
    u, v = x - rng.uniform(0.15, 0.85) * width, y - rng.uniform(0.15, 0.85) * height
    along, across = np.cos(turn) * u + np.sin(turn) * v, np.cos(turn) * v - np.sin(turn) * u
    spot = np.exp(-((along / size[0]) ** 2) - (across / size[1]) ** 2) * rng.uniform(0.5, 0.95)
    return np.asarray(crop + (255 - crop) * spot[..., None], np.uint8)


def judge(photos: list[Photo], classifier: Classifier, glare_seed: int | None = None) -> list[Row]:
    """Read tiles one by one; with `glare_seed` the clear ones once more with glare."""
    rng = np.random.default_rng(glare_seed)
    rows = []
    for photo in photos:
        crops = [(photo.crop, photo.is_bright)]
        if glare_seed is not None and photo.is_clear:
            crops.append((with_glare(photo.crop, rng), True))
        for crop, is_glare in crops:
            reading = read_loose(crop, classifier)
            said = FACES_KNOWN.index(reading.tile) if reading.tile is not None else -1
            is_shown = is_glare and photo.is_clear
            rows.append(Row(photo.picture, photo.kind, said, reading.confidence, photo.is_clear, is_shown))
    return rows


def teachers(photos: list[Photo], count: int) -> list[int]:
    """The pictures that an owner would take: each the one that adds most kinds to those before it."""
    kinds: dict[int, set[int]] = {}
    for photo in photos:
        kinds.setdefault(photo.picture, set()).add(photo.kind)
    chosen: list[int] = []
    known: set[int] = set()
    for _ in range(min(count, len(kinds))):
        best = max((number for number in kinds if number not in chosen), key=lambda n: (len(kinds[n] - known), -n))
        chosen.append(best)
        known |= kinds[best]
    return chosen


def calibrated(photos: list[Photo], count: int, classifier: Classifier) -> list[Photo]:
    """Adapt the classifier to `count` pictures' tiles; the tiles of the other pictures."""
    chosen = set(teachers(photos, count))
    adapt([photo for photo in photos if photo.picture in chosen], classifier)
    return [photo for photo in photos if photo.picture not in chosen]


def taught_one_of_each(photos: list[Photo], classifier: Classifier) -> list[Photo]:
    """Adapt the classifier to the first clear tile of each kind, without glare; the other tiles."""
    first: dict[int, Photo] = {}
    for photo in photos:
        if photo.is_clear and not photo.is_bright:
            first.setdefault(photo.kind, photo)
    shown = list(first.values())
    adapt(shown, classifier)
    return [photo for photo in photos if not any(photo is one for one in shown)]


def adapt(photos: list[Photo], classifier: Classifier) -> None:
    """Teach the classifier what these tiles show."""
    samples = [
        Sample(FACES_KNOWN[photo.kind], upright(photo.crop, FACES_KNOWN[photo.kind], None, classifier))
        for photo in photos
    ]
    classifier.correction = LearntSet.learn("judged", "1970-01-01T00:00:00", samples, classifier).correction


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER / "classifier.onnx")
    parser.add_argument("--glare", type=int, help="seed of the glare; without it none is painted")
    parser.add_argument("--calibrate", type=int, default=0, help="photographs of each folder to adapt to first")
    parser.add_argument("--one-of-each", action="store_true", help="adapt to one clear tile of each kind first")
    parser.add_argument("--pictures", type=int, nargs=2, default=(0, 10**6), help="numbers of the first and the last")
    parser.add_argument("--every", type=int, default=1, help="judge one picture in so many")
    parser.add_argument("--rows", type=Path, help="write what was said of each tile (JSON lines)")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    every: list[Row] = []
    for folder in arguments.folders:
        classifier = Classifier(arguments.model)
        first, last = arguments.pictures
        photos = [photo for photo in tiles_of(folder) if first <= photo.picture <= last]
        if arguments.calibrate:
            photos = calibrated(photos, arguments.calibrate, classifier)
        elif arguments.one_of_each:
            photos = taught_one_of_each(photos, classifier)
        photos = [photo for photo in photos if photo.picture % arguments.every == 0]
        every += judge(photos, classifier, arguments.glare)
    if arguments.rows:
        arguments.rows.write_text("".join(json.dumps(row) + "\n" for row in every))
    print(json.dumps(Judgement(every).as_json(), indent=1))


if __name__ == "__main__":
    main()
