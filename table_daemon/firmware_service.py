"""What the page may ask of the board's firmware, and why it was not brought: known to its room and to the page."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from table_daemon.errors import UserError

if TYPE_CHECKING:
    from wire.firmware_documents import FirmwareDocument


class FirmwareWhy(StrEnum):
    """Why the board does not run the firmware of this program, for whoever says it in other words."""

    IN_PLAY = "in_play"
    MOVING = "moving"
    """Something moves, is to move, or a hand is where it would."""
    TILES = "tiles"
    """Tiles are on the table or on the lifts."""
    FAULT = "fault"
    """One is latched; a restart of the board would take it away unseen."""
    STOP = "stop"
    """The emergency stop is pressed."""
    BUSY = "busy"
    """A firmware is being brought already."""
    TOO_OLD = "too_old"
    """The firmware on the board knows no way to its prompt."""
    REFUSED = "refused"
    """Whatever else the board answered to LEAVE."""
    UNCHANGED = "unchanged"
    """It failed before anything was written."""
    WENT_BACK = "went_back"
    """It failed, and the board runs its firmware from before."""
    NONE_AS_BEFORE = "none_as_before"
    """It failed, and the board has no firmware, as before."""
    NOT_BACK = "not_back"
    """It failed, and so did the way back."""


class FirmwareError(UserError):
    """The firmware is not on the board; the text is one sentence that says what is on it now.

    Args:
        text: that sentence.
        why: the same for a program.
    """

    def __init__(self, text: str, why: FirmwareWhy) -> None:
        super().__init__(text)
        self.why = why


class FirmwareService(Protocol):
    """The board's firmware as the page's server sees it; asked on the daemon's event loop."""

    def document(self) -> FirmwareDocument:
        """What the board runs, what this program carries, how bringing it goes."""

    async def bring(self) -> None:
        """Begin to bring it, and its self-test: a person has consented to that. Raises FirmwareError."""
