"""How fast one address may send commands over HTTP; a stop is never counted."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from table_daemon.access.tries import household
from table_daemon.received_commands import COMMANDS_AT_ONCE, COMMANDS_PER_S
from table_daemon.token_bucket import TokenBucket

_log = logging.getLogger(__name__)

SLOWED_BY_S: Final = 0.5
"""Chosen: a program that waits for each answer then sends two a second, and costs next to nothing."""
_SAID_EVERY_S: Final = 10.0
"""Chosen: a line of the log for a flood, not one for each command."""
_MAX_ADDRESSES: Final = 1024
"""Chosen: bounds the memory that strangers can take; who has sent nothing lately is forgotten first."""


class SenderLimits:
    """Counts the commands of each address.

    Args:
        clock: monotonic, in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._buckets: dict[str, TokenBucket] = {}
        """By address, in the order of their last command."""
        self._said_s = clock() - _SAID_EVERY_S

    def takes(self, address: str) -> bool:
        """Whether a command of this address is carried out now; who sends too fast is named in the log."""
        now_s, key = self._clock(), household(address)
        bucket = self._buckets.pop(key, None) or TokenBucket(COMMANDS_PER_S, COMMANDS_AT_ONCE)
        self._buckets[key] = bucket
        if len(self._buckets) > _MAX_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
        taken = bucket.takes(now_s)
        if not taken and now_s - self._said_s >= _SAID_EVERY_S:
            self._said_s = now_s
            _log.warning("%s sends commands faster than %d a second; they are refused", address, COMMANDS_PER_S)
        return taken
