"""Whether pictures are those of a camera that looks at something: large enough, not dark, not the same ever again.

What only the table's markers can tell (a covered lens, noise, a blurred picture) is `calibrating.pose_watch`'s.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.sightings import Frame, Image

_DARK: Final = "the picture is dark: switch on the light over the table, or uncover the camera"
_DARK_LEVEL: Final = 14.0
"""Mean grey level, 0 to 255, of a picture in which nothing is to be read. Chosen, not measured."""
_MIN_SIDE_PX: Final = 240
"""A picture's shorter side. A table of 900 mm in fewer pixels has tiles of 5 pixels, of which none can be named."""
_FROZEN_AFTER_S: Final = 2.0
"""A picture that comes again and again for so long is no picture of now.

A sensor's noise makes each picture another one. Chosen, not measured: longer than the few pictures that a stream
repeats to keep its rhythm, shorter than `camera.silent_after_s`, after which no picture at all counts as blind.
"""
_LOOK_EVERY_PX: Final = 8
"""One pixel of so many each way is compared: of 1080 lines some 32,000 pixels, more than a frozen one could match."""


class PictureCheck:
    """Looks at the frames of one camera, each in its turn."""

    def __init__(self) -> None:
        self._before: Image | None = None
        self._same_since_s = 0.0

    def problem(self, frame: Frame) -> str:
        """Why nothing may be read from this frame, one sentence that says what to do; "" where something may."""
        height, width = frame.image.shape[:2]
        if min(height, width) < _MIN_SIDE_PX:
            return (
                f"the camera's pictures have only {width} x {height} pixels, too few to see a tile: set the camera to "
                "1280 x 720 or more"
            )
        if float(frame.image[::16, ::16].mean()) < _DARK_LEVEL:
            return _DARK
        if self._same_for_s(frame) >= _FROZEN_AFTER_S:
            return (
                "the camera gives the same picture again and again: switch it off and on, or begin the program that "
                "sends its pictures anew"
            )
        return ""

    def _same_for_s(self, frame: Frame) -> float:
        seen = frame.image[::_LOOK_EVERY_PX, ::_LOOK_EVERY_PX].copy()
        if self._before is None or not np.array_equal(seen, self._before):
            self._before, self._same_since_s = seen, frame.captured_at
        return frame.captured_at - self._same_since_s
