"""What is around the data: the envelope of documents and events, a command, its answer, the status."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from wire.commands.codec import MAX_ID_LENGTH
from wire.words import WordsDocument

ErrorCode = Literal[
    "unknown_command", "bad_data", "stale", "conflict", "not_now", "expired", "internal"
]  # fmt: skip
"""Why a command was not carried out (docs/mqtt.md)."""


class Envelope(TypedDict):
    """Every document and event. A gap in `seq`, or a new `boot`, means: read the retained documents again."""

    v: Annotated[Literal[1], Field(description="version of these schemas")]
    boot: Annotated[str, Field(description="names this run of the daemon")]
    seq: Annotated[int, Field(ge=0, description="number of the newest journal entry")]
    ts: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$", description="UTC")]
    type: str
    game: Annotated[str, Field(description="names the game; empty while there is none")]
    deal: Annotated[int, Field(ge=0)]
    cause: Annotated[str, Field(description="who caused it: camera, machine, or who sent the command")]
    data: Any


class StatusMessage(TypedDict):
    """`status`, the one document without an envelope: the last will says offline."""

    state: Literal["online", "offline", "fault"]
    boot: str


class CommandMessage(TypedDict, total=False):
    """A command. Never retained; a repeated `id` gets the first answer again."""

    id: Annotated[str | None, Field(max_length=MAX_ID_LENGTH)]
    reply_to: Annotated[str | None, Field(max_length=128, description="a topic below jantaku/v1/{table}/rsp/")]
    expect_seq: Annotated[int | None, Field(description="refuse unless this is the newest entry's number")]
    expect_deal: Annotated[int | None, Field(description="refuse unless this is the newest deal's number")]
    expires_at: Annotated[str | None, Field(description="ISO 8601 with zone; refused afterwards")]
    data: Any


class ErrorPart(TypedDict):
    """Why not, in one English sentence; `words`: the same for screens in other languages, where the rules refuse."""

    code: ErrorCode
    message: str
    words: NotRequired[list[WordsDocument]]


class AnswerMessage(TypedDict):
    """The answer to a command, on its `reply_to`; `data` where the command says more than yes or no."""

    id: Annotated[str, Field(max_length=MAX_ID_LENGTH)]
    ok: bool
    seq: int
    error: ErrorPart | None
    data: NotRequired[dict[str, Any]]
