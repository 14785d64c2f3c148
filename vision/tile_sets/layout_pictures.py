"""Pictures of a laid-out tile set for its owner: every piece with the name that its place gave it, or what is wrong.

Pure: pictures in, pictures out.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Final

import cv2
import numpy as np

from vision.geometry.lens import Floats
from vision.geometry.rectify import TableView
from vision.reading.detection import Box
from vision.settings import GeometrySettings
from vision.sightings import Image
from vision.tile_sets.set_layout import Laid, Mistake, MistakeKind

_RIGHT: Final = (110, 235, 110)
_WRONG: Final = (80, 140, 255)
_RIM: Final = (0, 0, 0)
_AROUND_MM: Final = 24.0
"""Shown around the outermost pieces: about a tile's length, for names and row numbers."""
_TILE_PX: Final = 72.0
"""So wide is a tile in these pictures, where the camera's own are smaller: names must be readable."""
_MAX_PX: Final = 2400
"""Longer side of the picture at most: about that of the usual camera's."""
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX


def named_picture(
    image: Image, view: TableView, laid: Sequence[Laid], geometry: GeometrySettings, doubted: Collection[Laid] = ()
) -> Image:
    """The part of the picture where the pieces lie, each with a frame and below it the name that its place gave it.

    Doubted pieces have a frame of another colour and a question mark.
    """
    sheet = _Sheet(image, view, [piece.box for piece in laid], geometry)
    inks = [_WRONG if piece in doubted else _RIGHT for piece in laid]
    # Frames first: they would cross the names of the row above.
    outlines = [sheet.frame(piece.box, ink) for piece, ink in zip(laid, inks, strict=True)]
    for piece, ink, corners in zip(laid, inks, outlines, strict=True):
        name = f"{piece.tile}?" if piece in doubted else str(piece.tile)
        sheet.write(name, (float(corners[:, 0].mean()), float(corners[:, 1].max())), ink)
    return sheet.picture


def mistaken_picture(
    image: Image, view: TableView, rows: Sequence[Sequence[Box]], geometry: GeometrySettings, mistake: Mistake
) -> Image:
    """The same of a layout that is not as asked: rows with their numbers and lengths, the wrong one in orange.

    Without any piece it is the whole picture.
    """
    boxes = [box for row in rows for box in row]
    if not boxes:
        return image.copy()
    sheet = _Sheet(image, view, boxes, geometry)
    for number, row in enumerate(rows, 1):
        for place, box in enumerate(row, 1):
            sheet.frame(box, _WRONG if _is_wrong(mistake, number, place) else _RIGHT)
        first = sheet.corners(row[0])
        is_wrong = mistake.row == number
        text = f"{number}: {len(row)}" + (f"/{mistake.wanted}" if is_wrong and mistake.wanted else "")
        beside = (float(first[:, 0].min()) - sheet.tile_px * 0.8, float(first[:, 1].mean()))
        sheet.write(text, beside, _WRONG if is_wrong else _RIGHT)
    return sheet.picture


def _is_wrong(mistake: Mistake, row: int, place: int) -> bool:
    if mistake.kind is MistakeKind.ACROSS:
        return (mistake.row, mistake.found) == (row, place)
    return mistake.row == row or (mistake.kind is MistakeKind.ROW_TOO_MANY and row >= mistake.row)


class _Sheet:
    """The part of a picture around some pieces, enlarged until names can be written into it."""

    def __init__(self, image: Image, view: TableView, boxes: Sequence[Box], geometry: GeometrySettings) -> None:
        self._view, self._geometry = view, geometry
        outlines = np.concatenate([_corners_px(box, view, geometry) for box in boxes])
        scale = float(np.mean([np.ptp(_corners_px(box, view, geometry), axis=0).min() for box in boxes]))
        around = _AROUND_MM * scale / geometry.tile_width_mm
        limits = np.array([image.shape[1], image.shape[0]])
        self._corner = np.floor(np.clip(outlines.min(axis=0) - (2 * around, around), 0, limits - 1))
        margin = np.array([around, 1.5 * around])
        end = np.ceil(np.clip(outlines.max(axis=0) + margin, self._corner + 1, limits))
        (left, top), (right, bottom) = self._corner.astype(int), end.astype(int)
        self._zoom = min(max(_TILE_PX / scale, 1.0), _MAX_PX / max(right - left, bottom - top))
        part = image[top:bottom, left:right]
        self.tile_px = scale * self._zoom
        size = (round(part.shape[1] * self._zoom), round(part.shape[0] * self._zoom))
        self.picture: Image = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_CUBIC), np.uint8)

    def corners(self, box: Box) -> Floats:
        """The corners (4 x 2) of a piece in this picture."""
        return np.asarray((_corners_px(box, self._view, self._geometry) - self._corner) * self._zoom)

    def frame(self, box: Box, colour: tuple[int, int, int]) -> Floats:
        """Draw its outline."""
        corners = self.corners(box)
        for ink, width in ((_RIM, 5), (colour, 2)):
            cv2.polylines(self.picture, [np.round(corners).astype(np.int32)], True, ink, width, cv2.LINE_AA)
        return corners

    def write(self, text: str, below: tuple[float, float], colour: tuple[int, int, int]) -> None:
        """A text whose middle is below this point."""
        size = self.tile_px / _TILE_PX
        (width, height), _ = cv2.getTextSize(text, _FONT, size, 2)
        place = (max(round(below[0] - width / 2), 2), round(below[1] + height * 1.25))
        for ink, thickness in ((_RIM, 7), (colour, 2)):
            cv2.putText(self.picture, text, place, _FONT, size, ink, thickness, cv2.LINE_AA)


def _corners_px(box: Box, view: TableView, geometry: GeometrySettings) -> Floats:
    """The corners (4 x 2) of a face-up piece in the frame."""
    turn = math.radians(box.axis_deg)
    across = np.array([math.cos(turn), math.sin(turn)]) * geometry.tile_width_mm / 2
    along = np.array([-math.sin(turn), math.cos(turn)]) * geometry.tile_height_mm / 2
    centre = np.array(view.to_mm(box.column, box.row))
    signs = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    return view.pose.plane_pixels(np.array([centre + a * across + b * along for a, b in signs]), view.z_mm)
