"""A camera, watched by a thread while somebody hangs, turns and focuses it.

Rules this file keeps: what the thread knows leaves it as one frozen `CameraLook`; a camera that is unplugged is said so
and opened again by its source.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from mahjong_rules.told import said_by, sentence
from table_daemon.setting_up.picture_look import Light, live_jpeg, look_at, markers_in
from vision.cameras import CameraError, VideoCaptureSource
from vision.geometry.lens import Floats
from vision.picture_check import PictureCheck
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Frame, Image

_FRAME_WAIT_S: Final = 0.5
"""How long the thread waits for a picture before it looks whether it is to end."""
_FORGETS: Final = 0.995
"""Of the sharpest picture, with each one: a camera that was turned elsewhere is compared with what it sees now. Chosen:
half of it after some 140 pictures."""
_HABITS: Final = {"most_frames_per_s": 5.0, "answer_within_s": 3.0}
"""Chosen: figures that follow a hand on a lens on a Pi that keeps up, and a wrong address that is told soon."""
_PICTURE_WITHIN_S: Final = 5.0
"""A picture that was asked for. Chosen: longer than a stream that begins anew takes."""


@dataclass(frozen=True, slots=True)
class CameraLook:
    """What is known of the camera now.

    Attributes:
        problem: why its pictures cannot be used, a sentence with its words; "" while they can.
        number: of the newest picture, 0 before the first.
        sharpness: as a share of the sharpest one so far.
        markers: corners as shares of width and height, by number.
    """

    problem: str = ""
    number: int = 0
    light: Light = "good"
    sharpness: float = 0.0
    size_px: tuple[int, int] = (0, 0)
    markers: Mapping[int, Floats] = field(default_factory=dict)


class WatchedCamera:
    """Watches one camera until `stop`.

    Args:
        camera: its settings.
        geometry: which markers to look for.
        clock: seconds on any monotonic clock.
    """

    def __init__(self, camera: CameraSettings, geometry: GeometrySettings, clock: Callable[[], float]) -> None:
        self.address = camera.address
        self.look = CameraLook()
        self._geometry = geometry
        self._camera = camera.model_copy(update=_HABITS)
        self._clock = clock
        self._source = VideoCaptureSource(self._camera, clock)
        self._check = PictureCheck()
        self._best = 0.0
        self._frame: Frame | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="trial of the camera", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it and close the camera; takes a moment."""
        self._ended.set()
        self._source.stop()
        self._thread.join()

    def jpeg(self) -> bytes | None:
        """The newest picture for a screen; None before the first. To be called beside the event loop."""
        frame = self._frame
        return None if frame is None else live_jpeg(frame.image)

    def pictures(self, count: int) -> list[Image]:
        """The next pictures, one after the other. To be called beside the event loop.

        Raises:
            CameraError: they do not come.
        """
        images: list[Image] = []
        number = self.look.number
        while len(images) < count:
            frame = self._source.next_frame(number, _PICTURE_WITHIN_S)
            if frame is None:
                raise CameraError(self._source.status().problem or sentence("the camera stopped giving pictures"))
            number = frame.number
            images.append(frame.image)
        return images

    def _run(self) -> None:
        while not self._ended.is_set() and not self._opens():
            self._source = VideoCaptureSource(self._camera, self._clock)
        while not self._ended.is_set():
            frame = self._source.next_frame(self.look.number, _FRAME_WAIT_S)
            if frame is not None:
                self._take_in(frame)
            elif problem := self._source.status().problem:
                self.look = replace(self.look, problem=problem, sharpness=0.0, markers={})

    def _opens(self) -> bool:
        try:
            self._source.start()
        except CameraError as error:
            self.look = CameraLook(self._source.status().problem or said_by(error))
            return False
        return True

    def _take_in(self, frame: Frame) -> None:
        """Raises nothing: a picture that shows nothing is said so."""
        self._frame = frame
        seen = look_at(frame.image)
        problem = self._check.problem(frame)
        if not problem:  # the noise of a dark picture would count as detail
            self._best = max(self._best * _FORGETS, seen.detail)
        self.look = CameraLook(
            problem=problem,
            number=frame.number,
            light=seen.light,
            sharpness=0.0 if problem or not self._best else seen.detail / self._best,
            size_px=seen.size_px,
            markers={} if problem else markers_in(frame.image, self._geometry),
        )
