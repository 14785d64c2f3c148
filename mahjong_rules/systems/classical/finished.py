"""A finished deal valued without a game around it: `jantaku score` for the classical systems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mahjong_rules.deal_result import HandValue, Payment
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import PenaltyDeclared, PenaltyKind
from mahjong_rules.finished_deal import FinishedDeal, FinishedHand, ScoredDeal
from mahjong_rules.melds import concealed_count
from mahjong_rules.seats import SEATS, Seat, seat_wind
from mahjong_rules.systems.classical.endings import check_winners
from mahjong_rules.systems.classical.finished_fines import described_fines
from mahjong_rules.systems.classical.hand import ClassicalHand, FirstTurn, NotComplete, WinCircumstances
from mahjong_rules.systems.classical.keys import STAKE, STAKE_FORGOTTEN
from mahjong_rules.systems.classical.system import ClassicalSystem, Settled
from mahjong_rules.tiles import Tile, TileStock
from mahjong_rules.turns import deltas_of


def score(deal: FinishedDeal, system: ClassicalSystem) -> ScoredDeal:
    """The value of every hand that counts, and every payment; nothing is paid for a drawn deal.

    Raises:
        IllegalEvent: several winners, a winner's hand that is missing or not complete, or too many copies of a tile.
    """
    if deal.riichi.nagashi:
        raise IllegalEvent("there is no nagashi mangan under these rules")
    if deal.penalty is not None:
        payments = _false_win(deal.penalty, system)
        return ScoredDeal((None,) * len(SEATS), payments, deltas_of(payments))
    if not deal.winners:
        return ScoredDeal((None,) * len(SEATS), (), (0, 0, 0, 0))
    winners = sorted(deal.winners, key=lambda seat: (seat - (deal.discarder or 0)) % len(SEATS))
    check_winners(winners, deal.discarder, system.max_winners)
    if deal.discarder in winners:
        raise IllegalEvent("seat {seat} cannot win the own discard", seat=deal.discarder)
    check_finished_copies(deal, system.table.stock)
    values = tuple(
        _winner_value(deal, seat, system) if seat in winners else _loser_value(deal, seat, system) for seat in SEATS
    )
    paid = [item for winner in winners for item in system.scoring.payments(_settled(deal, winner, values, system))]
    payments = (*paid, *_stake_payments(deal, winners[0], system))
    return ScoredDeal(values, payments, deltas_of(payments))


def _settled(
    deal: FinishedDeal, winner: Seat, values: tuple[HandValue | None, ...], system: ClassicalSystem
) -> Settled:
    """Who gave the winning tile is taken for the first who discarded its kind, unless another is named."""
    fines = described_fines(deal, values[winner], system.scoring)
    others = tuple(seat for seat in deal.winners if seat != winner)
    first = deal.discarder if deal.classical.first_giver is None else deal.classical.first_giver
    is_late_new = deal.classical.new_tile
    if is_late_new and not system.new_tile_from:
        raise IllegalEvent("nobody pays more for a new tile under these rules (option new_tile_from)")
    return Settled(winner, deal.discarder, deal.dealer, values, fines, others, first, is_late_new)


def _false_win(penalty: PenaltyDeclared, system: ClassicalSystem) -> tuple[Payment, ...]:
    """Tchou 1924 l.643."""
    if penalty.kind is not PenaltyKind.FALSE_WIN:
        raise IllegalEvent("these rules know the false win, no {penalty}", penalty=penalty.kind.value.replace("_", " "))
    return system.scoring.false_win(penalty.seat, system.penalties.false_win_points)


def _stake_payments(deal: FinishedDeal, winner: Seat, system: ClassicalSystem) -> Iterator[Payment]:
    """The winner collects the stake, or forgets it and lays it down twice (Tchou 1924 l.765-769)."""
    stake, step = deal.classical.stake, system.scoring.step
    if not stake:
        return
    if not system.penalties.stakes:
        raise IllegalEvent("nobody lays a stake under these rules (option stakes)")
    if stake % step:
        raise IllegalEvent("a stake is a whole multiple of {step}, not {points}", step=step, points=stake)
    yield Payment(None, winner, stake, STAKE)
    if deal.classical.stake_forgotten:
        yield Payment(winner, None, 2 * stake, STAKE_FORGOTTEN)


def check_finished_copies(deal: FinishedDeal, set_of_tiles: TileStock) -> None:
    """Refuse more than four copies of a kind, more flowers of one name than the set has, and what the set has not.

    Raises:
        IllegalEvent: names the tile.
    """
    tiles: list[Tile] = [deal.winning_tile] if deal.winning_tile is not None else []
    for hand in deal.hands:
        if hand is not None:
            tiles += [*hand.concealed, *hand.flowers, *(tile for meld in hand.melds for tile in meld.tiles)]
    stock = Counter(set_of_tiles.pieces())
    for tile, count in Counter(tiles).items():
        if count > stock[tile]:
            raise IllegalEvent(
                "{tile} appears {count} times, the set has {most} of it", tile=tile, count=count, most=stock[tile]
            )


def _hand(deal: FinishedDeal, seat: Seat, hand: FinishedHand, system: ClassicalSystem) -> ClassicalHand:
    wind = seat_wind(seat, deal.dealer)
    winds = system.table.winds_of_flowers
    return ClassicalHand(hand.concealed, hand.melds, hand.flowers, wind, deal.prevalent_wind, winds)


def _winner_value(deal: FinishedDeal, seat: Seat, system: ClassicalSystem) -> HandValue:
    hand, tile = deal.hands[seat], deal.winning_tile
    if hand is None or tile is None:
        raise IllegalEvent("the hand or the winning tile of the winner at seat {seat} is missing", seat=seat)
    expected = concealed_count(hand.melds)
    if len(hand.concealed) != expected:
        raise IllegalEvent(
            "seat {seat} holds {expected} concealed tiles beside the winning one", seat=seat, expected=expected
        )
    if tile.is_bonus or any(held.is_bonus for held in hand.concealed):
        raise IllegalEvent("the flowers of seat {seat} lie open, not in the hand", seat=seat)
    try:
        return system.scoring.winner(_hand(deal, seat, hand, system), _circumstances(deal, seat, tile))
    except NotComplete as refusal:
        raise IllegalEvent("seat {seat} cannot win: {why}", seat=seat, why=refusal) from refusal


def _loser_value(deal: FinishedDeal, seat: Seat, system: ClassicalSystem) -> HandValue | None:
    hand = deal.hands[seat]
    if hand is None or not system.scoring.losers_count:
        return None
    return system.scoring.loser(_hand(deal, seat, hand, system))


def _circumstances(deal: FinishedDeal, winner: Seat, tile: Tile) -> WinCircumstances:
    is_self_drawn = deal.discarder is None
    is_first_hand = winner == deal.dealer
    first_turn = FirstTurn.NONE
    if deal.first_turn and is_self_drawn and is_first_hand:
        first_turn = FirstTurn.DEALER_COMPLETE
    elif deal.first_turn and deal.discarder == deal.dealer:
        first_turn = FirstTurn.FIRST_DISCARD
    return WinCircumstances(
        winning_tile=tile,
        self_drawn=is_self_drawn,
        replacement_tile=deal.replacement_tile and is_self_drawn,
        flower_tile=deal.classical.flower_tile and is_self_drawn,
        robbed_kong=deal.robbed_kong and not is_self_drawn,
        last_tile=deal.last_tile and is_self_drawn,
        last_discard=deal.last_tile and not is_self_drawn and not deal.robbed_kong,
        first_turn=first_turn,
        kongs_in_turn=int(deal.replacement_tile and is_self_drawn),
        kong_lies=any(meld.kind.is_kong for hand in deal.hands if hand is not None for meld in hand.melds),
    )
