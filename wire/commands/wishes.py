"""Wishes that are no commands of the table (people, house rules, the set-up): one object with an `action`, read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from wire.commands.refusals import bad_data, sentence, shown

_Wish = TypeVar("_Wish", bound=BaseModel)


def wish_of(kinds: Mapping[str, type[_Wish]], body: dict[str, Any], about: str) -> _Wish:
    """The wish.

    Args:
        kinds: what may be wished, by `action`.
        body: what was sent.
        about: names it in a refusal.

    Raises:
        CommandRefusedError: what was expected in which field.
    """
    action = body.get("action")
    kind = kinds.get(action) if isinstance(action, str) else None
    if kind is None:
        raise bad_data(f"action must be one of {', '.join(kinds)}, not {shown(action)}")
    try:
        return kind.model_validate(body)
    except ValidationError as error:
        raise bad_data(sentence(about, error)) from error
