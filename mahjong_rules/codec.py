"""Events as plain JSON objects and back: what the journal keeps and MQTT says.

Rules this file keeps: `event_from_json(event_to_json(event)) == event`; tiles are written in our notation (``0p``),
the key ``type`` names the kind of event; an object that makes no event raises `CodecError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final

from mahjong_rules.events import (
    AbortClaimed,
    AbortReason,
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
    PenaltyKind,
    PointsPenalized,
    ResultTyped,
    ScoresSet,
    SeatsRedrawn,
    StakeLaid,
    TimeCalled,
    ToldHand,
    Win,
    WinsCounted,
    WinsDeclared,
)
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile, parse_tile

Json = dict[str, Any]


class CodecError(ValueError):
    """A JSON object that describes no event; the text names what is wrong."""


TYPES: Final[Mapping[str, type[Event]]] = {
    "game_started": GameStarted,
    "deal_started": DealStarted,
    "indicator_turned": IndicatorTurned,
    "flower_laid": FlowerLaid,
    "drawn": Drawn,
    "discarded": Discarded,
    "called": Called,
    "kong_declared": KongDeclared,
    "wins_declared": WinsDeclared,
    "result_typed": ResultTyped,
    "wins_counted": WinsCounted,
    "hand_shown": HandShown,
    "fine_judged": FineJudged,
    "exhaustive_draw": ExhaustiveDraw,
    "abort_claimed": AbortClaimed,
    "penalty_declared": PenaltyDeclared,
    "points_penalized": PointsPenalized,
    "stake_laid": StakeLaid,
    "seats_redrawn": SeatsRedrawn,
    "time_called": TimeCalled,
    "game_ended": GameEnded,
    "scores_set": ScoresSet,
    "deal_voided": DealVoided,
}
_NAMES: Final = {kind: name for name, kind in TYPES.items()}


def event_to_json(event: Event) -> Json:
    """A JSON object with ``type`` and one key a field."""
    return {"type": _NAMES[type(event)]} | _plain_fields(event)


def event_from_json(data: Mapping[str, Any]) -> Event:
    """The event that `event_to_json` wrote.

    Raises:
        CodecError: unknown type, missing or surplus keys, values that make no event.
    """
    name = data.get("type")
    kind = TYPES.get(str(name))
    if kind is None:
        raise CodecError(f"{name!r} is no type of event; known are {', '.join(TYPES)}")
    values = {key: value for key, value in data.items() if key != "type"}
    known = {field.name for field in fields(kind)}
    if not values.keys() <= known:
        raise CodecError(f"a {name} event has no {', '.join(sorted(values.keys() - known))}")
    try:
        return kind(**{key: _reader(kind, key)(value) for key, value in values.items()})
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise CodecError(f"this is no {name} event ({error})") from error


def _reader(kind: type[Event], key: str) -> Callable[[Any], Any]:
    return _READERS.get((kind, key)) or _READERS_BY_KEY[key]


def _plain_fields(item: Any) -> Json:
    return {field.name: _plain(getattr(item, field.name)) for field in fields(item)}


def _plain(value: Any) -> Any:
    match value:
        case Tile():
            return str(value)
        case StrEnum():
            return value.value
        case tuple():
            return [_plain(item) for item in value]
        case Meld() | Win() | ToldHand():
            return _plain_fields(value)
        case _:
            return value


def _tiles(value: list[str]) -> tuple[Tile, ...]:
    return tuple(map(parse_tile, value))


def _maybe_tile(value: str | None) -> Tile | None:
    return None if value is None else parse_tile(value)


def _seat(value: int) -> Seat:
    if type(value) is not int or not 0 <= value <= 3:
        raise ValueError(f"{value!r} is no seat from 0 to 3")
    return Seat(value)


def _maybe_seat(value: int | None) -> Seat | None:
    return None if value is None else _seat(value)


def _meld(value: Mapping[str, Any]) -> Meld:
    return Meld(
        kind=MeldKind(value["kind"]),
        tiles=_tiles(value["tiles"]),
        called_from=_maybe_seat(value["called_from"]),
        called_tile=_maybe_tile(value["called_tile"]),
    )


def _win(value: Mapping[str, Any]) -> Win:
    return Win(_seat(value["seat"]), _tiles(value["concealed"]), parse_tile(value["winning_tile"]))


def _wins(value: list[Mapping[str, Any]]) -> tuple[Win, ...]:
    return tuple(map(_win, value))


def _counted(value: list[Mapping[str, Any]]) -> tuple[ToldHand, ...]:
    return tuple(
        ToldHand(_seat(hand["seat"]), *(_number(hand.get(key, 0)) for key in ("fan", "fu", "yakuman")))
        for hand in value
    )


def _hands(value: list[list[str] | None]) -> tuple[tuple[Tile, ...] | None, ...]:
    return tuple(None if hand is None else _tiles(hand) for hand in value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _maybe_flag(value: Any) -> bool | None:
    return None if value is None else _flag(value)


def _number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is no whole number")
    return value


def _maybe_number(value: Any) -> int | None:
    return None if value is None else _number(value)


def _pairs(value: list[list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((_text(name), _text(chosen)) for name, chosen in value)


def _numbers(value: list[int]) -> tuple[int, ...]:
    if any(type(number) is not int for number in value):
        raise TypeError(f"{value!r} are no whole numbers")
    return tuple(value)


def _four(value: list[Any]) -> tuple[Any, ...]:
    if len(value) != 4:
        raise ValueError(f"four entries are expected, not {len(value)}")
    return tuple(value)


_READERS_BY_KEY: Final[Mapping[str, Callable[[Any], Any]]] = {
    "rules": _text,
    "names": lambda value: tuple(map(_text, _four(value))),
    "first_dealer": _seat,
    "seats": lambda value: tuple(map(_seat, _four(value))),
    "dice": _numbers,
    "tile": parse_tile,
    "seat": _seat,
    "riichi": _flag,
    "tsumogiri": _maybe_flag,
    "meld": _meld,
    "wins": _wins,
    "winners": lambda value: tuple(map(_seat, value)),
    "discarder": _maybe_seat,
    "deltas": lambda value: _numbers(list(_four(value))),
    "ura_indicators": _tiles,
    "hands": lambda value: _hands(list(_four(value))),
    "hand": _tiles,
    "settings": _pairs,
    "exempt": _flag,
    "void": _flag,
    "points": _number,
    "added": _number,
    "kind": PenaltyKind,
    "scores": lambda value: _numbers(list(_four(value))),
}
_READERS: Final[Mapping[tuple[type, str], Callable[[Any], Any]]] = {
    (Drawn, "tile"): _maybe_tile,
    (AbortClaimed, "reason"): AbortReason,
    (HandShown, "hand"): lambda value: None if value is None else _tiles(value),
    (PointsPenalized, "reason"): _text,
    (ScoresSet, "reason"): _text,
    (ScoresSet, "riichi_sticks"): _maybe_number,
    (ScoresSet, "honba"): _maybe_number,
    (DealVoided, "reason"): _text,
    (WinsCounted, "wins"): _counted,
    (WinsCounted, "losers"): _counted,
}
