"""What somebody wishes of the set-up, read: from the page and from the terminal alike."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from wire.commands.refusals import bad_data, sentence, shown
from wire.set_up_documents import SET_UP_WISHES, SetUpWish


def wish_of(body: dict[str, Any]) -> SetUpWish:
    """The wish.

    Raises:
        CommandRefusedError: what was expected in which field.
    """
    action = body.get("action")
    kind = SET_UP_WISHES.get(action) if isinstance(action, str) else None
    if kind is None:
        raise bad_data(f"action must be one of {', '.join(SET_UP_WISHES)}, not {shown(action)}")
    try:
        return kind.model_validate(body)
    except ValidationError as error:
        raise bad_data(sentence("set_up", error)) from error
