"""What front ends and the daemon say to each other: announcements and answers (docs/mqtt.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mahjong_rules.told import Told, said_by
from wire.words import words_document

Json = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """One announcement: `topic` below jantaku/v1/{table}/, its JSON payload, and whether it is a state.

    State is retained and replaces what was said before; an event is said once.
    """

    topic: str
    payload: Json
    retained: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """`error_code` is "" when the command was carried out, else one of the codes in docs/mqtt.md."""

    ok: bool
    seq: int
    error_code: str = ""
    message: str = ""
    """Why not, in English; a `Told` is said in words, too."""
    data: Json | None = None
    """What was asked for or done, where the command says more than yes or no."""

    @classmethod
    def refused_by(cls, error: Exception, code: str, seq: int) -> Answer:
        """Not carried out, for this reason."""
        return cls(ok=False, seq=seq, error_code=code, message=said_by(error))

    def to_json(self) -> Json:
        """As on MQTT and HTTP."""
        error: Json | None = None if self.ok else {"code": self.error_code, "message": str(self.message)}
        if error is not None and isinstance(self.message, Told):
            error["words"] = words_document(self.message)
        answer: Json = {"ok": self.ok, "seq": self.seq, "error": error}
        return answer if self.data is None else answer | {"data": self.data}
