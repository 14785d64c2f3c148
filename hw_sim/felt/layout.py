"""Where people put tiles: pure seat-local places, tidy; the table's sloppiness is added elsewhere.

Every rule follows docs/table_manners.md; (u, v) are seat-local mm as in `vision.sightings`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from hw_sim.felt.footprint import reach_mm
from hw_sim.felt.scene import Furniture, Pose
from mahjong_rules.melds import Meld
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile
from mahjong_rules.wall import StackPlace

# docs/table_manners.md: six discards a row, three rows, all others in the third.
ROW_TILES: Final = 6
_ROWS: Final = 3
# Three tiles of 20.5 mm: the left edge of a row of six that lies symmetrically before its player.
_RIVER_LEFT_MM: Final = -61.5
_RIVER_GAP_MM: Final = 0.8
"""Between neighbours in a river: a hand lays tiles beside each other, not into each other."""
# Twice what a tile may be off towards the next row, so that tiles of two rows never lie in each other.
_ROW_GAP_MM: Final = 2.4
# Chosen: a hand stands closed up; so much lets a tile be off without standing in its neighbour.
_HAND_GAP_MM: Final = 0.8
# Chosen: the drawn tile stands apart by less than half a tile, as people let it stand.
_DRAWN_GAP_MM: Final = 8.0
# Separates two melds from two tiles of one meld (0.8 mm). Chosen.
_MELD_GAP_MM: Final = 3.0
# Chosen: as between neighbours in a river.
_TILE_GAP_MM: Final = 0.8
# Chosen: half of what lies between two flowers.
_FLOWER_ROOM_MM: Final = 0.6


@dataclass(frozen=True, slots=True)
class Spot:
    """A tidy place of one tile: seat-local centre, turn seen by the owner, and how it lies there.

    `room_mm` is how far the tile may deviate along u and v before it would lie in another one's place.
    """

    seat: Seat
    u_mm: float
    v_mm: float
    turn_deg: float = 0.0
    pose: Pose = Pose.FACE_UP
    z_mm: float = 0.0
    room_mm: tuple[float, float] = (0.0, 1.0)


def river_spot(
    seat: Seat, lying: int, row_right_mm: float | None, furniture: Furniture, *, sideways_deg: float = 0.0
) -> Spot:
    """The place of the next discard.

    Args:
        seat: whose river.
        lying: tiles in the river now; the third row takes all from the thirteenth on.
        row_right_mm: right end of the row's last tile, None for a new row.
        furniture: sizes.
        sideways_deg: the turn of a tile laid across, 0 for an upright one.
    """
    row = min(lying // ROW_TILES, _ROWS - 1)
    left = _RIVER_LEFT_MM if row_right_mm is None else row_right_mm + _RIVER_GAP_MM
    along, _ = reach_mm(sideways_deg, Pose.FACE_UP, furniture)
    v_mm = furniture.places.river_v_mm - row * (furniture.tile_height_mm + _ROW_GAP_MM)
    return Spot(seat, left + along, v_mm, sideways_deg, room_mm=(_RIVER_GAP_MM, _ROW_GAP_MM / 2))


def starts_row(lying: int) -> bool:
    """Whether the next discard opens a new row."""
    return lying % ROW_TILES == 0 and lying // ROW_TILES < _ROWS


def hand_spots(seat: Seat, count: int, furniture: Furniture, *, pose: Pose, drawn: bool = False) -> list[Spot]:
    """A row where the hand stands; with `drawn` the last tile stands apart, a winning one lies apart when open."""
    pitch = furniture.tile_width_mm + _HAND_GAP_MM
    gap = _DRAWN_GAP_MM if pose is Pose.STANDING else furniture.places.winning_tile_gap_mm
    apart = [0.0] * (count - 1) + [gap if drawn else 0.0]
    return [
        Spot(
            seat,
            furniture.places.hand_left_u_mm + number * pitch + apart[number],
            furniture.places.hand_v_mm,
            pose=pose,
            room_mm=(_HAND_GAP_MM / 2, 0.8),
        )
        for number in range(count)
    ]


def winning_tile_spot(seat: Seat, concealed: int, furniture: Furniture) -> Spot:
    """Right of an opened hand of `concealed` tiles, after a gap of half a tile."""
    return hand_spots(seat, concealed + 1, furniture, pose=Pose.FACE_UP, drawn=True)[-1]


def meld_order(meld: Meld, owner: Seat, *, hides_two: bool) -> list[tuple[Tile, bool]]:
    """The tiles left to right of a claimed meld or concealed kong, and whether each lies sideways.

    The sideways one tells whose discard it was: leftmost the left neighbour's, rightmost the right neighbour's.
    In a kong with two hidden tiles (`hides_two`) all are upright.
    (An added kong is the pung that lies there already and one tile more.)
    """
    tiles = list(meld.tiles)
    if hides_two:
        return [(tile, False) for tile in tiles]
    if meld.called_tile is None or meld.called_from is None:
        raise ValueError(f"the {meld.kind.value} of seat {owner} was claimed from nobody")
    tiles.remove(meld.called_tile)
    place = {3: 0, 2: 1, 1: len(tiles)}[(meld.called_from - owner) % 4]
    row = [(tile, False) for tile in tiles]
    row.insert(place, (meld.called_tile, True))
    return row


def meld_spots(
    seat: Seat, sideways: Sequence[bool], right_mm: float, furniture: Furniture, *, turn_deg: float
) -> tuple[list[Spot], float]:
    """Places left to right of a meld whose right end lies at `right_mm`, and the right end of the next meld."""
    foot_mm = furniture.places.meld_v_mm - furniture.tile_height_mm / 2
    spots: list[Spot] = []
    right = right_mm
    for across in reversed(sideways):
        turn = turn_deg if across else 0.0
        along, upwards = reach_mm(turn, Pose.FACE_UP, furniture)
        spots.insert(0, Spot(seat, right - along, foot_mm + upwards, turn, room_mm=(_TILE_GAP_MM / 2, 0.6)))
        right -= 2 * along + _TILE_GAP_MM
    return spots, right + _TILE_GAP_MM - _MELD_GAP_MM


def added_spot(sideways: Spot, furniture: Furniture) -> Spot:
    """Beside the sideways tile of a pung, on the side of the centre."""
    _, upwards = reach_mm(sideways.turn_deg, sideways.pose, furniture)
    v_mm = sideways.v_mm + 2 * upwards + 2 * sideways.room_mm[1]
    return replace(sideways, v_mm=v_mm)


def flower_spot(seat: Seat, lying: int, furniture: Furniture) -> Spot:
    """The place of the next flower, in the row between the own wall and the own hand, from its left end."""
    pitch_mm = furniture.tile_width_mm + 2 * _FLOWER_ROOM_MM
    u_mm = furniture.places.flower_left_u_mm + pitch_mm * (lying + 0.5)
    return Spot(seat, u_mm, furniture.places.ura_v_mm, room_mm=(_FLOWER_ROOM_MM, 1.0))


def wall_spot(stack: StackPlace, tiles_below: int, furniture: Furniture, pose: Pose) -> Spot:
    """On so many tiles of a stack of the wall."""
    z_mm = tiles_below * furniture.tile_thickness_mm
    return Spot(stack.seat, furniture.stack_u_mm(stack), furniture.wall_v_mm, 0.0, pose, z_mm)


def ura_spot(stack: StackPlace, furniture: Furniture) -> Spot:
    """Outside the wall, before the stack."""
    return Spot(stack.seat, furniture.stack_u_mm(stack), furniture.places.ura_v_mm)
