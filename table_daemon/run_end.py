"""How a run of this program ends: for good, or to begin anew in its own place (set-up, a backup to put in place).

Rules this file keeps: for systemd a program that begins anew is one service that never stopped.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from typing import Final

_LAST_ANSWER_S: Final = 0.5
"""How long the answer to the last tap may take on its way before the page leaves. Chosen."""


class RunEnd:
    """When a run ends, and what the program then goes on for. Made inside a running event loop."""

    def __init__(self) -> None:
        self.due = asyncio.Event()
        self.goes_on_for = ""
        """What begins in this program's place; "" where it ends for good."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._end_for_good)

    def go_on(self, what: str) -> None:
        """End soon, once the page has answered, and begin anew for this."""
        self.goes_on_for = what
        asyncio.get_running_loop().call_later(_LAST_ANSWER_S, self.due.set)

    async def go_on_after(self, event: asyncio.Event, what: str) -> None:
        """The same as soon as `event` is set."""
        await event.wait()
        self.go_on(what)

    def _end_for_good(self) -> None:
        self.goes_on_for = ""
        self.due.set()


def begin_anew() -> int:
    """The same command in the same process, nothing left of what was open. Never returns."""
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - our own command line
