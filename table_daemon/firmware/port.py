"""The board's serial port as the raw REPL needs it: every wait ends, a board that restarts is found again."""

from __future__ import annotations

import errno
import os
import select
from collections.abc import Callable
from types import TracebackType
from typing import Final, Protocol, Self

from firmware_bridge.serial_port import SerialPortError, opened
from firmware_bridge.settings import SerialSettings
from table_daemon.firmware.raw_repl import ReplError

_LOOK_S: Final = 0.05
"""Chosen: how often a port that is away is looked for, and how soon a wait notices that it is over."""
_BACK_WITHIN_S: Final = 15.0
"""A restarted Pico is a USB device again after about a second; udev gives it its name. Chosen with a margin."""
_CHUNK_BYTES: Final = 4096
"""What a Linux tty keeps at most."""


class _Port(Protocol):
    def fileno(self) -> int: ...

    def close(self) -> None: ...


class PortLine:
    """A `raw_repl.ReplLine` at a serial port; a context manager.

    Args:
        settings: of the port.
        now_s: time.
        wait: lets some pass.
    """

    def __init__(self, settings: SerialSettings, now_s: Callable[[], float], wait: Callable[[float], object]) -> None:
        self._settings, self._now_s, self._wait = settings, now_s, wait
        self._port: _Port | None = None
        self._heard = bytearray()

    def __enter__(self) -> Self:
        """Open it; a board that restarts comes back after a moment.

        Raises:
            ReplError: it does not.
        """
        until_s = self._now_s() + _BACK_WITHIN_S
        while self._port is None:
            try:
                self._port = opened(self._settings)
            except SerialPortError as error:
                if self._now_s() > until_s:
                    raise ReplError(str(error)) from error
                self._wait(_LOOK_S)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        if self._port is not None:
            self._port.close()
            self._port = None

    def send(self, data: bytes) -> None:
        """See `raw_repl.ReplLine`."""
        left = data
        while left:
            _, ready, _ = select.select([], [self._file()], [], _BACK_WITHIN_S)
            if not ready:
                raise ReplError(f"the board takes no bytes at {self._settings.port}: plug it in again")
            try:
                left = left[os.write(self._file(), left) :]
            except OSError as error:
                raise self._gone(error) from error

    def hear(self, end: bytes, within_s: float) -> bytes:
        """See `raw_repl.ReplLine`; what comes after `end` is kept for the next call."""
        until_s = self._now_s() + within_s
        while end not in self._heard and self._now_s() < until_s:
            try:
                if select.select([self._file()], [], [], _LOOK_S)[0]:
                    self._heard += self._read()
            except OSError as error:
                raise self._gone(error) from error
        at = self._heard.find(end) + len(end) if end in self._heard else len(self._heard)
        said = bytes(self._heard[:at])
        del self._heard[:at]
        return said

    def _read(self) -> bytes:
        data = os.read(self._file(), _CHUNK_BYTES)
        if not data:  # so reads a terminal whose device has gone: the board restarts
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return data

    def _file(self) -> int:
        assert self._port is not None
        return self._port.fileno()

    def _gone(self, error: OSError) -> ReplError:
        return ReplError(f"the serial port {self._settings.port} is gone ({error})")
