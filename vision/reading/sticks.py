"""Riichi sticks before the rivers, found by shape and brightness in one picture; no network, nothing remembered.

Rules this file keeps:
* A stick is a narrow bar along its player's river, evenly bright and whiter than lit felt.
* What belongs to a known piece is no stick.
* Where something white lies that is no clear bar nobody knows: None is not 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from mahjong_rules.seats import Seat
from vision.geometry.lens import Floats
from vision.geometry.pose import CameraPose
from vision.geometry.zones import to_local, to_table
from vision.reading.background import Mask
from vision.settings import GeometrySettings
from vision.sightings import Face, Image, Sighting

_PX_PER_MM: Final = 1.5
"""Scale of the cut picture: a stick some 8 mm wide is 12 pixels wide, about as in the camera's own picture
(docs/camera.md).
"""
_HEIGHT_MM: Final = 3.0
"""Height of a stick's upper side above the felt. Chosen, not measured."""
_HALF_MM: Final = 75.0
"""How far a stick may reach to both sides of its player's middle: the longest, 115 mm, may lie 17 mm off the middle."""
_ON_CONSOLE_MM: Final = 10.0
"""A stick's middle lies no further over the console's edge than this.

Chosen, not measured: people push it against the console.
"""
_ON_RIVER_MM: Final = 2.0
"""A stick's middle lies no further over the first row of the river than this. Chosen, not measured."""
_MARGIN_MM: Final = 8.0
"""Looked at beyond the places where a stick's middle may lie: half the width of the widest stick and a little more."""
_ARM_MM: Final = 35.0
"""Beside the place so much more is looked at for arms. Chosen, not measured: about a wrist's half width."""
_PIECE_ROOM_MM: Final = 1.2
"""Room around known pieces that shows no stick: a centre is off by up to 1.4 mm (vision/model/DETECTOR.md)."""
_LENGTH_MM: Final = (45.0, 115.0)
"""Shortest and longest bar that is a stick.

Those of the tests are 66 to 100 mm long, and a neighbouring tile may hide a part of one.
"""
_WIDTH_MM: Final = (3.0, 12.0)
"""Narrowest and widest bar that is a stick. Those of the tests are 5.5 to 8 mm wide; glare and blur widen them."""
_MIN_FILLED: Final = 0.5
"""Share of its surrounding rectangle: a neighbouring tile or the console hides a strip of some sticks."""
_MAX_ASKEW_DEG: Final = 20.0
"""How far a stick may be turned from the river's direction. Chosen, not measured."""
_DOTS_MM: Final = 7.0
"""Painted dots no longer than this are filled in."""
_MIN_RUN_MM: Final = 20.0
"""What is shorter along the river is no part of a bar: pips, lamps, a tile's side."""
_OVER_FELT: Final = (1.25, 18.0)
"""Darkest colour channel: so many times that of lit felt, and so many grey levels more."""
_WHITE: Final = 1.05
"""Every channel of a stick is brighter than the brightest one of lit felt, which the console of no table is."""
_LIT_PERCENTILE: Final = 70
"""Lit felt is as bright as this share of the felt around: the darker part may lie in a hand's shadow.

Chosen, not measured.
"""
_BRIGHT_PERCENTILE: Final = 97
"""A stick's brightness is at least that of the brightest 3 % of its place: a stick of 80 x 8 mm covers more of it."""
_FELT_AROUND_MM: Final = (130.0, 180.0)
"""Felt is judged so far to both sides of the player's middle, and so far from the table's."""
_MIN_FELT_BLOCKS: Final = 30
"""Fewer blocks of bare felt near the place do not tell its light; then the felt of the whole table does.

Chosen, not measured: 480 mm2.
"""
_UNCLEAR_MM2: Final = 120.0
"""A third of a stick's upper side."""


@dataclass(frozen=True, slots=True)
class _Bar:
    """Something long and bright.

    Sizes are in mm; `v_mm` is the place of its middle, `white` its brightness as a multiple of lit felt's.
    """

    length_mm: float
    width_mm: float
    filled: float
    v_mm: float
    askew_deg: float
    white: float


