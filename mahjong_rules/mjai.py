"""Events as mjai messages, the language of riichi programs (one JSON object each).

Rules this file keeps:
* What nobody could see is ``"?"``; what mjai has no word for goes into messages whose type begins with ``jantaku_``.
* A riichi stick is told by ``reach_accepted`` and is not part of the deltas of the deal's end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mahjong_rules.events import (
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
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal, DealResult, Game, Turn, WinResult
from mahjong_rules.systems.riichi.play import STICK_POINTS
from mahjong_rules.tiles import Tile, TileError, parse_tile
from mahjong_rules.turns import deltas_of

Json = dict[str, Any]
UNKNOWN: Final = "?"
_HONOUR_LETTERS: Final = "ESWNPFC"
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


def mjai_name(tile: Tile | None) -> str:
    """The mjai name: ``5mr`` for a red five, ``E S W N P F C`` for honours, ``?`` for None."""
    if tile is None:
        return UNKNOWN
    if tile.is_honour:
        return _HONOUR_LETTERS[tile.number - 1]
    return f"{tile.number}{tile.suit.value}{'r' if tile.red else ''}"


def tile_of_mjai(name: str) -> Tile:
    """The tile of an mjai name.

    Raises:
        TileError: no tile has this name.
    """
    if len(name) == 1 and name in _HONOUR_LETTERS:
        return parse_tile(f"{_HONOUR_LETTERS.index(name) + 1}z")
    if len(name) == 3 and name[0] == "5" and name[1] in "mps" and name[2] == "r":
        return parse_tile(f"0{name[1]}")
    if len(name) == 2 and name[0] in "123456789" and name[1] in "mps":
        return parse_tile(name)
    raise TileError(f"{name!r} is no mjai tile; expected for example 3m, 5pr or C")


def mjai_names(tiles: Sequence[Tile]) -> list[str]:
    """One name a tile."""
    return [mjai_name(tile) for tile in tiles]


def to_mjai(event: Event, before: Game | None, after: Game) -> list[Json]:
    """The messages that tell an event.

    Args:
        event: what happened.
        before: the game before it; None for the start of a game.
        after: the game after it.
    """
    if isinstance(event, GameStarted):
        return [{"type": "start_game", "names": list(event.names)}]
    if before is None or after.deal is None:
        return _scores_message(event) if isinstance(event, ScoresSet) else []
    messages = _accepted_riichi(before, after)
    match event:
        case DealStarted():
            messages = []
        case IndicatorTurned():
            messages += [_indicator(event, before, after, after.deal)]
        case Drawn():
            messages += [{"type": "tsumo", "actor": event.seat, "pai": mjai_name(event.tile)}]
        case Discarded():
            messages += _discard(event, before)
        case Called() | KongDeclared():
            messages += [_meld(event.seat, event.meld, before)]
        case ScoresSet():
            messages += _scores_message(event)
        case _:
            messages += _ending(event, before, after)
    return messages


def _scores_message(event: ScoresSet) -> list[Json]:
    return [{"type": "jantaku_scores_set", "scores": list(event.scores), "reason": event.reason}]


def _accepted_riichi(before: Game, after: Game) -> list[Json]:
    """The stick that this event made valid."""
    if before.deal is None or after.deal is None or before.deal.number != after.deal.number:
        return []
    messages: list[Json] = []
    for seat in SEATS:
        if after.deal.riichi[seat] and not before.deal.riichi[seat]:
            deltas = [-STICK_POINTS if other == seat else 0 for other in SEATS]
            scores = [score + delta for score, delta in zip(before.scores, deltas, strict=True)]
            messages.append({"type": "reach_accepted", "actor": seat, "deltas": deltas, "scores": scores})
    return messages


def _indicator(event: IndicatorTurned, before: Game, after: Game, deal: Deal) -> Json:
    marker = mjai_name(event.tile)
    if before.deal is None or before.deal.turn is not Turn.INDICATOR:
        return {"type": "dora", "dora_marker": marker}
    return {
        "type": "start_kyoku",
        "bakaze": deal.prevalent_wind.letter,
        "kyoku": (deal.dealer - after.first_dealer) % 4 + 1,
        "honba": deal.honba,
        "kyotaku": after.riichi_sticks,
        "oya": deal.dealer,
        "dora_marker": marker,
        "scores": list(after.scores),
        "tehais": [[UNKNOWN] * 13 for _ in SEATS],
    }


def _discard(event: Discarded, before: Game) -> list[Json]:
    """`tsumogiri` is false where nobody could see it, except in riichi, where it is certain."""
    in_riichi = before.deal is not None and before.deal.riichi[event.seat]
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


def _ending(event: Event, before: Game, after: Game) -> list[Json]:
    result = after.results[-1]
    start = [score - delta for score, delta in zip(result.scores, result.deltas, strict=True)]
    if result.wins and isinstance(event, WinsDeclared):
        messages = _wins(result, start)
    else:
        messages = [_drawn_deal(event, result)]
    messages.append({"type": "end_kyoku"})
    if after.is_over and not before.is_over:
        messages.append({"type": "end_game", "scores": list(after.scores)})
    return messages


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
        "uradora_markers": mjai_names(result.ura_indicators) if _is_riichi(win) else [],
        "yakus": [[line.rule, line.fan] for line in win.value.lines],
        "fu": win.value.fu,
        "fan": win.value.fan,
        "hora_points": points,
        "deltas": deltas,
        "scores": scores,
    }


def _is_riichi(win: WinResult) -> bool:
    return any(line.rule in ("riichi", "double_riichi") for line in win.value.lines)


def _drawn_deal(event: Event, result: DealResult) -> Json:
    message: Json = {"type": "ryukyoku", "deltas": list(result.deltas), "scores": list(result.scores)}
    if isinstance(event, ExhaustiveDraw):
        hands = [[] if hand is None else mjai_names(hand) for hand in event.hands]
        reason = "nagashimangan" if result.outcome.value == "nagashi_mangan" else "fanpai"
        return message | {"reason": reason, "tenpais": list(result.tenpai), "tehais": hands}
    if isinstance(event, PenaltyDeclared):
        return message | {"reason": "jantaku_chombo", "actor": event.seat}
    return message | {"reason": ABORT_REASONS[result.abort_reason.value] if result.abort_reason else ""}
