"""Claimed melds that may well be others: asked about where a deal is paid by them, corrected where a person says so.

Rules this file keeps:
* A meld was read well enough to count when it was laid. What else it may be is weighed when the deal ends.
* What a person said about one of its pieces is never read as anything else: the meld is the likeliest with that tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import with_item
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.certainty import MIN_AMBIGUOUS_RATIO
from table_daemon.interpreter.contradictions import NAMED_MELD, Contradiction
from table_daemon.interpreter.decoding import (
    Tiles,
    faces_read_otherwise,
    likelihood_beside,
    likely_readings,
)
from table_daemon.interpreter.explanations import Doubt, Explanation, payment_of
from table_daemon.interpreter.layout import pieces
from table_daemon.interpreter.meld_shapes import claimed_meld, is_laid_as_claimed
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.table_view import Answers, View
from vision.sightings import SettledTile, Zone

_CLAIMED: Final = (MeldKind.CHOW, MeldKind.PUNG, MeldKind.MELDED_KONG)


@dataclass(frozen=True, slots=True)
class OtherMeld:
    """What a meld may be instead, and the piece that is another tile then than was counted."""

    anchor: Anchor
    meld: Meld
    piece: SettledTile
    tile: Tile


def read_renamed_meld(view: View, bindings: Bindings, answers: Answers) -> Contradiction | None:
    """A meld that is another one by what a person said about one of its pieces."""
    for other in other_melds(view, bindings):
        if other.piece.track in answers.tiles:
            return Contradiction(other.anchor, other.tile, NAMED_MELD, 1.0, meld=other.meld)
    return None


def meld_of_other_worth(view: View, bindings: Bindings, end: Explanation) -> Doubt | None:
    """The first meld that may well be another one by which this end pays something else.

    Args:
        view: the table.
        bindings: which pieces are which meld.
        end: what ends the deal; nothing is asked before it is known what is paid.
    """
    if end.game.deal is None or end.game.deal.result is None:
        return None
    for other in other_melds(view, bindings):
        game = as_if_laid(view, other).after(end.events)
        if not isinstance(game, str) and payment_of(replace(end, game=game)) != payment_of(end):
            return Doubt(other.piece, QuestionReason.UNCERTAIN_HAND)
    return None


def other_melds(view: View, bindings: Bindings) -> Iterator[OtherMeld]:
    """What claimed melds may well be instead of what was counted."""
    for seat in view.seats:
        corner = pieces(view.observation, Zone.MELDS, seat)
        for index, meld in enumerate(view.deal.melds[seat]):
            anchor = Anchor(Zone.MELDS, seat, index)
            laid = [piece for piece in corner if bindings.anchors.get(piece.track) == anchor]
            is_whole = len(laid) == len(meld.tiles) and is_laid_as_claimed(laid)
            if is_whole and meld.kind in _CLAIMED:
                yield from _of_meld(anchor, meld, laid)


def _of_meld(anchor: Anchor, meld: Meld, laid: Sequence[SettledTile]) -> Iterator[OtherMeld]:
    if meld.called_tile is None or meld.called_from is None:
        return
    row = sorted(laid, key=lambda piece: not piece.is_sideways)  # the claimed one first
    chosen = _as_counted(meld, meld.called_tile, row)
    for tiles in dict.fromkeys((*likely_readings(row), *faces_read_otherwise(row, chosen))):
        other = claimed_meld(tiles, 0, meld.called_from)
        is_same = Counter(tiles) == Counter(chosen)
        if other is None or is_same or likelihood_beside(row, chosen, tiles) < MIN_AMBIGUOUS_RATIO:
            continue
        place = next(place for place, tile in enumerate(tiles) if tile != chosen[place])
        yield OtherMeld(anchor, other, row[place], tiles[place])


def _as_counted(meld: Meld, called: Tile, row: Sequence[SettledTile]) -> Tiles:
    """The tiles of the counted meld in the order of its pieces, as they are likeliest."""
    rest = list(meld.tiles)
    rest.remove(called)
    first = (called, *rest)
    orders = ((called, *others) for others in permutations(rest))
    return max(orders, key=lambda tiles: likelihood_beside(row, first, tiles))


def as_if_laid(view: View, other: OtherMeld) -> View:
    """The table if a meld had been another one."""
    seat = other.anchor.seat
    melds = with_item(view.deal.melds[seat], other.anchor.index, other.meld)
    deal = replace(view.deal, melds=with_item(view.deal.melds, seat, melds))
    game = replace(view.game, deal=deal)
    return replace(view, game=game, deal=deal, hints=view.rules.hints(game))
