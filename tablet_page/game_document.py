"""The document `game`: the deals so far, what each paid, and the final standing."""

from __future__ import annotations

from mahjong_rules.deal_result import DealResult, Outcome
from mahjong_rules.reseating import by_seat_of_now, first_dealer_of
from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Game
from tablet_page.results import best_hand_document, deal_label
from wire.result_documents import GameDocument, ShortResultDocument


def game_document(game: Game | None, traits: Traits) -> GameDocument:
    """The deals so far, and the final standing once the game is over."""
    if game is None:
        nothing = [0, 0, 0, 0]
        names = ["", "", "", ""]
        return {
            "names": names,
            "first_dealer": 0,
            "start_scores": nothing,
            "results": [],
            "other_since": nothing,
            "penalty_points": nothing,
            "standings": [],
            "best_hand": None,
        }
    scores = [by_seat_of_now(game, deals, result.scores) for deals, result in enumerate(game.results, 1)]
    start = [game.start_points if seat in game.header.seats else 0 for seat in SEATS]
    before = [tuple(start), *scores]
    return {
        "names": list(game.names),
        "first_dealer": game.first_dealer,
        "start_scores": start,
        "results": [_short_result(game, deals, before[deals - 1], traits) for deals in range(1, len(game.results) + 1)],
        "other_since": [now - then for now, then in zip(game.scores, before[-1], strict=True)],
        "penalty_points": list(game.penalty_points),
        "standings": [
            {
                "seat": line.seat,
                "points": line.points,
                "score": line.score,
                "rank": line.rank,
                "penalty": line.penalty,
                "uma": line.uma,
                "oka": line.oka,
            }
            for line in game.standings
        ],
        "best_hand": best_hand_document(game, traits) if game.standings else None,
    }


def _short_result(game: Game, deals: int, before: tuple[int, ...], traits: Traits) -> ShortResultDocument:
    """The `deals`-th result, by the seats at which the same people sit now."""
    result = game.results[deals - 1]
    paid = _without_returned_sticks(result)
    scores, deltas, old = (by_seat_of_now(game, deals, item) for item in (result.scores, paid, SEATS))
    changes = zip(scores, before, deltas, strict=True)
    discarder = result.wins[0].discarder if result.wins else None
    return {
        "number": result.header.number,
        "deal_label": deal_label(traits, result.header, first_dealer_of(game, deals)),
        "honba": result.header.honba,
        "outcome": result.outcome.value,
        "winners": [Seat(old.index(win.seat)) for win in result.wins],
        "discarder": None if discarder is None else Seat(old.index(discarder)),
        "other": [score - earlier - delta for score, earlier, delta in changes],
        "deltas": list(deltas),
        "scores": list(scores),
    }


def _without_returned_sticks(result: DealResult) -> tuple[int, ...]:
    """What a deal changed: the sticks of one that does not count are back with those who laid them, nobody's gain."""
    if result.outcome not in (Outcome.VOID, Outcome.CHOMBO):
        return result.deltas
    returned = [payment for payment in result.payments if payment.reason == "riichi_sticks"]
    return tuple(
        delta - sum(payment.points for payment in returned if payment.receiver == seat)
        for seat, delta in enumerate(result.deltas)
    )
