"""The ends of a deal: wins, exhaustive and abortive draws."""

from __future__ import annotations

from typing import Final

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    AbortClaimed,
    AbortReason,
    ExhaustiveDraw,
    Win,
    WinsDeclared,
)
from mahjong_rules.game_flow import Ending
from mahjong_rules.melds import HAND_TILES, concealed_count
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal, Game, Outcome, Turn, WinResult
from mahjong_rules.systems.riichi.game_flow import finish_deal
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.penalties import end_by_chombo
from mahjong_rules.systems.riichi.play import settle_claims
from mahjong_rules.systems.riichi.riichi_hands import chombos_at_draw
from mahjong_rules.systems.riichi.settlement import (
    nagashi_payments,
    nagashi_seats,
    noten_payments,
    win_payments,
)
from mahjong_rules.systems.riichi.values import NoValue
from mahjong_rules.systems.riichi.winning import tenpai_seats, value_of_win
from mahjong_rules.tile_count import check_copies
from mahjong_rules.tiles import Tile, sort_key
from mahjong_rules.turns import deal_in_play, waits_for

MIN_TERMINAL_KINDS: Final = 9
"""Kinds of terminals and honours that end a deal in the first turn: the nine of kyuushu kyuuhai (Doman guide l.55)."""


def declare_wins(game: Game, event: WinsDeclared, options: RiichiOptions) -> Game:
    """One or more players have opened winning hands."""
    deal = deal_in_play(game)
    wins = _in_turn_order(deal, event.wins)
    _check_winners(wins, event.discarder, options)
    results = [_win_result(game, deal, win, event, options) for win in wins]
    _check_opened_together(deal, wins, event, options)
    _check_indicators(deal, event, options)
    if len(wins) == 3 and options.draws.abort_triple_ron:
        return abort_deal(game, deal, AbortReason.TRIPLE_RON, options)
    payments = win_payments(
        deal, [(win.seat, win.value) for win in results], event.discarder, game.riichi_sticks, options
    )
    dealer_wins = any(win.seat == deal.header.dealer for win in wins)
    ending = Ending(
        outcome=Outcome.TSUMO if event.discarder is None else Outcome.RON,
        payments=payments,
        honba=deal.header.honba + 1 if dealer_wins else 0,
        riichi_sticks=0,
        dealer_stays=dealer_wins,
        wins=tuple(results),
        ura_indicators=event.ura_indicators,
    )
    return finish_deal(game, deal, ending, options)


def _in_turn_order(deal: Deal, wins: tuple[Win, ...]) -> list[Win]:
    return sorted(wins, key=lambda win: (win.seat - deal.seat) % 4)


def _check_winners(wins: list[Win], discarder: Seat | None, options: RiichiOptions) -> None:
    seats = {win.seat for win in wins}
    if not wins or len(seats) != len(wins):
        raise IllegalEvent("a win needs winners, each of them once")
    if discarder is None and len(wins) > 1:
        raise IllegalEvent("only one player can win by the own draw")
    if len(wins) > options.settlement.max_winners:
        raise IllegalEvent(f"{len(wins)} players cannot win on one discard: the first after the discarder does")


def _win_result(game: Game, deal: Deal, win: Win, event: WinsDeclared, options: RiichiOptions) -> WinResult:
    try:
        value = value_of_win(game, win, event.discarder, event.ura_indicators, options)
    except NoValue as refusal:
        raise IllegalEvent(f"seat {win.seat} cannot win: {refusal}") from refusal
    hand = tuple(sorted(win.concealed, key=sort_key))
    return WinResult(win.seat, event.discarder, hand, deal.melds[win.seat], win.winning_tile, value)


def _check_opened_together(deal: Deal, wins: list[Win], event: WinsDeclared, options: RiichiOptions) -> None:
    """No kind may appear a fifth time in all that is open now."""
    drawn = (wins[0].winning_tile,) if event.discarder is None else ()
    check_copies(
        deal, (*(tile for win in wins for tile in win.concealed), *drawn, *event.ura_indicators), options.stock
    )


def _check_indicators(deal: Deal, event: WinsDeclared, options: RiichiOptions) -> None:
    # A kong that is being robbed owes no indicator: it was never complete.
    due = deal.riichi.pending_indicators - max(deal.riichi.early_indicators, int(deal.kong_tile is not None))
    if due > 0:
        raise IllegalEvent("the dora indicator of a kong is still to be turned")
    has_ura = options.tiles.ura_dora and any(deal.riichi.accepted[win.seat] for win in event.wins)
    expected = len(deal.riichi.indicators) if has_ura else 0
    if len(event.ura_indicators) != expected:
        raise IllegalEvent(f"{expected} ura indicators are to be turned, not {len(event.ura_indicators)}")


