"""What a hall knows of its tables: the newest status, state and game of each, and when it was heard.

Rules this file keeps:
* Pure: no I/O; both clocks are arguments.
* Nothing that a table says is believed blindly: what is no document is not kept, sizes and numbers are bounded.
* A retained message is as old as the table says, never fresh because the hall has just come.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from wire.messages import Json

PARTS: Final = ("status", "state", "game", "info")
# Bounds the memory that strangers on the broker can take; 500 tables are more than any hall has.
MAX_TABLES: Final = 500
# Sixteen times the largest state of a table (4 kB): what is longer was not sent by a table.
MAX_MESSAGE_BYTES: Final = 64 * 1024
_TOPIC: Final = re.compile(r"jantaku/v1/([A-Za-z0-9_-]{1,40})/(status|state|game|info)")
_PAGE: Final = re.compile(r"https?://[A-Za-z0-9.\-]{1,200}(:\d{1,5})?/|https?://\[[0-9a-fA-F:.]{2,45}\](:\d{1,5})?/")
"""What the hall makes a link of: the front page of a host. Anything else that somebody says is no table's address."""
_STATES: Final = ("online", "offline", "fault")


class NoDocumentError(ValueError):
    """A message that a table would not say; the text is one sentence for the log."""


@dataclass(frozen=True, slots=True)
class Card:
    """One table. `heard_s` is the hall's own clock when it last said something, None before it did."""

    name: str
    status: str = "offline"
    state: Json | None = None
    deals: int = 0
    page: str = ""
    heard_s: float | None = None

    def document(self, now_s: float) -> Json:
        """As the page reads it; `age_s` counts on there."""
        age_s = None if self.heard_s is None else round(max(0.0, now_s - self.heard_s), 1)
        said = {"name": self.name, "status": self.status, "state": self.state, "deals": self.deals, "page": self.page}
        return {**said, "age_s": age_s}


class Tables:
    """Every table that a broker knows, by name."""

    def __init__(self) -> None:
        self._cards: dict[str, Card] = {}

    def cards(self) -> tuple[Card, ...]:
        """All of them, by name; numbers in names count as numbers."""
        return tuple(sorted(self._cards.values(), key=lambda card: _natural(card.name)))

    def hear(self, topic: str, payload: bytes, *, retained: bool, now_s: float, wall: datetime) -> Card | None:
        """Take in a message; the card that it changed. An empty status takes a table away (None).

        Args:
            topic: where it came.
            payload: what came.
            retained: it was said before the hall came.
            now_s: the hall's own clock.
            wall: the wall clock, for the age of what is retained.

        Raises:
            NoDocumentError: no table says this; nothing was changed.
        """
        found = _TOPIC.fullmatch(topic)
        if found is None:
            raise NoDocumentError(f"{topic[:80]} is no topic of a table")
        name, part = found.groups()
        if part == "status" and not payload:
            self._cards.pop(name, None)
            return None
        if name not in self._cards and len(self._cards) >= MAX_TABLES:
            raise NoDocumentError(f"table {name} is one too many: the hall shows {MAX_TABLES}")
        message = _decoded(topic, payload)
        age_s = _age_s(message, wall) if retained else 0.0
        card = _changed(self._cards.get(name, Card(name)), part, message, topic)
        heard = [value for value in (card.heard_s, None if age_s is None else now_s - age_s) if value is not None]
        self._cards[name] = replace(card, heard_s=max(heard, default=None))
        return self._cards[name]


def _changed(card: Card, part: str, message: Json, topic: str) -> Card:
    if part == "status":
        status = message.get("state")
        if status not in _STATES:
            raise NoDocumentError(f"{topic} says {str(status)[:40]!r}, which is no status")
        return replace(card, status=str(status))
    data = message.get("data")
    if part == "state":
        if not _is_state(data):
            raise NoDocumentError(f"{topic} carries no state document")
        return replace(card, state=data)
    if part == "info":
        page = data.get("page") if isinstance(data, dict) else None
        return replace(card, page=page if isinstance(page, str) and _PAGE.fullmatch(page) else "")
    results = data.get("results") if isinstance(data, dict) else []
    deals = len(results) if isinstance(results, list) else 0
    return replace(card, deals=deals)


def _is_state(data: Any) -> bool:
    """What the page needs; a later daemon may say more."""
    if not isinstance(data, Mapping):
        return False
    by_seat = all(isinstance(data.get(key), list) and len(data[key]) == 4 for key in ("names", "scores", "winds"))
    parts = all(isinstance(data.get(key), Mapping) for key in ("machine", "camera", "system"))
    return by_seat and parts and isinstance(data.get("phase"), str) and isinstance(data.get("deal_label"), str)


def _decoded(topic: str, payload: bytes) -> Json:
    if len(payload) > MAX_MESSAGE_BYTES:
        raise NoDocumentError(f"{topic} carries {len(payload)} bytes, more than any document has")
    try:
        message = json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise NoDocumentError(f"{topic} carries no JSON ({str(error)[:80]})") from error
    if not isinstance(message, dict):
        raise NoDocumentError(f"{topic} carries no JSON object")
    return message


def _age_s(message: Json, wall: datetime) -> float | None:
    """By the table's clock; None where it does not say, as in a status."""
    try:
        return max(0.0, (wall - datetime.fromisoformat(str(message.get("ts")))).total_seconds())
    except (ValueError, TypeError):
        return None


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name) if part]
