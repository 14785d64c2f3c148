"""The words between the stages of reading: Frame -> Sighting -> Observation.

Table coordinates: millimetres, origin at the centre of the playing surface, x to the right and y up as seen
from above with seat 0 at the bottom; rotations in degrees counter-clockwise, 0 when a tile's top points to y up.
Seat-local coordinates (u, v): u to the player's right, v away from the player; seat s is seat 0 turned by 90 s
degrees counter-clockwise, so the player's own edge is at negative v.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture as the camera gave it: BGR, height x width x 3; `captured_at` in seconds of the loop's clock."""

    image: Image
    number: int
    captured_at: float


class Face(StrEnum):
    """How a piece lies: which of its sides is up."""

    UP = "up"
    DOWN = "down"
    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class Sighting:
    """One piece seen in one frame. `tile` and `candidates` (most likely first) only for face-up pieces.

    `features`, of them too, are what the network saw of the upright face, by which faces are compared
    (`reading.face_agreement`); None where nothing was named.
    """

    face: Face
    x_mm: float
    y_mm: float
    rotation_deg: float
    confidence: float
    tile: Tile | None = None
    candidates: tuple[tuple[Tile, float], ...] = ()
    features: npt.NDArray[np.float32] | None = field(default=None, compare=False, repr=False)


class Zone(StrEnum):
    """Parts of the table; all but the centre exist once a seat."""

    RIVER = "river"
    MELDS = "melds"
    HAND = "hand"
    WALL = "wall"
    URA = "ura"
    """Between wall and hand: indicators are laid here."""
    CENTRE = "centre"


@dataclass(frozen=True, slots=True)
class SettledTile:
    """A piece that has lain still for several frames.

    `track` is the same number as long as the piece is not moved. `u_mm`, `v_mm` are seat-local;
    `turn_deg` is the rotation seen by its seat, 0..360, 0 upright for that player; `is_sideways` when it lies across.
    """

    track: int
    zone: Zone
    seat: Seat
    face: Face
    tile: Tile | None
    candidates: tuple[tuple[Tile, float], ...]
    confidence: float
    u_mm: float
    v_mm: float
    turn_deg: float
    is_sideways: bool


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything settled on the table at one moment; made only when something changed.

    `busy` zones have a hand or motion over them: their pieces are those known before.
    """

    at: float
    frame_number: int
    tiles: tuple[SettledTile, ...]
    busy: frozenset[tuple[Zone, Seat]]
