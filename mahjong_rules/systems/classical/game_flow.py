"""The course of a game: results, the next dealer, rounds, the stake, the end and the final standing.

Rules this file keeps:
* A dealer who wins deals again; after a drawn deal the preset decides; every annulled deal is played again.
* A round ends when the deal comes back to the first dealer, so a dealer who wins the last deal prolongs the game until
  the deal would pass (Tchou 1924 l.294, R-25).
* After every four rounds of a longer game people may draw seats anew (Tchou 1924 l.296): `reseating`.
* A stake that nobody has won stays on the table, also when the game ends.
"""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.deal_result import Payment
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import ScoresSet, StakeLaid, TimeCalled
from mahjong_rules.game_flow import (
    Ending,
    check_not_over,
    close_deal,
    is_between_deals,
    is_out_of_time,
    leaders_first,
    limit_deals,
)
from mahjong_rules.reseating import is_before_change
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal, Game, Standing
from mahjong_rules.systems.classical.keys import STAKE, STAKE_FORGOTTEN
from mahjong_rules.systems.classical.option_sections import CourseOptions, DealerAfterDraw, PenaltyOptions
from mahjong_rules.turns import deltas_of, with_item


def finish_deal(game: Game, deal: Deal, ending: Ending, course: CourseOptions, *, has_winds: bool) -> Game:
    """The game after a deal: scores, result, who deals next, or the final standing."""
    is_stake_won = any(payment.reason == STAKE for payment in ending.payments)
    game = close_deal(game, deal, ending, winds_prevail=has_winds)
    game = replace(game, stake=0 if is_stake_won else game.stake, dice_added=0)
    return end_game(game) if game.header.round_number == course.rounds or is_out_of_time(game) else game


def dealer_stays_after_draw(deal: Deal, course: CourseOptions) -> bool:
    """Whether the dealer deals again after a deal that nobody won."""
    match course.dealer_after_draw:
        case DealerAfterDraw.PASSES:
            return False
        case DealerAfterDraw.STAYS:
            return True
        case DealerAfterDraw.STAYS_WITHOUT_KONG:
            return not any(meld.kind.is_kong for melds in deal.melds for meld in melds)


def end_game(game: Game) -> Game:
    """The final standing is drawn up."""
    return replace(game, standings=final_standings(game))


def final_standings(game: Game) -> tuple[Standing, ...]:
    """Points by rank; players with equal points share a rank, the one nearer to the first dealer is named first."""
    order = leaders_first(game.scores, game.first_dealer)
    points = [game.scores[seat] for seat in order]
    return tuple(
        Standing(seat, game.scores[seat], game.scores[seat], points.index(game.scores[seat]) + 1) for seat in order
    )


def call_time(game: Game, event: TimeCalled, course: CourseOptions) -> Game:
    """The time is up: the deal in play is the last but `deals_after_time`; between deals none may begin any more."""
    check_not_over(game)
    if event.void:
        raise IllegalEvent("no time makes a game void under these rules")
    game = limit_deals(game, course.deals_after_time)
    return end_game(game) if is_out_of_time(game) else game


def set_scores(game: Game, event: ScoresSet, step: int) -> Game:
    """A person's word: it stands, and a finished game is ranked again."""
    if len(event.scores) != 4 or any(points % step for points in event.scores):
        raise IllegalEvent("scores are four whole multiples of {step}, not {scores}", step=step, scores=event.scores)
    if event.riichi_sticks or event.honba:
        raise IllegalEvent("there are neither riichi sticks nor honba under these rules: leave them out")
    game = replace(game, scores=event.scores)
    return end_game(game) if game.standings else game


def lay_stake(game: Game, event: StakeLaid, penalties: PenaltyOptions, step: int) -> Game:
    """Before the dice the dealer stakes points for the next winner and adds to the dice (Tchou 1924 l.765-769)."""
    if not penalties.stakes:
        raise IllegalEvent("nobody lays a stake under these rules (option stakes)")
    check_not_over(game)
    if not is_between_deals(game):
        raise IllegalEvent("a stake is laid before the dice are thrown")
    if event.seat != game.header.dealer:
        raise IllegalEvent(
            "seat {seat} cannot lay a stake: seat {next_seat} deals next", seat=event.seat, next_seat=game.header.dealer
        )
    if game.dice_added:
        raise IllegalEvent("{added} are announced already for the next dice", added=game.dice_added)
    if event.points <= 0 or event.points % step:
        raise IllegalEvent(
            "a stake is a whole multiple of {step} above 0, not {points}", step=step, points=event.points
        )
    if event.added <= 0:
        raise IllegalEvent("at least 1 is added to the dice, not {added}", added=event.added)
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
    if is_before_change(game, len(game.results)):
        raise IllegalEvent("people have changed places since the last deal was settled")
    result = deal.result
    collected = sum(
        payment.points for payment in result.payments if (payment.receiver, payment.reason) == (seat, STAKE)
    )
    if not collected or any(payment.reason == STAKE_FORGOTTEN for payment in result.payments):
        raise IllegalEvent("seat {seat} has collected no stake in the last deal", seat=seat)
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
    return end_game(game) if game.standings else game
