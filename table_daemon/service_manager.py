"""Tells systemd that the daemon serves, ends, and is alive (sd_notify(3)); says nothing where nobody asked.

Rules this file keeps: nothing of the daemon waits for the service manager, and none of its errors ends a game.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Mapping
from typing import Final

_log = logging.getLogger(__name__)
_BEATS: Final = 2
"""sd_watchdog_enabled(3): a beat every half of the time after which the service is killed."""


_START_S: Final = 180.0
"""As long as config/systemd/jantaku.service gives a start (TimeoutStartSec)."""


class ServiceManager:
    """What started this process, if it wants to be told how it goes.

    Args:
        environment: NOTIFY_SOCKET names where to tell; WATCHDOG_USEC asks for beats, of the process WATCHDOG_PID.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + name[1:] if name.startswith("@") else name
        is_ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        wanted = environment.get("WATCHDOG_USEC", "") if is_ours else ""
        self._watchdog_s = int(wanted) / 1e6 if wanted.isdecimal() else 0.0

    def ready(self, what: str) -> None:
        """The daemon serves; `what` stands in `systemctl status`."""
        self._say(f"READY=1\nSTATUS={what}")

    def busy(self, what: str) -> None:
        """Nothing beats until `lively`: it was ready and begins anew, which takes as long as a start."""
        if self._watchdog_s:
            self._say(f"WATCHDOG_USEC={round(_START_S * 1e6)}\nWATCHDOG=1\nSTATUS={what}")

    def lively(self) -> None:
        """It is ready again and will beat as before."""
        if self._watchdog_s:
            self._say(f"WATCHDOG_USEC={round(self._watchdog_s * 1e6)}\nWATCHDOG=1")

    def stopping(self) -> None:
        """The daemon ends."""
        self._say("STOPPING=1")

    async def run(self, work: Callable[[], int]) -> None:
        """Beat for ever, but only after a time in which the work went on: a loop that turns over a stuck table is dead.

        Args:
            work: how much was done so far.
        """
        if not (self._address and self._watchdog_s):
            await asyncio.Event().wait()
        before = -1
        while True:
            done = work()
            if done != before:
                self._say("WATCHDOG=1")
            before = done
            await asyncio.sleep(self._watchdog_s / _BEATS)

    def _say(self, text: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.setblocking(False)
                line.sendto(text.encode(), self._address)
        except OSError as error:
            _log.warning("the service manager was not told %s (%s)", text.partition("\n")[0], error)
