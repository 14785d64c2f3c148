"""How a deal of the Chinese official game ends: one winner, or an empty wall."""

from __future__ import annotations

from mahjong_rules.deal_result import Outcome, WinResult
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import ExhaustiveDraw, WinsDeclared
from mahjong_rules.game_flow import Ending
from mahjong_rules.state import Game, Turn
from mahjong_rules.systems.classical.claims import melds_after_robbing
from mahjong_rules.systems.classical.endings import check_winners, in_turn_order
from mahjong_rules.systems.classical.hand import NotComplete
from mahjong_rules.systems.classical.replacements import is_used_up
from mahjong_rules.systems.mcr.game_flow import finish_deal
from mahjong_rules.systems.mcr.options import McrOptions
from mahjong_rules.systems.mcr.winning import value_of_win
from mahjong_rules.tiles import sort_key
from mahjong_rules.turns import deal_in_play, waits_for


def declare_wins(game: Game, event: WinsDeclared, options: McrOptions) -> Game:
    """A player has opened a winning hand: the deal is settled."""
    deal = deal_in_play(game)
    wins = in_turn_order(deal, event.wins)
    check_winners([win.seat for win in wins], event.discarder, 1)
    win = wins[0]
    if event.ura_indicators:
        raise IllegalEvent("there are no indicators under these rules")
    try:
        value = value_of_win(deal, win, event.discarder, options)
    except NotComplete as refusal:
        raise IllegalEvent("seat {seat} cannot win: {why}", seat=win.seat, why=refusal) from refusal
    ending = Ending(
        outcome=Outcome.TSUMO if event.discarder is None else Outcome.RON,
        payments=options.settlement.payments(win.seat, event.discarder, value.base_points),
        dealer_stays=False,
        wins=(
            WinResult(
                win.seat,
                event.discarder,
                tuple(sorted(win.concealed, key=sort_key)),
                melds_after_robbing(deal, win.seat),
                win.winning_tile,
                value,
                deal.classical.flowers[win.seat],
            ),
        ),
    )
    return finish_deal(game, deal, ending, options.course)


def draw_exhausted(game: Game, event: ExhaustiveDraw, options: McrOptions) -> Game:
    """Nobody won the last discard, or the last tile was a flower: no payments."""
    deal = deal_in_play(game)
    if deal.live_tiles > 0:
        raise IllegalEvent("{tiles} tiles are left to draw", tiles=deal.live_tiles)
    if deal.turn is not Turn.CLAIM and not is_used_up(game, options.table):
        raise IllegalEvent("the deal cannot end yet: {why}", why=waits_for(deal))
    if any(hand is not None for hand in event.hands):
        raise IllegalEvent("nobody opens a hand when the wall has run out under these rules")
    return finish_deal(game, deal, Ending(Outcome.EXHAUSTIVE_DRAW, (), dealer_stays=False), options.course)
