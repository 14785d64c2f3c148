"""What people tell the tablet: nine isolated tiles, a false win, a dead hand, a stake that was forgotten."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from mahjong_rules.deal_result import Chombo, OpenedHand, Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import AbortClaimed, AbortReason, PenaltyDeclared, PenaltyKind
from mahjong_rules.game_flow import Ending
from mahjong_rules.melds import HAND_TILES
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.systems.classical.game_flow import finish_deal, forget_stake
from mahjong_rules.systems.classical.keys import FALSE_WIN
from mahjong_rules.systems.classical.option_sections import NineIsolated
from mahjong_rules.systems.classical.system import ClassicalSystem
from mahjong_rules.tile_count import check_copies
from mahjong_rules.tiles import Tile, sort_key
from mahjong_rules.turns import deal_in_play, waits_for, with_item

MIN_ISOLATED: Final = 9
"""Isolated tiles that annul a deal (Tchou 1924 l.619)."""


def claim_abort(game: Game, event: AbortClaimed, system: ClassicalSystem) -> Game:
    """Nine isolated tiles in a hand as dealt: the walls are built anew, the deal stays (Tchou 1924 l.619)."""
    deal = deal_in_play(game)
    if event.reason is not AbortReason.NINE_ISOLATED or system.penalties.nine_isolated is NineIsolated.NONE:
        raise IllegalEvent("nothing ends a deal by {reason} under these rules", reason=event.reason.value)
    _check_as_dealt(deal, event)
    check_copies(deal, event.hand, system.table.stock)
    count = _isolated(event.hand, system.penalties.nine_isolated)
    if count < MIN_ISOLATED:
        raise IllegalEvent("the hand shows {count} isolated terminals and honours, nine are needed", count=count)
    opened = OpenedHand(event.seat, tuple(sorted(event.hand, key=sort_key)), (), ())
    ending = Ending(Outcome.ABORTIVE_DRAW, (), dealer_stays=True, abort_reason=event.reason, opened=(opened,))
    return finish_deal(game, deal, ending, system.course, has_winds=system.has_prevalent_wind)


def _check_as_dealt(deal: Deal, event: AbortClaimed) -> None:
    """The dealer shows 14 tiles before the first discard, another player 13 before the first own draw (R-15)."""
    seat = event.seat
    is_dealer = seat == deal.header.dealer
    size = HAND_TILES + is_dealer
    if deal.turn is Turn.SHOW:
        raise IllegalEvent("seat {seat} cannot annul the deal: {why}", seat=seat, why=waits_for(deal))
    if deal.rivers[seat] or deal.melds[seat] or deal.classical.flowers[seat]:
        raise IllegalEvent("seat {seat} can annul the deal only with the hand as dealt", seat=seat)
    holds_draw = deal.turn is Turn.DISCARD and deal.seat == seat
    if is_dealer and not holds_draw:
        raise IllegalEvent("seat {seat} annuls the deal once the fourteenth tile is taken", seat=seat)
    if holds_draw and not is_dealer:
        raise IllegalEvent("seat {seat} annuls the deal before the first own draw", seat=seat)
    if len(event.hand) != size:
        raise IllegalEvent(
            "seat {seat} shows all {size} tiles as dealt, not {shown}", seat=seat, size=size, shown=len(event.hand)
        )
    if deal.last_drawn is not None and is_dealer and deal.last_drawn not in event.hand:
        raise IllegalEvent("the tile drawn, {tile}, is not in the hand shown", tile=deal.last_drawn)


def _isolated(hand: tuple[Tile, ...], rule: NineIsolated) -> int:
    counts = Counter(tile for tile in hand if not tile.is_bonus and tile.is_terminal_or_honour)
    return sum(rule is NineIsolated.DISTINCT or count == 1 for count in counts.values())


def declare_penalty(game: Game, event: PenaltyDeclared, system: ClassicalSystem) -> Game:
    """What people tell the tablet: a false win, a dead hand, a stake that was forgotten."""
    match event.kind:
        case PenaltyKind.FALSE_WIN:
            return _false_win(game, event.seat, system)
        case PenaltyKind.DEAD_HAND:
            return _dead_hand(game, event.seat)
        case PenaltyKind.STAKE_FORGOTTEN if system.penalties.stakes:
            return forget_stake(game, event.seat)
        case _:
            raise IllegalEvent("there is no {penalty} under these rules", penalty=event.kind.value)


def _false_win(game: Game, seat: Seat, system: ClassicalSystem) -> Game:
    """Tchou 1924 l.643 and R-22: the deal is annulled and played again, the offender pays."""
    deal = deal_in_play(game)
    payments = system.scoring.false_win(seat, system.penalties.false_win_points)
    ending = Ending(Outcome.CHOMBO, payments, dealer_stays=True, chombos=(Chombo(seat, FALSE_WIN),))
    return finish_deal(game, deal, ending, system.course, has_winds=system.has_prevalent_wind)


def void_deal(game: Game, system: ClassicalSystem) -> Game:
    """As every annulled deal (Tchou 1924 l.619): the walls are built anew, the deal stays, nobody pays."""
    deal = deal_in_play(game)
    ending = Ending(Outcome.VOID, (), dealer_stays=True)
    return finish_deal(game, deal, ending, system.course, has_winds=system.has_prevalent_wind)


def _dead_hand(game: Game, seat: Seat) -> Game:
    """A tile too many or too few (Tchou 1924 l.424): the player goes on and may claim, but cannot win.

    The clause takes nothing else from the hand; riichi, by its own rules, takes the claims too.
    """
    deal = deal_in_play(game)
    if deal.turn is Turn.SHOW:
        raise IllegalEvent("the hands are being opened: a hand dies while it is played")
    if deal.dead_hands[seat]:
        raise IllegalEvent("the hand of seat {seat} is dead already", seat=seat)
    return replace(game, deal=replace(deal, dead_hands=with_item(deal.dead_hands, seat, item=True)))
