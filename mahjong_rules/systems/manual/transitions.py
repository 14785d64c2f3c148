"""Which function answers which event: the state machine of a manual game as a table of cases."""

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
from mahjong_rules.reseating import redraw_seats
from mahjong_rules.state import Game
from mahjong_rules.systems.classical.claims import declare_kong, take_discard
from mahjong_rules.systems.classical.flowers import lay_flower
from mahjong_rules.systems.classical.game_flow import end_game, set_scores
from mahjong_rules.systems.classical.play import discard, start_deal
from mahjong_rules.systems.classical.replacements import draw_tile
from mahjong_rules.systems.manual.game_flow import call_time, void_deal
from mahjong_rules.systems.manual.options import KONGS, ManualOptions
from mahjong_rules.systems.manual.results import declare_wins, draw_exhausted, settle_typed
from mahjong_rules.told import sentence

_UNKNOWN: Final = {
    GameStarted: sentence("the game has begun already"),
    IndicatorTurned: sentence("there are no indicators under these rules"),
    HandShown: sentence("only winners open their hands under these rules"),
    AbortClaimed: sentence("no hand annuls a deal under these rules: people void it"),
    PenaltyDeclared: sentence("these rules know no penalties: people set the scores"),
    FineJudged: sentence("these rules fine nobody: people set the scores"),
    WinsCounted: sentence("these rules value no hand: people type the payments"),
    StakeLaid: sentence("nobody lays a stake under these rules"),
    PointsPenalized: sentence("no points are taken off a final score under these rules"),
}


def next_game(game: Game, event: Event, options: ManualOptions) -> Game:  # noqa: C901, PLR0911, PLR0912 - one case each
    """The game after `event`.

    Raises:
        IllegalEvent: it cannot happen now; the text says why in one sentence.
    """
    match event:
        case Drawn():
            return draw_tile(game, event, options.table)
        case Discarded():
            return discard(game, event, options.table)
        case Called():
            return take_discard(game, event, options.table, chow_from_anybody=options.claims.chow_from_anybody)
        case KongDeclared():
            return declare_kong(game, event, options.table, KONGS)
        case FlowerLaid():
            return lay_flower(game, event, options.table)
        case DealStarted():
            return start_deal(game, event, options.table)
        case WinsDeclared():
            return declare_wins(game, event, options)
        case ResultTyped():
            return settle_typed(game, event, options)
        case ExhaustiveDraw():
            return draw_exhausted(game, event, options)
        case SeatsRedrawn():
            return redraw_seats(game, event, options.course.seats_drawn_every)
        case TimeCalled():
            return call_time(game, event, options.course)
        case DealVoided():
            return void_deal(game, options.course)
        case GameEnded():
            return end_early(game, lambda played: void_deal(played, options.course), end_game)
        case ScoresSet():
            return set_scores(game, event, options.settlement.score_step)
        case (
            GameStarted()
            | IndicatorTurned()
            | HandShown()
            | AbortClaimed()
            | PenaltyDeclared()
            | FineJudged()
            | StakeLaid()
            | PointsPenalized()
            | WinsCounted()
        ):
            raise IllegalEvent(_UNKNOWN[type(event)])
