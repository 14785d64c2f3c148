"""The fourth tile laid ON the sideways one of a pung: the camera sees three tiles, one of them higher than before.

Rules this file keeps:
* A tile that lies higher seems to lie further from the camera's foot: it alone has moved, its neighbours have not.
* A nudge looks alike: without a dora indicator that nothing else explains a person is asked, and what the player does
  next waits for the answer.
"""

from __future__ import annotations

from typing import Final

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import NUMBER_SUITS, Tile
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.indicators import is_kong_shown
from table_daemon.interpreter.layout import NUDGE_MM, pieces
from table_daemon.interpreter.moved_pieces import distance_mm
from table_daemon.interpreter.own_kongs import kong_step
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.table_view import Answers, View
from vision.sightings import Face, SettledTile, Zone

RISEN_MM: Final = 3.5
"""Separates a tile on another one from one that lies on the felt, by how far out it seems to lie.

A tile of 16.5 mm more height seems to lie 4-8 mm further out where melds lie, under a camera a metre above."""
_STILL_MM: Final = 2.0
"""Separates tiles that nobody touched from moved ones: the former jitter by 1-2 mm."""


def read_laid_on(view: View, bindings: Bindings, answers: Answers, seat: Seat) -> Explanation | Doubt | None:
    """An added kong whose fourth tile lies on another one.

    Also while a hand is over the corner: its pieces are those known before, and so is what they leave open.
    """
    for index, piece in _risen(view, bindings, seat):
        step = kong_step(view, seat, kong_by_place(view, view.deal.melds[seat][index]), index)
        if step is None:
            continue
        if piece.track in answers.laid_on or is_kong_shown(view, bindings, answers):
            return step
        return Doubt(piece, QuestionReason.LAID_ON_MELD)
    return None


def may_be_laid_on(view: View, bindings: Bindings, answers: Answers, seat: Seat) -> bool:
    """Whether a tile may have been laid on a meld of the player in turn: what comes next would count without it."""
    return read_laid_on(view, bindings, answers, seat) is not None


def _risen(view: View, bindings: Bindings, seat: Seat) -> list[tuple[int, SettledTile]]:
    """Sideways pieces of pungs, with the meld's index, that seem to have moved while their neighbours have not."""
    found: list[tuple[int, SettledTile]] = []
    for index, meld in enumerate(view.deal.melds[seat]):
        anchor = Anchor(Zone.MELDS, seat, index)
        if meld.kind is not MeldKind.PUNG:
            continue
        laid = [
            piece
            for piece in pieces(view.observation, Zone.MELDS, seat, Face.UP)
            if bindings.anchors.get(piece.track) == anchor
        ]
        moved = {piece.track: distance_mm(piece, bindings.places(anchor)) for piece in laid}
        still = [piece for piece in laid if moved[piece.track] < _STILL_MM]
        risen = [piece for piece in laid if piece.is_sideways and RISEN_MM <= moved[piece.track] < NUDGE_MM]
        # The higher tile may hide a neighbour behind it.
        if len(laid) == len(still) + 1 > 1 and risen:
            found.append((index, risen[0]))
    return found


def kong_by_place(view: View, pung: Meld) -> Meld:
    """The kong of a pung and a tile that must be its fourth: the red five of a suit that has one and still lacks it."""
    kind = pung.tiles[0].plain
    has_red = view.traits.stock.red_fives and kind.suit in NUMBER_SUITS and kind.number == 5
    fourth = Tile(kind.suit, 5, red=True) if has_red and not any(tile.red for tile in pung.tiles) else kind
    return Meld(MeldKind.ADDED_KONG, (*pung.tiles, fourth), pung.called_from, pung.called_tile)
