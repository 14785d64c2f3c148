"""What a deal proves about the names of its tiles, once it has been played to its end and people took its result.

Rules this file keeps:
* Pure: the deal and what the network itself makes of each piece go in, names with their proofs come out.
* A name is proven where the game leaves next to nothing else that the network thinks of; what it merely seems to be is
  no proof, but judges lessons (`Proof.SEEN`).
* Pieces that look alike stand or fall together: a triplet misread as a whole is a triplet still.
* What a person named, and what hangs on that, is no proof of the game's.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from mahjong_rules.events import Win
from mahjong_rules.hands import Shapes, Thirteen, is_complete
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.state import Deal
from mahjong_rules.tile_count import open_tiles
from mahjong_rules.tiles import Tile, TileStock
from table_daemon.interpreter.table_view import LyingPiece
from vision.sightings import Face, SettledTile, Zone
from vision.tile_sets.lesson_book import Proof

_SURE: Final = 0.95
"""From this chance on the network itself is sure: of what it says so on photographs more than 99 % are right
(vision/model/CLASSIFIER.md, Confidence)."""
_NEXT_TO_NOTHING: Final = 0.05
"""So likely all else together, that the game allows, may be beside the name. Chosen: one in twenty, as a second choice
that is tried at all (`certainty.MIN_SECOND_CHOICE`)."""
_LEAST: Final = 0.01
"""A name that the network finds less likely is not proven by one deal: another mistake explains it as well.

