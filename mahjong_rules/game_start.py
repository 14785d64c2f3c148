"""The start of a game and of a deal, the same in every rule system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mahjong_rules.deal_result import DealHeader
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import DealStarted, GameStarted
from mahjong_rules.game_flow import check_not_over, is_between_deals
from mahjong_rules.seats import SEATS, Seat, Wind
from mahjong_rules.state import Deal, Game, Turn


def begin_game(event: GameStarted, start_points: int, seats: tuple[Seat, ...] = SEATS) -> Game:
    """A game before its first deal: everybody has `start_points`, East prevails.

    Raises:
        IllegalEvent: nobody plays at the seat that is to deal first.
    """
    if event.first_dealer not in seats:
        raise nobody_plays_at(event.first_dealer, seats)
    return Game(
        rules=event.rules,
        names=tuple(name if seat in seats else "" for seat, name in zip(SEATS, event.names, strict=True)),
        first_dealer=event.first_dealer,
        scores=tuple(start_points if seat in seats else 0 for seat in SEATS),
        start_points=start_points,
        riichi_sticks=0,
        header=DealHeader(1, Wind.EAST, event.first_dealer, honba=0, round_number=0, seats=seats),
        deal=None,
        results=(),
        standings=(),
    )


def nobody_plays_at(seat: Seat, seats: Sequence[Seat]) -> IllegalEvent:
    """The refusal of an event of an empty seat."""
    return IllegalEvent(
        "nobody plays at seat {seat}: this game is played at the seats {seats}",
        seat=seat,
        seats=", ".join(map(str, seats)),
    )


def begin_deal(game: Game, event: DealStarted, *, dice: int, turn: Turn, live_tiles: int) -> Game:
    """The walls stand: dealer, wind, counters and round are those of the game.

    Args:
        game: between two deals.
        event: the dice, if anybody recorded them.
        dice: how many dice are thrown, two a throw; 0 where the break is fixed.
        turn: what the table waits for first.
        live_tiles: tiles to draw when everybody has a hand; the dealer's one more is the first draw.

    Raises:
        IllegalEvent: the game is over, the deal in play has no result, or impossible dice.
    """
    check_not_over(game)
    if not is_between_deals(game):
        raise IllegalEvent("the deal in play has no result yet")
    if event.dice and not dice:
        raise IllegalEvent(
            "the wall opens at a fixed place (option fixed_break), no dice are thrown: {dice}", dice=event.dice
        )
    if len(event.dice) not in (0, dice) or not all(1 <= pips <= 6 for pips in event.dice):
        raise IllegalEvent("{count} dice show 1 to 6 each, not {dice}", count=dice, dice=event.dice)
    deal = Deal(
        header=game.header,
        turn=turn,
        seat=game.header.dealer,
        live_tiles=live_tiles,
        dice=event.dice,
    )
    left = game.deals_left - 1 if game.deals_left is not None else None
    return replace(game, deal=deal, deals_left=left)
