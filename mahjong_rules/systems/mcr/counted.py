"""A win of the Chinese official game that people tell by its points, without the tiles."""

from __future__ import annotations

from typing import Final

from mahjong_rules.counted_hands import (
    CountedFigures,
    check_counted_losers,
    check_counted_winners,
    check_figures,
)
from mahjong_rules.deal_result import Outcome
from mahjong_rules.events import WinsCounted
from mahjong_rules.game_flow import Ending
from mahjong_rules.state import Game
from mahjong_rules.systems.classical.counted import counted_win, in_turn_order
from mahjong_rules.systems.classical.endings import check_winners
from mahjong_rules.systems.classical.hand import told_value
from mahjong_rules.systems.mcr.game_flow import finish_deal
from mahjong_rules.systems.mcr.options import McrOptions
from mahjong_rules.turns import deal_in_play

_MOST_POINTS: Final = 500
"""Chosen: five times the greatest fan (88 points, MCR 2006 §3.8) and more, so that a slip of the finger shows."""


def figures_of(options: McrOptions) -> CountedFigures:
    """Points with those of flowers, from the least that wins."""
    return CountedFigures(points=(options.values.least_points, _MOST_POINTS))


def declare_counted(game: Game, event: WinsCounted, options: McrOptions) -> Game:
    """The deal ends as people say, paid as MCR 2006 §3.9 does."""
    deal = deal_in_play(game)
    winners = in_turn_order(event, deal)
    check_winners(winners, event.discarder, 1)
    check_counted_winners(deal, winners, event.discarder)
    figures = figures_of(options)
    check_counted_losers(event.losers, winners, figures)
    hand = event.wins[0]
    check_figures(hand, figures)
    ending = Ending(
        outcome=Outcome.TSUMO if event.discarder is None else Outcome.RON,
        payments=options.settlement.payments(hand.seat, event.discarder, hand.fu),
        dealer_stays=False,
        wins=(counted_win(deal, hand.seat, event.discarder, told_value(hand, None)),),
    )
    return finish_deal(game, deal, ending, options.course)
