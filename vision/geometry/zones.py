"""Which part of the table a place belongs to, and how high pieces lie there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mahjong_rules.seats import SEATS, Seat
from vision.settings import GeometrySettings, Rect
from vision.sightings import Face, Zone

_TURNS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Cosine and sine of a seat's angle."""


@dataclass(frozen=True, slots=True)
class ZonePlace:
    """A point of the table as its seat sees it."""

    zone: Zone
    seat: Seat
    u_mm: float
    v_mm: float


def to_local(seat: Seat, x_mm: float, y_mm: float) -> tuple[float, float]:
    """Table to seat-local coordinates (u, v)."""
    cosine, sine = _TURNS[seat]
    return (x_mm * cosine + y_mm * sine, y_mm * cosine - x_mm * sine)


def to_table(seat: Seat, u_mm: float, v_mm: float) -> tuple[float, float]:
    """Seat-local to table coordinates (x, y)."""
    cosine, sine = _TURNS[seat]
    return (u_mm * cosine - v_mm * sine, u_mm * sine + v_mm * cosine)


def turn_seen_by(seat: Seat, rotation_deg: float) -> float:
    """A rotation on the table as its seat sees it, 0 <= turn < 360."""
    return (rotation_deg - 90.0 * seat) % 360.0


def lies_across(turn_deg: float) -> bool:
    """Whether a piece turned so lies sideways for its seat."""
    return 45.0 < turn_deg % 180.0 < 135.0


class ZoneMap:
    """The zones of one table.

    Args:
        geometry: sizes and zone rectangles.
    """

    def __init__(self, geometry: GeometrySettings) -> None:
        self._geometry = geometry
        zones = geometry.zones
        self._rects: tuple[tuple[Zone, Rect], ...] = tuple(
            (zone, rect)
            for zone, rects in (
                (Zone.RIVER, zones.river),
                (Zone.WALL, zones.wall),
                (Zone.URA, zones.ura),
                (Zone.HAND, zones.hand),
                (Zone.MELDS, zones.melds),
            )
            for rect in rects
        )
        # `place` is asked for every piece of every look: plain numbers are read much faster than a settings model.
        self._bounds = tuple(
            (zone, rect.u_from_mm, rect.u_to_mm, rect.v_from_mm, rect.v_to_mm) for zone, rect in self._rects
        )

    @property
    def rects(self) -> tuple[tuple[Zone, Rect], ...]:
        """Every rectangle with its zone, in seat-local millimetres."""
        return self._rects

    @property
    def tile_scale(self) -> float:
        """How much larger the table's tiles are than usual ones."""
        return self._geometry.tile_scale

    def place(self, x_mm: float, y_mm: float) -> ZonePlace:
        """The zone and seat of a point; the nearest zone within reach, else the centre (seat 0)."""
        best: ZonePlace | None = None
        nearest = self._geometry.zones.reach_mm
        for seat in SEATS:
            u_mm, v_mm = to_local(seat, x_mm, y_mm)
            for zone, u_from, u_to, v_from, v_to in self._bounds:
                across = u_from - u_mm if u_mm < u_from else u_mm - u_to
                along = v_from - v_mm if v_mm < v_from else v_mm - v_to
                if across <= 0.0 and along <= 0.0:
                    return ZonePlace(zone, seat, u_mm, v_mm)
                if across >= nearest or along >= nearest:
                    continue
                distance = (max(across, 0.0) ** 2 + max(along, 0.0) ** 2) ** 0.5
                if distance < nearest:
                    best, nearest = ZonePlace(zone, seat, u_mm, v_mm), distance
        return best or ZonePlace(Zone.CENTRE, SEATS[0], x_mm, y_mm)

    def blocks(self, count: int, half_mm: float) -> dict[tuple[Zone, Seat], npt.NDArray[np.bool_]]:
        """Which blocks of a top view (count x count, row 0 at the far edge) belong to each zone of each seat."""
        coordinate = (np.arange(count) + 0.5) / count * 2 * half_mm - half_mm
        x_mm, y_mm = np.meshgrid(coordinate, -coordinate)
        blocks: dict[tuple[Zone, Seat], npt.NDArray[np.bool_]] = {}
        for seat in SEATS:
            cosine, sine = _TURNS[seat]
            u_mm, v_mm = x_mm * cosine + y_mm * sine, y_mm * cosine - x_mm * sine
            for zone, rect in self._rects:
                across = (rect.u_from_mm <= u_mm) & (u_mm <= rect.u_to_mm)
                along = (rect.v_from_mm <= v_mm) & (v_mm <= rect.v_to_mm)
                blocks[zone, seat] = blocks.get((zone, seat), np.zeros_like(across)) | (across & along)
        return blocks

    def top_mm(self, zone: Zone, face: Face) -> float:
        """Height above the felt of the visible side of a piece that lies in a zone.

        The wall is taken as two tiles high: a lower tile that lies bare is then placed some 3 mm too near the centre,
        a seventh of the distance to its neighbour.
        """
        if face is Face.STANDING:
            return self._geometry.tile_height_mm
        levels = 2 if zone is Zone.WALL else 1
        return levels * self._geometry.tile_thickness_mm
