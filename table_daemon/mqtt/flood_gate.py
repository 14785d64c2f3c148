"""What of a flood of commands reaches the event loop.

Rules this file keeps:
* It decides on the connection's own thread, from topic and bytes alone: what is left out costs the event loop nothing.
* After every stop that came the machine is stopped: of a flood of stops one that comes a little later stands for many.
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Callable
from enum import Enum
from typing import Final

from table_daemon.received_commands import COMMANDS_AT_ONCE, COMMANDS_PER_S
from table_daemon.token_bucket import TokenBucket

_log = logging.getLogger(__name__)

_STOPS_PER_S: Final = 40.0
"""Chosen: a stop takes about 3 ms of the event loop; one that comes later than this stands for those before it."""
STOP_LATER_S: Final = 0.05
"""Chosen: the longest that a stop of a flood waits; people wait about 200 ms before they press again."""
_REFUSALS_PER_S: Final = 20.0
"""Chosen: who sends too fast and asks for answers is told so; nobody is told twenty thousand times."""
_REFUSALS_AT_ONCE: Final = 200
"""Chosen: a refusal takes 0.2 ms; so many come of a program that sends a few hundred commands in one go."""
_SAID_EVERY_S: Final = 10.0
"""Chosen: a line of the log for a flood, not one for each command."""
_REPLY_TO: Final = re.compile(rb'"reply_to"\s*:\s*"[^"]{0,80}/rsp/([^"]{1,40})"')


class Verdict(Enum):
    """What becomes of a message."""

    TAKEN = "taken"
    TAKEN_LATER = "taken later"
    """A stop of a flood: it is carried out after `STOP_LATER_S`, for all that come until then."""
    REFUSED = "refused"
    """It is not carried out, and its sender is told."""
    DROPPED = "dropped"


class FloodGate:
    """Decides on one thread.

    Args:
        clock: monotonic, in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._commands = TokenBucket(COMMANDS_PER_S, COMMANDS_AT_ONCE)
        self._stops = TokenBucket(_STOPS_PER_S, int(_STOPS_PER_S))
        self._next_stop_s = -math.inf
        """When the stop is carried out that stands for those of a flood."""
        self._refusals = TokenBucket(_REFUSALS_PER_S, _REFUSALS_AT_ONCE)
        self._left_out = 0
        self._said_s = clock() - _SAID_EVERY_S

    def verdict(self, topic: str, payload: bytes) -> Verdict:
        """What becomes of the command on `topic`."""
        now_s = self._clock()
        if is_stop(topic, payload):
            return self._verdict_on_stop(now_s)
        if self._commands.takes(now_s):
            return Verdict.TAKEN
        self._left_out += 1
        if now_s - self._said_s >= _SAID_EVERY_S:
            sender = _REPLY_TO.search(payload)
            name = sender[1].decode(errors="replace") if sender else "a client that asks for no answers"
            _log.warning(
                "commands on MQTT come faster than %d a second (%r on %.60r): %d were not carried out",
                COMMANDS_PER_S,
                name,
                topic,
                self._left_out,
            )
            self._said_s, self._left_out = now_s, 0
        return Verdict.REFUSED if self._refusals.takes(now_s) else Verdict.DROPPED

    def _verdict_on_stop(self, now_s: float) -> Verdict:
        if self._stops.takes(now_s):
            return Verdict.TAKEN
        if now_s < self._next_stop_s:
            return Verdict.DROPPED
        self._next_stop_s = now_s + STOP_LATER_S
        return Verdict.TAKEN_LATER


def is_stop(topic: str, payload: bytes) -> bool:
    """Whether a command may stop the machine; in doubt it does."""
    name = topic.rpartition("/")[2]
    return name == "stop" or (name == "machine" and b"stop" in payload)
