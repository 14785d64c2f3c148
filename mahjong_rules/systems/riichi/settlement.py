"""Who pays whom: wins, counters, sticks, liability, drawn deals, chombo.

Rules this file keeps: payments between players cancel out; sticks enter with `payer` None.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mahjong_rules.deal_result import HandValue, Payment
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal
from mahjong_rules.systems.riichi.choices import ChomboPenalty, HonbaReceiver, PaoHonbaPayer
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.play import STICK_POINTS
from mahjong_rules.systems.riichi.player_options import PlayerOptions
from mahjong_rules.systems.riichi.values import MANGAN_BASE_POINTS, YAKUMAN_BASE_POINTS, YAKUMAN_FAN


def rounded_up(points: int) -> int:
    """To the next full hundred."""
    return -(-points // 100) * 100


def ron_points(base_points: int, *, is_dealer: bool) -> int:
    """What a discarder pays for a hand of `base_points`."""
    return rounded_up(base_points * (6 if is_dealer else 4))


def tsumo_points(base_points: int, *, involves_dealer: bool) -> int:
    """What one player pays for a self-drawn hand; twice as much if payer or winner is the dealer."""
    return rounded_up(base_points * (2 if involves_dealer else 1))


def tsumo_payments(winner: Seat, dealer: Seat, base_points: int, reason: str, players: PlayerOptions) -> list[Payment]:
    """What everybody else pays for a self-drawn hand, without counters.

    Where three play, the share of the missing one, who would not be the dealer, is lost or halved among the two.
    """
    missing = tsumo_points(base_points, involves_dealer=winner == dealer) if players.shares_missing else 0
    return [
        Payment(
            seat,
            winner,
            tsumo_points(base_points, involves_dealer=dealer in (seat, winner)) + rounded_up(missing // 2),
            reason,
        )
        for seat in players.seats
        if seat != winner
    ]


@dataclass(frozen=True, slots=True)
class _Liability:
    """Pao for one winner: who is liable for which part of the base points."""

    seat: Seat
    base_points: int


def win_payments(
    deal: Deal,
    winners: Sequence[tuple[Seat, HandValue]],
    discarder: Seat | None,
    riichi_sticks: int,
    options: RiichiOptions,
) -> tuple[Payment, ...]:
    """Every payment of a won deal.

    Args:
        deal: the deal up to the winning tile.
        winners: in turn order after the discarder.
        discarder: who gave the tile; None when it was drawn.
        riichi_sticks: all sticks on the table.
        options: the preset.
    """
    payments: list[Payment] = []
    for place, (seat, value) in enumerate(winners):
        takes_honba = place == 0 or options.settlement.honba_receiver is HonbaReceiver.EACH
        honba_points = deal.header.honba * options.settlement.honba_points if takes_honba else 0
        liability = _liability(deal, seat, value, options)
        if discarder is None:
            payments += _self_drawn(deal, seat, value, liability, honba_points, options.players)
        else:
            payments += _on_discard(deal, seat, value, discarder, liability, honba_points, options)
    payments += _stick_payments(deal, [seat for seat, _ in winners], riichi_sticks, options)
    return tuple(payment for payment in payments if payment.points)


def _liability(deal: Deal, winner: Seat, value: HandValue, options: RiichiOptions) -> _Liability | None:
    for liable_winner, liable, yakuman in deal.riichi.liable:
        for line in value.lines:
            if liable_winner == winner and line.rule == yakuman:
                part = line.fan // YAKUMAN_FAN * YAKUMAN_BASE_POINTS
                return _Liability(liable, value.base_points if options.liability.pao_covers_whole_hand else part)
    return None


def _self_drawn(
    deal: Deal,
    winner: Seat,
    value: HandValue,
    liability: _Liability | None,
    honba_points: int,
    players: PlayerOptions,
) -> list[Payment]:
    part = liability.base_points if liability is not None else 0
    dealer, others = deal.header.dealer, [seat for seat in players.seats if seat != winner]
    payments = tsumo_payments(winner, dealer, value.base_points - part, "tsumo", players)
    if liability is None:
        return payments + [Payment(seat, winner, honba_points // len(others), "honba") for seat in others]
    owed = sum(payment.points for payment in tsumo_payments(winner, dealer, part, "pao", players))
    return [
        *payments,
        Payment(liability.seat, winner, owed, "pao"),
        Payment(liability.seat, winner, honba_points, "honba"),
    ]


def _on_discard(  # noqa: PLR0913 - the figures of one win, as the rules name them
    deal: Deal,
    winner: Seat,
    value: HandValue,
    discarder: Seat,
    liability: _Liability | None,
    honba_points: int,
    options: RiichiOptions,
) -> list[Payment]:
    is_dealer = winner == deal.header.dealer
    total = ron_points(value.base_points, is_dealer=is_dealer)
    if liability is None or liability.seat == discarder:
        return [Payment(discarder, winner, total, "ron"), Payment(discarder, winner, honba_points, "honba")]
    # Pao on another's discard: discarder and liable player pay half each of the part that is liable.
    shared = ron_points(liability.base_points, is_dealer=is_dealer) // 2
    honba_payer = liability.seat if options.liability.pao_honba_payer is PaoHonbaPayer.LIABLE else discarder
    return [
        Payment(discarder, winner, total - shared, "ron"),
        Payment(liability.seat, winner, shared, "pao"),
        Payment(honba_payer, winner, honba_points, "honba"),
    ]


def _stick_payments(deal: Deal, winners: Sequence[Seat], riichi_sticks: int, options: RiichiOptions) -> list[Payment]:
    """All to the first winner, or to each winner the own one first."""
    sticks = dict.fromkeys(winners, 0)
    if options.settlement.own_riichi_stick_returns:
        sticks = {seat: int(deal.riichi.accepted[seat]) for seat in winners}
    sticks[winners[0]] += riichi_sticks - sum(sticks.values())
    return [Payment(None, seat, count * STICK_POINTS, "riichi_sticks") for seat, count in sticks.items()]


def noten_payments(tenpai: Sequence[bool], options: RiichiOptions) -> tuple[Payment, ...]:
    """The pool goes from those without to those with a waiting hand; nothing if all are alike."""
    waiting = [seat for seat in options.players.seats if tenpai[seat]]
    others = [seat for seat in options.players.seats if not tenpai[seat]]
    if not waiting or not others:
        return ()
    points = options.draws.noten_pool_points // (len(waiting) * len(others))
    return tuple(Payment(payer, receiver, points, "noten") for payer in others for receiver in waiting)


def nagashi_seats(deal: Deal, options: RiichiOptions) -> tuple[Seat, ...]:
    """Whose river holds nothing but terminals and honours, none of them claimed."""
    if not options.draws.nagashi_mangan:
        return ()
    needs_closed = options.draws.nagashi_needs_closed_hand
    return tuple(
        seat
        for seat in SEATS
        if deal.rivers[seat]
        and not deal.dead_hands[seat]
        and not (needs_closed and any(meld.is_open for meld in deal.melds[seat]))
        and all(entry.tile.is_terminal_or_honour and entry.claimed_by is None for entry in deal.rivers[seat])
    )


def nagashi_payments(deal: Deal, seats: Iterable[Seat], options: RiichiOptions) -> tuple[Payment, ...]:
    """A self-drawn mangan for each, without counters and sticks."""
    return tuple(
        payment
        for seat in seats
        for payment in tsumo_payments(seat, deal.header.dealer, MANGAN_BASE_POINTS, "nagashi_mangan", options.players)
    )


def chombo_payments(deal: Deal, offenders: Iterable[Seat], options: RiichiOptions) -> tuple[Payment, ...]:
    """What the chombo of each offender costs at once, and the sticks of this deal that go back."""
    payments = [Payment(None, seat, STICK_POINTS, "riichi_sticks") for seat in SEATS if deal.riichi.accepted[seat]]
    if options.penalties.chombo is ChomboPenalty.REVERSE_MANGAN:
        payments += [
            Payment(offender, share.payer, share.points, "chombo")
            for offender in offenders
            for share in tsumo_payments(offender, deal.header.dealer, MANGAN_BASE_POINTS, "chombo", options.players)
        ]
    return tuple(payments)
