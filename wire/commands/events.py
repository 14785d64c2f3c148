"""An event of the game as a command brings it: read by the rules' own codec, within the bounds of all that comes in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import Field, GetJsonSchemaHandler, PlainSerializer, PlainValidator, Strict, TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

from mahjong_rules.codec import CodecError, event_from_json, event_to_json
from mahjong_rules.events import Event, GameStarted
from wire.commands.expectations import UNKNOWN_FIELD, Expected, nonsense
from wire.commands.fields import MAX_EVENTS, MAX_POINTS, MAX_REASON_LENGTH, MAX_TILES, is_clean

MAX_DEPTH: Final = 6
"""Objects and lists within each other; an event has four (wins, a win, its tiles, a tile)."""
_EXAMPLE: Final = 'an event such as {"type": "drawn", "seat": 0}'


def _event(value: Any) -> Event:
    if not isinstance(value, Mapping) or not isinstance(value.get("type"), str):
        raise ValueError  # noqa: TRY004 - what pydantic takes for a refusal
    _check_bounds(value, MAX_DEPTH)
    try:
        event = event_from_json(value)
    except CodecError as error:
        raise nonsense(str(error)) from error
    if isinstance(event, GameStarted):
        raise nonsense("a game is started with start_game, not by a correction")
    surplus = _surplus(value, event_to_json(event))
    if surplus:
        raise PydanticCustomError(UNKNOWN_FIELD, "{words}", {"field": surplus, "words": ""})
    return event


def _check_bounds(value: Any, depth: int) -> None:
    """Refuse texts, numbers and lists that no event needs; the rules look at the rest."""
    match value:
        case str() if len(value) > MAX_REASON_LENGTH or not is_clean(value):
            raise nonsense(
                f"a text of an event has at most {MAX_REASON_LENGTH} characters, no control characters, no surrogates"
            )
        case int() if abs(value) > MAX_POINTS:
            raise nonsense(f"a number of an event is at most {MAX_POINTS}")
        case list() | dict() if depth == 0 or len(value) > MAX_TILES:
            raise nonsense(f"a list of an event has at most {MAX_TILES} entries, {MAX_DEPTH} lists within each other")
        case list():
            for item in value:
                _check_bounds(item, depth - 1)
        case dict():
            for item in (*value, *value.values()):
                _check_bounds(item, depth - 1)


def _surplus(given: Any, written: Any, path: str = "") -> str:
    """The first key in `given` that the event as the rules write it does not have; "" where there is none."""
    if isinstance(given, Mapping) and isinstance(written, Mapping):
        for key, value in given.items():
            place = f"{path}.{key}" if path else str(key)
            if key not in written:
                return place
            if found := _surplus(value, written[key], place):
                return found
    if isinstance(given, list) and isinstance(written, list):
        for number, pair in enumerate(zip(given, written, strict=False)):
            if found := _surplus(*pair, f"{path}.{number}"):
                return found
    return ""


class _AsGiven:
    """The JSON Schema of an event that a command brings, made only where somebody asks for schemas.

    Its models take 0.6 s of a daemon's start (`-X importtime`, 2026-11), and checking an event needs none of them.
    """

    def __get_pydantic_json_schema__(self, _checked: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        from wire.event_data import GivenEvent

        # As the items of a list it is a reference to one shared schema; alone, its parts would stand in each place.
        items: JsonSchemaValue = handler(TypeAdapter(list[GivenEvent]).core_schema)["items"]
        return items


EventField = Annotated[Event, PlainValidator(_event), PlainSerializer(event_to_json), _AsGiven(), Expected(_EXAMPLE)]
Events = Annotated[
    tuple[EventField, ...],
    Strict(strict=False),
    Field(min_length=1, max_length=MAX_EVENTS),
    Expected(f"a list with {_EXAMPLE}"),
]
