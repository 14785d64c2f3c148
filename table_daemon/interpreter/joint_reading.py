"""A deal explained as a whole: of too many tiles of one face, which was read wrongly, and what is it?

Rules this file keeps:
* Pure: how each of them is read goes in, explanations come out, likeliest first.
* A set has what its stock says: four of a kind, of them one red five where it has any, each bonus tile once. What else
  a piece may be is never a face of which all lie on the table.
* One tile too many is explained by one mistake: two are far less likely.
* It weighs what the camera saw; whoever keeps the game leaves out what a person said.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.state import Deal
from mahjong_rules.tile_count import open_tiles
from mahjong_rules.tiles import Tile, TileStock
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.certainty import MIN_TO_CONTRADICT
from table_daemon.interpreter.contradictions import tile_at
from table_daemon.interpreter.decoding import nearest_kinds
from table_daemon.interpreter.meld_shapes import claimed_meld
from table_daemon.interpreter.table_view import Answers, View
from vision.sightings import Face, SettledTile, Zone

MAX_RIVAL: Final = 0.2
"""Separates an explanation that corrects what was counted from one that is asked: how likely any other is beside it.

One in five, as between two readings of a winning hand (`certainty.MIN_AMBIGUOUS_RATIO`): a wrong tile in a river
weighs as much as a wrong hand, a question as little. Chosen, not measured."""
MIN_TO_EXPLAIN: Final = 0.001
"""Separates another name that was seen from the noise of a sure network: how likely it is beside the counted one.

A 2m of an unknown set was read as 1m with 0.99, which leaves it some thousandths. Chosen, not measured."""

_TINY: Final = 1e-6
"""No reading counts as less likely: what was counted although nothing says so, by a correction, is weighed too."""
_Chances = dict[Tile, float]


@dataclass(frozen=True, slots=True)
class OtherName:
    """What a copy may be instead, and how likely that is beside what was counted; of a meld, the whole meld."""

    tile: Tile
    odds: float
    meld: Meld | None = None


@dataclass(frozen=True, slots=True)
class Copy:
    """One of too many tiles of a face.

    Attributes:
        track: its piece.
        anchor: the tile of the game that it is; None for one that is not counted yet.
        doubt: how likely it is anything else, beside what it was counted as.
        names: what else the game has left that it may be.
    """

    track: int
    anchor: Anchor | None
    doubt: float
    names: tuple[OtherName, ...] = ()


@dataclass(frozen=True, slots=True)
class Surplus:
    """More tiles of `face` than a set has: all of them, those that were just seen too."""

    face: Tile
    copies: tuple[Copy, ...]


@dataclass(frozen=True, slots=True)
class Misreading:
    """A copy that was read wrongly, what it is, and how likely that is; `is_clear`: no person need be asked.

    `may_be`: all that a mere guess may be; () where it is its name or its face.
    """

    copy: Copy
    name: OtherName
    chance: float
    is_clear: bool
    may_be: tuple[tuple[Tile, float], ...] = ()


def misreadings(copies: Iterable[Copy]) -> list[Misreading]:
    """Every single mistake that explains one tile too many among `copies`, likeliest first."""
    among = tuple(copies)
    whole = sum(max(copy.doubt, sum(name.odds for name in copy.names)) for copy in among)
    found = [
        Misreading(copy, name, name.odds / whole if whole else 0.0, _is_clear(copy, name, among))
        for copy in among
        for name in copy.names
        if name.odds > 0
    ]
    return sorted(found, key=lambda one: -one.name.odds)


def guesses(copy: Copy, face: Tile, deal: Deal, stock: TileStock) -> list[Misreading]:
    """What a copy that counted as a mere guess may be instead of this face: all that are left, alike."""
    left = [kind for kind in nearest_kinds(face, stock.kinds) if has_room(deal, stock, kind)]
    may_be = tuple((kind, 1.0 / len(left)) for kind in left)
    return [Misreading(copy, OtherName(kind, 0.0), chance, is_clear=False, may_be=may_be) for kind, chance in may_be]


def _is_clear(copy: Copy, name: OtherName, copies: Sequence[Copy]) -> bool:
    """Whether nothing else explains it nearly as well: another name of this copy, or any name of another one."""
    rivals = [other.odds for other in copy.names if other is not name]
    rivals += [other.doubt for other in copies if other is not copy]
    return name.odds >= MIN_TO_EXPLAIN and max(rivals, default=0.0) <= MAX_RIVAL * name.odds


def is_guessed_flower(found: Misreading) -> bool:
    """Whether the new name is a flower's and not surely read: of an unknown set the likeliest one is often another."""
    counted = 1.0 / (1.0 + found.copy.doubt)
    return found.name.tile.is_bonus and found.name.odds * counted < MIN_TO_CONTRADICT


