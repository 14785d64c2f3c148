"""A blank white dragon looks like the back of a tile: where nobody lays a tile face down it is taken for one.

Rules this file keeps: backs belong to walls, to hands that stay closed and to the two outer tiles of a kong; anywhere
else a back may be a white dragon, never surely, and the rules decide whether it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.certainty import BLANK_DRAGON, BLANK_DRAGON_IN_RIVER
from table_daemon.interpreter.layout import pieces
from vision.sightings import Face, Observation, SettledTile, Zone

WHITE: Final = parse_tile("5z")
_KONG: Final = (Face.DOWN, Face.UP, Face.UP, Face.DOWN)


def with_blanks(observation: Observation) -> Observation:
    """The same table with every back that can be no back as a white dragon."""
    if all(piece.face is not Face.DOWN for piece in observation.tiles if piece.zone is not Zone.WALL):
        return observation
    chances = {track: chance for seat in SEATS for track, chance in _blanks(observation, seat)}
    return replace(observation, tiles=tuple(_as_blank(piece, chances) for piece in observation.tiles))


def was_back(piece: SettledTile) -> bool:
    """Whether a white dragon is one only because a back lay where nobody lays one."""
    return piece.candidates in (((WHITE, BLANK_DRAGON),), ((WHITE, BLANK_DRAGON_IN_RIVER),))


def _blanks(observation: Observation, seat: Seat) -> Iterator[tuple[int, float]]:
    """Tracks of backs that may be blank faces, with the chance."""
    yield from ((piece.track, BLANK_DRAGON_IN_RIVER) for piece in pieces(observation, Zone.RIVER, seat, Face.DOWN))
    corner = pieces(observation, Zone.MELDS, seat)
    hidden = _hidden_in_kongs(corner)
    for piece in corner:
        if piece.face is Face.DOWN and piece.track not in hidden:
            yield piece.track, BLANK_DRAGON
    hand = pieces(observation, Zone.HAND, seat)
    faces = [piece.face for piece in hand]
    if Face.STANDING not in faces and faces.count(Face.UP) > faces.count(Face.DOWN):
        yield from ((piece.track, BLANK_DRAGON) for piece in hand if piece.face is Face.DOWN)


def _hidden_in_kongs(corner: Sequence[SettledTile]) -> set[int]:
    """The outer tiles of kongs that lie with two of four hidden."""
    hidden: set[int] = set()
    place = 0
    while place < len(corner):
        four = corner[place : place + 4]
        if tuple(piece.face for piece in four) == _KONG and not any(piece.is_sideways for piece in four):
            hidden |= {four[0].track, four[-1].track}
            place += 4
        else:
            place += 1
    return hidden


def _as_blank(piece: SettledTile, chances: dict[int, float]) -> SettledTile:
    chance = chances.get(piece.track)
    if chance is None:
        return piece
    return replace(piece, face=Face.UP, tile=WHITE, candidates=((WHITE, chance),), confidence=chance)
