"""A north that is laid aside for a fan and replaced (kita), where three play.

What the sources leave open is as real games on Tenhou have it (docs/rules.md).
"""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import FlowerLaid
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.play import check_alive
from mahjong_rules.tile_count import check_copies
from mahjong_rules.tiles import NORTH
from mahjong_rules.turns import deal_in_play, waits_for, with_item


def lay_north(game: Game, event: FlowerLaid, options: RiichiOptions) -> Game:
    """The others may win the north, as a tile added to a kong; then its replacement is drawn."""
    deal = deal_in_play(game)
    _check_north(deal, event, options)
    check_copies(deal, (event.tile,), options.stock)
    norths = deal.riichi.norths
    riichi = replace(
        deal.riichi,
        norths=with_item(norths, event.seat, (*norths[event.seat], event.tile)),
        is_kita=True,
        uninterrupted=False,
    )
    deal = replace(
        deal, turn=Turn.CLAIM, kong_tile=event.tile, drew=False, last_drawn=None, after_kong=True, riichi=riichi
    )
    return replace(game, deal=deal)


def _check_north(deal: Deal, event: FlowerLaid, options: RiichiOptions) -> None:
    seat, tile = event.seat, event.tile
    if not options.players.has_kita:
        raise IllegalEvent("riichi is played without flowers and seasons")
    if tile != NORTH:
        raise IllegalEvent("{tile} cannot be laid aside: only a north can (kita)", tile=tile)
    if deal.turn is not Turn.DISCARD or deal.seat != seat:
        raise IllegalEvent("seat {seat} cannot lay a north aside: {why}", seat=seat, why=waits_for(deal))
    if not deal.drew:
        raise IllegalEvent("seat {seat} has claimed a tile in this turn and must discard", seat=seat)
    if deal.live_tiles == 0:
        raise IllegalEvent("no north is laid aside after the last tile: nothing is left to replace it")
    if deal.riichi.accepted[seat] and deal.last_drawn not in (None, NORTH):
        raise IllegalEvent(
            "seat {seat} is in riichi and lays aside only a north just drawn, not {tile}",
            seat=seat,
            tile=deal.last_drawn,
        )
    check_alive(deal, seat)
