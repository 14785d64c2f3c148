"""The end of a deal that was won: what its hands pay, and what it means for the counters and the dealer."""

from __future__ import annotations

from mahjong_rules.deal_result import Outcome, WinResult
from mahjong_rules.game_flow import Ending
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal, Game
from mahjong_rules.systems.riichi.game_flow import finish_deal
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.settlement import win_payments
from mahjong_rules.tiles import Tile


def end_by_wins(
    game: Game,
    deal: Deal,
    wins: tuple[WinResult, ...],
    discarder: Seat | None,
    options: RiichiOptions,
    ura_indicators: tuple[Tile, ...] = (),
) -> Game:
    """The game after a won deal; `wins` in turn order, `discarder` None where the tile was drawn."""
    dealer_wins = any(win.seat == deal.header.dealer for win in wins)
    worth = [(win.seat, win.value) for win in wins]
    ending = Ending(
        outcome=Outcome.TSUMO if discarder is None else Outcome.RON,
        payments=win_payments(deal, worth, discarder, game.riichi_sticks, options),
        honba=deal.header.honba + 1 if dealer_wins else 0,
        riichi_sticks=0,
        dealer_stays=dealer_wins,
        wins=wins,
        ura_indicators=ura_indicators,
    )
    return finish_deal(game, deal, ending, options)
