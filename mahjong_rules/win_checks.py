"""What must be true of any declared win, whatever the rules: the moment, the tile, the number of tiles."""

from __future__ import annotations

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Win
from mahjong_rules.melds import concealed_count
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal, Turn
from mahjong_rules.tile_count import check_copies
from mahjong_rules.tiles import TileStock
from mahjong_rules.turns import claimable_tile, waits_for


def check_win(deal: Deal, win: Win, discarder: Seat | None, stock: TileStock) -> None:
    """Refuse a win that no rule system allows.

    Args:
        deal: up to the winning tile.
        win: the opened hand and its winning tile.
        discarder: who gave the tile; None when it was drawn.
        stock: the pieces of one set.

    Raises:
        IllegalEvent: says why.
    """
    if discarder is None:
        _check_self_drawn(deal, win)
    else:
        _check_claimed(deal, win, discarder)
    melds = deal.melds[win.seat]
    expected = concealed_count(melds)
    if len(win.concealed) != expected:
        raise IllegalEvent(
            "seat {seat} with {melds} melds holds {expected} tiles, not {shown}, beside the winning one",
            seat=win.seat,
            melds=len(melds),
            expected=expected,
            shown=len(win.concealed),
        )
    is_claimed = discarder is not None
    check_copies(deal, win.concealed if is_claimed else (*win.concealed, win.winning_tile), stock)


def _check_self_drawn(deal: Deal, win: Win) -> None:
    if deal.turn is not Turn.DISCARD or deal.seat != win.seat:
        raise IllegalEvent("seat {seat} has drawn no tile: {why}", seat=win.seat, why=waits_for(deal))
    if not deal.drew:
        raise IllegalEvent("seat {seat} has claimed a tile in this turn and drawn none", seat=win.seat)
    if deal.last_drawn is not None and deal.last_drawn != win.winning_tile:
        raise IllegalEvent(
            "seat {seat} drew {tile}, not {said_tile}", seat=win.seat, tile=deal.last_drawn, said_tile=win.winning_tile
        )


def _check_claimed(deal: Deal, win: Win, discarder: Seat) -> None:
    tile = claimable_tile(deal)
    if tile is None:
        raise IllegalEvent("seat {seat} cannot win on a discard: {why}", seat=win.seat, why=waits_for(deal))
    if discarder != deal.seat or win.seat == discarder:
        raise IllegalEvent(
            "the last tile is from seat {seat}, seat {winning_seat} cannot win it from {said_seat}",
            seat=deal.seat,
            winning_seat=win.seat,
            said_seat=discarder,
        )
    if win.winning_tile != tile:
        raise IllegalEvent("the last tile is {tile}, not {said_tile}", tile=tile, said_tile=win.winning_tile)
