"""The course of a game: results, the next dealer, rounds, the stake, the end and the final standing.

Rules this file keeps:
* A dealer who wins deals again; after a drawn deal the preset decides; every annulled deal is played again.
* A round ends when the deal comes back to the first dealer, so a dealer who wins the last deal prolongs the game until
  the deal would pass (Tchou 1924 l.294, R-25).
* After every four rounds of a longer game people draw seats anew (Tchou 1924 l.296); a seat keeps its score here.
* A stake that nobody has won stays on the table, also when the game ends.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import AbortReason, ScoresSet, StakeLaid, TimeCalled
from mahjong_rules.seats import Seat, Wind, seat_after, seats_from
from mahjong_rules.state import (
    Deal,
    DealResult,
    Fine,
    Game,
    LoserResult,
    Outcome,
    Payment,
    Standing,
    Turn,
    WinResult,
)
from mahjong_rules.systems.classical.keys import STAKE, STAKE_FORGOTTEN
from mahjong_rules.systems.classical.option_sections import CourseOptions, PenaltyOptions
from mahjong_rules.turns import deltas_of, with_item


@dataclass(frozen=True, slots=True)
class Ending:
    """How a deal ended and who deals next."""

    outcome: Outcome
    payments: tuple[Payment, ...]
    dealer_stays: bool
    wins: tuple[WinResult, ...] = ()
    losers: tuple[LoserResult, ...] = ()
    fines: tuple[Fine, ...] = ()
    abort_reason: AbortReason | None = None


def finish_deal(game: Game, deal: Deal, ending: Ending, course: CourseOptions, *, has_winds: bool) -> Game:
    """The game after a deal: scores, result, who deals next, or the final standing."""
    deltas = deltas_of(ending.payments)
    scores = tuple(score + delta for score, delta in zip(game.scores, deltas, strict=True))
    result = _result(deal, ending, deltas, scores)
    dealer = deal.dealer if ending.dealer_stays else seat_after(deal.dealer)
    rounds = deal.round_number + (not ending.dealer_stays and dealer == game.first_dealer)
    left = game.deals_left
    if left is not None and ending.outcome in (Outcome.CHOMBO, Outcome.ABORTIVE_DRAW, Outcome.VOID):
        left += 1  # the deal is played again
    game = replace(
        game,
        scores=scores,
        dealer=dealer,
        prevalent_wind=Wind(rounds % 4) if has_winds else Wind.EAST,
        round_number=rounds,
        deal=replace(deal, turn=Turn.OVER, result=result),
        results=(*game.results, result),
        stake=0 if any(payment.reason == STAKE for payment in ending.payments) else game.stake,
        dice_added=0,
        deals_left=left,
    )
    return _ended(game) if rounds == course.rounds or left == 0 else game


def _result(deal: Deal, ending: Ending, deltas: tuple[int, int, int, int], scores: tuple[int, ...]) -> DealResult:
    return DealResult(
        number=deal.number,
        prevalent_wind=deal.prevalent_wind,
        dealer=deal.dealer,
        honba=deal.honba,
        outcome=ending.outcome,
        abort_reason=ending.abort_reason,
        wins=ending.wins,
        tenpai=(False, False, False, False),
        payments=ending.payments,
        deltas=deltas,
        scores=scores,
        indicators=(),
        ura_indicators=(),
        round_number=deal.round_number,
        losers=ending.losers,
        fines=ending.fines,
    )


def _ended(game: Game) -> Game:
    return replace(game, standings=final_standings(game))


def final_standings(game: Game) -> tuple[Standing, ...]:
    """Points by rank; players with equal points share a rank, the one nearer to the first dealer is named first."""
    order = sorted(seats_from(game.first_dealer), key=lambda seat: -game.scores[seat])
    points = [game.scores[seat] for seat in order]
    return tuple(
        Standing(seat, game.scores[seat], game.scores[seat], points.index(game.scores[seat]) + 1) for seat in order
    )


def _is_between_deals(game: Game) -> bool:
    return game.deal is None or game.deal.turn is Turn.OVER


def call_time(game: Game, event: TimeCalled, course: CourseOptions) -> Game:
    """The time is up: the deal in play is the last but `deals_after_time`; between deals none may begin any more."""
    if game.is_over:
        raise IllegalEvent("the game is over")
    if event.void:
        raise IllegalEvent("no time makes a game void under these rules")
    if game.deals_left is not None:
        raise IllegalEvent("the time was called already")
    game = replace(game, deals_left=course.deals_after_time)
    return _ended(game) if _is_between_deals(game) and game.deals_left == 0 else game


def set_scores(game: Game, event: ScoresSet, step: int) -> Game:
    """A person's word: it stands, and a finished game is ranked again."""
    if len(event.scores) != 4 or any(points % step for points in event.scores):
        raise IllegalEvent(f"scores are four whole multiples of {step}, not {event.scores}")
    if event.riichi_sticks or event.honba:
        raise IllegalEvent("there are neither riichi sticks nor honba under these rules: leave them out")
    game = replace(game, scores=event.scores)
    return _ended(game) if game.standings else game


def lay_stake(game: Game, event: StakeLaid, penalties: PenaltyOptions, step: int) -> Game:
    """Before the dice the dealer stakes points for the next winner and adds to the dice (Tchou 1924 l.765-769)."""
    if not penalties.stakes:
        raise IllegalEvent("nobody lays a stake under these rules (option stakes)")
    if game.is_over:
        raise IllegalEvent("the game is over")
    if not _is_between_deals(game):
        raise IllegalEvent("a stake is laid before the dice are thrown")
    if event.seat != game.dealer:
        raise IllegalEvent(f"seat {event.seat} cannot lay a stake: seat {game.dealer} deals next")
    if game.dice_added:
        raise IllegalEvent(f"{game.dice_added} are announced already for the next dice")
    if event.points <= 0 or event.points % step:
        raise IllegalEvent(f"a stake is a whole multiple of {step} above 0, not {event.points}")
    if event.added <= 0:
        raise IllegalEvent(f"at least 1 is added to the dice, not {event.added}")
    scores = with_item(game.scores, event.seat, game.scores[event.seat] - event.points)
    return replace(game, scores=scores, stake=game.stake + event.points, dice_added=event.added)


def stake_payments(game: Game, winner: Seat) -> tuple[Payment, ...]:
    """The winner collects what lies on the table."""
    return (Payment(None, winner, game.stake, STAKE),) if game.stake else ()


def forget_stake(game: Game, seat: Seat) -> Game:
    """The last winner opened the hand before collecting the stake: it is doubled and stays (Tchou 1924 l.769)."""
    deal = game.deal
    if deal is None or deal.result is None:
        raise IllegalEvent("a forgotten stake is declared after the deal is settled")
    result = deal.result
    collected = sum(
        payment.points for payment in result.payments if (payment.receiver, payment.reason) == (seat, STAKE)
    )
    if not collected or any(payment.reason == STAKE_FORGOTTEN for payment in result.payments):
        raise IllegalEvent(f"seat {seat} has collected no stake in the last deal")
    payments = (*result.payments, Payment(seat, None, 2 * collected, STAKE_FORGOTTEN))
    scores = with_item(game.scores, seat, game.scores[seat] - 2 * collected)
    result = replace(result, payments=payments, deltas=deltas_of(payments), scores=scores)
    game = replace(
        game,
        scores=scores,
        stake=game.stake + 2 * collected,
        deal=replace(deal, result=result),
        results=(*game.results[:-1], result),
    )
    return _ended(game) if game.standings else game
