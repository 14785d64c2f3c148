"""Events as mjai messages, the language of riichi programs (one JSON object each).

Rules this file keeps:
* What nobody could see is ``"?"``; what mjai has no word for goes into messages whose type begins with ``jantaku_``.
* A riichi stick is told by ``reach_accepted`` and is not part of the deltas of the deal's end.
* A deal without dora indicators, one of the classical systems, begins and ends with messages of our own.
"""

from __future__ import annotations

from typing import Any, Final

from mahjong_rules.deal_result import DealResult, Outcome, WinResult
from mahjong_rules.events import (
    Called,
    DealStarted,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    FlowerLaid,
    GameStarted,
    IndicatorTurned,
    KongDeclared,
    Win,
    WinsDeclared,
)
from mahjong_rules.melds import HAND_TILES, Meld, MeldKind
from mahjong_rules.mjai_own import own_message, result_message
from mahjong_rules.mjai_players import KITA, of_players
from mahjong_rules.mjai_tiles import UNKNOWN, mjai_name, mjai_names
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.systems.riichi.play import STICK_POINTS
from mahjong_rules.tiles import NORTH
from mahjong_rules.turns import deltas_of

Json = dict[str, Any]
MELD_TYPES: Final = {
    MeldKind.CHOW: "chi",
    MeldKind.PUNG: "pon",
    MeldKind.MELDED_KONG: "daiminkan",
    MeldKind.ADDED_KONG: "kakan",
    MeldKind.CONCEALED_KONG: "ankan",
}
ABORT_REASONS: Final = {
    "nine_terminals": "kyushukyuhai",
    "four_winds": "sufonrenta",
    "four_riichi": "suchareach",
    "four_kongs": "sukaikan",
    "triple_ron": "sanchaho",
}


def to_mjai(event: Event, before: Game | None, after: Game) -> list[Json]:
    """The messages that tell an event.

    Args:
        event: what happened.
        before: the game before it; None for the start of a game.
        after: the game after it.
    """
    return [of_players(message, after.header.seats) for message in _messages(event, before, after)]


def _messages(event: Event, before: Game | None, after: Game) -> list[Json]:
    """The same with everything by seat."""
    if isinstance(event, GameStarted) or before is None:
        return [{"type": "start_game", "names": list(after.names)}]
    messages = [*_accepted_riichi(before, after), *_happening(event, before, after)]
    if len(after.results) > len(before.results):
        messages += _ending(event, after)
    if after.is_over and not before.is_over:
        messages.append({"type": "end_game", "scores": list(after.scores)})
    return messages


def _happening(event: Event, before: Game, after: Game) -> list[Json]:  # noqa: PLR0911 - one case each
    match event:
        case DealStarted():
            return [] if _is_riichi(after) else [_start_deal(event, after)]
        case IndicatorTurned():
            return [_indicator(event, before, after)]
        case Drawn():
            return [{"type": "tsumo", "actor": event.seat, "pai": mjai_name(event.tile)}]
        case Discarded():
            return _discard(event, before)
        case Called() | KongDeclared():
            return [_meld(event.seat, event.meld, before)]
        case FlowerLaid() if event.tile == NORTH:
            return [{"type": KITA, "actor": event.seat, "pai": mjai_name(event.tile)}]
        case WinsDeclared():
            return [] if _is_riichi(after) else [_declared(win, event.discarder) for win in event.wins]
        case _:
            message = own_message(event)
            return [] if message is None else [message]


def _is_riichi(game: Game) -> bool:
    return game.deal is not None and (game.deal.turn is Turn.INDICATOR or bool(game.deal.riichi.indicators))


def _accepted_riichi(before: Game, after: Game) -> list[Json]:
    """The stick that this event made valid."""
    if before.deal is None or after.deal is None or before.deal.header.number != after.deal.header.number:
        return []
    messages: list[Json] = []
    for seat in SEATS:
        if after.deal.riichi.accepted[seat] and not before.deal.riichi.accepted[seat]:
            deltas = [-STICK_POINTS if other == seat else 0 for other in SEATS]
            scores = [score + delta for score, delta in zip(before.scores, deltas, strict=True)]
            messages.append({"type": "reach_accepted", "actor": seat, "deltas": deltas, "scores": scores})
    return messages


def _indicator(event: IndicatorTurned, before: Game, after: Game) -> Json:
    marker = mjai_name(event.tile)
    if before.deal is None or before.deal.turn is not Turn.INDICATOR:
        return {"type": "dora", "dora_marker": marker}
    hands = [[UNKNOWN] * HAND_TILES for _ in SEATS]
    return {"type": "start_kyoku"} | _place(before.deal, after) | {"dora_marker": marker, "tehais": hands}


def _start_deal(event: DealStarted, after: Game) -> Json:
    place = _place(after.deal, after) if after.deal is not None else {}
    # With names, which change seats within a game (Tchou 1924 l.296): a deal is read without the deals before it.
    own = {"dice": list(event.dice), "stake": after.stake, "names": list(after.names)}
    return {"type": "jantaku_start_deal"} | place | own


