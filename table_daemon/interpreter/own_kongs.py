"""Kongs that a player declares in the own turn: what the event needs, and concealed ones whose backs are not all seen.

Rules this file keeps:
* Two of a kind alone beside a back are a concealed kong once their player has gone on: no other two tiles lie there.
* A back of a concealed kong that is found after the kong has counted belongs to it and is no new tile.
"""

from __future__ import annotations

from typing import Final

from mahjong_rules.events import KongDeclared
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.blank_dragons import was_back
from table_daemon.interpreter.explanations import Explanation
from table_daemon.interpreter.flowers import has_gone_on, melded
from table_daemon.interpreter.meld_shapes import SIDE_BY_SIDE, with_red_five
from table_daemon.interpreter.table_view import View
from vision.sightings import Face, SettledTile, Zone

_IN_KONG: Final = 4
"""Tiles of a kong: one whose pieces are all seen lacks no back, and a blank white dragon beside it is a tile."""
_LEAVES_HAND: Final = 3
"""Tiles that a kong takes out of a hand, its replacement counted: so many fewer lie open when that is won with."""


def kong_step(
    view: View, seat: Seat, kong: Meld, index: int, found: tuple[SettledTile, ...] = ()
) -> Explanation | None:
    """The kong as the meld `index` of its player, by the pieces that were `found` for it; None if the rules refuse."""
    events = (*view.drawing(seat), KongDeclared(seat, kong))
    game = view.after(events)
    place = ((Anchor(Zone.MELDS, seat, index), found),) if found else ()
    return None if isinstance(game, str) else Explanation(events, game, place)


def own_kong(view: View, seat: Seat, meld: Meld, group: list[SettledTile]) -> Explanation | None:
    """A concealed kong of the player in turn."""
    kong = with_red_five(meld) if view.traits.stock.red_fives else meld
    return kong_step(view, seat, kong, len(view.deal.melds[seat]), tuple(group))


def read_half_seen_kong(
    view: View, bindings: Bindings, seat: Seat, kong: Meld, found: list[SettledTile]
) -> Explanation | None:
    """A concealed `kong` of whose backs one is seen, by what was found of it; it may have won by the replacement."""
    is_over = has_gone_on(view, bindings, seat, uncounted=_LEAVES_HAND)
    return own_kong(view, seat, kong, found) if is_over else None


def read_late_back(view: View, bindings: Bindings, seat: Seat) -> Explanation | None:
    """A back beside the tiles of a concealed kong that counts already: it is one of them, and nothing has happened."""
    corner = melded(view, bindings, seat)
    for piece in bindings.unbound(corner):
        kong = None if piece.is_sideways or not is_back(piece) else _kong_beside(view, bindings, corner, piece)
        if kong is not None:
            return Explanation((), view.game, ((kong, (piece,)),))
    return None


def is_back(piece: SettledTile) -> bool:
    """Whether a tile was seen as a back, which may be a blank white dragon."""
    return piece.face is Face.DOWN or was_back(piece)


def _kong_beside(view: View, bindings: Bindings, corner: list[SettledTile], piece: SettledTile) -> Anchor | None:
    """The concealed kong that lacks a tile and lies beside this piece."""
    near_mm = SIDE_BY_SIDE * view.tile_width_mm
    laid = [anchor for other in corner if (anchor := bindings.anchors.get(other.track)) is not None]
    near = [bindings.anchors.get(other.track) for other in corner if abs(other.u_mm - piece.u_mm) < near_mm]
    for anchor in near:
        if anchor is None or anchor.zone is not Zone.MELDS or laid.count(anchor) >= _IN_KONG:
            continue
        if view.deal.melds[anchor.seat][anchor.index].kind is MeldKind.CONCEALED_KONG:
            return anchor
    return None
