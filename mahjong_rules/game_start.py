"""The start of a game and of a deal, the same in every rule system."""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import DealStarted, GameStarted
from mahjong_rules.game_flow import check_not_over, is_between_deals
from mahjong_rules.seats import Wind
from mahjong_rules.state import Deal, DealHeader, Game, Turn


def begin_game(event: GameStarted, start_points: int) -> Game:
    """A game before its first deal: everybody has `start_points`, East prevails."""
    return Game(
        rules=event.rules,
        names=event.names,
        first_dealer=event.first_dealer,
        scores=(start_points,) * 4,
        start_points=start_points,
        riichi_sticks=0,
        header=DealHeader(1, Wind.EAST, event.first_dealer, honba=0, round_number=0),
        deal=None,
        results=(),
        standings=(),
    )


def begin_deal(game: Game, event: DealStarted, *, dice: int, turn: Turn, live_tiles: int) -> Game:
    """The walls stand: dealer, wind, counters and round are those of the game.

    Args:
        game: between two deals.
        event: the dice, if anybody recorded them.
        dice: how many dice are thrown, two a throw; 0 where the break is fixed.
        turn: what the table waits for first.
        live_tiles: tiles to draw when everybody has 13.

    Raises:
        IllegalEvent: the game is over, the deal in play has no result, or impossible dice.
    """
    check_not_over(game)
    if not is_between_deals(game):
        raise IllegalEvent("the deal in play has no result yet")
    if event.dice and not dice:
        raise IllegalEvent(f"the wall opens at a fixed place (option fixed_break), no dice are thrown: {event.dice}")
    if len(event.dice) not in (0, dice) or not all(1 <= pips <= 6 for pips in event.dice):
        raise IllegalEvent(f"{'two' if dice == 2 else dice} dice show 1 to 6 each, not {event.dice}")
    deal = Deal(
        header=game.header,
        turn=turn,
        seat=game.header.dealer,
        live_tiles=live_tiles,
        dice=event.dice,
    )
    left = game.deals_left - 1 if game.deals_left is not None else None
    return replace(game, deal=deal, deals_left=left)
