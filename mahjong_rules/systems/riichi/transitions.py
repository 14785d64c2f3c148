"""Which function answers which event: the state machine of a riichi game as a table of cases."""

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
from mahjong_rules.state import Game
from mahjong_rules.systems.riichi.claims import claim, declare_kong
from mahjong_rules.systems.riichi.counted import declare_counted
from mahjong_rules.systems.riichi.drawn_deals import claim_abort, draw_exhausted
from mahjong_rules.systems.riichi.empty_seats import check_seats
from mahjong_rules.systems.riichi.endings import declare_wins
from mahjong_rules.systems.riichi.game_flow import call_time, end_game, penalize, set_scores
from mahjong_rules.systems.riichi.kita import lay_north
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.penalties import declare_penalty, void_deal
from mahjong_rules.systems.riichi.play import discard, draw, start_deal, turn_indicator
from mahjong_rules.told import sentence

_UNKNOWN = {
    HandShown: sentence("in riichi only winners open their hands"),
    FineJudged: sentence("riichi fines no dangerous discards"),
    SeatsRedrawn: sentence("in riichi people keep their seats for the whole game"),
    StakeLaid: sentence("nobody lays a stake on the dice in riichi"),
    ResultTyped: sentence("these rules value the hand themselves: nobody types payments"),
}


def next_game(game: Game, event: Event, options: RiichiOptions) -> Game:  # noqa: C901, PLR0911, PLR0912 - one case each
    """The game after `event`.

    Raises:
        IllegalEvent: it cannot happen now; the text says why in one sentence.
    """
    check_seats(event, options.players.seats)
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
            return start_deal(game, event, options)
        case WinsDeclared():
            return declare_wins(game, event, options)
        case WinsCounted():
            return declare_counted(game, event, options)
        case ExhaustiveDraw():
            return draw_exhausted(game, event, options)
        case AbortClaimed():
            return claim_abort(game, event, options)
        case PenaltyDeclared():
            return declare_penalty(game, event, options)
        case PointsPenalized():
            return penalize(game, event, options)
        case DealVoided():
            return void_deal(game, options)
        case GameEnded():
            return end_early(game, lambda played: void_deal(played, options), lambda played: end_game(played, options))
        case ScoresSet():
            return set_scores(game, event, options)
        case GameStarted():
            raise IllegalEvent("the game has begun already")
        case TimeCalled():
            return call_time(game, event, options)
        case FlowerLaid():
            return lay_north(game, event, options)
        case HandShown() | FineJudged() | SeatsRedrawn() | StakeLaid() | ResultTyped():
            raise IllegalEvent(_UNKNOWN[type(event)])
