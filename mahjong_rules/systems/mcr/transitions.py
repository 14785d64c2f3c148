"""Which function answers which event: the state machine of a Chinese official game as a table of cases."""

from __future__ import annotations

from typing import Final

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    AbortClaimed,
    Called,
    DealStarted,
    DealVoided,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    FineJudged,
    FlowerLaid,
    GameEnded,
    GameStarted,
    HandShown,
    IndicatorTurned,
    KongDeclared,
    PenaltyDeclared,
    PointsPenalized,
    ResultTyped,
    ScoresSet,
    SeatsRedrawn,
    StakeLaid,
    TimeCalled,
    WinsCounted,
    WinsDeclared,
)
from mahjong_rules.game_flow import end_early
from mahjong_rules.reseating import exchange_seats
from mahjong_rules.state import Game
from mahjong_rules.systems.classical.claims import declare_kong, take_discard
from mahjong_rules.systems.classical.game_flow import end_game, set_scores
from mahjong_rules.systems.classical.play import discard, start_deal
from mahjong_rules.systems.mcr.counted import declare_counted
from mahjong_rules.systems.mcr.endings import declare_wins, draw_exhausted
from mahjong_rules.systems.mcr.game_flow import call_time, void_deal
from mahjong_rules.systems.mcr.opening_flowers import draw_or_resume, lay_or_pause
from mahjong_rules.systems.mcr.options import McrOptions
from mahjong_rules.systems.mcr.penalties import declare_penalty
from mahjong_rules.told import sentence

_UNKNOWN: Final = {
    GameStarted: sentence("the game has begun already"),
    IndicatorTurned: sentence("there are no indicators under these rules"),
    HandShown: sentence("only winners open their hands under these rules"),
    FineJudged: sentence("no discard is fined under these rules"),
    AbortClaimed: sentence("no hand annuls a deal under these rules"),
    StakeLaid: sentence("nobody lays a stake under these rules"),
    PointsPenalized: sentence("no points are taken off a final score under these rules"),
    ResultTyped: sentence("these rules value the hand themselves: nobody types payments"),
}


def next_game(game: Game, event: Event, options: McrOptions) -> Game:  # noqa: C901, PLR0911, PLR0912 - one case each
    """The game after `event`.

    Raises:
        IllegalEvent: it cannot happen now; the text says why in one sentence.
    """
    match event:
        case Drawn():
            return draw_or_resume(game, event, options.table)
        case Discarded():
            return discard(game, event, options.table)
        case Called():
            return take_discard(game, event, options.table)
        case KongDeclared():
            return declare_kong(game, event, options.table, options.claims)
        case FlowerLaid():
            return lay_or_pause(game, event, options.table)
        case DealStarted():
            return start_deal(game, event, options.table)
        case WinsDeclared():
            return declare_wins(game, event, options)
        case WinsCounted():
            return declare_counted(game, event, options)
        case ExhaustiveDraw():
            return draw_exhausted(game, event, options)
        case PenaltyDeclared():
            return declare_penalty(game, event, options.penalties)
        case SeatsRedrawn():
            return exchange_seats(game, event, options.course.exchanges)
        case TimeCalled():
            return call_time(game, event, options.course)
        case DealVoided():
            return void_deal(game, options.course)
        case GameEnded():
            return end_early(game, lambda played: void_deal(played, options.course), end_game)
        case ScoresSet():
            return set_scores(game, event, 1)
        case (
            GameStarted()
            | IndicatorTurned()
            | HandShown()
            | FineJudged()
            | AbortClaimed()
            | StakeLaid()
            | PointsPenalized()
            | ResultTyped()
        ):
            raise IllegalEvent(_UNKNOWN[type(event)])
