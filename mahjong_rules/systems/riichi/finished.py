"""A finished deal valued without a game around it: `jantaku score` for the riichi family."""

from __future__ import annotations

import operator
from collections.abc import Iterator

from mahjong_rules.deal_result import Chombo, DealHeader, HandValue, Payment
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import PenaltyDeclared, PenaltyKind
from mahjong_rules.finished_deal import FinishedClassical, FinishedDeal, FinishedHand, ScoredDeal
from mahjong_rules.hands import waits
from mahjong_rules.seats import SEATS, Seat, seat_wind, turns_between
from mahjong_rules.state import Deal, RiichiState, Turn
from mahjong_rules.systems.riichi.claims import liabilities
from mahjong_rules.systems.riichi.finished_checks import check_finished
from mahjong_rules.systems.riichi.keys import DECLARED
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.riichi_hands import chombos_at_draw
from mahjong_rules.systems.riichi.settlement import chombo_payments, nagashi_payments, noten_payments, win_payments
from mahjong_rules.systems.riichi.values import Circumstances, NoValue, hand_value
from mahjong_rules.turns import deltas_of


def score(deal: FinishedDeal, options: RiichiOptions) -> ScoredDeal:
    """The value of every winning hand and every payment.

    Liability (pao) is read from the winner's melds, which stand in the order they were made. At least one riichi stick
    lies on the table for every player in riichi.

    Raises:
        IllegalEvent: tiles that one set does not hold, a hand of the wrong size or without value, winners who cannot
            win together, or three winners where they end the deal.
    """
    check_finished(deal, options)
    if deal.classical != FinishedClassical():
        raise IllegalEvent("riichi knows no stakes and no fines for dangerous discards or new tiles")
    if deal.penalty is not None:
        return _chombo(deal, deal.penalty, options)
    if deal.riichi.nagashi:
        _check_nagashi(deal, options)
        return _unwon(nagashi_payments(_as_deal(deal, options), deal.riichi.nagashi, options))
    if not deal.winners:
        return _drawn(deal, options)
    _check_winners(deal, options)
    from_seat = deal.discarder if deal.discarder is not None else deal.winners[0]
    winners = sorted(deal.winners, key=lambda seat: turns_between(from_seat, seat, options.players.seats))
    values = {seat: _value(deal, seat, options) for seat in winners}
    table = _as_deal(deal, options)
    sticks = max(deal.riichi.sticks, sum(table.riichi.accepted))
    payments = win_payments(table, [(seat, values[seat]) for seat in winners], deal.discarder, sticks, options)
    return ScoredDeal(tuple(values.get(seat) for seat in SEATS), payments, deltas_of(payments))


def _unwon(payments: tuple[Payment, ...], chombos: tuple[Chombo, ...] = ()) -> ScoredDeal:
    """A deal without a winner: no hand has a value."""
    return ScoredDeal((None,) * 4, payments, deltas_of(payments), chombos)


def _chombo(deal: FinishedDeal, penalty: PenaltyDeclared, options: RiichiOptions) -> ScoredDeal:
    if penalty.kind is not PenaltyKind.CHOMBO:
        raise IllegalEvent("riichi knows chombo, no {penalty}", penalty=penalty.kind.value.replace("_", " "))
    payments = chombo_payments(_as_deal(deal, options), [penalty.seat], options)
    return _unwon(payments, (Chombo(penalty.seat, DECLARED),))


def _check_nagashi(deal: FinishedDeal, options: RiichiOptions) -> None:
    if not options.draws.nagashi_mangan:
        raise IllegalEvent("there is no nagashi mangan under these rules")
    melds = [meld for hand in deal.hands if hand is not None for meld in hand.melds]
    for seat in deal.riichi.nagashi:
        hand = deal.hands[seat]
        if any(meld.called_from == seat for meld in melds):
            raise IllegalEvent("a discard of seat {seat} was claimed, so its river is no nagashi mangan", seat=seat)
        is_open = hand is not None and any(meld.is_open for meld in hand.melds)
        if options.draws.nagashi_needs_closed_hand and is_open:
            raise IllegalEvent("seat {seat} has claimed a tile, and nagashi mangan needs a closed hand here", seat=seat)


