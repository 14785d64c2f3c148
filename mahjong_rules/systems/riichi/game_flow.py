"""The course of a game: results, the next dealer, counters, rounds, the end and the final standing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mahjong_rules.deal_result import DealHeader
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import PointsPenalized, ScoresSet, TimeCalled
from mahjong_rules.game_flow import (
    PLAYED_AGAIN,
    Ending,
    check_not_over,
    close_deal,
    is_between_deals,
    is_out_of_time,
    leaders_first,
    limit_deals,
)
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal, Game, Standing, Stop
from mahjong_rules.systems.riichi.choices import TieRule
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.play import STICK_POINTS
from mahjong_rules.turns import with_item

SCORE_STEP: Final = 100
"""Points change by full hundreds: the smallest stick of a table is worth 100."""


def finish_deal(game: Game, deal: Deal, ending: Ending, options: RiichiOptions) -> Game:
    """The game after a deal: scores, result, who deals next, or the final standing."""
    settled = replace(deal, riichi=replace(deal.riichi, pending=None, abort_pending=None))
    game = close_deal(game, settled, ending, winds_prevail=True)
    return end_game(game, options) if is_out_of_time(game) or _is_over(game, deal.header, ending, options) else game


def _is_over(game: Game, played: DealHeader, ending: Ending, options: RiichiOptions) -> bool:
    """Whether the game ends after the deal `played`, whose scores `game` has already."""
    if options.game.ends_below_zero and min(game.scores) < 0:
        return True
    is_last_dealer = played.number_in_round(game.first_dealer) == len(played.seats)
    is_in_extra_round = played.prevalent_wind >= options.game.rounds
    # Extra rounds end with any deal that reaches the target; the last regular round only with its last dealer.
    is_last_deal = is_in_extra_round or (played.prevalent_wind == options.game.rounds - 1 and is_last_dealer)
    if not is_last_deal or ending.outcome in PLAYED_AGAIN:
        return False
    is_target_reached = options.game.extra_rounds == 0 or max(game.scores) >= options.game.target_points
    if ending.dealer_stays:
        may_stop = options.game.dealer_ends_when_winning if ending.wins else options.game.dealer_ends_when_tenpai
        leader = leaders_first(game.scores, game.first_dealer, played.seats)[0]
        return may_stop and is_target_reached and leader == played.dealer
    last_wind = options.game.rounds - 1 + options.game.extra_rounds
    return is_target_reached or (is_last_dealer and played.prevalent_wind >= last_wind)


def call_time(game: Game, event: TimeCalled, options: RiichiOptions) -> Game:
    """The time is up: some deals may still begin, or the game stops and does not count."""
    check_not_over(game)
    if event.void:
        if options.time.void_limit_minutes == 0:
            raise IllegalEvent("no time makes a game void under these rules (option void_limit_minutes)")
        return replace(game, stop=Stop.VOID, deal=game.deal if is_between_deals(game) else None)
    if options.time.time_limit_minutes == 0:
        raise IllegalEvent("there is no time limit under these rules (option time_limit_minutes)")
    is_in_next = options.time.deal_begins_at_end_of_last and is_between_deals(game)
    game = limit_deals(game, options.time.deals_after_time + is_in_next)
    return end_game(game, options) if is_out_of_time(game) else game


def end_game(game: Game, options: RiichiOptions) -> Game:
    """Sticks left over are handed out and the final standing is drawn up."""
    game = _hand_out_sticks(game, options)
    return replace(game, standings=final_standings(game, options))


def _hand_out_sticks(game: Game, options: RiichiOptions) -> Game:
    """To the winner; players who share first place share them, in full hundreds."""
    if not options.game.leftover_sticks_to_first:
        return game
    order = leaders_first(game.scores, game.first_dealer, game.header.seats)
    shares_place = options.game.ties is TieRule.SHARE
    first = [seat for seat in order if game.scores[seat] == game.scores[order[0]]] if shares_place else order[:1]
    points = game.riichi_sticks * STICK_POINTS
    share = points // len(first) // 100 * 100
    scores = list(game.scores)
    for seat in first:
        scores[seat] += share
    if options.game.odd_leftover_counts:
        scores[first[0]] += points - share * len(first)
    return replace(game, scores=tuple(scores), riichi_sticks=0)


def final_standings(game: Game, options: RiichiOptions) -> tuple[Standing, ...]:
    """Points less `return_points`, uma, oka and penalties, by rank; an odd point goes to the first in order."""
    order = leaders_first(game.scores, game.first_dealer, game.header.seats)
    returned = options.game.return_points - game.start_points
    standings = []
    for place, seat in enumerate(order):
        points = game.scores[seat]
        tied = [place]
        if options.game.ties is TieRule.SHARE:
            tied = [other for other in range(len(order)) if game.scores[order[other]] == points]
        uma = _share_of(sum(options.game.uma[other] for other in tied), tied, place)
        oka = _share_of(options.game.oka_points if 0 in tied else 0, tied, place) - returned
        penalty = game.penalty_points[seat]
        score = points - game.start_points + uma + oka - penalty
        standings.append(Standing(seat, points, score, min(tied) + 1, penalty, uma, oka))
    return tuple(standings)


def _share_of(points: int, tied: Sequence[int], place: int) -> int:
    """What the player at `place` gets of points that all `tied` share; what does not divide goes to their first."""
    return points // len(tied) + (points % len(tied) if place == min(tied) else 0)


def with_penalty(game: Game, seat: Seat, points: int) -> Game:
    """The game after `points` more come off the final score of `seat`."""
    total = game.penalty_points[seat] + points
    return replace(game, penalty_points=with_item(game.penalty_points, seat, total))


def penalize(game: Game, event: PointsPenalized, options: RiichiOptions) -> Game:
    """A referee's word: it stands beside the ranks of the table, in play and when the game is over."""
    if not options.penalties.point_penalties:
        raise IllegalEvent("no points are taken off a final score under these rules (option point_penalties)")
    if game.is_void:
        raise IllegalEvent("the game does not count, so there is no final score")
    if event.points <= 0 or event.points % SCORE_STEP:
        raise IllegalEvent(
            "a point penalty is a multiple of {step} above 0, not {points}", step=SCORE_STEP, points=event.points
        )
    game = with_penalty(game, event.seat, event.points)
    return replace(game, standings=final_standings(game, options)) if game.standings else game


def set_scores(game: Game, event: ScoresSet, options: RiichiOptions) -> Game:
    """A person's word: it stands, and a finished game is ranked again."""
    if len(event.scores) != len(SEATS) or any(points % SCORE_STEP for points in event.scores):
        raise IllegalEvent("scores are four full hundreds, not {scores}", scores=event.scores)
    game = replace(game, scores=event.scores)
    if event.riichi_sticks is not None:
        game = replace(game, riichi_sticks=event.riichi_sticks)
    if event.honba is not None:
        game = _with_honba(game, event.honba)
    return replace(game, standings=final_standings(game, options)) if game.standings else game


def _with_honba(game: Game, honba: int) -> Game:
    """Other counters for the deal in play, else for the next one."""
    game = replace(game, header=replace(game.header, honba=honba))
    if game.deal is None or game.deal.result is not None:
        return game
    return replace(game, deal=replace(game.deal, header=replace(game.deal.header, honba=honba)))
