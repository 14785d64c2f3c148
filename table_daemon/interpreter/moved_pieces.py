"""Which piece that lies elsewhere now is which discard: pushed by a sleeve, knocked over, put back, or seen anew.

Rules this file keeps:
* The nearest place counts first, then the face; a face that is hardly to be made out says nothing further away.
* A tile that lies far from where the lost one lay is another one of its kind, however alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile
from table_daemon.interpreter.certainty import MIN_SECOND_CHOICE, MIN_TO_KNOW_AGAIN
from table_daemon.interpreter.decoding import readings_of
from table_daemon.interpreter.layout import NUDGE_MM
from vision.geometry.zones import to_table
from vision.sightings import SettledTile, Zone

STRAY_MM: Final = 35.0
"""Separates a tile that a sleeve pushed, be it out of its river, from another one of its kind.

The height of a tile (28 mm) and some; chosen, not measured."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A discard whose piece is not seen: the index-th of the river of `seat`, and where its piece lay, if known.

    `is_doubtful`: it was hardly read so far, so that any open piece in its place may be it.
    """

    seat: Seat
    index: int
    tile: Tile
    places: tuple[tuple[Seat, float, float], ...] = ()
    is_doubtful: bool = False


def found_again(lost: Sequence[Lost], free: Iterable[SettledTile]) -> list[tuple[Lost, SettledTile]]:
    """Discards with the piece that is each, likeliest pairs first; each of both is used once.

    Args:
        lost: discards whose pieces are not seen.
        free: open pieces in rivers and in the centre that are no tile of the game yet.
    """
    pairs = sorted(_pairs(lost, list(free)), key=lambda pair: pair[0])
    found: list[tuple[Lost, SettledTile]] = []
    for _, item, piece in pairs:
        if all(item is not other and piece is not taken for other, taken in found):
            found.append((item, piece))
    return found


def _pairs(lost: Sequence[Lost], free: Sequence[SettledTile]) -> Iterator[tuple[tuple[float, int], Lost, SettledTile]]:
    """Possible pairs with what they are sorted by."""
    for item in lost:
        for piece in free:
            chance = dict(readings_of(piece)).get(item.tile, 0.0)
            away_mm = distance_mm(piece, item.places)
            is_at_home = piece.zone is Zone.RIVER and piece.seat == item.seat
            is_in_place = is_at_home and away_mm < NUDGE_MM
            least = (0.0 if item.is_doubtful else MIN_SECOND_CHOICE) if is_in_place else MIN_TO_KNOW_AGAIN
            is_near = away_mm < STRAY_MM or (is_at_home and not item.places)
            if chance >= least and is_near:
                yield (away_mm, item.index), item, piece


def distance_mm(piece: SettledTile, places: Iterable[tuple[Seat, float, float]]) -> float:
    """How far a piece lies from the nearest of these places (seat, u and v in mm); infinite without any."""
    x_mm, y_mm = to_table(piece.seat, piece.u_mm, piece.v_mm)
    there = (to_table(seat, u_mm, v_mm) for seat, u_mm, v_mm in places)
    return min((math.hypot(x_mm - x, y_mm - y) for x, y in there), default=math.inf)
