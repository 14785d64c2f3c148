"""Events of the game as `event/{type}` carries them: made from the dataclasses that `mahjong_rules.codec` writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, Union

from pydantic import BaseModel, ConfigDict, create_model
from typing_extensions import TypeAliasType

from mahjong_rules.codec import TYPES
from wire.mjai_messages import MjaiMessage
from wire.plain_types import input_model_of, model_of

EVENTS: Final[Mapping[str, type[BaseModel]]] = {
    name: model_of(kind, type=Literal[name]) for name, kind in TYPES.items()
}
"""The event itself by its type."""
_GIVEN: Final[Any] = Union[  # noqa: UP007 - made at run time
    tuple(input_model_of(kind, type=Literal[name]) for name, kind in TYPES.items() if name != "game_started")
]
GivenEvent: Final[Any] = TypeAliasType("GivenEvent", _GIVEN)
"""An event that a command brings; a game is started by `start_game` alone."""


def _announced(name: str, event: type[BaseModel]) -> type[BaseModel]:
    """`data` of `event/{name}`."""
    doc = f"A {name.replace('_', ' ')} event with what mjai programs are told of it."
    fields: dict[str, Any] = {"event": (event, ...), "mjai": (list[MjaiMessage], ...)}
    later = ConfigDict(defer_build=True)  # most programs that know the topics check few of these events, or none
    return create_model(f"{event.__name__}Announced", __doc__=doc, __config__=later, **fields)


ANNOUNCED: Final[Mapping[str, type[BaseModel]]] = {name: _announced(name, event) for name, event in EVENTS.items()}
"""What `event/{type}` carries, by type."""
