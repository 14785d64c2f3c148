"""Dealing, drawing and discarding: whose turn it is, and how many tiles of the wall may still be drawn.

Rules this file keeps:
* `live_tiles` are the tiles that may still be drawn: with a queue every draw and every replacement takes one, with a
  hill replacements take the hill's, as long as it has any.
* Where the reserve grows, a kong takes one of them too (Tchou 1924 l.426).
* A flower that was the last tile is replaced from the reserve: nothing else could be drawn for it.
"""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import DealStarted, Discarded, Drawn
from mahjong_rules.game_start import begin_deal
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal, Game, RiverTile, Turn
from mahjong_rules.systems.classical.play_table import PlayTable
from mahjong_rules.tile_count import check_copies
from mahjong_rules.turns import deal_in_play, next_to_draw, waits_for, with_item
from mahjong_rules.wall import ReplacementSource


def start_deal(game: Game, event: DealStarted, table: PlayTable) -> Game:
    """The walls stand and are broken: the dealer takes the fourteenth tile next."""
    live_tiles = table.stock.count - (table.wall.dealt_tiles - 1) - table.reserve_tiles
    return begin_deal(game, event, dice=2 * table.wall.throws, turn=Turn.DRAW, live_tiles=live_tiles)


def owes_replacement(deal: Deal) -> bool:
    """A tile for a kong or a flower is to be drawn."""
    return deal.classical.flower_owed or (deal.after_kong and deal.turn is not Turn.DISCARD)


def hill_tiles(deal: Deal, table: PlayTable) -> int:
    """Tiles left in the hill; 0 where there is none."""
    if table.replacements is not ReplacementSource.HILL:
        return 0
    kongs = sum(meld.kind.is_kong for melds in deal.melds for meld in melds)
    taken = kongs + sum(map(len, deal.classical.flowers)) - owes_replacement(deal)
    return max(0, table.reserve_tiles - taken)


def draw(game: Game, event: Drawn, table: PlayTable) -> Game:
    """A tile from the wall, or the replacement after a kong or a flower."""
    deal = deal_in_play(game)
    _check_turn_to_draw(deal, event.seat)
    if event.tile is not None:
        check_copies(deal, (event.tile,), table.stock)
    is_replacement = owes_replacement(deal)
    # Replacements come from the hill while it has tiles; from then on, and with a queue always, from the wall itself.
    from_wall = not (is_replacement and hill_tiles(deal, table))
    stays_before_draw = deal.classical.flower_owed and deal.classical.before_draw
    return replace(
        game,
        deal=replace(
            deal,
            turn=Turn.DRAW if stays_before_draw else Turn.DISCARD,
            seat=event.seat,
            live_tiles=max(0, deal.live_tiles - from_wall),
            last_drawn=None if stays_before_draw else event.tile,
            drew=not stays_before_draw,
            after_kong=deal.after_kong and is_replacement,
            kong_tile=None,
            classical=replace(
                deal.classical,
                past_last=from_wall and deal.live_tiles == 0,
                flower_owed=False,
                flower_replaced=deal.classical.flower_owed and not stays_before_draw,
                before_draw=False,
            ),
        ),
    )


def _check_turn_to_draw(deal: Deal, seat: Seat) -> None:
    expected = next_to_draw(deal)
    if expected is None:
        raise IllegalEvent("seat {seat} cannot draw: {why}", seat=seat, why=waits_for(deal))
    if seat != expected:
        raise IllegalEvent("seat {seat} cannot draw: it is the turn of seat {next_seat}", seat=seat, next_seat=expected)
    if deal.live_tiles == 0 and not owes_replacement(deal):
        raise IllegalEvent("the wall is empty: the tiles that are left are never drawn")


def discard(game: Game, event: Discarded, table: PlayTable) -> Game:
    """A tile into the river."""
    deal = deal_in_play(game)
    seat, tile = event.seat, event.tile
    if deal.turn is not Turn.DISCARD or deal.seat != seat:
        raise IllegalEvent("seat {seat} cannot discard: {why}", seat=seat, why=waits_for(deal))
    if event.riichi:
        raise IllegalEvent("there is no riichi under these rules")
    if tile.is_bonus:
        raise IllegalEvent("{tile} is never discarded: it is laid open and replaced", tile=tile)
    check_copies(deal, (tile,), table.stock)
    _check_drawn_tile(deal, event)
    river = (*deal.rivers[seat], RiverTile(tile, tsumogiri=event.tsumogiri))
    deal = replace(
        deal,
        rivers=with_item(deal.rivers, seat, river),
        turn=Turn.CLAIM,
        drew=False,
        last_drawn=None,
        after_kong=False,
        classical=replace(
            deal.classical, claimed=False, kongs_in_turn=0, discard_order=(*deal.classical.discard_order, seat)
        ),
    )
    return replace(game, deal=deal)


def _check_drawn_tile(deal: Deal, event: Discarded) -> None:
    """What a discard says about the tile just drawn must be possible."""
    if not event.tsumogiri:
        return
    if not deal.drew:
        raise IllegalEvent("seat {seat} has claimed a tile and drawn none", seat=event.seat)
    if deal.last_drawn is not None and event.tile != deal.last_drawn:
        raise IllegalEvent(
            "{said_tile} is not the tile drawn, which was {tile}", said_tile=event.tile, tile=deal.last_drawn
        )
