"""Flowers and seasons: laid open in the own turn and replaced (Kanai French l.45-48, Tchou 1924 l.406)."""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import FlowerLaid
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.systems.classical.play import hill_tiles, owes_replacement
from mahjong_rules.systems.classical.play_table import PlayTable
from mahjong_rules.tile_count import check_copies
from mahjong_rules.turns import deal_in_play, next_to_draw, waits_for, with_item


def lay_flower(game: Game, event: FlowerLaid, table: PlayTable) -> Game:
    """A bonus tile leaves the hand; its replacement is drawn next, then the normal tile if that was still to come."""
    deal = deal_in_play(game)
    seat, tile = event.seat, event.tile
    if not table.stock.bonus:
        raise IllegalEvent(
            "seat {seat} cannot lay {tile}: these rules play without flowers and seasons", seat=seat, tile=tile
        )
    if not tile.is_bonus:
        raise IllegalEvent("{tile} is no flower or season", tile=tile)
    before_draw = _check_moment(deal, event, table)
    check_copies(deal, (tile,), table.stock)
    deal = replace(
        deal,
        turn=Turn.DRAW,
        seat=seat,
        after_kong=False,
        drew=False,
        last_drawn=None,
        classical=replace(
            deal.classical,
            flowers=with_item(deal.classical.flowers, seat, (*deal.classical.flowers[seat], tile)),
            flower_owed=True,
            before_draw=before_draw,
        ),
    )
    return replace(game, deal=deal)


def _check_moment(deal: Deal, event: FlowerLaid, table: PlayTable) -> bool:
    """True when the normal draw of the turn is still to come.

    Raises:
        IllegalEvent: it is not the player's turn, another replacement comes first, or the wall cannot give both tiles.
    """
    seat = event.seat
    if owes_replacement(deal):
        raise IllegalEvent(
            "seat {seat} cannot lay {tile}: seat {next_seat} draws a replacement first",
            seat=seat,
            tile=event.tile,
            next_seat=deal.seat,
        )
    if deal.turn is Turn.DISCARD and deal.seat == seat:
        return False
    if next_to_draw(deal) != seat:
        raise IllegalEvent("seat {seat} lays flowers in the own turn: {why}", seat=seat, why=waits_for(deal))
    if deal.live_tiles < (1 if hill_tiles(deal, table) else 2):
        raise IllegalEvent(
            "seat {seat} draws first: the wall has no tile for {tile} and for the draw", seat=seat, tile=event.tile
        )
    return True