def is_surely_none(copy: Copy, left: Iterable[Copy]) -> bool:
    """Whether a tile that was one of too many is none of them, by what it counts as now and by those that are left."""
    # Its chance; the odds against the face that it was read as are no lower, for no chance is above 1.
    odds = 1.0 / (1.0 + copy.doubt)
    rivals = [name.odds * odds for name in copy.names] + [other.doubt for other in left]
    return odds >= MIN_TO_EXPLAIN and max(rivals, default=0.0) <= MAX_RIVAL * odds


def what_it_may_be(found: Misreading, face: Tile) -> tuple[tuple[Tile, float], ...]:
    """What people are asked about a mistake that is not clear: it counts as its new name, or was a `face` after all."""
    if found.may_be:
        return found.may_be
    pairs = ((found.name.tile, found.chance), (face, 1.0 - found.chance))
    return tuple(sorted(pairs, key=lambda pair: -pair[1]))


def surplus(view: View, bindings: Bindings, answers: Answers, new: Sequence[SettledTile]) -> Surplus | None:
    """The first face of which too many lie on the table if `new`, which are not counted, show what they seem to.

    None also where that was settled before against what a person says: nothing was left to be read otherwise.
    """
    stock = Counter(view.traits.stock.pieces())
    lying = Counter(open_tiles(view.deal)) + Counter(piece.tile for piece in new if piece.tile is not None)
    room = _room(lying, stock)
    for face in {piece.tile: None for piece in new if piece.tile is not None}:
        shown = [piece for piece in new if piece.tile == face]
        if lying[face] > stock[face] and not any(face in answers.left_out.get(piece.track, ()) for piece in shown):
            fresh = tuple(_copy(piece.track, None, _chances(piece), face, room) for piece in shown)
            return Surplus(face, (*counted_copies(view, bindings, face, room), *fresh))
    return None


def counted_copies(view: View, bindings: Bindings, face: Tile, room: Container[Tile] | None = None) -> tuple[Copy, ...]:
    """The tiles of the game that were counted as `face`, with how they are read now or were read last.

    Args:
        view: the table.
        bindings: which piece is which tile.
        face: a face.
        room: faces of which another one may lie there; None: by what lies on the table.
    """
    if room is None:
        room = _room(Counter(open_tiles(view.deal)), Counter(view.traits.stock.pieces()))
    found: dict[Anchor, Copy] = {}
    for piece in view.observation.tiles:
        anchor = bindings.anchors.get(piece.track)
        if anchor is not None and tile_at(view.deal, anchor) == face:
            found[anchor] = _copy(piece.track, anchor, _chances(piece), face, room)
    for anchor, readings in bindings.read_as.items():
        if anchor not in found and tile_at(view.deal, anchor) == face:
            found[anchor] = _copy(-1, anchor, dict(readings), face, room)
    return (*found.values(), *_in_melds(view, bindings, face, room))


def has_room(deal: Deal, stock: TileStock, face: Tile) -> bool:
    """Whether another tile of this face may still come to lie on the table."""
    return sum(tile == face for tile in open_tiles(deal)) < stock.pieces().count(face)


def _room(lying: Counter[Tile], stock: Counter[Tile]) -> frozenset[Tile]:
    return frozenset(tile for tile, copies in stock.items() if lying[tile] < copies)


def _chances(piece: SettledTile) -> _Chances:
    return dict(piece.candidates) if piece.candidates or piece.tile is None else {piece.tile: piece.confidence}


