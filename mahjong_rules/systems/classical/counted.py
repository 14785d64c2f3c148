"""A win of the classical family that people tell by its points and fan, or faan, without the tiles.

Rules this file keeps:
* Such a win stands at any moment of the deal, whatever the camera made of it.
* What only the tiles show is not found: fines for dangerous discards, who fed a great hand, who gave the kind first.
"""

from __future__ import annotations

from mahjong_rules.counted_hands import (
    check_counted_losers,
    check_counted_winners,
    check_figures,
    won_tile,
)
from mahjong_rules.deal_result import HandValue, LoserResult, Outcome, Payment, WinResult
from mahjong_rules.events import ToldHand, WinsCounted
from mahjong_rules.game_flow import Ending
from mahjong_rules.seats import SEATS, Seat, turns_between
from mahjong_rules.state import Deal, Game
from mahjong_rules.systems.classical.claims import melds_after_robbing
from mahjong_rules.systems.classical.endings import check_winners
from mahjong_rules.systems.classical.game_flow import finish_deal, stake_payments
from mahjong_rules.systems.classical.option_sections import DealerAfterWin
from mahjong_rules.systems.classical.system import ClassicalSystem, Settled
from mahjong_rules.turns import deal_in_play


def declare_counted(game: Game, event: WinsCounted, system: ClassicalSystem) -> Game:
    """The deal ends as people say, paid by the rules' own settlement."""
    deal = deal_in_play(game)
    winners = in_turn_order(event, deal)
    check_winners(winners, event.discarder, system.max_winners)
    check_counted_winners(deal, winners, event.discarder)
    figures = system.scoring.figures
    check_counted_losers(event.losers, winners, figures)
    for hand in event.wins:
        check_figures(hand, figures)
    told = {hand.seat: hand for hand in (*event.wins, *event.losers)}
    counts = system.scoring.losers_count
    values = {seat: _value(deal, told.get(seat, ToldHand(seat)), system) for seat in SEATS if counts or seat in winners}
    ending = Ending(
        outcome=Outcome.TSUMO if event.discarder is None else Outcome.RON,
        payments=(*_payments(deal, event, winners, values, system), *stake_payments(game, winners[0])),
        dealer_stays=deal.header.dealer in winners and system.dealer_after_win is DealerAfterWin.STAYS,
        wins=tuple(counted_win(deal, seat, event.discarder, values[seat]) for seat in winners),
        losers=tuple(_loser(deal, seat, value) for seat, value in values.items() if seat not in winners),
    )
    return finish_deal(game, deal, ending, system.course, has_winds=system.has_prevalent_wind)


def in_turn_order(event: WinsCounted, deal: Deal) -> list[Seat]:
    """The winners, from the discarder on."""
    giver = deal.seat if event.discarder is None else event.discarder
    return sorted((hand.seat for hand in event.wins), key=lambda seat: turns_between(giver, seat, deal.header.seats))


def _value(deal: Deal, hand: ToldHand, system: ClassicalSystem) -> HandValue:
    return system.scoring.counted(hand, is_east=hand.seat == deal.header.dealer)


def _payments(
    deal: Deal, event: WinsCounted, winners: list[Seat], values: dict[Seat, HandValue], system: ClassicalSystem
) -> list[Payment]:
    by_seat = tuple(values.get(seat) for seat in SEATS)
    paid: list[Payment] = []
    for winner in winners:
        others = tuple(seat for seat in winners if seat != winner)
        settled = Settled(winner, event.discarder, deal.header.dealer, by_seat, (), others, event.discarder)
        paid += system.scoring.payments(settled)
    return paid


def counted_win(deal: Deal, seat: Seat, discarder: Seat | None, value: HandValue) -> WinResult:
    """One winner's part of the result: what lies open is known, the rest is not."""
    melds, flowers = melds_after_robbing(deal, seat), deal.classical.flowers[seat]
    return WinResult(seat, discarder, (), melds, won_tile(deal, discarder), value, flowers, counted=True)


def _loser(deal: Deal, seat: Seat, value: HandValue) -> LoserResult:
    return LoserResult(seat, (), melds_after_robbing(deal, seat), deal.classical.flowers[seat], value, counted=True)
