"""The physical scene: pieces, sticks, dice, arms and moving parts of the furniture, without any rule.

Coordinates as in `vision.sightings`: millimetres from the centre of the playing surface, x right, y up seen from
above with seat 0 at the bottom, z up from the felt. `Furniture` says where people put things; the daemon never
reads it, it has zones of its own in its machine file.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum

from mahjong_rules.seats import Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile, TileStock
from mahjong_rules.wall import Lengths, StackLevel, StackPlace, TilePlace, lengths_for


@dataclass(frozen=True, slots=True)
class UsualPlaces:
    """Where people put things, seat-local u and v in mm (docs/table_manners.md)."""

    stick_v_mm: float = -67.0
    river_v_mm: float = -88.0
    """Centre of the first river row; each row lies one tile height further out, six tiles a row from u = -51."""
    ura_v_mm: float = -228.0
    """Ura indicators are laid here, outside their stack; flowers in a row from `flower_left_u_mm` on."""
    flower_left_u_mm: float = -150.0
    hand_v_mm: float = -268.0
    hand_left_u_mm: float = -203.0
    meld_v_mm: float = -318.0
    meld_right_u_mm: float = 322.0
    """Melds grow from here to the left."""
    winning_tile_gap_mm: float = 12.0


@dataclass(frozen=True, slots=True)
class Furniture:
    """Sizes and habits of the simulated table, in mm (seat-local u, v as in `vision.sightings`)."""

    surface_mm: float = 740.0
    marker_mm: float = 30.0
    marker_at_mm: float = 350.0
    """Markers lie at (+-this, +-this): ids 0 south-west, 1 south-east, 2 north-east, 3 north-west."""
    markers_astray: tuple[tuple[float, float, float], ...] = ((0.0, 0.0, 0.0),) * 4
    """How far beside that each was glued (x, y in mm), and how many degrees it is turned counter-clockwise."""
    tile_height_mm: float = 28.0
    tile_width_mm: float = 20.5
    tile_thickness_mm: float = 16.5
    console_mm: float = 120.0
    """Side of the square console with dice box and dome."""
    wall_v_mm: float = -190.0
    wall_lengths: Lengths = (17, 17, 17, 17)
    """Stacks per side, by seat."""
    corner_gap_mm: float = 1.5
    """Between the left end of a wall that is too long for its side and the neighbour's wall."""
    places: UsualPlaces = UsualPlaces()

    def marker_centre_mm(self, marker: int) -> tuple[float, float]:
        """Where the middle of a marker really is."""
        right, up = ((-1, -1), (1, -1), (1, 1), (-1, 1))[marker]
        x_mm, y_mm, _ = self.markers_astray[marker]
        return (right * self.marker_at_mm + x_mm, up * self.marker_at_mm + y_mm)

    def to_table(self, seat: Seat, u_mm: float, v_mm: float) -> tuple[float, float]:
        """Seat-local to table coordinates."""
        cosine, sine = ((1, 0), (0, 1), (-1, 0), (0, -1))[seat]
        return (u_mm * cosine - v_mm * sine, u_mm * sine + v_mm * cosine)

    @classmethod
    def for_stock(cls, stock: TileStock) -> Furniture:
        """The table whose lifts carry the walls of such a set."""
        return cls(wall_lengths=lengths_for(stock.count))

    def wall_shift_mm(self, seat: Seat) -> float:
        """How far the middle of a wall stands to its owner's right: four long walls stand like a pinwheel."""
        room_mm = -self.wall_v_mm - self.tile_height_mm / 2 - self.corner_gap_mm
        return max(0.0, self.wall_lengths[seat] * self.tile_width_mm / 2 - room_mm)

    def stack_u_mm(self, stack: StackPlace) -> float:
        """Centre of a stack of the wall."""
        from_middle = (self.wall_lengths[stack.seat] + 1) / 2 - stack.number
        return from_middle * self.tile_width_mm + self.wall_shift_mm(stack.seat)

    def on_stack(self, stack: StackPlace, tiles_below: int) -> tuple[float, float, float]:
        """(x, y, z of the lower side) of a tile that lies on so many tiles of a stack."""
        x_mm, y_mm = self.to_table(stack.seat, self.stack_u_mm(stack), self.wall_v_mm)
        return (x_mm, y_mm, tiles_below * self.tile_thickness_mm)

    def wall_place(self, place: TilePlace) -> tuple[float, float, float]:
        """(x, y, z of the lower side) of a tile of the wall as it was built."""
        return self.on_stack(place.stack, int(place.level is StackLevel.TOP))


class Pose(StrEnum):
    """How a piece lies."""

    FACE_UP = "face_up"
    FACE_DOWN = "face_down"
    STANDING = "standing"
    """On its short side, face towards `rotation_deg` - 90 (the player of that side)."""


@dataclass(slots=True)
class Piece:
    """One physical tile on the table (pieces inside the machine are not in the scene)."""

    number: int
    tile_set: SetName
    tile: Tile
    x_mm: float
    y_mm: float
    z_mm: float = 0.0
    rotation_deg: float = 0.0
    pose: Pose = Pose.FACE_DOWN


@dataclass(slots=True)
class Stick:
    """A thousand-point stick."""

    x_mm: float
    y_mm: float
    rotation_deg: float


@dataclass(slots=True)
class Arm:
    """A forearm with a hand reaching in from a seat's edge to a point; covers everything below."""

    seat: Seat
    x_mm: float
    y_mm: float


@dataclass(slots=True)
class Scene:
    """Everything a camera above the table can see. `version` grows with every change."""

    pieces: dict[int, Piece] = field(default_factory=dict)
    sticks: list[Stick] = field(default_factory=list)
    arms: list[Arm] = field(default_factory=list)
    dice: tuple[int, int] | None = None
    dome_raised: float = 0.0
    """0 flush with the console .. 1 fully up, the drop ring open."""
    lifts_raised: float = 1.0
    """0: trays down, the slots in the felt open .. 1: level with the felt."""
    version: int = 0

    def touch(self) -> None:
        """Note that something moved."""
        self.version += 1


def angle_of(seat: Seat) -> float:
    """The rotation of an upright tile of this seat in degrees."""
    return 90.0 * seat


def distance_mm(first: Piece, second: Piece) -> float:
    """Between the centres of two pieces on the plane."""
    return math.hypot(first.x_mm - second.x_mm, first.y_mm - second.y_mm)