As for a reading that is tried (`certainty.MIN_READING`)."""
_MOST_UNSURE: Final = 3
"""With more unsure pieces in a hand it proves nothing: they vouch for each other. Chosen."""
_ANY_SHAPE: Final = Shapes(thirteen=Thirteen.PAIR, equal_pairs=True, knitted=True)
"""Every winning shape of every game: what another game would not take leaves more open, and so proves less."""

Chances = Mapping[Tile, float]


@dataclass(frozen=True, slots=True)
class PlayedPiece:
    """A piece as it lay at the end.

    Attributes:
        lying: where it lay, and what the reader took it for.
        chances: what it is by the network itself, without any lesson of play.
        event: the number of the event that laid it; None for a tile of a hand.
        counted: what the game counts a discard, flower or indicator as; None for others.
        by_person: whether a person named it, by whatever way.
    """

    lying: LyingPiece
    chances: Chances
    event: int | None = None
    counted: Tile | None = None
    by_person: bool = False

    def chance(self, tile: Tile) -> float:
        """How likely it is this tile."""
        return self.chances.get(tile, 0.0)

    @property
    def best(self) -> Tile:
        """What it most likely is."""
        return max(self.chances, key=lambda tile: self.chances[tile])


@dataclass(frozen=True, slots=True)
class EndedDeal:
    """A deal with its result.

    Attributes:
        deal: as it ended.
        stock: the tiles of the game.
        pieces: what lay face up.
        wins: the hands that won, and the number of their event; by no person.
        win_event: that number.
    """

    deal: Deal
    stock: TileStock
    pieces: tuple[PlayedPiece, ...]
    wins: tuple[Win, ...] = ()
    win_event: int = 0


@dataclass(frozen=True, slots=True)
class ProvenName:
    """What a piece is, and by which event it lies there."""

    track: int
    tile: Tile
    proof: Proof
    event: int


def proven_names(played: EndedDeal) -> list[ProvenName]:
    """The name of every piece that the deal or the network vouches for, each once, by its best proof."""
    found: dict[int, ProvenName] = {}
    for proven in (*_won(played), *_in_melds(played), *_in_rows(played)):
        found.setdefault(proven.track, proven)
    return list(found.values())


# Hands that won -------------------------------------------------------------------------------------


def _won(played: EndedDeal) -> Iterator[ProvenName]:
    for win in played.wins:
        hand = [one for one in played.pieces if _lies_in_hand(one.lying.piece, win)]
        if any(one.by_person for one in hand):
            continue
        tiles = (*win.concealed, win.winning_tile)
        named = _assigned(hand, tiles) or _assigned(hand, win.concealed)
        melds = played.deal.melds[win.seat]
        if named is None or not is_complete(tiles, melds, _ANY_SHAPE):
            continue
        for piece, tile in named:
            others = [kind for kind in played.stock.kinds if kind != tile and _also_wins(tiles, melds, tile, kind)]
            if _is_left(piece, tile, others):
                yield ProvenName(piece.lying.piece.track, tile, Proof.WIN, played.win_event)
            elif piece.chance(tile) >= _SURE:
                yield ProvenName(piece.lying.piece.track, tile, Proof.SEEN, played.win_event)


def _lies_in_hand(piece: SettledTile, win: Win) -> bool:
    return piece.zone is Zone.HAND and piece.seat == win.seat and piece.face is Face.UP


def _assigned(pieces: Sequence[PlayedPiece], tiles: Sequence[Tile]) -> list[tuple[PlayedPiece, Tile]] | None:
    """Which piece is which of these tiles: the sure ones first, of the others the likeliest way; None where unclear."""
    if len(pieces) != len(tiles):
        return None
    left, named, unsure = Counter(tiles), [], []
    for piece in pieces:
        if piece.chance(piece.best) >= _SURE and left[piece.best] > 0:
            left[piece.best] -= 1
            named.append((piece, piece.best))
        else:
            unsure.append(piece)
    if len(unsure) > _MOST_UNSURE:
        return None
    ways = set(itertools.permutations(left.elements()))
    best = max(ways, key=lambda way: _product(piece.chance(tile) for piece, tile in zip(unsure, way, strict=True)))
    return [*named, *zip(unsure, best, strict=True)]


def _also_wins(tiles: Sequence[Tile], melds: Sequence[Meld], tile: Tile, other: Tile) -> bool:
    """Whether the hand wins too if one of its pieces, or all that are named alike, show another face."""
    if other.is_bonus:
        return False
    all_other = [other if each == tile else each for each in tiles]
    one_other = [*tiles]
    one_other[one_other.index(tile)] = other
    return any(is_complete(hand, melds, _ANY_SHAPE) for hand in (all_other, one_other) if max(_copies(hand)) <= 4)


def _copies(tiles: Iterable[Tile]) -> Iterable[int]:
    return Counter(tile.plain for tile in tiles).values()


def _is_left(piece: PlayedPiece, tile: Tile, others: Iterable[Tile]) -> bool:
    """Whether the name is the only one left that the network thinks of."""
    own = piece.chance(tile)
    return own >= _LEAST and sum(map(piece.chance, others)) <= _NEXT_TO_NOTHING * own


# Melds ----------------------------------------------------------------------------------------------


def _in_melds(played: EndedDeal) -> Iterator[ProvenName]:
    for seat, melds in enumerate(played.deal.melds):
        for index, meld in enumerate(melds):
            laid = [one for one in played.pieces if _lies_in_meld(one, seat, index)]
            if len(laid) == len(meld.tiles) and not any(one.by_person for one in laid):
                yield from _of_meld(meld, laid, played.stock.kinds)


def _lies_in_meld(one: PlayedPiece, seat: int, index: int) -> bool:
    anchor = one.lying.anchor
    return anchor is not None and (anchor.zone, anchor.seat, anchor.index) == (Zone.MELDS, seat, index)


def _of_meld(meld: Meld, laid: Sequence[PlayedPiece], kinds: Iterable[Tile]) -> Iterator[ProvenName]:
    """One unsure piece beside sure ones is what makes the meld."""
    named = _assigned(laid, meld.tiles)
    unsure = [] if named is None else [(one, tile) for one, tile in named if one.chance(tile) < _SURE]
    for piece, tile in named or ():
        event = piece.event
        if event is None:
            continue
        if piece.chance(tile) >= _SURE:
            yield ProvenName(piece.lying.piece.track, tile, Proof.SEEN, event)
        elif len(unsure) == 1:
            others = [kind for kind in kinds if kind != tile and _also_melds(meld, tile, kind)]
            if _is_left(piece, tile, others):
                yield ProvenName(piece.lying.piece.track, tile, Proof.MELD, event)


def _also_melds(meld: Meld, tile: Tile, other: Tile) -> bool:
    """Whether it is a meld of its kind too if one of its pieces shows another face."""
    tiles = [each.plain for each in meld.tiles]
    tiles[tiles.index(tile.plain)] = other.plain
    if meld.kind is not MeldKind.CHOW:
        return len(set(tiles)) == 1
    low = min(each.number for each in tiles)
    one_suit = other.is_number and len({each.suit for each in tiles}) == 1
    return one_suit and sorted(each.number for each in tiles) == [low, low + 1, low + 2]


# Rivers, flowers, indicators ------------------------------------------------------------------------


def _in_rows(played: EndedDeal) -> Iterator[ProvenName]:
    stock, lying = Counter(played.stock.pieces()), Counter(open_tiles(played.deal))
    for one in played.pieces:
        tile, track = one.counted, one.lying.piece.track
        if tile is None or one.event is None or one.by_person:
            continue
        if one.chance(tile) >= _SURE:
            yield ProvenName(track, tile, Proof.SEEN, one.event)
        elif one.chance(one.best) >= _SURE and one.lying.piece.tile == tile and one.best.is_bonus == tile.is_bonus:
            # The reader says otherwise than the network alone: what a lesson made of it is no witness for the lesson.
            # What was laid open for a replacement is a flower, though, however surely it looks like an east wind: such
            # a face (world 10790) was a witness against what people called it, and was asked about in each deal.
            yield ProvenName(track, one.best, Proof.SEEN, one.event)
        else:
            spent = [kind for kind in one.chances if kind != tile and lying[kind] >= stock[kind]]
            others = [kind for kind in one.chances if kind != tile and kind not in spent]
            if _is_left(one, tile, others) and _surely_elsewhere(spent, one, played, stock):
                yield ProvenName(track, tile, Proof.COUNT, one.event)


def _surely_elsewhere(spent: Sequence[Tile], one: PlayedPiece, played: EndedDeal, stock: Counter[Tile]) -> bool:
    """Whether this piece looks like kinds of which all copies lie elsewhere, each of them surely read."""
    likely = [kind for kind in spent if one.chance(kind) > _NEXT_TO_NOTHING * one.chance(one.counted or kind)]
    for kind in likely:
        copies = [other for other in played.pieces if other is not one and other.counted == kind]
        if len(copies) < stock[kind] or any(other.chance(kind) < _SURE for other in copies):
            return False
    return bool(likely)


def _product(chances: Iterable[float]) -> float:
    whole = 1.0
    for chance in chances:
        whole *= max(chance, 1e-6)
    return whole
