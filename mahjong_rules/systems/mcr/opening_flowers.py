"""Flowers of the dealt hands: everybody lays and replaces them before the dealer's first discard (MCR 2006 §3.6).

Rules this file keeps:
* Until the first discard or meld any player may lay a flower; whose turn it was then goes on where it stood.
* Later flowers are laid in the own turn, as in the classical systems.
"""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Drawn, FlowerLaid
from mahjong_rules.state import Deal, Game, PausedTurn, Turn
from mahjong_rules.systems.classical.flowers import lay_flower
from mahjong_rules.systems.classical.play import owes_replacement
from mahjong_rules.systems.classical.play_table import PlayTable
from mahjong_rules.systems.classical.replacements import draw_tile
from mahjong_rules.tile_count import check_copies
from mahjong_rules.turns import deal_in_play, with_item


def lay_or_pause(game: Game, event: FlowerLaid, table: PlayTable) -> Game:
    """A flower leaves a hand, before the first discard in anybody's turn."""
    deal = deal_in_play(game)
    if event.seat == deal.seat or not _is_opening(deal) or not table.stock.bonus or not event.tile.is_bonus:
        return lay_flower(game, event, table)
    if owes_replacement(deal):
        raise IllegalEvent(
            "seat {seat} cannot lay {tile}: seat {next_seat} draws a replacement first",
            seat=event.seat,
            tile=event.tile,
            next_seat=deal.seat,
        )
    check_copies(deal, (event.tile,), table.stock)
    laid = (*deal.classical.flowers[event.seat], event.tile)
    paused = deal.classical.paused or PausedTurn(deal.turn, deal.seat, deal.drew, deal.last_drawn)
    classical = replace(
        deal.classical,
        flowers=with_item(deal.classical.flowers, event.seat, laid),
        flower_owed=True,
        before_draw=False,
        paused=paused,
    )
    return replace(
        game, deal=replace(deal, turn=Turn.DRAW, seat=event.seat, drew=False, last_drawn=None, classical=classical)
    )


def _is_opening(deal: Deal) -> bool:
    return not any(deal.rivers) and not any(deal.melds)


def draw_or_resume(game: Game, event: Drawn, table: PlayTable) -> Game:
    """A tile from the wall; after the replacement of an opening flower the turn that it paused goes on."""
    paused = deal_in_play(game).classical.paused
    game = draw_tile(game, event, table)
    if paused is None:
        return game
    deal = deal_in_play(game)
    return replace(
        game,
        deal=replace(
            deal,
            turn=paused.turn,
            seat=paused.seat,
            drew=paused.drew,
            last_drawn=paused.last_drawn,
            classical=replace(deal.classical, paused=None),
        ),
    )
