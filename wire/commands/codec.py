"""Commands as they arrive over HTTP and MQTT, decoded once for both (docs/mqtt.md, "Commands").

Pure: the time is an argument. Whether a command is possible now is the service's decision, not ours.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, TypeVar

from wire.messages import Answer, Command, Json

_Value = TypeVar("_Value")

COMMAND_NAMES: Final = frozenset(
    {
        "start_game",
        "draw_seats",
        "next_deal",
        "hold",
        "stop",
        "machine",
        "declare",
        "call_attention",
        "dismiss_call",
        "go_on",
        "show_hand",
        "judge",
        "stake",
        "time_called",
        "answer",
        "undo",
        "correct",
        "void_deal",
        "events",
        "set_scores",
        "teach_tiles",
        "calibrate_camera",
    }
)
MAX_COMMAND_BYTES: Final = 16 * 1024
MAX_ID_LENGTH: Final = 64
INTERNAL_MESSAGE: Final = "the command failed; see the daemon's log"
_KNOWN_KEYS: Final = frozenset({"id", "reply_to", "expect_seq", "expires_at", "data"})


_WORDS: Final[dict[type, str]] = {str: "a text", int: "a whole number", dict: "an object"}


class CommandRefusedError(ValueError):
    """A message that is no acceptable command; `code` is one of docs/mqtt.md."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def answer(self, seq: int) -> Answer:
        """The refusal as an answer."""
        return Answer(ok=False, seq=seq, error_code=self.code, message=str(self))


def decode_body(payload: bytes) -> Json:
    """The JSON object in `payload`; an empty payload is an empty object.

    Raises:
        CommandRefusedError: too large, not UTF-8 JSON, or not an object.
    """
    if len(payload) > MAX_COMMAND_BYTES:
        raise CommandRefusedError("bad_data", f"a command has at most {MAX_COMMAND_BYTES} bytes, not {len(payload)}")
    if not payload.strip():
        return {}
    try:
        body = json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise CommandRefusedError("bad_data", f"expected a JSON object, but {error}") from error
    if not isinstance(body, dict):
        raise CommandRefusedError("bad_data", f"expected a JSON object, not {type(body).__name__}")
    return body


def parse_command(name: str, body: Mapping[str, Any], *, origin: str, now: datetime) -> Command:
    """The command `name` with the fields of `body`.

    Args:
        name: last part of the topic or path.
        body: the decoded message.
        origin: who asks, for the audit list.
        now: the present, with time zone.

    Raises:
        CommandRefusedError: unknown name or key, a field of the wrong type, or past its `expires_at`.
    """
    if name not in COMMAND_NAMES:
        known = ", ".join(sorted(COMMAND_NAMES))
        raise CommandRefusedError("unknown_command", f"there is no command {name[:40]!r}; there are {known}")
    unknown = sorted(set(body) - _KNOWN_KEYS)
    if unknown:
        raise CommandRefusedError(
            "bad_data", f"unknown key {unknown[0][:40]!r}; expected {', '.join(sorted(_KNOWN_KEYS))}"
        )
    if _is_past(_field(body, "expires_at", str, ""), now):
        raise CommandRefusedError(
            "expired", f"the command expired at {body['expires_at']}; send it again if still meant"
        )
    identifier = _field(body, "id", str, "")
    if len(identifier) > MAX_ID_LENGTH:
        raise CommandRefusedError("bad_data", f"id has at most {MAX_ID_LENGTH} characters, not {len(identifier)}")
    expect_seq = _field(body, "expect_seq", int, -1)
    return Command(
        name=name,
        data=_field(body, "data", dict, {}),
        id=identifier,
        expect_seq=None if expect_seq < 0 else expect_seq,
        origin=origin,
    )


def answer_json(answer: Answer, command_id: str) -> Json:
    """The answer as it is sent: docs/mqtt.md."""
    return {"id": command_id, **answer.to_json()}


def _field(body: Mapping[str, Any], key: str, kind: type[_Value], default: _Value) -> _Value:
    """`body[key]` checked for its type; missing or null means `default`."""
    value = body.get(key)
    if value is None:
        return default
    if not isinstance(value, kind) or isinstance(value, bool):
        raise CommandRefusedError("bad_data", f"{key} must be {_WORDS[kind]}, not {json.dumps(value)[:40]}")
    return value


def _is_past(expires_at: str, now: datetime) -> bool:
    if not expires_at:
        return False
    try:
        moment = datetime.fromisoformat(expires_at)
    except ValueError as error:
        raise CommandRefusedError(
            "bad_data", f"expires_at must be an ISO 8601 time, not {expires_at[:40]!r}"
        ) from error
    if moment.tzinfo is None:
        raise CommandRefusedError("bad_data", f"expires_at needs a time zone, for example {expires_at[:19]}Z")
    return moment < now
