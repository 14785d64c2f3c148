"""What the client of the board needs from a line: bytes both ways, and to hear when the line is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class PortError(ValueError):
    """A device cannot be opened; the text is one sentence that says what to do."""


class Transport(Protocol):
    """An open line."""

    def send(self, data: bytes) -> None:
        """Bytes to the board; what the line cannot take now is lost (the link sends it again)."""

    def close(self) -> None:
        """Close the line; nothing is heard from it afterwards."""


class Connector(Protocol):
    """Opens a line, again and again if need be."""

    def connect(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Transport:
        """Open the line.

        Args:
            receive: called with bytes from the board.
            lost: called once with the reason when the line is gone.

        Raises:
            PortError: it cannot be opened.
        """
