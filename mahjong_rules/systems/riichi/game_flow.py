"""The course of a game: results, the next dealer, counters, rounds, the end and the final standing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import AbortReason, TimeCalled
from mahjong_rules.seats import SEATS, Seat, Wind, seat_after, seats_from
from mahjong_rules.state import Deal, DealResult, Game, Outcome, Payment, Standing, Turn, WinResult
from mahjong_rules.systems.riichi.options import RiichiOptions, TieRule
from mahjong_rules.systems.riichi.play import STICK_POINTS
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import deltas_of

PLAYED_AGAIN: Final = (Outcome.ABORTIVE_DRAW, Outcome.CHOMBO, Outcome.VOID)
"""Outcomes after which the same deal is played again."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a deal ended and what follows: `honba` and `riichi_sticks` are those of the next deal."""

    outcome: Outcome
    payments: tuple[Payment, ...]
    honba: int
    riichi_sticks: int
    dealer_stays: bool
    wins: tuple[WinResult, ...] = ()
    tenpai: tuple[bool, ...] = (False, False, False, False)
    abort_reason: AbortReason | None = None
    ura_indicators: tuple[Tile, ...] = ()


def finish_deal(game: Game, deal: Deal, ending: Ending, options: RiichiOptions) -> Game:
    """The game after a deal: scores, result, who deals next, or the final standing."""
    deltas = deltas_of(ending.payments)
    scores = tuple(score + delta for score, delta in zip(game.scores, deltas, strict=True))
    result = DealResult(
        number=deal.number,
        prevalent_wind=deal.prevalent_wind,
        dealer=deal.dealer,
        honba=deal.honba,
        outcome=ending.outcome,
        abort_reason=ending.abort_reason,
        wins=ending.wins,
        tenpai=ending.tenpai,
        payments=ending.payments,
        deltas=deltas,
        scores=scores,
        indicators=deal.indicators,
        ura_indicators=ending.ura_indicators,
        round_number=deal.round_number,
    )
    dealer = deal.dealer if ending.dealer_stays else seat_after(deal.dealer)
    left = game.deals_left
    if left is not None and ending.outcome in PLAYED_AGAIN:
        left += 1  # the deal is played again
    begins_round = not ending.dealer_stays and dealer == game.first_dealer
    is_over = left == 0 or _is_over(game, deal, result, ending, options)
    game = replace(
        game,
        scores=scores,
        riichi_sticks=ending.riichi_sticks,
        dealer=dealer,
        honba=ending.honba,
        prevalent_wind=Wind((deal.prevalent_wind + begins_round) % 4),
        round_number=deal.round_number + begins_round,
        deal=replace(deal, turn=Turn.OVER, result=result, abort_pending=None),
        results=(*game.results, result),
        deals_left=left,
    )
    return end_game(game, options) if is_over else game


def _is_over(game: Game, deal: Deal, result: DealResult, ending: Ending, options: RiichiOptions) -> bool:
    if options.game.ends_below_zero and min(result.scores) < 0:
        return True
    is_last_dealer = deal.dealer == seat_after(game.first_dealer, 3)
    is_in_extra_round = deal.prevalent_wind >= options.game.rounds
    is_last_deal = is_in_extra_round or (deal.prevalent_wind == options.game.rounds - 1 and is_last_dealer)
    if not is_last_deal or ending.outcome in PLAYED_AGAIN:
        return False
    is_target_reached = options.game.extra_rounds == 0 or max(result.scores) >= options.game.target_points
    if ending.dealer_stays:
        may_stop = options.game.dealer_ends_when_winning if ending.wins else options.game.dealer_ends_when_tenpai
        leader = _leaders_first(result.scores, game.first_dealer)[0]
        return may_stop and is_target_reached and leader == deal.dealer
    last_wind = options.game.rounds - 1 + options.game.extra_rounds
    return is_target_reached or (is_last_dealer and deal.prevalent_wind >= last_wind)


def _leaders_first(scores: tuple[int, ...], first_dealer: Seat) -> list[Seat]:
    return sorted(seats_from(first_dealer), key=lambda seat: -scores[seat])


def call_time(game: Game, event: TimeCalled, options: RiichiOptions) -> Game:
    """The time is up: some deals may still begin, or the game stops and does not count."""
    if game.is_over:
        raise IllegalEvent("the game is over")
    is_between_deals = game.deal is None or game.deal.turn is Turn.OVER
    if event.void:
        if options.game.void_limit_minutes == 0:
            raise IllegalEvent("no time makes a game void under these rules (option void_limit_minutes)")
        return replace(game, is_void=True, deal=game.deal if is_between_deals else None)
    if options.game.time_limit_minutes == 0:
        raise IllegalEvent("there is no time limit under these rules (option time_limit_minutes)")
    if game.deals_left is not None:
        raise IllegalEvent("the time was called already")
    game = replace(game, deals_left=options.game.deals_after_time)
    return end_game(game, options) if is_between_deals and game.deals_left == 0 else game


def end_game(game: Game, options: RiichiOptions) -> Game:
    """Sticks left over are handed out and the final standing is drawn up."""
    game = _hand_out_sticks(game, options)
    return replace(game, standings=final_standings(game, options))


def _hand_out_sticks(game: Game, options: RiichiOptions) -> Game:
    """To the winner; players who share first place share them, odd hundreds to the one nearest the first East."""
    if not options.game.leftover_sticks_to_first:
        return game
    order = _leaders_first(game.scores, game.first_dealer)
    shares_place = options.game.ties is TieRule.SHARE
    first = [seat for seat in order if game.scores[seat] == game.scores[order[0]]] if shares_place else order[:1]
    points = game.riichi_sticks * STICK_POINTS
    share = points // len(first) // 100 * 100
    scores = list(game.scores)
    for seat in first:
        scores[seat] += share
    scores[first[0]] += points - share * len(first)
    return replace(game, scores=tuple(scores), riichi_sticks=0)


def final_standings(game: Game, options: RiichiOptions) -> tuple[Standing, ...]:
    """Points less `return_points`, uma, oka and penalties, by rank; an odd point goes to the first in order."""
    order = _leaders_first(game.scores, game.first_dealer)
    bonus = [uma + (options.game.oka_points if place == 0 else 0) for place, uma in enumerate(options.game.uma)]
    standings = []
    for place, seat in enumerate(order):
        points = game.scores[seat]
        tied = [place]
        if options.game.ties is TieRule.SHARE:
            tied = [other for other in range(len(SEATS)) if game.scores[order[other]] == points]
        shared = sum(bonus[other] for other in tied)
        extra = shared // len(tied) + (shared % len(tied) if place == min(tied) else 0)
        penalty = game.chombos[seat] * options.penalties.chombo_points
        standings.append(Standing(seat, points, points - options.game.return_points + extra - penalty, min(tied) + 1))
    return tuple(standings)
