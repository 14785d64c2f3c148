"""The serial port of the motor board. The only file that knows pyserial.

Rules this file keeps:
* Never blocks: the loop watches the file descriptor, reads take what is there, writes drop what does not fit.
* The port is opened by its path each time, so that it is found again after unplugging.
* Opening flushes what came before; the host speaks first, so nothing is lost by it.
"""

from __future__ import annotations

import asyncio
import errno
import os
import termios
from collections.abc import Callable

import serial

from firmware_bridge.settings import SerialSettings
from firmware_bridge.transport import PortError
from mahjong_rules.told import sentence

_CHUNK_BYTES = 4096
"""More than the line brings in a third of a second at 115200 baud, and what a Linux tty keeps at most."""


class SerialPortError(PortError):
    """The serial port cannot be opened.

    Attributes:
        kind: what is the matter, in a word: "missing", "denied", "busy", "no_port" or "closed".
    """

    def __init__(self, text: str, kind: str = "closed") -> None:
        super().__init__(text)
        self.kind = kind


class SerialConnector:
    """Opens the port of the settings (see `transport.Connector`)."""

    def __init__(self, settings: SerialSettings) -> None:
        self._settings = settings

    def connect(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> SerialTransport:
        """Open the port on the running loop.

        Raises:
            SerialPortError: missing, not permitted, in use, or no serial port.
        """
        return SerialTransport(opened(self._settings), receive, lost)


def opened(settings: SerialSettings) -> serial.Serial:
    """The port, locked for this process; it never blocks.

    Raises:
        SerialPortError: missing, not permitted, in use, or no serial port.
    """
    try:
        return serial.Serial(settings.port, settings.baud, timeout=0, write_timeout=0, exclusive=True)
    except (OSError, ValueError, termios.error) as error:
        raise _refusal(settings.port, error) from error


class SerialTransport:
    """The open port."""

    def __init__(self, port: serial.Serial, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> None:
        self._port = port
        self._receive = receive
        self._lost = lost
        self._open = True
        asyncio.get_running_loop().add_reader(port.fileno(), self._readable)

    def send(self, data: bytes) -> None:
        """Write what the port takes now."""
        if not self._open:
            return
        try:
            os.write(self._port.fileno(), data)
        except BlockingIOError:
            return
        except OSError as error:
            self._fail(error)

    def close(self) -> None:
        """Stop watching and close."""
        if self._open:
            self._open = False
            asyncio.get_running_loop().remove_reader(self._port.fileno())
            self._port.close()

    def _readable(self) -> None:
        try:
            data = os.read(self._port.fileno(), _CHUNK_BYTES)
        except BlockingIOError:
            return
        except OSError as error:
            self._fail(error)
            return
        if data:
            self._receive(data)
        else:
            self._fail(OSError(errno.EIO, "end of file"))

    def _fail(self, error: OSError) -> None:
        self.close()
        self._lost(f"the serial port is gone ({error.strerror or error})")


def _refusal(path: str, error: Exception) -> SerialPortError:
    number = _error_number(error)
    if number == errno.ENOENT:
        text = sentence(
            "the serial port {path} does not exist: plug in the motor board, or set serial.port to its path", path=path
        )
        return SerialPortError(text, "missing")
    if number in (errno.EACCES, errno.EPERM):
        text = sentence(
            "the serial port {path} may not be opened: add the user to the group dialout and log in again", path=path
        )
        return SerialPortError(text, "denied")
    if number in (errno.EBUSY, errno.EWOULDBLOCK):
        text = sentence("the serial port {path} is in use: stop the other program that holds it", path=path)
        return SerialPortError(text, "busy")
    if number in (errno.ENOTTY, errno.EINVAL, errno.EISDIR):
        text = sentence("{path} is not a serial port: set serial.port to the path of the motor board", path=path)
        return SerialPortError(text, "no_port")
    return SerialPortError(
        sentence(
            "the serial port {path} cannot be opened ({why}): check the cable and serial.port",
            path=path,
            why=str(error),
        )
    )


def _error_number(error: BaseException | None) -> object:
    """The system's error number, also where pyserial only mentions it in its text (the cause is chained)."""
    if error is None:
        return None
    if isinstance(error, termios.error):
        return error.args[0]
    return getattr(error, "errno", None) or _error_number(error.__context__)
