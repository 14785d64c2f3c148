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
from typing import Final

import cv2
import numpy as np

from mahjong_rules.tiles import ALL_KINDS, BONUS_TILES, RED_FIVES, Tile
from vision.classification import SAMPLE_MARGIN_PX, Reading, cut
from vision.detection import Box
from vision.lens import Floats
from vision.rectify import TableView
from vision.settings import GeometrySettings
from vision.sightings import Face, Image
from vision.tile_sets import Sample

Rows = tuple[tuple[Tile, ...], ...]

BASIC_ROWS: Final[Rows] = (ALL_KINDS[:9], ALL_KINDS[9:18], ALL_KINDS[18:27], ALL_KINDS[27:])
"""One to nine of characters, dots and bamboo; the four winds and the white, green and red dragon."""
BONUS_ROW: Final[tuple[Tile, ...]] = tuple(BONUS_TILES)
RED_ROW: Final[tuple[Tile, ...]] = tuple(RED_FIVES)
_NEXT_ROW: Final = 0.5
"""Pieces whose centres lie farther apart than this share of a tile's height are in different rows."""
_MOST_TILT_DEG: Final = 30.0
_FRAME: Final = (80, 220, 80)
_RIM: Final = (0, 0, 0)
_AROUND_PX: Final = 60
_LEAST_DOUBT: Final = 0.9
_LEAST_SUPPORT: Final = 0.05


class LayoutError(ValueError):
    """The pieces on the table are not laid as asked; the text says which row differs and what to do."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece of the layout: which tile it is by its place, counted from 1."""

    tile: Tile
    box: Box
    row: int
    number: int


@dataclass(frozen=True, slots=True)
class Doubt:
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
    return tilt if abs(tilt) <= _MOST_TILT_DEG else 0.0


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
        raise LayoutError("no face-up tile was found: lay the tiles face up between the four markers")
    if [len(row) for row in rows] != [len(row) for row in wanted]:
        raise LayoutError(_difference(rows, wanted))
    laid = [
        Laid(tile, _upright(box), row, number)
        for row, (boxes, tiles) in enumerate(zip(rows, wanted, strict=True), 1)
        for number, (box, tile) in enumerate(zip(boxes, tiles, strict=True), 1)
    ]
    for piece in laid:
        if abs(piece.box.axis_deg) > 45:
            raise LayoutError(
                f"row {piece.row}, tile {piece.number} ({piece.tile}) lies across: turn it upright as seen from seat 0"
            )
    return laid


def samples(image: Image, view: TableView, laid: Sequence[Laid], geometry: GeometrySettings) -> list[Sample]:
    """A labelled crop of every piece of the layout."""
    pictures = cut(image, view, [piece.box for piece in laid], geometry, SAMPLE_MARGIN_PX)
    return [Sample(piece.tile, picture) for piece, picture in zip(laid, pictures, strict=True)]


def drawn(image: Image, view: TableView, laid: Sequence[Laid], geometry: GeometrySettings) -> Image:
    """The part of the picture where the pieces lie, each with a frame and below it the name that its place gave it."""
    copy = image.copy()
    outlines = [np.round(_corners_px(piece.box, view, geometry)).astype(np.int32) for piece in laid]
    for piece, corners in zip(laid, outlines, strict=True):
        cv2.polylines(copy, [corners], isClosed=True, color=_FRAME, thickness=2)
        column, row = int(corners[:, 0].mean()), int(corners[:, 1].max())
        for ink, thickness in ((_RIM, 4), (_FRAME, 1)):
            place = (column - 10, row + 15)
            cv2.putText(copy, str(piece.tile), place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, thickness, cv2.LINE_AA)
    everything = np.concatenate(outlines)
    left, top = np.maximum(everything.min(axis=0) - _AROUND_PX, 0)
    right, bottom = everything.max(axis=0) + _AROUND_PX
    return copy[top:bottom, left:right]


def _corners_px(box: Box, view: TableView, geometry: GeometrySettings) -> Floats:
    """The corners (4 x 2) of a face-up piece in the frame."""
    turn = math.radians(box.axis_deg)
    across = np.array([math.cos(turn), math.sin(turn)]) * geometry.tile_width_mm / 2
    along = np.array([-math.sin(turn), math.cos(turn)]) * geometry.tile_height_mm / 2
    centre = np.array(view.to_mm(box.column, box.row))
    signs = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    return view.pose.plane_pixels(np.array([centre + a * across + b * along for a, b in signs]), view.z_mm)


def doubts(laid: Sequence[Laid], readings: Sequence[Reading]) -> list[Doubt]:
    """Pieces that the reader takes for another tile with confidence: perhaps two were exchanged."""
    found = []
    for piece, reading in zip(laid, readings, strict=True):
        tile, share = reading.candidates[0]
        chance, own = share * reading.whole, dict(reading.candidates).get(piece.tile, 0.0)
        if tile != piece.tile and chance >= _LEAST_DOUBT and own < _LEAST_SUPPORT:
            found.append(Doubt(piece, tile, chance))
    return found


def _upright(box: Box) -> Box:
    """The same box with its rotation from -90 to 90 degrees: upright for seat 0."""
    return replace(box, axis_deg=(box.axis_deg + 90) % 180 - 90)


def _difference(rows: Sequence[Sequence[Box]], wanted: Rows) -> str:
    """What is wrong with the rows, in one sentence."""
    found = ", ".join(str(len(row)) for row in rows)
    asked = ", ".join(str(len(row)) for row in wanted)
    number = next((n for n, (row, tiles) in enumerate(zip(rows, wanted, strict=False)) if len(row) != len(tiles)), None)
    if number is None:
        what = "a row is missing" if len(rows) < len(wanted) else "there are more rows"
    else:
        tiles = wanted[number]
        span = f"{tiles[0]} to {tiles[-1]}" if len(tiles) > 1 else str(tiles[0])
        what = f"row {number + 1} ({span}) has {len(rows[number])} instead of {len(tiles)}"
    kind = "row" if len(wanted) == 1 else "rows"
    return (
        f"expected {len(wanted)} {kind} of {asked} face-up tiles from the far edge to seat 0, but found {found}: "
        f"{what}; mend that, leave half a tile free between the rows and nothing else face up on the table"
    )
