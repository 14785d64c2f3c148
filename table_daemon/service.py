"""What the front ends (HTTP, MQTT) may ask of the daemon: one owner of all state, many communicators.

Every front end receives the same JSON documents; docs/mqtt.md describes them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from wire.calibration import CalibrationLook
from wire.commands.command import Command
from wire.messages import Announcement, Answer


class TableService(Protocol):
    """The daemon as its front ends see it. All but the pictures are asked for on the daemon's event loop."""

    def retained(self) -> tuple[Announcement, ...]:
        """Every current state document: status, info, state, board, result, game, diag/*, questions."""

    def subscribe(self, listener: Callable[[Announcement], None]) -> Callable[[], None]:
        """Call `listener` for each announcement from now on; the returned function ends that."""

    async def command(self, command: Command) -> Answer:
        """Carry out a command; a duplicate `id` gives the first answer again."""

    def snapshot_jpeg(self, *, overlay: bool) -> bytes | None:
        """The newest camera picture, with what is read drawn over it if `overlay`; None without a camera.

        Called in a worker thread, one call at a time: encoding takes too long for the event loop.
        """

    def question_jpeg(self, question: str) -> bytes | None:
        """The picture of the piece that an open question is about; None where there is none."""

    def layout_jpeg(self) -> bytes | None:
        """The tile set that is laid out for a lesson, each tile with its name; None while none is shown."""

    def played_jpeg(self, set_name: str, lesson: int) -> bytes | None:
        """The crop of a lesson that was learnt while playing; None where there is none of that number."""

    def lens_jpeg(self) -> bytes | None:
        """The picture in which a lens was measured, until it is stored; None while none was."""

    def calibration_check(self) -> CalibrationLook | None:
        """What the newest camera picture says of the calibration; None without a camera.

        Called in a worker thread, one call at a time.
        """
