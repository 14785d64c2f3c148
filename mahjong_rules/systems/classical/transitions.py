"""Which function answers which event: the state machine of a classical game as a table of cases."""

from __future__ import annotations

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
from mahjong_rules.systems.classical.claims import claim, declare_kong
from mahjong_rules.systems.classical.counted import declare_counted
from mahjong_rules.systems.classical.drawn_deals import draw_exhausted
from mahjong_rules.systems.classical.endings import declare_wins, judge_fine, show_hand
from mahjong_rules.systems.classical.flowers import lay_flower
from mahjong_rules.systems.classical.game_flow import call_time, end_game, lay_stake, set_scores
from mahjong_rules.systems.classical.penalties import claim_abort, declare_penalty, void_deal
from mahjong_rules.systems.classical.play import discard, start_deal
from mahjong_rules.systems.classical.replacements import draw_tile
from mahjong_rules.systems.classical.system import ClassicalSystem


def next_game(game: Game, event: Event, system: ClassicalSystem) -> Game:  # noqa: C901, PLR0911, PLR0912 - one case each
    """The game after `event`.

    Raises:
        IllegalEvent: it cannot happen now; the text says why in one sentence.
    """
    match event:
        case Drawn():
            return draw_tile(game, event, system.table)
        case Discarded():
            return discard(game, event, system.table)
        case Called():
            return claim(game, event, system.table, system.scoring)
        case KongDeclared():
            return declare_kong(game, event, system.table, system.claims)
        case FlowerLaid():
            return lay_flower(game, event, system.table)
        case DealStarted():
            return start_deal(game, event, system.table)
        case WinsDeclared():
            return declare_wins(game, event, system)
        case WinsCounted():
            return declare_counted(game, event, system)
        case HandShown():
            return show_hand(game, event, system)
        case FineJudged():
            return judge_fine(game, event, system)
        case ExhaustiveDraw():
            return draw_exhausted(game, event, system)
        case AbortClaimed():
            return claim_abort(game, event, system)
        case PenaltyDeclared():
            return declare_penalty(game, event, system)
        case StakeLaid():
            return lay_stake(game, event, system.penalties, system.scoring.step)
        case SeatsRedrawn():
            return redraw_seats(game, event, system.course.seats_drawn_every)
        case TimeCalled():
            return call_time(game, event, system.course)
        case DealVoided():
            return void_deal(game, system)
        case GameEnded():
            return end_early(game, lambda played: void_deal(played, system), end_game)
        case ScoresSet():
            return set_scores(game, event, system.scoring.step)
        case PointsPenalized():
            raise IllegalEvent("no points are taken off a final score under these rules")
        case ResultTyped():
            raise IllegalEvent("these rules value the hand themselves: nobody types payments")
        case GameStarted():
            raise IllegalEvent("the game has begun already")
        case IndicatorTurned():
            raise IllegalEvent("there is no IndicatorTurned under these rules")
