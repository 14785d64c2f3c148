"""Bringing a firmware through a serial port of this computer: the one way of it, for the command and for the page."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from pathlib import Path
from random import Random

from firmware_bridge.messages import Hello
from firmware_bridge.serial_port import SerialConnector, SerialPortError
from firmware_bridge.settings import SerialSettings
from table_daemon.errors import UserError
from table_daemon.firmware.board_greeting import greeted, told_to_leave
from table_daemon.firmware.flashing import Flashing, Tell
from table_daemon.firmware.port import PortLine
from table_daemon.firmware.raw_repl import ReplError, ReplLine, is_at_prompt


def kept_folder(state: Path, now: datetime) -> Path:
    """Where the files from before a flash that begins now are kept, below the folder of the table's state."""
    return state / "firmware" / f"before-{now.astimezone():%Y-%m-%d-%H%M%S}"


def greeted_at(settings: SerialSettings) -> Hello | None:
    """What the board at a port says of itself; None when no firmware of ours answers, or no board is there.

    Raises:
        UserError: the port cannot be opened.
    """
    try:
        return greeted(SerialConnector(settings), Random())
    except SerialPortError as error:
        if error.kind == "busy":
            raise UserError(f"{error}; a daemon that plays holds it: end the game, then stop the daemon") from error
        if error.kind == "missing":
            return None
        raise UserError(str(error)) from error


def flashing_at(settings: SerialSettings, kept: Path, tell: Tell) -> Flashing:
    """A flash of the board at a port; the port is opened and closed several times, and nobody else may hold it.

    Args:
        settings: of the port.
        kept: see `kept_folder`.
        tell: hears how it goes.
    """

    def open_line() -> AbstractContextManager[ReplLine]:
        return PortLine(settings, time.monotonic, time.sleep)

    def ask_to_leave() -> None:
        told_to_leave(SerialConnector(settings), Random())

    def greet() -> Hello | None:
        """A board that restarts takes its port away for a second: no greeting is spent on that."""
        with suppress(ReplError), open_line() as line:
            if is_at_prompt(line):
                return None
        return greeted_at(settings)

    return Flashing(open_line, greet, ask_to_leave, kept, tell)
