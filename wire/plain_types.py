"""The JSON that a dataclass of ours becomes, as a pydantic model: what `event_to_json` and `asdict` write.

Rules this file keeps: every field is written, so every field is required; nobody lists fields a second time.
"""

from __future__ import annotations

import types
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, create_model
from pydantic import Field as Described

from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile

TileName = Annotated[str, Described(pattern=r"^([0-9][mps]|[1-7]z|[fy][1-4])$", examples=["3m", "0p", "7z", "f2"])]
"""A tile in our notation: 3m, 0p (red five), 1z-7z (E S W N white green red), f1-f4, y1-y4."""
SeatNumber = Annotated[int, Described(ge=0, le=3)]
"""A seat, counter-clockwise from 0."""
FourNumbers = Annotated[list[int], Described(min_length=4, max_length=4)]
"""One number a seat."""
_MADE: Final[dict[type, type[BaseModel]]] = {}
"""One model a dataclass, so that schemas name it once."""
_PLAIN: Final[dict[Any, Any]] = {Tile: TileName, Seat: SeatNumber}


def model_of(kind: type, **extra: Any) -> type[BaseModel]:
    """A model with the fields of a dataclass as JSON writes them.

    Args:
        kind: a dataclass.
        extra: types of fields that come before its own, by name.
    """
    if extra:
        return _model(kind, kind.__name__, extra, defaults=False)
    if kind not in _MADE:
        _MADE[kind] = _model(kind, kind.__name__, {}, defaults=False)
    return _MADE[kind]


def input_model_of(kind: type, **extra: Any) -> type[BaseModel]:
    """The same as others may send it: what has a default may be left out."""
    return _model(kind, f"{kind.__name__}Given", extra, defaults=True)


def _model(kind: type, name: str, extra: dict[str, Any], *, defaults: bool) -> type[BaseModel]:
    hints = get_type_hints(kind)
    every: dict[str, Any] = {key: (hint, ...) for key, hint in extra.items()}
    for item in fields(kind):
        every[item.name] = (plain_type(hints[item.name]), _default(item) if defaults else ...)
    return create_model(name, __doc__=_summary(kind), **every)


def _default(item: Field[Any]) -> Any:
    return ... if item.default is MISSING else item.default


def plain_type(hint: Any) -> Any:
    """The type of what JSON has for a value of this type: tiles are texts, tuples are lists, dataclasses objects."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, type) and is_dataclass(hint):
        return model_of(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _list_type(arguments)
    if origin in (Union, types.UnionType):
        return Union[tuple(map(plain_type, arguments))]  # noqa: UP007 - made at run time
    return hint


def _list_type(arguments: tuple[Any, ...]) -> Any:
    """`tuple[X, ...]` has any length, `tuple[X, X]` this one."""
    items: Any = plain_type(arguments[0])
    if arguments[-1] is Ellipsis:
        return list[items]
    if len(set(arguments)) > 1:
        raise TypeError(f"a JSON list of {arguments} has no one type of item")
    return Annotated[list[items], Described(min_length=len(arguments), max_length=len(arguments))]


def _summary(kind: type) -> str:
    return (kind.__doc__ or "").split("\n\n")[0].strip()
