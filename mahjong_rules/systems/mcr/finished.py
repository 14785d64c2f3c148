"""A finished deal valued without a game around it: `jantaku score` for the Chinese official game."""

from __future__ import annotations

from mahjong_rules.deal_result import HandValue, Payment
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import PenaltyDeclared, PenaltyKind
from mahjong_rules.finished_deal import FinishedDeal, ScoredDeal
from mahjong_rules.melds import concealed_count
from mahjong_rules.seats import SEATS, Seat, seat_wind
from mahjong_rules.systems.classical.finished import check_finished_copies
from mahjong_rules.systems.classical.hand import ClassicalHand, NotComplete
from mahjong_rules.systems.mcr.hand import McrWin
from mahjong_rules.systems.mcr.options import McrOptions
from mahjong_rules.systems.mcr.settlement import false_win_payments
from mahjong_rules.systems.mcr.values import winner_value
from mahjong_rules.turns import deltas_of


def score(deal: FinishedDeal, options: McrOptions) -> ScoredDeal:
    """The value of the winner's hand, and every payment; nothing is paid for a drawn deal.

    Raises:
        IllegalEvent: several winners, a winner's hand that is missing or cannot win, or too many copies of a tile.
    """
    _check_classical(deal)
    if deal.penalty is not None:
        return _scored(_false_win(deal.penalty, options), None)
    if not deal.winners:
        return _scored((), None)
    if len(deal.winners) > 1:
        first = min(deal.winners, key=lambda seat: (seat - (deal.discarder or 0)) % len(SEATS))
        raise IllegalEvent("only one player can win: seat {seat}, whose turn comes first", seat=first)
    winner = deal.winners[0]
    if deal.discarder == winner:
        raise IllegalEvent("seat {seat} cannot win the own discard", seat=winner)
    check_finished_copies(deal, options.table.stock)
    value = _value(deal, winner, options)
    return _scored(options.settlement.payments(winner, deal.discarder, value.base_points), (winner, value))


def _scored(payments: tuple[Payment, ...], won: tuple[Seat, HandValue] | None) -> ScoredDeal:
    values = tuple(won[1] if won is not None and won[0] == seat else None for seat in SEATS)
    return ScoredDeal(values, payments, deltas_of(payments))


def _check_classical(deal: FinishedDeal) -> None:
    if deal.riichi.nagashi:
        raise IllegalEvent("there is no nagashi mangan under these rules")
    if deal.classical.stake or deal.classical.stake_forgotten:
        raise IllegalEvent("nobody lays a stake under these rules")
    if deal.classical.fines:
        raise IllegalEvent("no discard is fined under these rules")
    if deal.classical.new_tile:
        raise IllegalEvent("nobody pays more for a new tile under these rules")


def _false_win(penalty: PenaltyDeclared, options: McrOptions) -> tuple[Payment, ...]:
    if penalty.kind is not PenaltyKind.WRONG_WIN:
        raise IllegalEvent("these rules know the wrong win, no {penalty}", penalty=penalty.kind.value.replace("_", " "))
    return false_win_payments(penalty.seat, options.penalties.false_win_points)


def _value(deal: FinishedDeal, winner: Seat, options: McrOptions) -> HandValue:
    hand, tile = deal.hands[winner], deal.winning_tile
    if hand is None or tile is None:
        raise IllegalEvent("the hand or the winning tile of the winner at seat {seat} is missing", seat=winner)
    expected = concealed_count(hand.melds)
    if len(hand.concealed) != expected:
        raise IllegalEvent(
            "seat {seat} holds {expected} concealed tiles beside the winning one", seat=winner, expected=expected
        )
    if tile.is_bonus or any(held.is_bonus for held in hand.concealed):
        raise IllegalEvent("the flowers of seat {seat} lie open, not in the hand", seat=winner)
    wind = seat_wind(winner, deal.dealer)
    held = ClassicalHand(hand.concealed, hand.melds, hand.flowers, wind, deal.prevalent_wind)
    try:
        return winner_value(held, _circumstances(deal), options.values)
    except NotComplete as refusal:
        raise IllegalEvent("seat {seat} cannot win: {why}", seat=winner, why=refusal) from refusal


def _circumstances(deal: FinishedDeal) -> McrWin:
    is_self_drawn = deal.discarder is None
    if deal.winning_tile is None:
        raise IllegalEvent("the winning tile is missing")
    return McrWin(
        winning_tile=deal.winning_tile,
        self_drawn=is_self_drawn,
        replacement_tile=deal.replacement_tile and is_self_drawn,
        robbed_kong=deal.robbed_kong and not is_self_drawn,
        wall_is_empty=deal.last_tile,
        last_of_its_kind=deal.last_of_its_kind,
    )
