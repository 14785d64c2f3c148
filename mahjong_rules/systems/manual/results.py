"""How a manual deal ends: hands shown as won, the payments that people type, drawn deals.

Rules this file keeps:
* A shown hand is checked as far as tiles can be counted, and ends nothing: the deal waits for a person's payments.
* A typed result stands at any moment of the deal, whatever the camera made of it: nothing that it missed is worth
  anything here. Of the hands shown those of the typed winners are kept.
* A drawn deal may be told before the wall is empty: games differ in the tiles that they leave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mahjong_rules.counted_hands import won_tile
from mahjong_rules.deal_result import HandValue, Outcome, Payment, WinResult
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import ExhaustiveDraw, ResultTyped, Win, WinsDeclared
from mahjong_rules.game_flow import Ending
from mahjong_rules.score_table import TableLine
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.systems.classical.claims import melds_after_robbing
from mahjong_rules.systems.manual.game_flow import finish_deal, stays_after_draw, stays_after_win
from mahjong_rules.systems.manual.options import ManualOptions
from mahjong_rules.tile_count import check_copies
from mahjong_rules.tiles import sort_key
from mahjong_rules.turns import deal_in_play
from mahjong_rules.win_checks import check_win

TYPED: Final = "typed"
"""The reason of every payment: what for, people know."""
NO_VALUE: Final = HandValue(0, 0, (), (), "", 0)
"""Of a hand that nothing here values."""


def declare_wins(game: Game, event: WinsDeclared, options: ManualOptions) -> Game:
    """Winning hands lie open: the deal waits for the payments."""
    deal = deal_in_play(game)
    if event.ura_indicators:
        raise IllegalEvent("there are no indicators under these rules")
    check_winners(tuple(win.seat for win in event.wins), event.discarder, options)
    for win in event.wins:
        check_shown(deal, win, event.discarder, options)
    concealed = tuple(tile for win in event.wins for tile in win.concealed)
    check_copies(deal, concealed, options.table.stock)
    return replace(game, deal=replace(deal, turn=Turn.SHOW, classical=replace(deal.classical, declared=event.wins)))


def check_shown(deal: Deal, win: Win, discarder: Seat | None, options: ManualOptions) -> None:
    """Refuse a hand that cannot lie there: wrong moment, wrong number of tiles, a fifth copy."""
    if deal.turn is Turn.SHOW:
        raise IllegalEvent("a win is declared already: its payments are to be typed")
    check_win(deal, win, discarder, options.table.stock)


def win_problem(game: Game, win: Win, discarder: Seat | None, options: ManualOptions) -> str | None:
    """Why this hand cannot lie there as won, in one sentence; None when it can."""
    try:
        check_shown(deal_in_play(game), win, discarder, options)
    except IllegalEvent as refusal:
        return str(refusal)
    return None


def check_winners(winners: Sequence[Seat], discarder: Seat | None, options: ManualOptions) -> None:
    """Refuse winners that no game knows.

    Raises:
        IllegalEvent: nobody, somebody twice, too many, or the discarder.
    """
    most = options.claims.winners_on_discard
    if not winners:
        raise IllegalEvent("a win needs a winner")
    if len(set(winners)) != len(winners):
        raise IllegalEvent("a winner is named twice")
    if discarder is None and len(winners) > 1:
        raise IllegalEvent("only one player can win with a tile that was drawn")
    if len(winners) > most:
        raise IllegalEvent(
            "{count} players cannot win on one discard (option winners_on_discard: {most})",
            count=len(winners),
            most=most,
        )
    if discarder in winners:
        raise IllegalEvent("seat {seat} cannot win the own discard", seat=discarder)


def settle_typed(game: Game, event: ResultTyped, options: ManualOptions) -> Game:
    """The deal ends as people say."""
    deal = deal_in_play(game)
    check_winners(event.winners, event.discarder, options)
    _check_deltas(event.deltas, options)
    shown = {win.seat: win for win in deal.classical.declared}
    ending = Ending(
        outcome=Outcome.TSUMO if event.discarder is None else Outcome.RON,
        payments=payments_of(event.deltas),
        dealer_stays=stays_after_win(deal, event.winners, options.course),
        wins=tuple(_win_result(deal, seat, event.discarder, shown.get(seat)) for seat in event.winners),
    )
    return finish_deal(game, deal, ending, options.course)


def _check_deltas(deltas: tuple[int, ...], options: ManualOptions) -> None:
    settlement = options.settlement
    if len(deltas) != len(SEATS) or any(points % settlement.score_step for points in deltas):
        raise IllegalEvent(
            "payments are four whole multiples of {step}, not {deltas}", step=settlement.score_step, deltas=deltas
        )
    total = sum(deltas)
    if settlement.sums_to_zero and total != 0:
        raise IllegalEvent(
            "the four payments add up to {total}, not to 0: what one player gets another pays (option sums_to_zero)",
            total=total,
        )


def payments_of(deltas: Sequence[int]) -> tuple[Payment, ...]:
    """Who pays whom: from or to one player where that is the only reading, otherwise by way of the table."""
    payers = [seat for seat in SEATS if deltas[seat] < 0]
    receivers = [seat for seat in SEATS if deltas[seat] > 0]
    is_even = sum(deltas) == 0
    if is_even and len(receivers) == 1:
        return tuple(Payment(seat, receivers[0], -deltas[seat], TYPED) for seat in payers)
    if is_even and len(payers) == 1:
        return tuple(Payment(payers[0], seat, deltas[seat], TYPED) for seat in receivers)
    paid = [Payment(seat, None, -deltas[seat], TYPED) for seat in payers]
    return (*paid, *(Payment(None, seat, deltas[seat], TYPED) for seat in receivers))


def _win_result(deal: Deal, seat: Seat, discarder: Seat | None, shown: Win | None) -> WinResult:
    return WinResult(
        seat,
        discarder,
        tuple(sorted(shown.concealed, key=sort_key)) if shown else (),
        melds_after_robbing(deal, seat),
        shown.winning_tile if shown else won_tile(deal, discarder),
        NO_VALUE,
        deal.classical.flowers[seat],
    )


def draw_exhausted(game: Game, event: ExhaustiveDraw, options: ManualOptions) -> Game:
    """Nobody won: no payments."""
    deal = deal_in_play(game)
    if deal.turn is Turn.SHOW:
        raise IllegalEvent("a win is declared: its payments are to be typed, or the win is taken back")
    if any(hand is not None for hand in event.hands):
        raise IllegalEvent("nobody opens a hand when the wall has run out under these rules")
    ending = Ending(Outcome.EXHAUSTIVE_DRAW, (), dealer_stays=stays_after_draw(deal, options.course))
    return finish_deal(game, deal, ending, options.course)


def score_table(_options: ManualOptions) -> tuple[TableLine, ...]:
    """Nothing: people value the hands."""
    return ()