def _place(deal: Deal, game: Game) -> Json:
    return {
        "bakaze": deal.header.prevalent_wind.letter,
        "kyoku": deal.header.number_in_round(game.first_dealer),
        "honba": deal.header.honba,
        "kyotaku": game.riichi_sticks,
        "oya": deal.header.dealer,
        "scores": list(game.scores),
    }


def _discard(event: Discarded, before: Game) -> list[Json]:
    """`tsumogiri` is false where nobody could see it, except in riichi, where it is certain."""
    in_riichi = before.deal is not None and before.deal.riichi.accepted[event.seat]
    dahai = {
        "type": "dahai",
        "actor": event.seat,
        "pai": mjai_name(event.tile),
        "tsumogiri": bool(event.tsumogiri) or in_riichi,
    }
    return [{"type": "reach", "actor": event.seat}, dahai] if event.riichi else [dahai]


def _meld(seat: Seat, meld: Meld, before: Game) -> Json:
    message: Json = {"type": MELD_TYPES[meld.kind], "actor": seat}
    consumed = list(meld.tiles)
    if meld.kind is MeldKind.ADDED_KONG:
        pung = next(
            known
            for known in (before.deal.melds[seat] if before.deal is not None else ())
            if known.kind is MeldKind.PUNG and known.tiles[0].plain == meld.tiles[0].plain
        )
        for tile in pung.tiles:
            consumed.remove(tile)
        return message | {"pai": mjai_name(consumed[0]), "consumed": mjai_names(pung.tiles)}
    if meld.called_tile is not None:
        consumed.remove(meld.called_tile)
        message |= {"target": meld.called_from, "pai": mjai_name(meld.called_tile)}
    return message | {"consumed": mjai_names(consumed)}


def _ending(event: Event, after: Game) -> list[Json]:
    result = after.results[-1]
    if not _is_riichi(after):
        return [result_message(result)]
    start = [score - delta for score, delta in zip(result.scores, result.deltas, strict=True)]
    messages = _wins(result, start) if result.wins else [_drawn_deal(event, result)]
    return [*messages, {"type": "end_kyoku"}]


def _declared(win: Win, discarder: Seat | None) -> Json:
    return {
        "type": "jantaku_win_declared",
        "actor": win.seat,
        "target": win.seat if discarder is None else discarder,
        "pai": mjai_name(win.winning_tile),
        "hand": mjai_names(win.concealed),
    }


def _wins(result: DealResult, scores: list[int]) -> list[Json]:
    messages = []
    for win in result.wins:
        deltas = deltas_of(payment for payment in result.payments if payment.receiver == win.seat)
        scores = [score + delta for score, delta in zip(scores, deltas, strict=True)]
        messages.append(_win(win, result, list(deltas), scores))
    return messages


def _win(win: WinResult, result: DealResult, deltas: list[int], scores: list[int]) -> Json:
    own = [payment for payment in result.payments if payment.receiver == win.seat]
    points = sum(payment.points for payment in own if payment.reason in ("ron", "tsumo", "pao"))
    return {
        "type": "hora",
        "actor": win.seat,
        "target": win.seat if win.discarder is None else win.discarder,
        "pai": mjai_name(win.winning_tile),
        "hora_tehais": mjai_names(win.hand),
        "uradora_markers": mjai_names(result.ura_indicators) if _turns_ura(win) else [],
        "yakus": [[line.rule, line.fan] for line in win.value.lines],
        "fu": win.value.fu,
        "fan": win.value.fan,
        "hora_points": points,
        "deltas": deltas,
        "scores": scores,
    }


def _turns_ura(win: WinResult) -> bool:
    return any(line.rule in ("riichi", "double_riichi") for line in win.value.lines)


def _drawn_deal(event: Event, result: DealResult) -> Json:
    message: Json = {"type": "ryukyoku", "deltas": list(result.deltas), "scores": list(result.scores)}
    if result.outcome is Outcome.CHOMBO:
        # One message: to a reader, who skips unknown fields, a second `ryukyoku` would be the end of another deal.
        faults = [{"actor": chombo.seat, "reason": chombo.reason} for chombo in result.chombos]
        message |= {"reason": "jantaku_chombo", "actor": result.chombos[0].seat, "jantaku_chombos": faults}
    if isinstance(event, ExhaustiveDraw):
        hands = [[] if hand is None else mjai_names(hand) for hand in event.hands]
        reason = "nagashimangan" if result.outcome is Outcome.NAGASHI_MANGAN else "fanpai"
        return {"reason": reason} | message | {"tenpais": list(result.tenpai), "tehais": hands}
    if result.outcome is Outcome.CHOMBO:
        return message
    if result.outcome is Outcome.VOID:
        return message | {"reason": "jantaku_void"}
    return message | {"reason": ABORT_REASONS[result.abort_reason.value] if result.abort_reason else ""}
