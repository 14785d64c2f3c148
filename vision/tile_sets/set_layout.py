"""A tile set laid out in rows: which piece in the picture is which tile.

Rules this file keeps:
* Only the order counts: rows from the far edge to seat 0, in each row from left to right, all upright for seat 0.
* Nothing is guessed: when the rows don't have the lengths that were asked for, the owner is told which row differs.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from mahjong_rules.tiles import ALL_KINDS, BONUS_TILES, RED_FIVES, Tile
from vision.geometry.rectify import TableView
from vision.reading.classification import SAMPLE_MARGIN_PX, Reading, cut
from vision.reading.detection import Box
from vision.settings import GeometrySettings
from vision.sightings import Face, Image
from vision.tile_sets.learnt_set import Sample

Rows = tuple[tuple[Tile, ...], ...]

BASIC_ROWS: Final[Rows] = (ALL_KINDS[:9], ALL_KINDS[9:18], ALL_KINDS[18:27], ALL_KINDS[27:])
"""One to nine of characters, dots and bamboo; the four winds and the white, green and red dragon."""
BONUS_ROW: Final[tuple[Tile, ...]] = tuple(BONUS_TILES)
RED_ROW: Final[tuple[Tile, ...]] = tuple(RED_FIVES)
_NEXT_ROW: Final = 0.5
"""Pieces whose centres lie farther apart than this share of a tile's height are in different rows."""
_MAX_TILT_DEG: Final = 30.0
"""Rows turned by more are not a tilted layout, but tiles laid any way. Chosen, not measured."""
_MIN_DOUBT: Final = 0.9
"""A piece looks like another tile than its place says from this chance on ...

Of what is said with it nearly all is right (vision/model/CLASSIFIER.md).
"""
_MIN_SUPPORT: Final = 0.05
"""... when its own tile gets less than this. Chosen, not measured."""


class MistakeKind(StrEnum):
    """In what way pieces are not laid as asked; keys of the page's catalogues below `layout.`."""

    NOTHING = "nothing"
    ROW_LENGTH = "row_length"
    ROW_MISSING = "row_missing"
    ROW_TOO_MANY = "row_too_many"
    ACROSS = "across"


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a layout.

    Attributes:
        kind: in what way.
        row: the row, from 1; 0 where it is none in particular.
        found: tiles in that row, or rows; of a tile that lies across its place in the row, from 1.
        wanted: how many there should be.
        tiles: the tiles that belong to that row, or the one that lies across.
    """

    kind: MistakeKind
    row: int = 0
    found: int = 0
    wanted: int = 0
    tiles: tuple[Tile, ...] = ()


class LayoutError(ValueError):
    """The pieces on the table are not laid as asked; the text says which row differs and what to do."""

    def __init__(self, text: str, mistake: Mistake) -> None:
        super().__init__(text)
        self.mistake = mistake


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece of the layout: which tile it is by its place, counted from 1."""

    tile: Tile
    box: Box
    row: int
    number: int


@dataclass(frozen=True, slots=True)
class LayoutDoubt:
    """A piece that looks like another tile than its place says."""

    laid: Laid
    looks_like: Tile
    chance: float

    def __str__(self) -> str:
        return (
            f"row {self.laid.row}, tile {self.laid.number} should be {self.laid.tile} but looks like "
            f"{self.looks_like} ({self.chance:.0%})"
        )


def whole_set(lengths: Sequence[int]) -> Rows:
    """The rows of a whole set: the basic four, then flowers and seasons, red fives, or both, as the lengths say."""
    more = [row for row, length in ((BONUS_ROW, len(BONUS_ROW)), (RED_ROW, len(RED_ROW))) if length in lengths[4:]]
    return (*BASIC_ROWS, *more)


def rows_of(boxes: Sequence[Box], view: TableView, geometry: GeometrySettings) -> list[list[Box]]:
    """The face-up pieces in rows from the far edge to seat 0, each from left to right; a common tilt is allowed."""
    up = [box for box in boxes if box.face is Face.UP and not _is_marker(box, view, geometry)]
    if not up:
        return []
    tilt = math.radians(_tilt_deg(up))
    apart = _NEXT_ROW * geometry.tile_height_mm * view.px_per_mm
    # Columns run to the right and rows down; counter-clockwise tilt lifts the right end.
    along = {box: box.column * math.cos(tilt) - box.row * math.sin(tilt) for box in up}
    down = {box: box.column * math.sin(tilt) + box.row * math.cos(tilt) for box in up}
    rows: list[list[Box]] = []
    last = -math.inf
    for box in sorted(up, key=down.__getitem__):
        if down[box] - last > apart:
            rows.append([])
        rows[-1].append(box)
        last = down[box]
    return [sorted(row, key=along.__getitem__) for row in rows]


