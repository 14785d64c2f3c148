"""Pictures of a table that lies still: nobody reaches over it, and they were taken after the hands had gone."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Protocol

from mahjong_rules.told import sentence
from vision.eyes_status import EyesStatus
from vision.sightings import Frame, Image

CALM_S: Final = 0.7
"""Nothing may move for so long before a picture counts."""
PATIENCE_S: Final = 6.0
"""So long a person with hands over the table is waited for (docs/tile_sets.md)."""
_FRAME_WAIT_S: Final = 5.0
"""Without a frame for so long the camera has no picture to give.

Chosen, not measured: many frames even of a slow one.
"""


class TroubleKey(StrEnum):
    """Why there is no picture; keys of the page's catalogues below `teach.trouble.`."""

    HANDS = "hands"
    CAMERA = "camera"
    LAYOUT = "layout"
    INTERNAL = "internal"


class NotStillError(Exception):
    """No picture of a table at rest; the text is one sentence, of the camera with its words."""

    def __init__(self, key: TroubleKey, text: str) -> None:
        super().__init__(text)
        self.key = key


class WatchingEyes(Protocol):
    """What is asked of `vision.eyes.TableEyes`, from a worker thread."""

    def status(self) -> EyesStatus:
        """How they fare, and where something moves."""

    def next_frame(self, after: int, timeout_s: float) -> Frame | None:
        """The newest frame with a number above `after`; None when none came in time."""


def still_frames(eyes: WatchingEyes, count: int) -> list[Image]:
    """So many pictures of the table at rest, the first one taken when nothing had moved for `CALM_S`.

    Raises:
        NotStillError: hands stay over the table for `PATIENCE_S`, or the camera gives no picture that can be read.
    """
    # What lies ready may have been taken before the hands were gone.
    stale = eyes.next_frame(0, _FRAME_WAIT_S)
    number = 0 if stale is None else stale.number
    began_s: float | None = None
    calm_from_s: float | None = None
    found: list[Image] = []
    while len(found) < count:
        frame = eyes.next_frame(number, _FRAME_WAIT_S)
        status = eyes.status()
        if frame is None or status.problem or not status.is_calibrated:
            raise NotStillError(
                TroubleKey.CAMERA, status.problem or sentence("the camera gives no new picture: look at it")
            )
        number, now_s = frame.number, frame.captured_at
        began_s = now_s if began_s is None else began_s
        if status.busy:
            calm_from_s, found = None, []
            if now_s - began_s > PATIENCE_S:
                raise NotStillError(
                    TroubleKey.HANDS, "hands or arms are over the table: take them away, then take the picture again"
                )
            continue
        calm_from_s = now_s if calm_from_s is None else calm_from_s
        if now_s - calm_from_s >= CALM_S:
            found.append(frame.image)
    return found
