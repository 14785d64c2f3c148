"""Whether pictures are those of a camera that looks at something: large enough, of one size, not dark, not frozen.

What only the table's markers can tell (a covered lens, noise, a blurred picture) is `calibrating.pose_watch`'s.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mahjong_rules.told import told
from vision.sightings import Frame, Image

_DARK: Final = told("dark", "the picture is dark: switch on the light over the table, or uncover the camera")
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


_SIZE_STAYS_S: Final = 2.0
"""Pictures of another size that come without a break for so long are the camera's from now on. Chosen: longer than a
stream needs to begin anew in another mode, and a stream that mixes sizes never gets there."""
_Size = tuple[int, int]
"""Width and height in pixels."""


class PictureCheck:
    """Looks at the frames of one camera, each in its turn.

    Args:
        wanted: the size that the settings ask for; None where they leave it to the camera.
    """

    def __init__(self, wanted: _Size | None = None) -> None:
        self._wanted = wanted
        self._size: _Size | None = None
        """Of the pictures that are read."""
        self._other: tuple[_Size, float] | None = None
        """Another size that comes instead, and since when."""
        self._before: Image | None = None
        self._same_since_s = 0.0

    def problem(self, frame: Frame) -> str:
        """Why nothing may be read from this frame, one sentence that says what to do; "" where something may."""
        height, width = frame.image.shape[:2]
        if min(height, width) < _MIN_SIDE_PX:
            return told(
                "few_pixels",
                f"the camera's pictures have only {width} x {height} pixels, too few to see a tile: set the camera to "
                "1280 x 720 or more",
                width=width,
                height=height,
            )
        if self._has_other_size((width, height), frame.captured_at):
            assert self._size is not None
            before, now = (f"{size[0]} x {size[1]}" for size in (self._size, (width, height)))
            return told(
                "size_changes",
                f"the camera's pictures change their size, from {before} to {now} pixels: set one size, and end what "
                "else uses the camera",
                before=before,
                now=now,
            )
        if float(frame.image[::16, ::16].mean()) < _DARK_LEVEL:
            return _DARK
        if self._same_for_s(frame) >= _FROZEN_AFTER_S:
            return told(
                "frozen",
                "the camera gives the same picture again and again: switch it off and on, or begin the program that "
                "sends its pictures anew",
            )
        return ""

    @property
    def notice(self) -> str:
        """What somebody should look at some time; "" while nothing is."""
        if self._wanted is None or self._size is None or self._size == self._wanted:
            return ""
        (width, height), (wanted_width, wanted_height) = self._size, self._wanted
        return told(
            "other_size",
            f"the camera's pictures have {width} x {height} pixels, the settings ask for {wanted_width} x "
            f"{wanted_height}: set camera.width and camera.height, or the camera",
            width=width,
            height=height,
            wanted_width=wanted_width,
            wanted_height=wanted_height,
        )

    def _has_other_size(self, size: _Size, now_s: float) -> bool:
        """Whether this frame has another size than those before; one that stays is soon the usual one."""
        if self._size is None or size == self._size:
            self._size, self._other = size, None
            return False
        if self._other is None or self._other[0] != size:
            self._other = (size, now_s)
        if now_s - self._other[1] < _SIZE_STAYS_S:
            return True
        self._size, self._other = size, None
        return False

    def _same_for_s(self, frame: Frame) -> float:
        seen = frame.image[::_LOOK_EVERY_PX, ::_LOOK_EVERY_PX].copy()
        if self._before is None or not np.array_equal(seen, self._before):
            self._before, self._same_since_s = seen, frame.captured_at
        return frame.captured_at - self._same_since_s
