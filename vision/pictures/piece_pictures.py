"""Pictures of single pieces for questions to people: cut out of the newest frame, kept while the question is open.

Rules this file keeps:
* Standing hands are nobody's business: a standing piece has no picture, and in the picture of another piece every
  standing hand is painted over.
* A picture is in memory only, and only as long as its piece is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from mahjong_rules.seats import SEATS, Seat
from vision.geometry.lens import Floats
from vision.geometry.rectify import TableView
from vision.geometry.zones import ZoneMap, to_table
from vision.pictures.overlay import outline
from vision.settings import GeometrySettings, Rect
from vision.sightings import Face, Image, SettledTile, Sighting, Zone

_MARGIN: Final = 0.6
"""How much of the neighbourhood is shown on each side, in tile heights."""
_PX_PER_MM: Final = 4.0
"""Scale of these pictures for usual tiles: a tile is 82 pixels wide, more than twice as wide as in the camera's
picture.
"""
_MIN_PX_PER_MM: Final = 1.0
"""... and for very large ones at least, so that the picture is never smaller than the camera's."""
_PAINT: Final = (96, 96, 96)
_ROOM_MM: Final = 6.0
"""Standing tiles lean, and are not seen exactly where they stand: so much around them is painted over too."""


@dataclass(frozen=True, slots=True)
class PieceScene:
    """One frame with what was read in it: where pieces are cut out."""

    image: Image
    view: TableView
    sightings: tuple[Sighting, ...]
    geometry: GeometrySettings
    zones: ZoneMap


def piece_picture(scene: PieceScene, piece: SettledTile) -> Image | None:
    """The piece as its player sees it (upright, with a margin), from straight above: BGR, h x w x 3.

    Returns:
        None for a standing piece.
    """
    if piece.face is Face.STANDING:
        return None
    geometry = scene.geometry
    half_mm = geometry.tile_height_mm * (0.5 + _MARGIN)
    top_mm = scene.zones.top_mm(piece.zone, piece.face)
    scale = max(_MIN_PX_PER_MM, _PX_PER_MM / geometry.tile_scale)
    side_px = max(1, round(2 * half_mm * scale))
    hidden = _without_hands(scene, piece)
    right = np.array([*to_table(piece.seat, 1.0, 0.0)])
    ahead = np.array([*to_table(piece.seat, 0.0, 1.0)])
    middle = np.array([*to_table(piece.seat, piece.u_mm, piece.v_mm)])
    corners = [middle + half_mm * (x * right + y * ahead) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    pixels = scene.view.pose.plane_pixels(np.array(corners), top_mm).astype(np.float32)
    target = np.array([(0, 0), (side_px, 0), (side_px, side_px), (0, side_px)], np.float32)
    warp = cv2.getPerspectiveTransform(pixels, target)
    return np.asarray(cv2.warpPerspective(hidden, warp, (side_px, side_px), flags=cv2.INTER_AREA), np.uint8)


class PiecePictures:
    """The pictures of the pieces that people are asked about.

    Args:
        take: gives the picture of a piece by its track, None while it cannot be seen well.
    """

    def __init__(self, take: Callable[[int], Image | None]) -> None:
        self._take = take
        self._kept: Mapping[int, Image] = {}

    def want(self, tracks: Iterable[int]) -> None:
        """From now on pictures of these pieces are kept, each as it was first seen well; all others are forgotten."""
        kept: dict[int, Image] = {}
        for track in tracks:
            picture = self._kept.get(track)
            picture = self._take(track) if picture is None else picture
            if picture is not None:
                kept[track] = picture
        self._kept = kept

    def of(self, track: int) -> Image | None:
        """The picture of a wanted piece; None for any other."""
        return self._kept.get(track)


def _without_hands(scene: PieceScene, piece: SettledTile) -> Image:
    """The frame with every standing piece and the place of every hand painted over, but for the piece itself."""
    image = scene.image.copy()
    reach_mm = scene.geometry.tile_width_mm / 2 + _ROOM_MM
    for sighting in scene.sightings:
        if sighting.face is Face.STANDING:
            _paint(image, scene, _square(sighting.x_mm, sighting.y_mm, reach_mm))
    for seat in SEATS:
        if (piece.zone, piece.seat) != (Zone.HAND, seat):
            for rect in (rect for zone, rect in scene.zones.rects if zone is Zone.HAND):
                _paint(image, scene, _area(seat, rect))
    own = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(own, np.round(_own_outline(scene, piece)).astype(np.int32), (1,))
    return np.asarray(cv2.copyTo(scene.image, own, image), np.uint8)


def _own_outline(scene: PieceScene, piece: SettledTile) -> Floats:
    x_mm, y_mm = to_table(piece.seat, piece.u_mm, piece.v_mm)
    itself = Sighting(piece.face, x_mm, y_mm, piece.turn_deg + 90.0 * piece.seat, piece.confidence)
    return outline(itself, scene.view, scene.geometry, scene.zones)


def _area(seat: Seat, rect: Rect) -> Floats:
    """The corners of a rectangle of a seat on the table."""
    corners = (
        (rect.u_from_mm, rect.v_from_mm),
        (rect.u_to_mm, rect.v_from_mm),
        (rect.u_to_mm, rect.v_to_mm),
        (rect.u_from_mm, rect.v_to_mm),
    )
    return np.array([to_table(seat, u_mm, v_mm) for u_mm, v_mm in corners])


def _square(x_mm: float, y_mm: float, reach_mm: float) -> Floats:
    return np.array([(x_mm + x * reach_mm, y_mm + y * reach_mm) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def _paint(image: Image, scene: PieceScene, base_mm: Floats) -> None:
    """Paint over everything from the felt up to the height of a standing tile above this area."""
    pose = scene.view.pose
    heights = (0.0, scene.geometry.tile_height_mm + _ROOM_MM)
    outline = np.concatenate([pose.plane_pixels(base_mm, height) for height in heights])
    hull = cv2.convexHull(np.round(outline).astype(np.int32))
    cv2.fillConvexPoly(image, hull, _PAINT)
