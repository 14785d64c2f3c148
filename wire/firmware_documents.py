"""The board's firmware, as the page asks for it (`/api/firmware`): no part of MQTT."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from typing_extensions import TypedDict  # pydantic reads these before Python 3.12

from wire.commands.expectations import StrictObject

FirmwarePhase = Literal["keeping", "writing", "proving", "testing", "done", "failed"]


class BringFirmware(StrictObject):
    """Bring the firmware of this program onto the board, and let the machine test itself: consent to that motion."""

    action: Literal["bring"]


FIRMWARE_WISHES: Final[Mapping[str, type[BringFirmware]]] = {"bring": BringFirmware}
"""What may be wished of the firmware, by `action`."""


class FirmwareProgress(TypedDict):
    """How far it is: `done` of `of` steps of this phase. `why` and `text` say why it failed: a key of the page's
    catalogues, and one English sentence.
    """

    phase: FirmwarePhase
    done: int
    of: int
    why: str
    text: str


class FirmwareDocument(TypedDict):
    """The firmware that the board said it runs ("": it was never greeted) and that of this program, by their hashes.

    `progress` is None until somebody has it brought.
    """

    running: str
    carried: str
    progress: FirmwareProgress | None