def _copy(track: int, anchor: Anchor | None, chances: _Chances, face: Tile, room: Container[Tile]) -> Copy:
    counted = max(chances.get(face, 0.0), _TINY)
    names = (OtherName(tile, chance / counted) for tile, chance in chances.items() if tile != face and tile in room)
    doubt = max(1.0 - chances.get(face, 0.0), 0.0) / counted
    return Copy(track, anchor, doubt, tuple(sorted(names, key=lambda name: -name.odds)))


def _in_melds(view: View, bindings: Bindings, face: Tile, room: Container[Tile]) -> Iterator[Copy]:
    for seat, melds in enumerate(view.deal.melds):
        for index, meld in enumerate(melds):
            laid = [
                piece
                for piece in view.observation.tiles
                if (anchor := bindings.anchors.get(piece.track)) is not None
                and (anchor.zone, anchor.seat, anchor.index) == (Zone.MELDS, seat, index)
            ]
            if face in meld.tiles and laid:
                yield _meld_copy(laid, bindings.anchors[laid[0].track], meld, face, room)


def _meld_copy(laid: Sequence[SettledTile], anchor: Anchor, meld: Meld, face: Tile, room: Container[Tile]) -> Copy:
    """A meld with what else it may be as a whole; one that was not claimed, or not all of which is seen, stays."""
    doubt = min(_copy(piece.track, anchor, _chances(piece), face, room).doubt for piece in laid)
    sideways = [piece for piece in laid if piece.is_sideways]
    is_whole = len(laid) == len(meld.tiles) and len(sideways) == 1 and all(p.face is Face.UP for p in laid)
    if not is_whole or meld.kind not in (MeldKind.CHOW, MeldKind.PUNG, MeldKind.MELDED_KONG):
        return Copy(laid[0].track, anchor, doubt)
    return Copy(laid[0].track, anchor, doubt, tuple(_other_melds(laid, sideways[0], meld, face, room)))


def _other_melds(
    laid: Sequence[SettledTile], sideways: SettledTile, meld: Meld, face: Tile, room: Container[Tile]
) -> list[OtherName]:
    """Melds of the same pieces with fewer of the face, likeliest first."""
    assert meld.called_from is not None
    assert meld.called_tile is not None
    rest = list(meld.tiles)
    rest.remove(meld.called_tile)
    others = [piece for piece in laid if piece is not sideways]
    in_order = [sideways, *others]
    counted = max(
        (_chance(in_order, (meld.called_tile, *tiles)) for tiles in itertools.permutations(rest)), default=_TINY
    )
    found: dict[Meld, float] = {}
    for tiles in itertools.product(*(_chances(piece) for piece in in_order)):
        other = claimed_meld(tiles, 0, meld.called_from)
        if other is None or other.tiles.count(face) >= meld.tiles.count(face):
            continue
        if all(tile in room or tile in meld.tiles for tile in tiles):
            found[other] = max(found.get(other, 0.0), _chance(in_order, tiles) / counted)
    named = (OtherName(_changed(meld, other, face), _odds(meld, other, odds), other) for other, odds in found.items())
    return sorted(named, key=lambda name: -name.odds)


def _odds(meld: Meld, other: Meld, odds: float) -> float:
    """Of pieces that all show one face: that is one look, not three; what is mistaken once is mistaken thrice."""
    is_one_look = {meld.kind, other.kind} <= {MeldKind.PUNG, MeldKind.MELDED_KONG}
    return odds ** (1 / len(meld.tiles)) if is_one_look else odds


def _chance(pieces: Sequence[SettledTile], tiles: Sequence[Tile]) -> float:
    return math.prod(max(_chances(piece).get(tile, 0.0), _TINY) for piece, tile in zip(pieces, tiles, strict=True))


def _changed(meld: Meld, other: Meld, face: Tile) -> Tile:
    """For the list of corrections: what the copy is in the other meld, the called tile where that is it."""
    if other.called_tile is not None and meld.called_tile == face:
        return other.called_tile
    return next((tile for tile in other.tiles if tile not in meld.tiles), other.tiles[0])
