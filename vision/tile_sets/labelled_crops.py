"""Labelled pictures of single tiles, listed in a CSV file: `file,kind[,rotation]`, one picture a line.

The first line names the columns, in any order; `image` and `label` are understood for `file` and `kind`. Paths are
relative to the CSV file. Every mistake is reported with its line, all of them at once.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from mahjong_rules.tiles import Tile, TileError, parse_tile
from vision.pictures.picture_files import PictureError, read_picture
from vision.reading.classification import SAMPLE_MARGIN_PX, Classifier
from vision.tile_sets.learnt_set import BACK, Sample

_NAMES: Final = {"file": ("file", "image"), "kind": ("kind", "label"), "rotation": ("rotation", "rotation_deg")}
_ROTATIONS: Final = {"": None, "0": 0, "90": 90, "180": 180, "270": 270}
_MAX_REPORTED: Final = 10
"""So many mistakes of a list are named, the others are counted: more than one reads at once."""
_MIN_SEEN: Final = 0.05
"""A labelled face that gets less than this chance is not seen in its picture. Chosen, not measured."""
_PLAINLY_SEEN: Final = 0.9
"""A picture looks like another tile from this chance on: nearly all such answers are right
(vision/model/CLASSIFIER.md).
"""


class LabelError(ValueError):
    """The list of labelled pictures has mistakes; one line each."""


@dataclass(frozen=True, slots=True)
class Label:
    """One line: a picture, the tile it shows (None for a back) and its rotation, counter-clockwise, None if unknown."""

    file: Path
    tile: Tile | None
    rotation_deg: int | None


@dataclass(frozen=True, slots=True)
class LabelDoubt:
    """A picture in which the tile it is labelled with is not to be seen, and what it looks like if that is plain."""

    label: Label
    looks_like: Tile | None

    def __str__(self) -> str:
        return f"{self.label.file.name} {self.label.tile}" + (f" looks like {self.looks_like}" * bool(self.looks_like))


def doubts(labels: Sequence[Label], samples: Sequence[Sample], classifier: Classifier) -> list[LabelDoubt]:
    """The labelled faces that the reader does not see: wrong labels, parts of tiles, or faces that it never saw.

    Args:
        labels: the lines of the list.
        samples: the crop that was cut for each of them.
        classifier: what it says now counts.
    """
    faces = [(label, sample) for label, sample in zip(labels, samples, strict=True) if label.tile is not None]
    if not faces:
        return []
    inner = slice(SAMPLE_MARGIN_PX, -SAMPLE_MARGIN_PX)
    readings = classifier.read(np.stack([sample.picture[inner, inner] for _, sample in faces]))
    found = []
    for (label, _), reading in zip(faces, readings, strict=True):
        likeliest, chance = reading.candidates[0]
        seen = sum(part for tile, part in reading.candidates if tile == label.tile)
        if reading.whole * seen < _MIN_SEEN:
            found.append(LabelDoubt(label, likeliest if reading.whole * chance >= _PLAINLY_SEEN else None))
    return found


def read_labels(path: Path) -> list[Label]:
    """The lines of a CSV file.

    Raises:
        LabelError: it cannot be read, a column is missing, or a line names no tile, rotation or picture.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise LabelError(f"{path} cannot be read: {reason}; give a CSV file with the columns file and kind") from error
    labels, mistakes = [], []
    for number, row in _rows(path, text):
        try:
            labels.append(_label(path.parent, row))
        except ValueError as error:
            mistakes.append(f"{path} line {number}: {error}")
    if mistakes:
        more = [f"and {len(mistakes) - _MAX_REPORTED} more"] if len(mistakes) > _MAX_REPORTED else []
        raise LabelError("\n".join([*mistakes[:_MAX_REPORTED], *more]))
    if not labels:
        raise LabelError(f"{path} lists no picture: give at least one line below the names of the columns")
    return labels


def _rows(path: Path, text: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Number and cells by column of each line that is not empty."""
    first = text.partition("\n")[0]
    reader = csv.reader(text.splitlines(), delimiter=max(",;\t", key=first.count))
    head = [cell.strip().lower() for cell in next(reader, [])]
    columns = {name: next((head.index(word) for word in words if word in head), None) for name, words in _NAMES.items()}
    missing = [name for name in ("file", "kind") if columns[name] is None]
    if missing:
        raise LabelError(
            f"{path} line 1 must name the columns file and kind (and rotation, if known), but {' and '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} not among {', '.join(head) or 'nothing'}"
        )
    for cells in reader:
        if any(cell.strip() for cell in cells):
            found = {name: at for name, at in columns.items() if at is not None and at < len(cells)}
            yield reader.line_num, {name: cells[at].strip() for name, at in found.items()}


def _label(folder: Path, row: Mapping[str, str]) -> Label:
    if not row.get("file"):
        raise LabelError("expected the name of a picture in the column file")
    try:
        tile = None if row.get("kind") == BACK else parse_tile(row.get("kind", ""))
    except TileError as error:
        raise LabelError(f"{error}, or {BACK} for a back") from error
    if row.get("rotation", "") not in _ROTATIONS:
        raise LabelError(f"expected a rotation of 0, 90, 180 or 270 (or nothing), not {row['rotation']!r}")
    file = folder / row["file"]
    try:
        read_picture(file)
    except PictureError as error:
        raise LabelError(str(error)) from error
    return Label(file, tile, _ROTATIONS[row.get("rotation", "")])