def _drawn(deal: FinishedDeal, options: RiichiOptions) -> ScoredDeal:
    """The wall ran out: payments of those without a waiting hand, or a chombo of somebody in riichi."""
    table = _as_deal(deal, options)
    tenpai = [_is_tenpai(hand, options) for hand in deal.hands]
    shown = [None if hand is None else hand.concealed for hand in deal.hands]
    chombos = chombos_at_draw(table, shown, tenpai, options)
    offenders = [chombo.seat for chombo in chombos]
    payments = chombo_payments(table, offenders, options) if chombos else noten_payments(tenpai, options)
    return _unwon(payments, chombos)


def _check_winners(deal: FinishedDeal, options: RiichiOptions) -> None:
    count = len(deal.winners)
    if len(set(deal.winners)) != count:
        raise IllegalEvent("each winner is named once")
    if deal.discarder in deal.winners:
        raise IllegalEvent("seat {seat} cannot win on its own discard", seat=deal.discarder)
    if deal.discarder is None and count > 1:
        raise IllegalEvent("only one player can win by the own draw")
    if count > options.settlement.max_winners:
        raise IllegalEvent("{count} players cannot win on one discard: the first after the discarder does", count=count)
    if count == 3 and options.draws.abort_triple_ron:
        raise IllegalEvent("three winners on one discard end the deal without a win under these rules")
    if deal.riichi.ura_indicators and not options.tiles.ura_dora:
        raise IllegalEvent("these rules turn no ura indicators")


def _is_tenpai(hand: FinishedHand | None, options: RiichiOptions) -> bool:
    include_dead = not options.draws.dead_wait_is_noten
    return hand is not None and bool(waits(hand.concealed, hand.melds, include_dead=include_dead))


def _value(deal: FinishedDeal, seat: Seat, options: RiichiOptions) -> HandValue:
    hand, tile = deal.hands[seat], deal.winning_tile
    if hand is None or tile is None:
        raise IllegalEvent("the hand or the winning tile of the winner at seat {seat} is missing", seat=seat)
    try:
        return hand_value(hand.concealed, tile, hand.melds, _circumstances(deal, seat, options), options)
    except NoValue as refusal:
        raise IllegalEvent("seat {seat} cannot win: {why}", seat=seat, why=refusal) from refusal


def _circumstances(deal: FinishedDeal, seat: Seat, options: RiichiOptions) -> Circumstances:
    riichi, hand = deal.riichi, deal.hands[seat]
    in_riichi = riichi.accepted[seat] or riichi.double[seat]
    return Circumstances(
        self_drawn=deal.discarder is None,
        seat_wind=seat_wind(seat, deal.dealer, options.players.seats),
        prevalent_wind=deal.prevalent_wind,
        riichi=in_riichi,
        double_riichi=riichi.double[seat],
        ippatsu=riichi.ippatsu[seat],
        replacement_tile=deal.replacement_tile,
        robbed_kong=deal.robbed_kong,
        last_tile=deal.last_tile,
        first_turn=deal.first_turn,
        indicators=riichi.indicators,
        ura_indicators=riichi.ura_indicators if in_riichi else (),
        fed=tuple(yakuman for _, _, yakuman in _liable(seat, deal.hands[seat], options)),
        norths=0 if hand is None else len(hand.flowers),
    )


def _as_deal(deal: FinishedDeal, options: RiichiOptions) -> Deal:
    """As much of a deal as the settlement looks at."""
    return Deal(
        header=DealHeader(1, deal.prevalent_wind, deal.dealer, deal.riichi.honba, 0, options.players.seats),
        turn=Turn.OVER,
        seat=deal.dealer,
        live_tiles=0,
        melds=tuple(hand.melds if hand is not None else () for hand in deal.hands),
        riichi=RiichiState(
            indicators=deal.riichi.indicators,
            accepted=tuple(map(operator.or_, deal.riichi.accepted, deal.riichi.double)),
            liable=tuple(item for seat in SEATS for item in _liable(seat, deal.hands[seat], options)),
        ),
    )


def _liable(seat: Seat, hand: FinishedHand | None, options: RiichiOptions) -> Iterator[tuple[Seat, Seat, str]]:
    melds = hand.melds if hand is not None else ()
    for count, meld in enumerate(melds, 1):
        if meld.called_from is not None:
            yield from liabilities(seat, meld.called_from, melds[:count], options)
