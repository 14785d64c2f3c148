"""A win that people tell by han and fu, or by its yakuman, without the tiles.

Rules this file keeps:
* Such a win stands at any moment of the deal, whatever the camera made of it: what it missed changes no value.
* Yaku are not known, so nobody is liable (pao), and whether the hand was furiten is the people's word.
"""

from __future__ import annotations

from typing import Final

from mahjong_rules.counted_hands import (
    CountedFigures,
    check_counted_losers,
    check_counted_winners,
    check_figures,
    won_tile,
)
from mahjong_rules.deal_result import HandValue, WinResult
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import AbortReason, ToldHand, WinsCounted
from mahjong_rules.seats import turns_between
from mahjong_rules.state import Deal, Game
from mahjong_rules.systems.riichi.drawn_deals import abort_deal
from mahjong_rules.systems.riichi.endings import check_winner_count
from mahjong_rules.systems.riichi.keys import LIMITS, YAKUMAN_LIMITS
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.play import settle_claims
from mahjong_rules.systems.riichi.values import YAKUMAN_BASE_POINTS, YAKUMAN_FAN, limit_of
from mahjong_rules.systems.riichi.won_deals import end_by_wins
from mahjong_rules.turns import deal_in_play

_FU: Final = (20, 25, *range(30, 111, 10))
"""Fu are rounded to tens, seven pairs have 25; more than 110 no hand below mangan reaches (EMA 2025 §4.1)."""
_LEAST_LIMIT: Final = min(fan for fan, _, _ in LIMITS)
"""From so many han on a hand is worth a limit whatever its fu are."""
_SEVEN_PAIRS_FU: Final = 25
"""Always, and of no other hand (EMA 2025 §4.1)."""
_PINFU_FU: Final = 20
"""The base alone: what any other hand adds comes to 30 at least (EMA 2025 §4.1)."""
_LEAST_FAN: Final = 2
"""Of seven pairs, which are worth two, and of a drawn pinfu: both are a yaku each (EMA 2025 §4.1)."""


def figures_of(options: RiichiOptions) -> CountedFigures:
    """The figures of han and fu, and how many yakuman may count."""
    return CountedFigures(fan=(1, YAKUMAN_FAN), fu=_FU, fu_until=_LEAST_LIMIT - 1, yakuman=options.values.most_yakuman)


def declare_counted(game: Game, event: WinsCounted, options: RiichiOptions) -> Game:
    """The deal ends as people say, paid by the rules' own table."""
    deal = deal_in_play(game)
    winners = [hand.seat for hand in event.wins]
    check_winner_count(winners, event.discarder, options)
    check_counted_winners(deal, winners, event.discarder)
    figures = figures_of(options)
    check_counted_losers(event.losers, winners, figures)
    for hand in event.wins:
        check_figures(hand, figures)
        _check_fu_of(deal, hand, is_drawn=event.discarder is None)
    if len(winners) == 3 and options.draws.abort_triple_ron:
        return abort_deal(game, deal, AbortReason.TRIPLE_RON, options)
    if deal.riichi.pending not in (None, event.discarder):
        # Whoever declared riichi with the last discard did not give the tile, so the stick lies.
        game, deal = settle_claims(game, deal, keeps_ippatsu=False)
    return _settle(game, deal, event, options)


def _check_fu_of(deal: Deal, hand: ToldHand, *, is_drawn: bool) -> None:
    """Fu that only one kind of hand has ask for that hand.

    Raises:
        IllegalEvent: says what such a hand is.
    """
    if hand.fan > _LEAST_LIMIT - 1 or hand.fu not in (_PINFU_FU, _SEVEN_PAIRS_FU):
        return
    is_pinfu = hand.fu == _PINFU_FU
    why = (
        IllegalEvent("20 fu is a concealed pinfu that was drawn") if is_pinfu else IllegalEvent("25 fu is seven pairs")
    )
    if is_pinfu and not is_drawn:
        raise IllegalEvent("there is no hand of 20 fu that was won on a discard: {why}", why=why)
    if hand.fan < _LEAST_FAN:
        raise IllegalEvent(
            "there is no hand of {fan} han and {fu} fu: {why}, of {least} han and more",
            fan=hand.fan,
            fu=hand.fu,
            why=why,
            least=_LEAST_FAN,
        )
    if any(meld.is_open for meld in deal.melds[hand.seat]):
        raise IllegalEvent(
            "there is no open hand of {fu} fu: {why}, and seat {seat} has claimed a tile",
            fu=hand.fu,
            why=why,
            seat=hand.seat,
        )


def _settle(game: Game, deal: Deal, event: WinsCounted, options: RiichiOptions) -> Game:
    seats = deal.header.seats
    giver = event.wins[0].seat if event.discarder is None else event.discarder
    hands = sorted(event.wins, key=lambda hand: turns_between(giver, hand.seat, seats))
    wins = tuple(_win_result(deal, hand, event, options) for hand in hands)
    return end_by_wins(game, deal, wins, event.discarder, options)


def _win_result(deal: Deal, hand: ToldHand, event: WinsCounted, options: RiichiOptions) -> WinResult:
    tile, value = won_tile(deal, event.discarder), _value(hand, options)
    melds, norths = deal.melds[hand.seat], deal.riichi.norths[hand.seat]
    return WinResult(hand.seat, event.discarder, (), melds, tile, value, norths, counted=True)


def _value(hand: ToldHand, options: RiichiOptions) -> HandValue:
    if hand.yakuman:
        limit = YAKUMAN_LIMITS[hand.yakuman - 1]
        return HandValue(hand.yakuman * YAKUMAN_FAN, 0, (), (), limit, hand.yakuman * YAKUMAN_BASE_POINTS)
    limit, base_points = limit_of(hand.fan, hand.fu, options)
    return HandValue(hand.fan, hand.fu, (), (), limit, base_points)
