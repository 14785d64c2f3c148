"""Artificial tables with the faces of real tiles, in the right perspective: for training and for whole-table tests.

A camera at height H above a point N sees the point (x, y, z) over the plane of the tile tops (z = t) at
N + ((x, y) - N) (H - t) / (H - z). Everything is painted in that plane, so a picture warped by the camera's own
homography of the plane is a true central view of bodies of tile height, markers on the felt included.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibrating.calibration import Floats
from vision.reading.detection import FACES
from vision.sightings import Face
from vision.training.real_tiles import FACE_HEIGHT_PX, FACE_WIDTH_PX, RealTile
from vision.training.rooms import (
    Canvas,
    Colour,
    Rng,
    any_colour,
    paint_arm,
    paint_felt,
    paint_thing,
    rectangle,
)

_BACKS: Final = ((60, 150, 60), (150, 90, 30), (60, 160, 230), (40, 40, 170), (50, 50, 55), (90, 60, 120))
_ROUND: Final = 0.12
"""Radius of a face's corners as a share of its width."""


@dataclass(frozen=True, slots=True)
class TileSize:
    """Millimetres."""

    width: float
    height: float
    thickness: float


@dataclass(frozen=True, slots=True)
class Eye:
    """A camera's place: above (x, y) at `height` mm."""

    x: float
    y: float
    height: float

    def shown(self, points: Floats, z: float, plane: float) -> Floats:
        """Where points (n x 2) at height z are seen in the plane."""
        middle = np.array([self.x, self.y])
        return middle + (points - middle) * (self.height - plane) / (self.height - z)


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece on the felt: centre, rotation, what is seen of it, how many tiles lie below it."""

    number: int
    x: float
    y: float
    turn_deg: float
    face: Face
    tile: RealTile
    below: int = 0


@dataclass(frozen=True, slots=True)
class Seen:
    """A piece as painted: the corners of its visible top in the plane (upper left first) and the share not hidden."""

    laid: Laid
    corners_mm: Floats
    visible: float


@dataclass(slots=True)
class Table:
    """What lies on an artificial table and how it is seen."""

    half_mm: float
    size: TileSize
    eye: Eye
    back: Colour
    pieces: list[Laid] = field(default_factory=list)
    taken: list[Floats] = field(default_factory=list)
    """Rectangles where nothing may be laid."""

    def is_free(self, corners: Floats) -> bool:
        """Whether a rectangle lies on the table and touches nothing."""
        if np.abs(corners).max() > self.half_mm:
            return False
        middle = corners.mean(axis=0)
        near = [other for other in self.taken if np.abs(other.mean(axis=0) - middle).max() < _reach(other, corners)]
        return all(cv2.intersectConvexConvex(_f32(corners), _f32(other))[0] < 4.0 for other in near)


def _reach(first: Floats, second: Floats) -> float:
    return float(np.ptp(first, axis=0).max() + np.ptp(second, axis=0).max()) / 2


def _f32(corners: Floats) -> npt.NDArray[np.float32]:
    return corners.astype(np.float32)


def random_back(rng: Rng) -> Colour:
    """The colour of the backs of a set."""
    if rng.random() < 0.5:
        blue, green, red = np.array(_BACKS[rng.integers(len(_BACKS))]) * rng.uniform(0.6, 1.3)
        return (float(blue), float(green), float(red))
    return any_colour(rng, (0.12, 0.95), 1.0)


def lay(table: Table, bank: list[RealTile], rng: Rng, groups: int) -> None:
    """Lay groups of tiles as players do: rows, walls, melds, open hands, trays, standing hands, tiles lying about."""
    for _ in range(groups):
        kind = rng.choice(["rows", "wall", "row", "loose", "tray", "standing"], p=[0.34, 0.16, 0.2, 0.14, 0.08, 0.08])
        turn = float(rng.integers(4)) * 90 + (rng.normal(0, 3) if rng.random() < 0.7 else rng.uniform(0, 360))
        place = rng.uniform(-table.half_mm, table.half_mm, 2)
        set_of = [bank[int(number)] for number in rng.integers(len(bank), size=80)]
        _lay_group(table, kind, place, turn, set_of, rng)


def _lay_group(table: Table, kind: str, place: Floats, turn_deg: float, tiles: list[RealTile], rng: Rng) -> None:
    size, turn = table.size, np.radians(turn_deg)
    right, up = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    columns, rows = {
        "rows": (6, int(rng.integers(1, 4))),
        "wall": (int(rng.integers(5, 18)), 1),
        "row": (int(rng.integers(2, 15)), 1),
        "loose": (int(rng.integers(3, 7)), int(rng.integers(1, 5))),
        "tray": (int(rng.integers(4, 10)), int(rng.integers(2, 5))),
        "standing": (int(rng.integers(4, 14)), 1),
    }[kind]
    spread = 1.6 if kind == "loose" else 1.0 + rng.choice((0.0, 0.0, rng.uniform(0, 0.08)))
    askew, shift = (90.0, 6.0) if kind == "loose" else (rng.uniform(0, 2.5), rng.uniform(0, 1.2))
    across, along = size.width * spread, (size.height if kind != "standing" else size.thickness) * spread
    is_back = kind == "wall" or (kind == "loose" and rng.random() < 0.4)
    for row, column in np.ndindex(rows, columns):
        if rng.random() < 0.06:
            continue
        sideways = kind in ("rows", "row") and rng.random() < 0.06
        centre = place + right * column * across - up * row * along + rng.normal(0, shift, 2)
        face = Face.STANDING if kind == "standing" else Face.DOWN if is_back and rng.random() < 0.92 else Face.UP
        if kind == "row" and rng.random() < 0.08:
            face = Face.DOWN
        tilt = turn_deg + rng.normal(0, askew) + (90 if sideways else 0)
        below = int(kind == "wall" and rng.random() < 0.7)
        _put(table, Laid(len(table.pieces) + 1, *centre, tilt, face, tiles[row * columns + column], below))


def _put(table: Table, piece: Laid) -> None:
    width, depth = _outline(table.size, piece.face)
    corners = rectangle(piece.x, piece.y, width * 0.985, depth * 0.985, piece.turn_deg)
    if table.is_free(corners):
        table.taken.append(corners)
        table.pieces.append(piece)


def _outline(size: TileSize, face: Face) -> tuple[float, float]:
    return (size.width, size.thickness if face is Face.STANDING else size.height)


def paint(table: Table, canvas: Canvas, rng: Rng, *, things: int, arms: int) -> list[Seen]:
    """Paint felt, shadows, things, pieces and arms; returns what is to be seen of every piece."""
    plane = table.size.thickness
    _paint_shadows(table, canvas, rng)
    for _ in range(things):
        paint_thing(canvas, rng)
    body = float(rng.uniform(0.3, 0.65))
    from_below = sorted(table.pieces, key=lambda p: (_top_mm(table, p) > plane + 1, -_distance(table.eye, p)))
    painted = [(piece, _paint_piece(table, canvas, piece, body)) for piece in from_below]
    whole = {piece.number: _area_px(corners, canvas) for piece, corners in painted}
    for _ in range(arms):
        paint_arm(canvas, rng)
    counts = np.bincount(canvas.shown.ravel(), minlength=max(whole, default=0) + 1)
    return [
        Seen(piece, corners, min(1.0, float(counts[piece.number]) / whole[piece.number])) for piece, corners in painted
    ]


def _area_px(corners: Floats, canvas: Canvas) -> float:
    return float(cv2.contourArea(_f32(canvas.to_px(corners)))) or 1.0


def _top_mm(table: Table, piece: Laid) -> float:
    stands = piece.face is Face.STANDING
    return table.size.height if stands else table.size.thickness * (1 + piece.below)


def _distance(eye: Eye, piece: Laid) -> float:
    return float(np.hypot(piece.x - eye.x, piece.y - eye.y))


def _paint_shadows(table: Table, canvas: Canvas, rng: Rng) -> None:
    mask = np.zeros(canvas.shown.shape, np.uint8)
    lamp = rng.normal(0, 0.5, 2)
    for piece in table.pieces:
        corners = rectangle(piece.x, piece.y, *_outline(table.size, piece.face), piece.turn_deg)
        reach = np.vstack((corners, corners + lamp * _top_mm(table, piece)))
        seen = canvas.to_px(table.eye.shown(reach, 0, table.size.thickness))
        cv2.fillConvexPoly(mask, cv2.convexHull(np.round(seen).astype(np.int32)), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 4) * canvas.px_per_mm).astype(np.float32) / 255
    shade = 1 - soft[..., None] * rng.uniform(0.1, 0.7)
    canvas.image[:] = (canvas.image * shade).astype(np.uint8)


def _paint_piece(table: Table, canvas: Canvas, piece: Laid, body: float) -> Floats:
    """Paint one piece; returns the corners of its top in the plane."""
    size, top_mm = table.size, _top_mm(table, piece)
    corners = rectangle(piece.x, piece.y, *_outline(size, piece.face), piece.turn_deg)
    colours = (table.back, piece.tile.body)
    for level in range(piece.below):
        _paint_sides(table, canvas, corners, level * size.thickness, (level + 1) * size.thickness, body, colours[::-1])
    foot_mm = 0.0 if piece.face is Face.STANDING else top_mm - size.thickness
    low_high = colours if piece.face is Face.UP else colours[::-1]
    _paint_sides(table, canvas, corners, foot_mm, top_mm, body, low_high)
    top = table.eye.shown(corners, top_mm, size.thickness)
    if piece.face is Face.UP:
        canvas.polygon(top, piece.tile.body, piece.number)
        _paste(canvas, top, piece.tile)
    elif piece.face is Face.DOWN:
        canvas.polygon(top, table.back, piece.number)
    else:
        canvas.polygon(top, piece.tile.body, piece.number)
        share = 0.4
        canvas.polygon(np.vstack((top[:2], top[2:] * share + top[1::-1] * (1 - share))), table.back, piece.number)
    return top


def _paint_sides(  # noqa: PLR0913 - where, how high and in which colours
    table: Table,
    canvas: Canvas,
    corners: Floats,
    low_mm: float,
    high_mm: float,
    body: float,
    colours: tuple[Colour, ...],
) -> None:
    """The sides of a body between two heights: its lower part in the first colour, the rest in the second."""
    plane, middle_mm = table.size.thickness, low_mm + (high_mm - low_mm) * body
    for start, end, colour in ((low_mm, middle_mm, colours[0]), (middle_mm, high_mm, colours[1])):
        rings = [table.eye.shown(corners, z, plane) for z in (start, end)]
        hull = cv2.convexHull(_f32(np.vstack(rings))).reshape(-1, 2).astype(np.float64)
        canvas.polygon(hull, (colour[0] * 0.8, colour[1] * 0.8, colour[2] * 0.8))


def _corner_mask() -> npt.NDArray[np.float32]:
    mask = np.zeros((FACE_HEIGHT_PX, FACE_WIDTH_PX), np.uint8)
    radius = round(_ROUND * FACE_WIDTH_PX)
    cv2.rectangle(mask, (radius, radius), (FACE_WIDTH_PX - 1 - radius, FACE_HEIGHT_PX - 1 - radius), 255, -1)
    grown = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)))
    return (cv2.blur(grown, (3, 3)).astype(np.float32) / 255)[..., None]


_MASK: Final = _corner_mask()


def _paste(canvas: Canvas, top: Floats, tile: RealTile) -> None:
    """Lay the photograph of a face over the top of a piece."""
    pixels = canvas.to_px(top)
    low = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(pixels.max(axis=0)).astype(int) + 2, canvas.image.shape[0])
    if (high <= low).any():
        return
    source = np.array([(0, 0), (FACE_WIDTH_PX, 0), (FACE_WIDTH_PX, FACE_HEIGHT_PX), (0, FACE_HEIGHT_PX)]) - 0.5
    place = cv2.getPerspectiveTransform(_f32(source), _f32(pixels - low))
    shape = (int(high[0] - low[0]), int(high[1] - low[1]))
    face = cv2.warpPerspective(tile.face, place, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpPerspective(_MASK, place, shape, flags=cv2.INTER_LINEAR)[..., None]
    part = canvas.image[low[1] : high[1], low[0] : high[0]]
    part[:] = (part * (1 - share) + face * share).astype(np.uint8)


def random_size(rng: Rng) -> TileSize:
    """Any tile on the market: 26 x 19 x 15 to 44 x 33 x 24 mm."""
    width = rng.uniform(19, 33)
    height = min(max(width * rng.uniform(1.28, 1.42), 26.0), 44.0)
    return TileSize(width, height, min(max(width * rng.uniform(0.7, 0.85), 15.0), 24.0))


def training_view(bank: list[RealTile], rng: Rng, side_px: int, px_per_mm: float = 3.0) -> tuple[Canvas, list[Seen]]:
    """A part of a table whose tiles are about 20.5 x 28 mm, painted but not yet lit; its eye is far off its middle."""
    ratio = rng.uniform(1.25, 1.45)
    width = float(np.sqrt(20.5 * 28.0 / ratio))
    size = TileSize(width, width * ratio, width * rng.uniform(0.65, 0.9))
    eye = Eye(*rng.uniform(-420, 420, 2), rng.uniform(650, 1400))
    table = Table(side_px / 2 + 14, size, eye, random_back(rng))
    canvas = Canvas.empty(side_px / 2, px_per_mm)
    paint_felt(canvas, rng)
    lay(table, bank, rng, int(rng.integers(1, 9)))
    return canvas, paint(table, canvas, rng, things=int(rng.integers(0, 6)), arms=int(rng.random() < 0.35))


def rows_of(seen: list[Seen], canvas: Canvas, px_per_mm: float, number: int) -> npt.NDArray[np.float32]:
    """Training rows: face, column and row at so many pixels a mm, rotation, visible share, number of the view."""
    rows = [
        (FACES.index(s.laid.face), *_place(s, canvas, px_per_mm), s.laid.turn_deg % 360, s.visible, number)
        for s in seen
    ]
    return np.array(rows, np.float32).reshape(-1, 6)


def _place(seen: Seen, canvas: Canvas, px_per_mm: float) -> tuple[float, float]:
    x, y = seen.corners_mm.mean(axis=0)
    return (float((x + canvas.half_mm) * px_per_mm - 0.5), float((canvas.half_mm - y) * px_per_mm - 0.5))