class StickPlace:
    """Where the sticks of one player lie: between the console and the first row of the own river.

    Args:
        seat: whose.
        pose: of the camera.
        geometry: sizes of the table.
    """

    def __init__(self, seat: Seat, pose: CameraPose, geometry: GeometrySettings) -> None:
        self.seat = seat
        self._pose = pose
        self._geometry = geometry
        self._middles_mm = (
            max(rect.v_to_mm for rect in geometry.zones.river) - _ON_RIVER_MM,
            _ON_CONSOLE_MM - geometry.console_mm / 2,
        )
        self._low_mm = self._middles_mm[0] - _MARGIN_MM
        self._high_mm = max(self._middles_mm[1], self._middles_mm[0]) + _MARGIN_MM
        self._size_px = (round(2 * _HALF_MM * _PX_PER_MM), round((self._high_mm - self._low_mm) * _PX_PER_MM))
        self._cut = pose.plane_warp(self._to_mm(), _HEIGHT_MM, self._size_px)

    def _to_mm(self) -> Floats:
        """From the pixels of the cut picture, in which u grows to the right and v upwards, to the table's mm (3x3)."""
        first = to_table(self.seat, -_HALF_MM + 0.5 / _PX_PER_MM, self._high_mm - 0.5 / _PX_PER_MM)
        right, down = to_table(self.seat, 1 / _PX_PER_MM, 0.0), to_table(self.seat, 0.0, -1 / _PX_PER_MM)
        return np.array([[right[0], down[0], first[0]], [right[1], down[1], first[1]], [0.0, 0.0, 1.0]])

    def is_inside(self, x_mm: Floats, y_mm: Floats) -> Mask:
        """Which points of the table belong to the place."""
        u_mm, v_mm = _seen_by(self.seat, x_mm, y_mm)
        return (np.abs(u_mm) < _HALF_MM) & (self._low_mm < v_mm) & (v_mm < self._high_mm)

    def is_on_the_way(self, x_mm: Floats, y_mm: Floats) -> Mask:
        """Which points an arm covers that lies over the place.

        Over tiles and beside the console no arm is made out, so that more must be looked at than the place itself.
        """
        u_mm, v_mm = _seen_by(self.seat, x_mm, y_mm)
        side_mm, far_mm = _HALF_MM + _ARM_MM, max(-rect.v_from_mm for rect in self._geometry.zones.river)
        return (np.abs(u_mm) < side_mm) & (-far_mm - _MARGIN_MM < v_mm) & (v_mm < self._high_mm)

    def is_around(self, x_mm: Floats, y_mm: Floats) -> Mask:
        """Which points are near enough for their felt to have the light of the place."""
        u_mm, v_mm = _seen_by(self.seat, x_mm, y_mm)
        side_mm, far_mm = _FELT_AROUND_MM
        return (np.abs(u_mm) < side_mm) & (v_mm < 0) & (v_mm > -far_mm)

    def near(self, sightings: Iterable[Sighting]) -> tuple[Sighting, ...]:
        """The pieces that may be seen in the place."""
        reach_mm = self._geometry.tile_height_mm
        return tuple(
            sighting
            for sighting, (u_mm, v_mm) in ((s, to_local(self.seat, s.x_mm, s.y_mm)) for s in sightings)
            if abs(u_mm) < _HALF_MM + reach_mm and self._low_mm - reach_mm < v_mm < self._high_mm + reach_mm
        )

    def count(self, image: Image, pieces: Iterable[Sighting], felt: Floats) -> int | None:
        """How many sticks lie in the place; None where that cannot be said.

        Args:
            image: the frame's picture.
            pieces: known pieces near the place, see `near`.
            felt: colour (3, BGR) of the lit felt around, see `lit_felt`.
        """
        hidden = self._hidden(pieces)
        least = max(_OVER_FELT[0] * felt.min(), _OVER_FELT[1] + felt.min())
        blue, green, red = cv2.split(self._cut(image))
        darkest = np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)
        darkest[hidden] = int(felt.min())
        whole = np.asarray(cv2.morphologyEx(darkest, cv2.MORPH_CLOSE, _along(_DOTS_MM)), np.uint8)
        # The edge of a stick is where it is half as bright as its middle.
        at = whole.size * _BRIGHT_PERCENTILE // 100
        bright = float(np.partition(whole, at, axis=None)[at])
        marked = (whole > max(least, (felt.min() + bright) / 2)).astype(np.uint8)
        marked = np.asarray(cv2.morphologyEx(marked, cv2.MORPH_OPEN, _along(_MIN_RUN_MM)), np.uint8)
        sticks = [bar for bar in self._bars(marked, whole, felt) if self._is_stick(bar)]
        return len(sticks) if sticks or not self._is_unclear(whole, felt) else None

    def _hidden(self, pieces: Iterable[Sighting]) -> Mask:
        """Which pixels show a known piece."""
        mask = np.zeros(self._size_px[::-1], np.uint8)
        for piece in pieces:
            cv2.fillConvexPoly(mask, cv2.convexHull(np.round(self._silhouette(piece)).astype(np.int32)), (1,))
        return np.asarray(mask > 0)

    def _silhouette(self, piece: Sighting) -> Floats:
        """Corners (8 x 2, pixels) of a piece's lower and upper side, as the camera sees them on the sticks' height."""
        geometry, standing = self._geometry, piece.face is Face.STANDING
        long_mm, high_mm = geometry.tile_height_mm, geometry.tile_thickness_mm
        long_mm, high_mm = (high_mm, long_mm) if standing else (long_mm, high_mm)
        turn = np.radians(piece.rotation_deg)
        across = np.array([np.cos(turn), np.sin(turn)]) * (geometry.tile_width_mm / 2 + _PIECE_ROOM_MM)
        along = np.array([-np.sin(turn), np.cos(turn)]) * (long_mm / 2 + _PIECE_ROOM_MM)
        corners = np.array([across + along, across - along, -across - along, -across + along])
        foot = corners + np.array([piece.x_mm, piece.y_mm])
        shown = [self._pose.shift_plane(x, y, z_mm, _HEIGHT_MM) for z_mm in (0.0, high_mm) for x, y in foot]
        local = np.array([to_local(self.seat, x, y) for x, y in shown])
        return (local - (-_HALF_MM, self._high_mm)) * (_PX_PER_MM, -_PX_PER_MM) - 0.5

    def _bars(self, marked: Image, whole: Image, felt: Floats) -> Iterable[_Bar]:
        count, labels, stats, _ = cv2.connectedComponentsWithStats(marked, connectivity=8)
        for number in range(1, count):
            if stats[number, cv2.CC_STAT_WIDTH] < _LENGTH_MM[0] * _PX_PER_MM * 0.9:
                continue
            rows, columns = np.nonzero(labels == number)
            (_, row), sides, turn = cv2.minAreaRect(np.column_stack((columns, rows)).astype(np.float32))
            length, width = max(sides) + 1, min(sides) + 1
            yield _Bar(
                length_mm=length / _PX_PER_MM,
                width_mm=width / _PX_PER_MM,
                filled=len(rows) / (length * width),
                v_mm=self._high_mm - (row + 0.5) / _PX_PER_MM,
                askew_deg=((turn if sides[0] >= sides[1] else turn + 90) + 90) % 180 - 90,
                white=float(np.median(whole[rows, columns]) / felt.max()),
            )

    def _is_stick(self, bar: _Bar) -> bool:
        return (
            _LENGTH_MM[0] <= bar.length_mm <= _LENGTH_MM[1]
            and _WIDTH_MM[0] <= bar.width_mm <= _WIDTH_MM[1]
            and bar.filled >= _MIN_FILLED
            and abs(bar.askew_deg) <= _MAX_ASKEW_DEG
            and self._middles_mm[0] <= bar.v_mm <= self._middles_mm[1]
            and bar.white >= _WHITE
        )

    def _is_unclear(self, whole: Image, felt: Floats) -> bool:
        """Whether too much white lies where a stick's middle may lie, for a place without one."""
        first, last = (round((self._high_mm - v_mm) * _PX_PER_MM) for v_mm in reversed(self._middles_mm))
        white = np.count_nonzero(whole[first:last] > max(_WHITE * felt.max(), _OVER_FELT[1] + felt.min()))
        return bool(white / _PX_PER_MM**2 >= _UNCLEAR_MM2)


def lit_felt(blocks: Image, felt: Mask, around: Mask) -> Floats | None:
    """The colour (3, BGR) of the felt before a player where light falls on it; None while none is seen.

    Args:
        blocks: the top view's mean colours (n x n x 3).
        felt: which of them show bare felt.
        around: which of them lie before the player, see `StickPlace.is_around`.
    """
    near = felt & around
    seen = blocks[near if np.count_nonzero(near) >= _MIN_FELT_BLOCKS else felt]
    if not len(seen):
        return None
    at = len(seen) * _LIT_PERCENTILE // 100
    return np.asarray(np.partition(seen, at, axis=0)[at], np.float64)


def _seen_by(seat: Seat, x_mm: Floats, y_mm: Floats) -> tuple[Floats, Floats]:
    right, ahead = to_table(seat, 1.0, 0.0), to_table(seat, 0.0, 1.0)
    return x_mm * right[0] + y_mm * right[1], x_mm * ahead[0] + y_mm * ahead[1]


def _along(length_mm: float) -> Image:
    """A line along the river for OpenCV's morphology."""
    return np.ones((1, round(length_mm * _PX_PER_MM)), np.uint8)