def _is_marker(box: Box, view: TableView, geometry: GeometrySettings) -> bool:
    """Whether a box is one of the table's markers: black on white, they may look like a tile."""
    place = view.to_mm(box.column, box.row)
    return any(math.dist(place, centre) < geometry.marker_mm / 2 for centre in geometry.marker_centres_mm.values())


def _tilt_deg(boxes: Sequence[Box]) -> float:
    """How far the rows as a whole are turned: what most pieces are turned beyond upright."""
    turns = np.array([(box.axis_deg + 90) % 180 - 90 for box in boxes])
    tilt = float(np.median(turns))
    return tilt if abs(tilt) <= _MAX_TILT_DEG else 0.0


def in_order(tiles: Sequence[Tile], lengths: Sequence[int]) -> Rows:
    """Some tiles in rows of these lengths, however many rows the owner made; in one row when the count differs."""
    if sum(lengths) != len(tiles):
        return (tuple(tiles),)
    ends = list(itertools.accumulate(lengths))
    return tuple(tuple(tiles[end - length : end]) for end, length in zip(ends, lengths, strict=True))


def assigned(rows: Sequence[Sequence[Box]], wanted: Rows) -> list[Laid]:
    """Every piece with the tile that its place says.

    Raises:
        LayoutError: a row is missing, too short or too long, or a piece lies across.
    """
    if not rows:
        text = "no face-up tile was found: lay the tiles face up between the four markers"
        raise LayoutError(text, Mistake(MistakeKind.NOTHING, wanted=len(wanted)))
    if [len(row) for row in rows] != [len(row) for row in wanted]:
        raise _difference(rows, wanted)
    laid = [
        Laid(tile, _upright(box), row, number)
        for row, (boxes, tiles) in enumerate(zip(rows, wanted, strict=True), 1)
        for number, (box, tile) in enumerate(zip(boxes, tiles, strict=True), 1)
    ]
    for piece in laid:
        if abs(piece.box.axis_deg) > 45:
            raise LayoutError(
                f"row {piece.row}, tile {piece.number} ({piece.tile}) lies across: turn it upright as seen from seat 0",
                Mistake(MistakeKind.ACROSS, piece.row, piece.number, tiles=(piece.tile,)),
            )
    return laid


def samples(image: Image, view: TableView, laid: Sequence[Laid], geometry: GeometrySettings) -> list[Sample]:
    """A labelled crop of every piece of the layout."""
    pictures = cut(image, view, [piece.box for piece in laid], geometry, SAMPLE_MARGIN_PX)
    return [Sample(piece.tile, picture) for piece, picture in zip(laid, pictures, strict=True)]


def doubts(laid: Sequence[Laid], readings: Sequence[Reading]) -> list[LayoutDoubt]:
    """Pieces that the reader takes for another tile with confidence: perhaps two were exchanged."""
    found = []
    for piece, reading in zip(laid, readings, strict=True):
        tile, share = reading.candidates[0]
        chance, own = share * reading.whole, dict(reading.candidates).get(piece.tile, 0.0)
        if tile != piece.tile and chance >= _MIN_DOUBT and own < _MIN_SUPPORT:
            found.append(LayoutDoubt(piece, tile, chance))
    return found


def _upright(box: Box) -> Box:
    """The same box with its rotation from -90 to 90 degrees: upright for seat 0."""
    return replace(box, axis_deg=(box.axis_deg + 90) % 180 - 90)


def _difference(rows: Sequence[Sequence[Box]], wanted: Rows) -> LayoutError:
    """What is wrong with the rows, in one sentence."""
    found = ", ".join(str(len(row)) for row in rows)
    asked = ", ".join(str(len(row)) for row in wanted)
    mistake = _mistake([len(row) for row in rows], wanted)
    match mistake.kind:
        case MistakeKind.ROW_LENGTH:
            first, last = mistake.tiles[0], mistake.tiles[-1]
            span = f"{first} to {last}" if len(mistake.tiles) > 1 else str(first)
            what = f"row {mistake.row} ({span}) has {mistake.found} instead of {mistake.wanted}"
        case MistakeKind.ROW_MISSING:
            what = "a row is missing"
        case _:
            what = "there are more rows"
    kind = "row" if len(wanted) == 1 else "rows"
    return LayoutError(
        f"expected {len(wanted)} {kind} of {asked} face-up tiles from the far edge to seat 0, but found {found}: "
        f"{what}; mend that, leave half a tile free between the rows and nothing else face up on the table",
        mistake,
    )


def _mistake(lengths: Sequence[int], wanted: Rows) -> Mistake:
    """The first row that differs, or that there are too few or too many."""
    for row, (length, tiles) in enumerate(zip(lengths, wanted, strict=False), 1):
        if length != len(tiles):
            return Mistake(MistakeKind.ROW_LENGTH, row, length, len(tiles), tiles)
    kind = MistakeKind.ROW_MISSING if len(lengths) < len(wanted) else MistakeKind.ROW_TOO_MANY
    return Mistake(kind, min(len(lengths), len(wanted)) + 1, len(lengths), len(wanted))
