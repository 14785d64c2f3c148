"""The end of a deal by one or more wins."""

from __future__ import annotations

from collections.abc import Sequence

from mahjong_rules.deal_result import WinResult
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    AbortReason,
    Win,
    WinsDeclared,
)
from mahjong_rules.seats import Seat, turns_between
from mahjong_rules.state import Deal, Game
from mahjong_rules.systems.riichi.drawn_deals import abort_deal
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.riichi_hands import opened_hand
from mahjong_rules.systems.riichi.values import NoValue
from mahjong_rules.systems.riichi.winning import value_of_win
from mahjong_rules.systems.riichi.won_deals import end_by_wins
from mahjong_rules.tile_count import check_copies
from mahjong_rules.tiles import sort_key
from mahjong_rules.turns import deal_in_play


def declare_wins(game: Game, event: WinsDeclared, options: RiichiOptions) -> Game:
    """One or more players have opened winning hands."""
    deal = deal_in_play(game)
    wins = _in_turn_order(deal, event.wins)
    check_winner_count([win.seat for win in wins], event.discarder, options)
    results = [_win_result(game, deal, win, event, options) for win in wins]
    _check_opened_together(deal, wins, event, options)
    _check_indicators(deal, event, options)
    if len(wins) == 3 and options.draws.abort_triple_ron:
        in_seats = sorted(wins, key=lambda win: win.seat)
        opened = tuple(opened_hand(deal, win.seat, win.concealed, options) for win in in_seats)
        return abort_deal(game, deal, AbortReason.TRIPLE_RON, options, opened)
    return end_by_wins(game, deal, tuple(results), event.discarder, options, event.ura_indicators)


def _in_turn_order(deal: Deal, wins: tuple[Win, ...]) -> list[Win]:
    return sorted(wins, key=lambda win: turns_between(deal.seat, win.seat, deal.header.seats))


def check_winner_count(wins: Sequence[Seat], discarder: Seat | None, options: RiichiOptions) -> None:
    """Refuse so many winners.

    Raises:
        IllegalEvent: nobody, somebody twice, or too many.
    """
    if not wins or len(set(wins)) != len(wins):
        raise IllegalEvent("a win needs winners, each of them once")
    if discarder is None and len(wins) > 1:
        raise IllegalEvent("only one player can win by the own draw")
    if len(wins) > options.settlement.max_winners:
        raise IllegalEvent(
            "{count} players cannot win on one discard: the first after the discarder does", count=len(wins)
        )


def _win_result(game: Game, deal: Deal, win: Win, event: WinsDeclared, options: RiichiOptions) -> WinResult:
    try:
        value = value_of_win(game, win, event.discarder, event.ura_indicators, options)
    except NoValue as refusal:
        raise IllegalEvent("seat {seat} cannot win: {why}", seat=win.seat, why=refusal) from refusal
    hand = tuple(sorted(win.concealed, key=sort_key))
    norths = deal.riichi.norths[win.seat]
    return WinResult(win.seat, event.discarder, hand, deal.melds[win.seat], win.winning_tile, value, norths)


def _check_opened_together(deal: Deal, wins: list[Win], event: WinsDeclared, options: RiichiOptions) -> None:
    """No kind may appear a fifth time in all that is open now."""
    drawn = (wins[0].winning_tile,) if event.discarder is None else ()
    check_copies(
        deal, (*(tile for win in wins for tile in win.concealed), *drawn, *event.ura_indicators), options.stock
    )


def _check_indicators(deal: Deal, event: WinsDeclared, options: RiichiOptions) -> None:
    # A kong that is being robbed owes no indicator: it was never complete.
    is_kong_robbed = deal.kong_tile is not None and not deal.riichi.is_kita
    due = deal.riichi.pending_indicators - max(deal.riichi.early_indicators, int(is_kong_robbed))
    if due > 0:
        raise IllegalEvent("the dora indicator of a kong is still to be turned")
    has_ura = options.tiles.ura_dora and any(deal.riichi.accepted[win.seat] for win in event.wins)
    expected = len(deal.riichi.indicators) if has_ura else 0
    if len(event.ura_indicators) != expected:
        raise IllegalEvent(
            "{expected} ura indicators are to be turned, not {shown}",
            expected=expected,
            shown=len(event.ura_indicators),
        )
