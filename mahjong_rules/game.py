"""The rules engine: one event after the other, from a state to the next.

Rules this file keeps:
* `apply` never changes its arguments and never accepts what cannot happen at a table: it raises `IllegalEvent`.
* It works with all tiles known (a record) and with what a camera knows (draws are None, hands open at the end).
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from mahjong_rules.claims import claim, declare_kong
from mahjong_rules.course import final_standings
from mahjong_rules.endings import claim_abort, declare_penalty, declare_wins, draw_exhausted
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    AbortClaimed,
    Called,
    DealStarted,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    GameStarted,
    IndicatorTurned,
    KongDeclared,
    PenaltyDeclared,
    ScoresSet,
    WinsDeclared,
)
from mahjong_rules.hands import is_complete, waits
from mahjong_rules.options import RuleOptions
from mahjong_rules.play import discard, draw, next_to_draw, start_deal, turn_indicator
from mahjong_rules.seats import Wind
from mahjong_rules.state import Game
from mahjong_rules.winning import Hints, is_wall_empty, legal_hints, win_problem

__all__ = [
    "Hints",
    "IllegalEvent",
    "apply",
    "is_complete",
    "is_wall_empty",
    "legal_hints",
    "new_game",
    "next_to_draw",
    "waits",
    "win_problem",
]


def new_game(event: GameStarted, options: RuleOptions) -> Game:
    """A game before its first deal."""
    return Game(
        rules=event.rules,
        names=event.names,
        first_dealer=event.first_dealer,
        scores=(options.start_points,) * 4,
        start_points=options.start_points,
        riichi_sticks=0,
        prevalent_wind=Wind.EAST,
        dealer=event.first_dealer,
        honba=0,
        deal=None,
        results=(),
        standings=(),
    )


def apply(game: Game, event: Event, options: RuleOptions) -> Game:  # noqa: C901, PLR0911, PLR0912 - one case each
    """The game after `event`.

    Raises:
        IllegalEvent: it cannot happen now; the text says why in one sentence.
    """
    match event:
        case Drawn():
            return draw(game, event, options)
        case Discarded():
            return discard(game, event, options)
        case Called():
            return claim(game, event, options)
        case KongDeclared():
            return declare_kong(game, event, options)
        case IndicatorTurned():
            return turn_indicator(game, event, options)
        case DealStarted():
            return start_deal(game, event)
        case WinsDeclared():
            return declare_wins(game, event, options)
        case ExhaustiveDraw():
            return draw_exhausted(game, event, options)
        case AbortClaimed():
            return claim_abort(game, event, options)
        case PenaltyDeclared():
            return declare_penalty(game, event, options)
        case ScoresSet():
            return _set_scores(game, event, options)
        case GameStarted():
            raise IllegalEvent("the game has begun already")
        case _:
            assert_never(event)


def _set_scores(game: Game, event: ScoresSet, options: RuleOptions) -> Game:
    """A person's word: it stands, and a finished game is ranked again."""
    if len(event.scores) != 4 or any(score % 100 for score in event.scores):
        raise IllegalEvent(f"scores are four full hundreds, not {event.scores}")
    game = replace(game, scores=event.scores)
    return replace(game, standings=final_standings(game, options)) if game.is_over else game
