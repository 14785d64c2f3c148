"""Updates for the page: what root tells is read, what a person wishes is written down for root."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from table_daemon.update_service import UpdateError, UpdateWhy
from table_daemon.updating.places import UpdatePlaces
from table_daemon.updating.told_files import UNDER_WAY, told_offer, told_progress
from table_daemon.updating.wish_file import write_wish
from wire.update_documents import UpdateDocument, UpdateProgress

NO_PACKAGE: Final = (
    "this Jantaku runs from its source files, which no package updates: in their folder `git pull`, then `make run`"
    " installs what is new, and the daemon is started anew"
)


class UpdateDesk:
    """Of one daemon.

    Args:
        places: of this computer.
        version: of this program.
        module: a file of it, which says whether a package brought it.
    """

    def __init__(self, places: UpdatePlaces, version: str, module: Path) -> None:
        self._places, self._version = places, version
        self._is_package = places.is_packaged(module)

    def document(self) -> UpdateDocument:
        """What runs, what is offered, how an installation goes."""
        offered, changes, before, looked_at = told_offer(self._places)
        return {
            "is_package": self._is_package,
            "running": self._version,
            "offered": offered,
            "changes": changes,
            "before": before,
            "looked_at": looked_at,
            "progress": self._progress(),
        }

    def look(self) -> None:
        """Have root look for what is offered. Raises UpdateError."""
        self._wish("")

    def install(self, version: str) -> None:
        """Have root install a version that is offered or kept. Raises UpdateError."""
        offered, _, before, _ = told_offer(self._places)
        if version not in (offered, before):
            raise UpdateError(f"version {version} is not offered: look for updates again", UpdateWhy.NOT_OFFERED)
        self._wish(version)

    def _wish(self, version: str) -> None:
        if not self._is_package:
            raise UpdateError(NO_PACKAGE, UpdateWhy.NO_PACKAGE)
        progress = self._progress()
        if progress is not None and progress["phase"] in UNDER_WAY:
            raise UpdateError("another update is at work; wait until it is done", UpdateWhy.BUSY)
        write_wish(self._places, version)

    def _progress(self) -> UpdateProgress | None:
        if self._places.wish.exists():
            return {"phase": "asked", "version": "", "percent": 0, "why": "", "text": ""}
        return told_progress(self._places)
