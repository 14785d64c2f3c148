"""Commands as they arrive over HTTP and MQTT, decoded once for both (docs/mqtt.md, "Commands").

Rules this file keeps:
* Pure: the time is an argument. Whether a command is possible now is the service's decision, not ours.
* First what is around the data, then (after the front end has looked who asks) the data themselves.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeVar, cast

from pydantic import ValidationError

from wire.commands.command import Command
from wire.commands.fields import MAX_NUMBER, is_clean
from wire.commands.refusals import CommandRefusedError, bad_data, sentence, shown
from wire.commands.registry import COMMANDS, AnyCommand, CommandType
from wire.commands.roles import Role
from wire.messages import Answer, Json

_Value = TypeVar("_Value")

# Several times the longest command: a result with four hands and their melds.
MAX_COMMAND_BYTES: Final = 16 * 1024
# A UUID has 36 characters.
MAX_ID_LENGTH: Final = 64
INTERNAL_MESSAGE: Final = "the command failed; see the daemon's log"
_KNOWN_KEYS: Final = frozenset({"id", "reply_to", "expect_seq", "expect_deal", "expires_at", "data"})
_WORDS: Final[dict[type, str]] = {str: "a text", int: "a whole number", dict: "an object"}


@dataclass(frozen=True, slots=True)
class ReceivedCommand:
    """A command whose envelope is in order and whose data nobody has looked at yet."""

    kind: CommandType
    data: Json
    id: str
    expect_seq: int | None
    expect_deal: int | None
    origin: str

    @property
    def name(self) -> str:
        """As in its topic and address."""
        return self.kind.name

    @property
    def role(self) -> Role:
        """What somebody must be to send it over HTTP."""
        return self.kind.role_of(self.data)

    @property
    def stops(self) -> bool:
        """Whether it stops the machine, however wrong its data are."""
        form = self.kind.form_of(self.data)
        return form is not None and form.stops

    @property
    def is_rehearsal(self) -> bool:
        """Whether it only asks what would change."""
        return self.data.get("dry_run") is True

    def typed(self) -> Command:
        """The command with its data checked.

        Raises:
            CommandRefusedError: a field is unknown, missing or wrong.
        """
        form = self.kind.form_of(self.data)
        if form is None:
            known = ", ".join(self.kind.tagged)
            raise bad_data(f"{self.kind.tag} must be one of {known}, not {shown(self.data.get(self.kind.tag))}")
        try:
            data = form.model_validate(self.data)
        except ValidationError as error:
            raise bad_data(sentence(self.name, error)) from error
        return Command(cast("AnyCommand", data), self.id, self.expect_seq, self.expect_deal, self.origin)


def decode_body(payload: bytes) -> Json:
    """The JSON object in `payload`; an empty payload is an empty object.

    Raises:
        CommandRefusedError: too large, not UTF-8 JSON, or not an object.
    """
    if len(payload) > MAX_COMMAND_BYTES:
        raise bad_data(f"a command has at most {MAX_COMMAND_BYTES} bytes, not {len(payload)}")
    if not payload.strip():
        return {}
    try:
        body = json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise bad_data(f"expected a JSON object, but {error}") from error
    if not isinstance(body, dict):
        raise bad_data(f"expected a JSON object, not {type(body).__name__}")
    return body


def receive(name: str, body: Mapping[str, Any], *, origin: str, now: datetime) -> ReceivedCommand:
    """The command `name` with what is around its data checked.

    Args:
        name: last part of the topic or path.
        body: the decoded message.
        origin: who asks, for the audit list.
        now: the present, with time zone.

    Raises:
        CommandRefusedError: unknown name or key, a field of the wrong type, or past its `expires_at`.
    """
    kind = COMMANDS.get(name)
    if kind is None:
        known = ", ".join(sorted(COMMANDS))
        raise CommandRefusedError("unknown_command", f"there is no command {shown(name)}; there are {known}")
    unknown = sorted(set(body) - _KNOWN_KEYS)
    if unknown:
        raise bad_data(f"unknown key {shown(unknown[0])}; expected {', '.join(sorted(_KNOWN_KEYS))}")
    if _is_past(_field(body, "expires_at", str, ""), now):
        raise CommandRefusedError(
            "expired", f"the command expired at {body['expires_at']}; send it again if still meant"
        )
    return ReceivedCommand(
        kind=kind,
        data=_field(body, "data", dict, {}),
        id=_id(body),
        expect_seq=_expected(body, "expect_seq"),
        expect_deal=_expected(body, "expect_deal"),
        origin=origin,
    )


def parse_command(name: str, body: Mapping[str, Any], *, origin: str, now: datetime) -> Command:
    """The command `name` with the fields of `body`; arguments and errors as of `receive` and `typed`."""
    return receive(name, body, origin=origin, now=now).typed()


def answer_json(answer: Answer, command_id: str) -> Json:
    """The answer as it is sent: docs/mqtt.md."""
    return {"id": command_id, **answer.to_json()}


def _id(body: Mapping[str, Any]) -> str:
    identifier = _field(body, "id", str, "")
    if len(identifier) > MAX_ID_LENGTH:
        raise bad_data(f"id has at most {MAX_ID_LENGTH} characters, not {len(identifier)}")
    if not is_clean(identifier):
        raise bad_data(f"id must be a text without control characters or surrogates, not {shown(identifier)}")
    return identifier


def _expected(body: Mapping[str, Any], key: str) -> int | None:
    """A negative number expects nothing, like none."""
    number = _field(body, key, int, -1)
    if number > MAX_NUMBER:
        raise bad_data(f"{key} must be a whole number up to {MAX_NUMBER}, not {shown(number)}")
    return None if number < 0 else number


def _field(body: Mapping[str, Any], key: str, kind: type[_Value], default: _Value) -> _Value:
    """`body[key]` checked for its type; missing or null means `default`."""
    value = body.get(key)
    if value is None:
        return default
    if not isinstance(value, kind) or isinstance(value, bool):
        raise bad_data(f"{key} must be {_WORDS[kind]}, not {shown(value)}")
    return value


def _is_past(expires_at: str, now: datetime) -> bool:
    if not expires_at:
        return False
    try:
        moment = datetime.fromisoformat(expires_at)
    except ValueError as error:
        raise bad_data(f"expires_at must be an ISO 8601 time, not {shown(expires_at)}") from error
    if moment.tzinfo is None:
        raise bad_data(f"expires_at needs a time zone, for example {expires_at[:19]}Z")
    return moment < now
