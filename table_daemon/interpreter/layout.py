"""Where the pieces of an observation belong: rivers in reading order, open hands, melds. Geometry only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mahjong_rules.seats import Seat
from vision.sightings import Face, Observation, SettledTile, Zone

NUDGE_MM = 12.0
"""Separates a piece that was nudged, or lost and seen again, from another one.

Little over half the width of a tile (20.5 mm): nothing else can lie with its middle there. By geometry, not measured.
"""
ROW_GAP_MM = 14.0
"""Separates rows of a river: half the height of a tile (28 mm), which is how far their middles are apart."""
BESIDE_MM = 10.0
"""Separates a tile that was added to a sideways one from one elsewhere: half a width to each side of where it belongs,
a tile width (20.5 mm) towards the centre and level with it along the row."""
_BEYOND_MM = 26.0
"""Separates that tile from one of another row: a quarter of a width beyond it. By geometry; seen at 20 to 23 mm."""
APART_MM = 7.0
"""Separates the winning tile from the hand: it lies half a tile width (10 mm) away (docs/table_manners.md), while
touching tiles jitter by 1-2 mm."""


def pieces(observation: Observation, zone: Zone, seat: Seat, face: Face | None = None) -> list[SettledTile]:
    """The pieces of one zone, left to right as the player sees them."""
    found = [
        piece
        for piece in observation.tiles
        if piece.zone is zone and piece.seat == seat and (face is None or piece.face is face)
    ]
    return sorted(found, key=lambda piece: piece.u_mm)


def reading_order(river: Iterable[SettledTile]) -> list[SettledTile]:
    """A river row by row from the centre outwards, each row left to right."""
    rows: list[list[SettledTile]] = []
    for piece in sorted(river, key=lambda piece: -piece.v_mm):
        if rows and rows[-1][0].v_mm - piece.v_mm < ROW_GAP_MM:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [piece for row in rows for piece in sorted(row, key=lambda piece: piece.u_mm)]


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand laid open: the row, and the tile set apart at its right end if there is one."""

    row: tuple[SettledTile, ...]
    apart: SettledTile | None


def open_hand(observation: Observation, seat: Seat, tile_width_mm: float) -> OpenHand:
    """The face-up pieces where the hand of `seat` stood; `row` is empty when it is not open."""
    shown = pieces(observation, Zone.HAND, seat, Face.UP)
    if len(shown) >= 2:
        last, before = shown[-1], shown[-2]
        if last.u_mm - before.u_mm > tile_width_mm + APART_MM:
            return OpenHand(tuple(shown[:-1]), last)
    return OpenHand(tuple(shown), None)


def least_sure(hand: OpenHand) -> SettledTile:
    """The piece of a hand that was read worst."""
    return min((*hand.row, *([hand.apart] if hand.apart else [])), key=lambda piece: piece.confidence)


def place_in_hand(observation: Observation, piece: SettledTile) -> tuple[int, int] | None:
    """The number of a piece in an open hand, from the player's left and from 1, and how many tiles lie open there.

    None for what lies elsewhere, and for a hand that stands.
    """
    shown = [other.track for other in pieces(observation, Zone.HAND, piece.seat, Face.UP)]
    is_shown = piece.zone is Zone.HAND and piece.track in shown
    return (shown.index(piece.track) + 1, len(shown)) if is_shown else None


def is_laid_face_down(observation: Observation, seat: Seat, size: int) -> bool:
    """True when the whole hand of `size` tiles lies on its faces; one may be hidden by its neighbours."""
    down = pieces(observation, Zone.HAND, seat, Face.DOWN)
    others = len(pieces(observation, Zone.HAND, seat)) - len(down)
    return len(down) >= size - 1 and others == 0


def lies_beside(piece: SettledTile, corner: Iterable[SettledTile]) -> bool:
    """True for a sideways tile on the centre's side of another sideways one of `corner`: added to its pung."""
    return piece.is_sideways and any(
        other.is_sideways
        and abs(other.u_mm - piece.u_mm) < BESIDE_MM
        and BESIDE_MM < piece.v_mm - other.v_mm < _BEYOND_MM
        for other in corner
    )
