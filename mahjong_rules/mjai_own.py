"""Messages for what mjai has no word for: their type begins with ``jantaku_``."""

from __future__ import annotations

from typing import Any

from mahjong_rules.deal_result import DealResult, LoserResult, ScoreLine, WinResult
from mahjong_rules.events import (
    Event,
    FineJudged,
    FlowerLaid,
    GameEnded,
    HandShown,
    PenaltyDeclared,
    PenaltyKind,
    PointsPenalized,
    ResultTyped,
    ScoresSet,
    SeatsRedrawn,
    StakeLaid,
    TimeCalled,
    ToldHand,
    WinsCounted,
)
from mahjong_rules.mjai_tiles import mjai_name, mjai_names

Json = dict[str, Any]


def own_message(event: Event) -> Json | None:  # noqa: C901, PLR0911, PLR0912 - one case each
    """The message of an event that mjai has no word for; None for one that it has, or that only ends the deal."""
    match event:
        case FlowerLaid():
            return {"type": "jantaku_flower", "actor": event.seat, "pai": mjai_name(event.tile)}
        case HandShown():
            hand = None if event.hand is None else mjai_names(event.hand)
            return {"type": "jantaku_hand_shown", "actor": event.seat, "hand": hand}
        case FineJudged():
            return {"type": "jantaku_fine_judged", "actor": event.seat, "exempt": event.exempt}
        case StakeLaid():
            return {"type": "jantaku_stake", "actor": event.seat, "points": event.points, "added": event.added}
        case SeatsRedrawn():
            return {"type": "jantaku_seats", "seats": list(event.seats), "first_dealer": event.first_dealer}
        case TimeCalled():
            return {"type": "jantaku_time_called", "void": event.void}
        case GameEnded():
            return {"type": "jantaku_game_ended"}
        case PenaltyDeclared() if event.kind is not PenaltyKind.CHOMBO:
            return {"type": "jantaku_penalty", "actor": event.seat, "kind": event.kind.value}
        case PointsPenalized():
            points, why = event.points, event.reason
            return {"type": "jantaku_points_penalized", "actor": event.seat, "points": points, "reason": why}
        case ResultTyped():
            winners, target = list(event.winners), event.discarder
            return {"type": "jantaku_result_typed", "winners": winners, "target": target, "deltas": list(event.deltas)}
        case WinsCounted():
            wins, losers = [_told(hand) for hand in event.wins], [_told(hand) for hand in event.losers]
            return {"type": "jantaku_wins_counted", "wins": wins, "losers": losers, "target": event.discarder}
        case ScoresSet():
            return _scores_set(event)
        case _:
            return None


def _told(hand: ToldHand) -> Json:
    return {"actor": hand.seat, "fan": hand.fan, "fu": hand.fu, "yakuman": hand.yakuman}


def _scores_set(event: ScoresSet) -> Json:
    message: Json = {"type": "jantaku_scores_set", "scores": list(event.scores), "reason": event.reason}
    extra = {"kyotaku": event.riichi_sticks, "honba": event.honba}
    return message | {key: value for key, value in extra.items() if value is not None}


def result_message(result: DealResult) -> Json:
    """How a deal of a classical system ended, with every line and payment."""
    return {
        "type": "jantaku_end_deal",
        "outcome": result.outcome.value,
        "reason": None if result.abort_reason is None else result.abort_reason.value,
        "winners": [_hand(win) | _won(win) for win in result.wins],
        "losers": [_hand(loser) for loser in result.losers],
        "payments": [
            {"payer": item.payer, "receiver": item.receiver, "points": item.points, "reason": item.reason}
            for item in result.payments
        ],
        "deltas": list(result.deltas),
        "scores": list(result.scores),
    }


def _won(win: WinResult) -> Json:
    target = win.seat if win.discarder is None else win.discarder
    return {"target": target, "pai": mjai_name(win.winning_tile)}


def _hand(part: WinResult | LoserResult) -> Json:
    return {
        "actor": part.seat,
        "hand": mjai_names(part.hand),
        "flowers": mjai_names(part.flowers),
        "points": part.value.base_points,
        "fan": part.value.fan,
        "lines": [_line(line) for line in part.value.lines],
    }


def _line(line: ScoreLine) -> Json:
    return {"rule": line.rule, "clause": line.clause, "fan": line.fan, "points": line.points}
