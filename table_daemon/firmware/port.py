"""The board's serial port as the raw REPL needs it: every wait ends, a board that restarts is found again."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

import serial

from table_daemon.firmware.raw_repl import ReplError

_LOOK_S: Final = 0.05
_BACK_WITHIN_S: Final = 15.0
"""A restarted Pico is a USB device again after about a second; udev gives it its name. Chosen with a margin."""


class PortLine:
    """A `raw_repl.Line` at a serial port; a context manager.

    Args:
        path: of the port.
        baud: of its settings.
        now_s, wait: time, and to let some pass.
    """

    def __init__(
        self,
        path: str,
        baud: int,
        now_s: Callable[[], float],
        wait: Callable[[float], object],
    ) -> None:
        self._path, self._baud, self._now_s, self._wait = path, baud, now_s, wait
        self._port: serial.Serial | None = None
        self._heard = bytearray()

    def __enter__(self) -> Self:
        """Open it; a board that restarts comes back after a moment.

        Raises:
            ReplError: it does not.
        """
        until_s = self._now_s() + _BACK_WITHIN_S
        while True:
            try:
                self._port = serial.Serial(self._path, self._baud, timeout=_LOOK_S, exclusive=True)
            except (OSError, ValueError) as error:
                if self._now_s() > until_s:
                    raise ReplError(
                        f"the serial port {self._path} cannot be opened ({error}): look at its plug"
                    ) from error
                self._wait(_LOOK_S)
            else:
                return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        if self._port is not None:
            self._port.close()

    def send(self, data: bytes) -> None:
        """See `raw_repl.Line`."""
        assert self._port is not None
        try:
            self._port.write(data)
            self._port.flush()
        except OSError as error:
            raise ReplError(f"the serial port {self._path} is gone ({error})") from error

    def hear(self, end: bytes, within_s: float) -> bytes:
        """See `raw_repl.Line`; what comes after `end` is kept for the next call."""
        assert self._port is not None
        until_s = self._now_s() + within_s
        while end not in self._heard and self._now_s() < until_s:
            try:
                self._heard += self._port.read(max(1, self._port.in_waiting))
            except OSError as error:
                raise ReplError(f"the serial port {self._path} is gone ({error})") from error
        at = self._heard.find(end) + len(end) if end in self._heard else len(self._heard)
        said = bytes(self._heard[:at])
        del self._heard[:at]
        return said
