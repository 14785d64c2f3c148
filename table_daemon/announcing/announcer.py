"""The documents of docs/mqtt.md: their envelope, the retained ones kept, everybody told when one changes.

Rules this file keeps:
* A state document is announced only when its data changed (`state` also when `seq` grew, so that a reader can
  say `expect_seq`); an event is announced once and not kept.
* Listeners are called on the event loop, in the order they came; one that fails does not silence the others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from table_daemon.game.news import Context
from wire.messages import Announcement, Json
from wire.wall_time import wall_time

# Of the envelope (docs/mqtt.md): it grows when a program that reads today's would go wrong.
SCHEMA_VERSION: Final = 1
"""Of the documents of docs/mqtt.md; it grows when a reader of the old ones would go wrong."""
_SEQ_TOPIC: Final = "state"
_log = logging.getLogger(__name__)
Listener = Callable[[Announcement], None]


@dataclass(slots=True)
class Announcer:
    """Keeps the retained documents of one daemon run and tells listeners about changes.

    `boot` names this run of the daemon; `now` is the wall clock.
    """

    boot: str
    now: Callable[[], datetime]
    _retained: dict[str, Announcement] = field(default_factory=dict)
    _listeners: list[Listener] = field(default_factory=list)

    def retained(self) -> tuple[Announcement, ...]:
        """Every state document said so far, newest version, in the order of first mention."""
        return tuple(self._retained.values())

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` for each announcement until the returned function is called."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def state(self, topic: str, data: Any, context: Context) -> bool:
        """Say the state document `topic` if its `data` is news; True if it was said."""
        known = self._retained.get(topic)
        if known is not None and known.payload["data"] == data and not self._is_later(topic, known, context):
            return False
        self._say_retained(topic, self._envelope(topic, data, context))
        return True

    def status(self, state: str) -> None:
        """Say "online", "offline" or "fault": the one state document without an envelope (it is the last will)."""
        payload = status_payload(state, self.boot)
        known = self._retained.get("status")
        if known is None or known.payload != payload:
            self._say_retained("status", payload)

    def event(self, kind: str, data: Json, context: Context) -> None:
        """Say `event/{kind}` once."""
        self._tell(Announcement(f"event/{kind}", self._envelope(kind, data, context), retained=False))

    def mjai(self, message: Json) -> None:
        """Say one plain mjai object."""
        self._tell(Announcement("mjai", message, retained=False))

    @staticmethod
    def _is_later(topic: str, known: Announcement, context: Context) -> bool:
        return topic == _SEQ_TOPIC and bool(known.payload["seq"] != context.seq)

    def _envelope(self, kind: str, data: Any, context: Context) -> Json:
        return {
            "v": SCHEMA_VERSION,
            "boot": self.boot,
            "seq": context.seq,
            "ts": wall_time(self.now()),
            "type": kind,
            "game": context.game,
            "deal": context.deal,
            "cause": context.cause,
            "data": data,
        }

    def _say_retained(self, topic: str, payload: Json) -> None:
        said = Announcement(topic, payload, retained=True)
        self._retained[topic] = said
        self._tell(said)

    def _tell(self, said: Announcement) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(said)
            except Exception:  # noqa: BLE001 - one broken listener must not silence the others
                _log.exception("a listener failed on %s", said.topic)


def status_payload(state: str, boot: str) -> Json:
    """The `status` document."""
    return {"state": state, "boot": boot}
