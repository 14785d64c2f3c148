"""What the front ends (HTTP, MQTT) may ask of the daemon: one owner of all state, many communicators.

Every front end receives the same JSON documents; docs/mqtt.md describes them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from vision.calibrating.calibration_check import CalibrationCheck

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Envelope:
    """One announcement: `topic` below jantaku/v1/{table}/, its JSON payload, and whether it is a state.

    State is retained and replaces what was said before; an event is said once.
    """

    topic: str
    payload: Json
    retained: bool


@dataclass(frozen=True, slots=True)
class Command:
    """A wish of a person or program. `expect_seq` refuses it when the game has moved on since."""

    name: str
    data: Json
    id: str = ""
    expect_seq: int | None = None
    origin: str = ""
    """Who asks, for the audit list: "http 192.0.2.7", "mqtt hall"."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`error_code` is "" when the command was carried out, else one of the codes in docs/mqtt.md."""

    ok: bool
    seq: int
    error_code: str = ""
    message: str = ""
    data: Json | None = None
    """What was asked for or done, where the command says more than yes or no."""

    def to_json(self) -> Json:
        """As on MQTT and HTTP."""
        error = None if self.ok else {"code": self.error_code, "message": self.message}
        answer: Json = {"ok": self.ok, "seq": self.seq, "error": error}
        return answer if self.data is None else answer | {"data": self.data}


class TableService(Protocol):
    """The daemon as its front ends see it. All but the pictures are asked for on the daemon's event loop."""

    def retained(self) -> tuple[Envelope, ...]:
        """Every current state document: status, info, state, board, result, game, diag/*, questions."""

    def subscribe(self, listener: Callable[[Envelope], None]) -> Callable[[], None]:
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

    def lens_jpeg(self) -> bytes | None:
        """The picture in which a lens was measured, until it is stored; None while none was."""

    def calibration_check(self) -> CalibrationCheck | None:
        """What the newest camera picture says of the calibration; None without a camera.

        Called in a worker thread, one call at a time.
        """
