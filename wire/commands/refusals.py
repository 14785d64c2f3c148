"""Why a command is refused, in one sentence: the field, what it must be, what came."""

from __future__ import annotations

import json
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from wire.commands.expectations import MISSING_FIELD, NONSENSE, UNKNOWN_FIELD, WRONG_VALUE
from wire.messages import Answer

MAX_SHOWN: Final = 60
"""Characters of what came that a refusal repeats. Chosen: it stays one line of a log."""


class CommandRefusedError(ValueError):
    """A message that is no acceptable command; `code` is one of docs/mqtt.md."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def answer(self, seq: int) -> Answer:
        """The refusal as an answer."""
        return Answer(ok=False, seq=seq, error_code=self.code, message=str(self))


def bad_data(message: str) -> CommandRefusedError:
    """Refused because of what it holds.

    In English alone: the page's own forms keep to each field's form and limits, so that only programs meet this. What
    people can type and still be wrong about is a `BadDataError` or a `UserError`, in words for every language.
    """
    return CommandRefusedError("bad_data", message)


def shown(value: Any) -> str:
    """What came, as JSON on one line, cut where it is long."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        return f"something that cannot be shown ({type(value).__name__})"
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def sentence(command: str, error: ValidationError) -> str:
    """The first mistake in the data of a command."""
    mistake = error.errors(include_url=False)[0]
    path, context = ".".join(map(str, mistake["loc"])), mistake.get("ctx", {})
    words = str(context.get("words", ""))
    match mistake["type"]:
        case kind if kind == UNKNOWN_FIELD:
            field = ".".join(part for part in (path, str(context["field"])) if part)
            has = f"; {'it' if path else command} takes {words}" if words else ""
            return f"unknown field {shown(field)} in the data of {command}{has}"
        case kind if kind == MISSING_FIELD:
            field = ".".join(part for part in (path, str(context["field"])) if part)
            return f"{field} is missing in the data of {command}: it must be {words}"
        case kind if kind == NONSENSE:
            return f"{path}: {words}" if path and not words.startswith(path) else words
        case kind if kind == WRONG_VALUE:
            return f"{path or 'data'} must be {words}, not {shown(mistake['input'])}"
        case _:
            return _plainly(path, mistake)


def _plainly(path: str, mistake: ErrorDetails) -> str:
    """A mistake that no field has words for."""
    return f"{path or 'data'} has a wrong value: {shown(mistake['input'])}"
