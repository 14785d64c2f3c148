"""What the page may ask of updates, and why one is refused: known to the room of updates and to the page's server."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from table_daemon.errors import UserError

if TYPE_CHECKING:
    from wire.update_documents import UpdateDocument


class UpdateWhy(StrEnum):
    """Why nothing was installed, for whoever says it in other words."""

    NO_PACKAGE = "no_package"
    """This program was not installed by a package."""
    NOT_OFFERED = "not_offered"
    BAD_WISH = "bad_wish"
    BUSY = "busy"
    """Another update, or apt itself, is at work."""
    NO_NETWORK = "no_network"
    """The lists or the package could not be fetched."""
    NO_ROOM = "no_room"
    IN_PLAY = "in_play"
    NOT_ROOTS = "not_roots"
    """A package that others than root may change."""
    DID_NOT_START = "did_not_start"
    """Installed, and passed over: the version before runs."""
    INTERRUPTED = "interrupted"
    """The computer went off meanwhile."""
    APT = "apt"
    """What apt says itself."""


class UpdateError(UserError):
    """Nothing was installed; the text is one sentence for a person.

    Args:
        text: that sentence.
        why: the same for a program.
    """

    def __init__(self, text: str, why: UpdateWhy) -> None:
        super().__init__(text)
        self.why = why


class UpdateService(Protocol):
    """Updates as the page's server sees them; asked on the daemon's event loop."""

    def document(self) -> UpdateDocument:
        """What runs, what is offered, how an installation goes."""

    def look(self) -> None:
        """Have root look for what is offered. Raises UpdateError."""

    def install(self, version: str) -> None:
        """Have root install a version that is offered or kept. Raises UpdateError."""
