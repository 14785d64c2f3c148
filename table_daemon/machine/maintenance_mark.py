"""A file that is there while somebody works on the machine, so that a restart of the daemon does not forget it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mahjong_rules.told import sentence
from table_daemon.machine.link import MachineError

BEGINS_AT_REST: Final = sentence("the machine is moving: wait until it rests, or stop it, then begin the maintenance")
ENDS_AT_REST: Final = sentence("a single motion is under way: wait until it has ended, then end the maintenance")


class MaintenanceMark:
    """The mark of one table.

    Args:
        path: of the file; None for a machine that is ordered about once and not remembered.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path

    @property
    def is_set(self) -> bool:
        """Whether somebody works on the machine, as the last daemon knew."""
        return self._path is not None and self._path.exists()

    def put(self, *, on: bool) -> None:
        """Set it, or take it away.

        Raises:
            MachineError: the disk refuses.
        """
        if self._path is None:
            return
        try:
            if on:
                self._path.touch()
            else:
                self._path.unlink(missing_ok=True)
        except OSError as error:
            raise MachineError(
                sentence(
                    "the mark {path} cannot be changed ({why}): mend the disk", path=self._path, why=error.strerror
                )
            ) from error
