"""Deals that nobody wins: the wall has run out, or the deal ends by itself."""

from __future__ import annotations

from typing import Final

from mahjong_rules.deal_result import OpenedHand, Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import AbortClaimed, AbortReason, ExhaustiveDraw
from mahjong_rules.game_flow import Ending
from mahjong_rules.melds import HAND_TILES
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.systems.riichi.game_flow import finish_deal
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.penalties import end_by_chombo
from mahjong_rules.systems.riichi.play import settle_claims
from mahjong_rules.systems.riichi.riichi_hands import check_opened_hands, chombos_at_draw, opened_hand, opened_hands
from mahjong_rules.systems.riichi.settlement import nagashi_payments, nagashi_seats, noten_payments
from mahjong_rules.systems.riichi.winning import tenpai_seats
from mahjong_rules.tile_count import check_copies
from mahjong_rules.turns import deal_in_play, waits_for

MIN_TERMINAL_KINDS: Final = 9
"""Kinds of terminals and honours that end a deal in the first turn: the nine of kyuushu kyuuhai (Doman guide l.55)."""


def draw_exhausted(game: Game, event: ExhaustiveDraw, options: RiichiOptions) -> Game:
    """The live wall is empty and nobody won the last discard."""
    deal = deal_in_play(game)
    if deal.live_tiles > 0:
        raise IllegalEvent("{tiles} tiles are left in the live wall", tiles=deal.live_tiles)
    if deal.turn is not Turn.CLAIM:
        raise IllegalEvent("the deal cannot end yet: {why}", why=waits_for(deal))
    if deal.riichi.abort_pending is not None:
        raise IllegalEvent("the deal ends by {reason}, not by an empty wall", reason=deal.riichi.abort_pending.value)
    check_opened_hands(deal, event.hands, options)
    game, deal = settle_claims(game, deal, keeps_ippatsu=False)
    tenpai = tenpai_seats(deal, event.hands, options)
    chombos = chombos_at_draw(deal, event.hands, tenpai, options)
    opened = opened_hands(deal, event.hands, options)
    if chombos:
        return end_by_chombo(game, deal, chombos, options, tenpai, opened)
    nagashi = nagashi_seats(deal, options)
    ending = Ending(
        outcome=Outcome.NAGASHI_MANGAN if nagashi else Outcome.EXHAUSTIVE_DRAW,
        payments=nagashi_payments(deal, nagashi, options) if nagashi else noten_payments(tenpai, options),
        honba=deal.header.honba + 1,
        riichi_sticks=game.riichi_sticks,
        dealer_stays=tenpai[deal.header.dealer] and options.draws.dealer_stays_when_tenpai,
        tenpai=tenpai,
        opened=opened,
    )
    return finish_deal(game, deal, ending, options)


def claim_abort(game: Game, event: AbortClaimed, options: RiichiOptions) -> Game:
    """Nine terminals are shown, or nobody won the discard that ends the deal by itself."""
    deal = deal_in_play(game)
    if event.reason is AbortReason.NINE_TERMINALS:
        _check_nine_terminals(deal, event, options)
    elif deal.riichi.abort_pending is not event.reason:
        raise IllegalEvent("nothing on the table ends the deal by {reason}", reason=event.reason.value)
    opened = (opened_hand(deal, event.seat, event.hand, options),) if event.hand else ()
    return abort_deal(game, deal, event.reason, options, opened)


def _check_nine_terminals(deal: Deal, event: AbortClaimed, options: RiichiOptions) -> None:
    if not options.draws.abort_nine_terminals:
        raise IllegalEvent("nine terminals do not end a deal under these rules")
    if deal.turn is not Turn.DISCARD or deal.seat != event.seat:
        raise IllegalEvent("seat {seat} cannot claim nine terminals: {why}", seat=event.seat, why=waits_for(deal))
    if not deal.riichi.uninterrupted or deal.rivers[event.seat]:
        raise IllegalEvent("nine terminals are claimed in the first turn, before any call or kong")
    if len(event.hand) != HAND_TILES + 1:
        raise IllegalEvent(
            "nine terminals are shown with all {size} tiles, not {shown}", size=HAND_TILES + 1, shown=len(event.hand)
        )
    if deal.last_drawn is not None and deal.last_drawn not in event.hand:
        raise IllegalEvent("the tile drawn, {tile}, is not in the hand shown", tile=deal.last_drawn)
    check_copies(deal, event.hand, options.stock)
    kinds = {tile for tile in event.hand if tile.is_terminal_or_honour}
    if len(kinds) < MIN_TERMINAL_KINDS:
        raise IllegalEvent("the hand shows {kinds} kinds of terminals and honours, nine are needed", kinds=len(kinds))


def abort_deal(
    game: Game, deal: Deal, reason: AbortReason, options: RiichiOptions, opened: tuple[OpenedHand, ...] = ()
) -> Game:
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
        opened=opened,
    )
    return finish_deal(game, deal, ending, options)
