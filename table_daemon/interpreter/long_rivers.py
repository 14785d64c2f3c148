"""A river longer than its zone: its third row goes on as long as needed, at last where the next player's wall stood.

Rules this file keeps:
* Only what lies open in the place of a wall, in line with the last tile of a third row and touching it, goes on with
  that river: a dora indicator lies farther away (by geometry 38 mm from the last tile that the zone holds, a discard
  21).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from mahjong_rules.seats import SEATS, Seat
from table_daemon.interpreter.blank_dragons import with_blanks
from table_daemon.interpreter.layout import ROW_GAP_MM, pieces
from vision.geometry.zones import lies_across, to_local, to_table
from vision.sightings import Face, Observation, SettledTile, Zone

_NEXT_MM: Final = 31.0
"""Separates the next tile of a row, which touches the last one, from what lies farther on: a width and a half.

Half way between one width and two; chosen, not measured."""
_LONG_MM: Final = 120.0
"""Separates a third row that may leave its zone from a shorter one: the zone ends at 166 mm, two tiles farther right.

By geometry, not measured: a row of six ends at 52 mm."""


def as_laid(observation: Observation) -> Observation:
    """The table as people lay tiles: long rivers, and white dragons where nobody lays a back (`blank_dragons`)."""
    return with_blanks(with_long_rivers(observation))


def with_long_rivers(observation: Observation) -> Observation:
    """The same table with the discards that lie beyond the end of a river's zone in that river."""
    for seat in SEATS:
        while (found := _next_of_row(observation, seat)) is not None:
            tiles = (found if piece.track == found.track else piece for piece in observation.tiles)
            observation = replace(observation, tiles=tuple(tiles))
    return observation


def _next_of_row(observation: Observation, seat: Seat) -> SettledTile | None:
    """The open piece in a wall's place that goes on with the longest row of a river, as a piece of that river."""
    last = max(pieces(observation, Zone.RIVER, seat, Face.UP), key=lambda piece: piece.u_mm, default=None)
    if last is None or last.u_mm < _LONG_MM:
        return None
    for piece in _of_walls(observation, seat):
        if 0 < piece.u_mm - last.u_mm < _NEXT_MM and abs(piece.v_mm - last.v_mm) < ROW_GAP_MM:
            return piece
    return None


def _of_walls(observation: Observation, seat: Seat) -> Iterator[SettledTile]:
    """What lies open in the places of walls, as pieces of the river of `seat`."""
    for piece in observation.tiles:
        if piece.zone is Zone.WALL and piece.face is Face.UP:
            u_mm, v_mm = to_local(seat, *to_table(piece.seat, piece.u_mm, piece.v_mm))
            turn_deg = (piece.turn_deg + 90.0 * (piece.seat - seat)) % 360.0
            yield replace(
                piece,
                zone=Zone.RIVER,
                seat=seat,
                u_mm=u_mm,
                v_mm=v_mm,
                turn_deg=turn_deg,
                is_sideways=lies_across(turn_deg),
            )
