"""What a group of pieces makes: a meld, or a pung with its fourth tile (docs/table_manners.md). No game, no turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mahjong_rules.melds import Meld, MeldError, MeldKind
from mahjong_rules.seats import Seat, seat_after
from mahjong_rules.tiles import NUMBER_SUITS, Tile
from table_daemon.interpreter.blank_dragons import was_back
from table_daemon.interpreter.certainty import MIN_SECOND_CHOICE, MIN_TO_CONTRADICT
from table_daemon.interpreter.decoding import (
    Tiles,
    faces_read_otherwise,
    first_accepted,
    likelihood_beside,
    likely_readings,
)
from vision.sightings import Face, SettledTile

SIDE_BY_SIDE: Final = 1.5
"""Separates neighbours from tiles with another one between them, in widths from centre to centre.

Half way between one width and two; chosen, not measured."""
MIN_MELD: Final = 3
"""Pieces of the smallest meld, a chow or pung: fewer tiles in a corner are a meld still being laid."""


def groups_of(fresh: list[SettledTile]) -> list[list[SettledTile]]:
    """New pieces of a corner as the melds they may be, likeliest first; the rightmost was laid first.

    What was seen as a back may be no piece: the side and the shadow of a sideways tile were (world 507, 0.56).
    """
    faces = [piece for piece in fresh if not was_back(piece)]
    return _in_row(fresh) + (_in_row(faces) if MIN_MELD <= len(faces) < len(fresh) else [])


def _in_row(fresh: list[SettledTile]) -> list[list[SettledTile]]:
    if len(fresh) in (3, 4):
        return [fresh]
    return [fresh[-size:] for size in (4, 3) if len(fresh) >= size + 3]


def new_meld(seat: Seat, group: Sequence[SettledTile]) -> Meld | None:
    """The meld that `group` (new pieces of one corner, left to right) makes; None while it makes none."""
    if len(group) == 4 and [piece.face for piece in group] == [Face.DOWN, Face.UP, Face.UP, Face.DOWN]:
        return first_accepted(group[1:3], _concealed_kong)
    return next(claims_of(seat, group), None)


def claims_of(seat: Seat, group: Sequence[SettledTile]) -> Iterator[Meld]:
    """Every meld that `group` may be if its sideways tile was claimed, likeliest first.

    The last are that one with all of a kind read as another: that is one face, which was misread once.
    """
    if not is_laid_as_claimed(group):
        return
    place = next(place for place, piece in enumerate(group) if piece.is_sideways)
    source = seat_after(seat, 3 if place == 0 else 1 if place == len(group) - 1 else 2)
    likely = [tiles for tiles in likely_readings(group) if claimed_meld(tiles, place, source) is not None]
    of_one_face = [
        tiles
        for first in likely[:1]
        for tiles in faces_read_otherwise(group, first)
        if likelihood_beside(group, first, tiles) >= MIN_SECOND_CHOICE
    ]
    for tiles in dict.fromkeys((*likely, *of_one_face)):
        meld = claimed_meld(tiles, place, source)
        if meld is not None:
            yield meld


def is_laid_as_claimed(group: Sequence[SettledTile]) -> bool:
    """Whether `group` lies as a claimed meld does, whatever it shows: three or four open tiles, one sideways."""
    is_open = all(piece.face is Face.UP for piece in group)
    return len(group) in (3, 4) and is_open and sum(piece.is_sideways for piece in group) == 1


def upright_meld(group: Sequence[SettledTile], taken: Tile, source: Seat) -> Meld | None:
    """The meld of `group`, in which no tile lies sideways, if it may hold the `taken` discard of `source`."""
    if len(group) not in (3, 4) or any(piece.is_sideways or piece.face is not Face.UP for piece in group):
        return None
    return first_accepted(group, lambda tiles: _holding(tiles, taken, source))


def _holding(tiles: Tiles, taken: Tile, source: Seat) -> Meld | None:
    return claimed_meld(tiles, tiles.index(taken), source) if taken in tiles else None


def half_seen_kong(group: Sequence[SettledTile], width_mm: float) -> Meld | None:
    """The concealed kong of two of a kind, surely read side by side, of whose backs one is seen; None if it is none."""
    shown = [piece for piece in group if not was_back(piece)]
    if (len(group), len(shown)) != (3, 2) or any(piece.face is not Face.UP or piece.is_sideways for piece in group):
        return None
    if min(piece.confidence for piece in shown) < MIN_TO_CONTRADICT:
        return None
    is_split = shown[1].u_mm - shown[0].u_mm > SIDE_BY_SIDE * width_mm
    tiles = tuple(piece.tile for piece in shown if piece.tile is not None)
    return None if is_split or len(tiles) != 2 else _concealed_kong(tiles)


def _concealed_kong(tiles: Tiles) -> Meld | None:
    if tiles[0].plain != tiles[1].plain:
        return None
    shown_red = any(tile.red for tile in tiles)
    kind = tiles[0].plain
    return Meld(MeldKind.CONCEALED_KONG, (kind,) * 3 + ((Tile(kind.suit, 5, red=True),) if shown_red else (kind,)))


def with_red_five(meld: Meld) -> Meld:
    """A concealed kong of fives holds the red five of its suit, seen or not, where the set has red fives."""
    kind = meld.tiles[0].plain
    if meld.kind is not MeldKind.CONCEALED_KONG or kind.suit not in NUMBER_SUITS or kind.number != 5:
        return meld
    return Meld(meld.kind, (kind,) * 3 + (Tile(kind.suit, 5, red=True),))


def claimed_meld(tiles: Tiles, place: int, source: Seat) -> Meld | None:
    """The meld of these tiles if the one at `place` was claimed from `source`; None where they make none."""
    same = len({tile.plain for tile in tiles}) == 1
    if len(tiles) == 4:
        kind = MeldKind.MELDED_KONG
    else:
        kind = MeldKind.PUNG if same else MeldKind.CHOW
    try:
        return Meld(kind, tiles, called_from=source, called_tile=tiles[place])
    except MeldError:
        return None


def grown(pung: Meld, fourth: Tile, kind: MeldKind) -> Meld | None:
    """The kong of a pung and its fourth tile; None where that is another tile.

    Args:
        pung: a claimed one.
        fourth: what was added to it, or lay there unseen when it was claimed.
        kind: an added kong or a melded one.
    """
    if pung.kind is not MeldKind.PUNG or fourth.plain != pung.tiles[0].plain:
        return None
    return Meld(kind, (*pung.tiles, fourth), pung.called_from, pung.called_tile)
