"""A finished deal valued without a game around it: `jantaku score` for the riichi family."""

from __future__ import annotations

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.finished_deal import FinishedDeal, FinishedHand, ScoredDeal
from mahjong_rules.hands import waits
from mahjong_rules.seats import SEATS, Seat, seat_wind
from mahjong_rules.state import Deal, HandValue, Turn
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.settlement import noten_payments, win_payments
from mahjong_rules.systems.riichi.values import Circumstances, NoValue, hand_value
from mahjong_rules.turns import deltas_of


def score(deal: FinishedDeal, options: RiichiOptions) -> ScoredDeal:
    """The value of every winning hand and every payment.

    Raises:
        IllegalEvent: a winner's hand is missing, is not complete or has no yaku; too many winners.
    """
    if not deal.winners:
        tenpai = [_is_tenpai(hand, options) for hand in deal.hands]
        payments = noten_payments(tenpai, options)
        return ScoredDeal((None,) * 4, payments, deltas_of(payments))
    if len(deal.winners) > options.settlement.max_winners or (deal.discarder is None and len(deal.winners) > 1):
        raise IllegalEvent(f"{len(deal.winners)} players cannot win at once under these rules")
    from_seat = deal.discarder if deal.discarder is not None else deal.winners[0]
    winners = sorted(deal.winners, key=lambda seat: (seat - from_seat) % 4)
    values = {seat: _value(deal, seat, options) for seat in winners}
    payments = win_payments(
        _as_deal(deal), [(seat, values[seat]) for seat in winners], deal.discarder, deal.riichi_sticks, options
    )
    return ScoredDeal(tuple(values.get(seat) for seat in SEATS), payments, deltas_of(payments))


def _is_tenpai(hand: FinishedHand | None, options: RiichiOptions) -> bool:
    include_dead = not options.draws.dead_wait_is_noten
    return hand is not None and bool(waits(hand.concealed, hand.melds, include_dead=include_dead))


def _value(deal: FinishedDeal, seat: Seat, options: RiichiOptions) -> HandValue:
    hand, tile = deal.hands[seat], deal.winning_tile
    if hand is None or tile is None:
        raise IllegalEvent(f"the hand or the winning tile of the winner at seat {seat} is missing")
    try:
        return hand_value(hand.concealed, tile, hand.melds, _circumstances(deal, seat), options)
    except NoValue as refusal:
        raise IllegalEvent(f"seat {seat} cannot win: {refusal}") from refusal


def _circumstances(deal: FinishedDeal, seat: Seat) -> Circumstances:
    in_riichi = deal.riichi[seat] or deal.double_riichi[seat]
    return Circumstances(
        self_drawn=deal.discarder is None,
        seat_wind=seat_wind(seat, deal.dealer),
        prevalent_wind=deal.prevalent_wind,
        riichi=in_riichi,
        double_riichi=deal.double_riichi[seat],
        ippatsu=deal.ippatsu[seat],
        replacement_tile=deal.replacement_tile,
        robbed_kong=deal.robbed_kong,
        last_tile=deal.last_tile,
        first_turn=deal.first_turn,
        indicators=deal.indicators,
        ura_indicators=deal.ura_indicators if in_riichi else (),
    )


def _as_deal(deal: FinishedDeal) -> Deal:
    """As much of a deal as the settlement looks at."""
    return Deal(
        number=1,
        prevalent_wind=deal.prevalent_wind,
        dealer=deal.dealer,
        honba=deal.honba,
        dice=(),
        indicators=deal.indicators,
        rivers=((), (), (), ()),
        melds=tuple(hand.melds if hand is not None else () for hand in deal.hands),
        riichi=deal.riichi,
        turn=Turn.OVER,
        seat=deal.dealer,
        live_tiles=0,
    )