def draw_exhausted(game: Game, event: ExhaustiveDraw, options: RiichiOptions) -> Game:
    """The live wall is empty and nobody won the last discard."""
    deal = deal_in_play(game)
    if deal.live_tiles > 0:
        raise IllegalEvent(f"{deal.live_tiles} tiles are left in the live wall")
    if deal.turn is not Turn.CLAIM:
        raise IllegalEvent(f"the deal cannot end yet: {waits_for(deal)}")
    if deal.riichi.abort_pending is not None:
        raise IllegalEvent(f"the deal ends by {deal.riichi.abort_pending.value}, not by an empty wall")
    _check_opened_hands(deal, event.hands, options)
    game, deal = settle_claims(game, deal, keeps_ippatsu=False)
    tenpai = tenpai_seats(deal, event.hands, options)
    chombos = chombos_at_draw(deal, event.hands, tenpai, options)
    if chombos:
        return end_by_chombo(game, deal, chombos, options, tenpai)
    nagashi = nagashi_seats(deal, options)
    ending = Ending(
        outcome=Outcome.NAGASHI_MANGAN if nagashi else Outcome.EXHAUSTIVE_DRAW,
        payments=nagashi_payments(deal, nagashi) if nagashi else noten_payments(tenpai, options),
        honba=deal.header.honba + 1,
        riichi_sticks=game.riichi_sticks,
        dealer_stays=tenpai[deal.header.dealer] and options.draws.dealer_stays_when_tenpai,
        tenpai=tenpai,
    )
    return finish_deal(game, deal, ending, options)


def _check_opened_hands(deal: Deal, hands: tuple[tuple[Tile, ...] | None, ...], options: RiichiOptions) -> None:
    if len(hands) != len(SEATS):
        raise IllegalEvent(f"a drawn deal needs four hands, open or not, not {len(hands)}")
    for seat in SEATS:
        hand, expected = hands[seat], concealed_count(deal.melds[seat])
        if hand is not None and len(hand) != expected:
            raise IllegalEvent(f"the hand of seat {seat} has {expected} tiles, not {len(hand)}")
    check_copies(deal, (tile for hand in hands for tile in hand or ()), options.stock)


def claim_abort(game: Game, event: AbortClaimed, options: RiichiOptions) -> Game:
    """Nine terminals are shown, or nobody won the discard that ends the deal by itself."""
    deal = deal_in_play(game)
    if event.reason is AbortReason.NINE_TERMINALS:
        _check_nine_terminals(deal, event, options)
    elif deal.riichi.abort_pending is not event.reason:
        raise IllegalEvent(f"nothing on the table ends the deal by {event.reason.value}")
    return abort_deal(game, deal, event.reason, options)


def _check_nine_terminals(deal: Deal, event: AbortClaimed, options: RiichiOptions) -> None:
    if not options.draws.abort_nine_terminals:
        raise IllegalEvent("nine terminals do not end a deal under these rules")
    if deal.turn is not Turn.DISCARD or deal.seat != event.seat:
        raise IllegalEvent(f"seat {event.seat} cannot claim nine terminals: {waits_for(deal)}")
    if not deal.riichi.uninterrupted or deal.rivers[event.seat]:
        raise IllegalEvent("nine terminals are claimed in the first turn, before any call or kong")
    if len(event.hand) != HAND_TILES + 1:
        raise IllegalEvent(f"nine terminals are shown with all 14 tiles, not {len(event.hand)}")
    if deal.last_drawn is not None and deal.last_drawn not in event.hand:
        raise IllegalEvent(f"the tile drawn, {deal.last_drawn}, is not in the hand shown")
    check_copies(deal, event.hand, options.stock)
    kinds = {tile for tile in event.hand if tile.is_terminal_or_honour}
    if len(kinds) < MIN_TERMINAL_KINDS:
        raise IllegalEvent(f"the hand shows {len(kinds)} kinds of terminals and honours, nine are needed")


def abort_deal(game: Game, deal: Deal, reason: AbortReason, options: RiichiOptions) -> Game:
    """The deal is played again with one more counter; a riichi that was won from stays void."""
    # Three winners took the last discard, so a riichi declared with it is not accepted.
    if reason is not AbortReason.TRIPLE_RON:
        game, deal = settle_claims(game, deal, keeps_ippatsu=False)
    ending = Ending(
        outcome=Outcome.ABORTIVE_DRAW,
        payments=(),
        honba=deal.header.honba + 1,
        riichi_sticks=game.riichi_sticks,
        dealer_stays=True,
        abort_reason=reason,
    )
    return finish_deal(game, deal, ending, options)
