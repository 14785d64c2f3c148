"""Draw the model card's pictures: python -m vision.training.pictures --photos ROWS --rendered ROWS --out FOLDER.

ROWS are files of `judge --rows`, `evaluate --rows` and `tools/whole_tables.py --rows`; `--foreign` takes those of
styles that no training saw. Writes FOLDER/reliability.png and FOLDER/confusions.png.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading.classification import FACES_KNOWN
from vision.sightings import Image

_BINS: Final = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0001)
"""Bounds of the classes of confidence in the picture, narrower where most answers are."""
_TICKS: Final = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999)
"""Confidences that are written at the axes."""
_MIN_PICTURES: Final = 8
"""A class with fewer tiles has no bar: one mistake would decide its height."""
_MIN_DOUBT: Final = 0.0004
"""Where the axes end: smaller doubts are drawn there."""
_SIZE_PX: Final = 640
"""Side of the picture."""
_EDGE_PX: Final = 70
"""Room for the axes."""
_CELL_PX: Final = 18
"""Side of a cell in the table of confusions."""
_COLOURS: Final = {"photographs": (180, 90, 20), "rendered tables": (30, 110, 220), "styles never seen": (60, 150, 60)}
_INK: Final = (40, 40, 40)
_FAINT: Final = (205, 205, 205)


class Said(NamedTuple):
    """What was said of one tile (numbers in FACES_KNOWN, -1: nothing) and how surely."""

    kind: int
    said: int
    confidence: float


def read_rows(path: Path) -> list[Said]:
    """Rows of JSON lists: picture, kind, said, confidence, ..."""
    rows = (json.loads(line) for line in path.read_text().splitlines())
    return [Said(int(row[1]), int(row[2]), float(row[3])) for row in rows]


def reliability(series: dict[str, list[Said]]) -> Image:
    """Said confidence (across) against the share that was right (up), with 95 % intervals; the axes stretch near 1."""
    picture = np.full((_SIZE_PX, _SIZE_PX, 3), 255, np.uint8)
    for tick in _TICKS:
        across, up = _at(tick, tick)
        cv2.line(picture, (across, _EDGE_PX // 2), (across, _SIZE_PX - _EDGE_PX), _FAINT, 1, cv2.LINE_AA)
        cv2.line(picture, (_EDGE_PX, up), (_SIZE_PX - _EDGE_PX // 2, up), _FAINT, 1, cv2.LINE_AA)
        _write(picture, f"{tick:g}", (across - 12, _SIZE_PX - _EDGE_PX + 20))
        _write(picture, f"{tick:g}", (_EDGE_PX - 46, up + 4))
    cv2.line(picture, _at(0, 0), _at(1, 1), _INK, 1, cv2.LINE_AA)
    _write(picture, "said", (_SIZE_PX // 2, _SIZE_PX - 20))
    _write(picture, "right", (8, 24))
    for number, (name, rows) in enumerate(series.items()):
        colour = _COLOURS[name]
        _write(picture, f"{name}: {len(rows)} tiles", (_EDGE_PX + 14, 60 + 22 * number), colour)
        for low, high in itertools.pairwise(_BINS):
            part = [row for row in rows if low <= row.confidence < high]
            if len(part) >= _MIN_PICTURES:
                _bar(picture, part, colour, number)
    return picture


def _bar(picture: Image, part: list[Said], colour: tuple[int, int, int], number: int) -> None:
    said = float(np.mean([row.confidence for row in part]))
    share = float(np.mean([row.said == row.kind for row in part]))
    low, high = wilson(share, len(part))
    (x, y), shift = _at(said, share), 6 * number - 3
    cv2.line(picture, (x + shift, _at(said, low)[1]), (x + shift, _at(said, high)[1]), colour, 2, cv2.LINE_AA)
    cv2.circle(picture, (x + shift, y), 5, colour, -1, cv2.LINE_AA)


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share seen in `count` trials (Wilson 1927)."""
    z = 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return max(middle - half, 0.0), min(middle + half, 1.0)


def _at(said: float, share: float) -> tuple[int, int]:
    room = _SIZE_PX - _EDGE_PX * 3 // 2

    def along(value: float) -> float:
        return math.log(max(1 - value, _MIN_DOUBT)) / math.log(_MIN_DOUBT) * room

    return round(_EDGE_PX + along(said)), round(_SIZE_PX - _EDGE_PX - along(share))


def confusions(rows: list[Said]) -> Image:
    """What was shown (down) against what was said (across; last: no tile); the cells of mistakes are numbered."""
    count = len(FACES_KNOWN)
    table = np.zeros((count, count + 1), np.int64)
    for row in rows:
        table[row.kind, row.said if row.said >= 0 else count] += 1
    edge = 2 * _CELL_PX
    picture = np.full((edge + count * _CELL_PX, edge + (count + 1) * _CELL_PX, 3), 255, np.uint8)
    for number, name in enumerate([*map(str, FACES_KNOWN), "none"]):
        at = edge + number * _CELL_PX
        _write(picture, name, (at + 1, edge - 6 - 12 * (number % 2)), size=0.33)
        if number < count:
            _write(picture, name, (8, at + 13), size=0.36)
    for kind, said in np.ndindex(*table.shape):
        _cell(picture, table, kind, said)
    return picture


def _cell(picture: Image, table: npt.NDArray[np.int64], kind: int, said: int) -> None:
    corner = np.array([2 * _CELL_PX + said * _CELL_PX, 2 * _CELL_PX + kind * _CELL_PX])
    share = table[kind, said] / max(table[kind].sum(), 1)
    depth = min(share, 1.0) if kind == said else min(8 * share, 1.0)
    full = np.array([120, 190, 120]) if kind == said else np.array([60, 60, 230])
    colour = tuple(int(value) for value in 255 - (255 - full) * depth)
    far = corner + _CELL_PX - 1
    cv2.rectangle(picture, tuple(map(int, corner)), tuple(map(int, far)), colour, -1)
    cv2.rectangle(picture, tuple(map(int, corner)), tuple(map(int, far)), (235, 235, 235), 1)
    if kind != said and table[kind, said]:
        _write(picture, str(table[kind, said]), (int(corner[0]) + 3, int(corner[1]) + 13), size=0.36)


def _write(
    picture: Image, text: str, at: tuple[int, int], colour: tuple[int, int, int] = _INK, size: float = 0.42
) -> None:
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--rendered", type=Path, required=True)
    parser.add_argument("--foreign", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    photos, rendered = read_rows(arguments.photos), read_rows(arguments.rendered)
    arguments.out.mkdir(parents=True, exist_ok=True)
    series = {"photographs": photos, "rendered tables": rendered}
    if arguments.foreign:
        series["styles never seen"] = read_rows(arguments.foreign)
    cv2.imwrite(str(arguments.out / "reliability.png"), reliability(series))
    cv2.imwrite(str(arguments.out / "confusions.png"), confusions(photos))


if __name__ == "__main__":
    main()
