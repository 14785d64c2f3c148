"""Frames from a camera: the newest one only, and a stream that is opened again whenever it ends or falls silent.

Rules this file keeps:
* The camera's thread takes in pictures as fast as they come, so that none grows old on its way.
* A picture that is larger than any camera's is not decoded: what a stream says cannot fill the memory.
* What a network camera sends as JPEG is decoded by whoever asks for a frame: what nobody reads costs next to nothing.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Generic, Protocol, TypeVar

import cv2
import numpy as np

from mahjong_rules.told import said_by, sentence, told, words_of
from vision.camera_errors import CameraError
from vision.captures import Capture, open_capture
from vision.jpeg_head import jpeg_size_px
from vision.settings import CameraSettings
from vision.sightings import Frame, Image

__all__ = ["CameraError", "FrameSource", "NewestFrame", "SourceStatus", "VideoCaptureSource"]

_REOPEN_WAIT_S: Final = 0.5
"""Between two attempts to open a camera.

Chosen, not measured: back soon after a plug was pulled, without a busy loop.
"""
_END_WAIT_S: Final = 10.0
"""How long `stop` waits for the thread, which a blocking driver may hold. Chosen, not measured."""
_MAX_BEHIND_S: Final = 0.05
"""So much may a picture be late without the next one being late too."""
_DAMAGED: Final = told("damaged", "gives damaged pictures: check its cable and its settings")
_AS_IT_IS: Final = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION


_MAX_PIXELS: Final = 34_000_000
"""Larger pictures are told and not decoded. 8K has 33.2 million pixels, 100 MB as BGR, which a Raspberry Pi can spare;
a JPEG of 100 million pixels takes 300 MB and seconds, however few bytes it has."""
_HEAD_BYTES: Final = 1 << 18
"""Chosen: so far into a JPEG its size is looked for; cameras write it within the first kilobyte."""


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """How a frame source fares. `problem` is one sentence, "" while pictures come."""

    frames: int
    opened: int
    newest_at: float | None
    problem: str


class FrameSource(Protocol):
    """Something that gives frames, numbered from 1."""

    def start(self) -> None:
        """Begin; returns with the first frame there.

        Raises:
            CameraError: no frame came in time.
        """

    def next_frame(self, after: int, timeout_s: float) -> Frame | None:
        """The newest frame with a number above `after`; None when none came in time."""

    def status(self) -> SourceStatus:
        """How many frames came, when, and what is wrong if none does."""

    def stop(self) -> None:
        """End; may be called twice."""


class Numbered(Protocol):
    """A frame, or a picture that becomes one."""

    @property
    def number(self) -> int:
        """Its number, higher than that of the one before."""


_Kept = TypeVar("_Kept", bound=Numbered)


class NewestFrame(Generic[_Kept]):
    """A place for one frame between two threads: a newer one replaces it."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._frame: _Kept | None = None
        self._is_closed = False

    def put(self, frame: _Kept) -> None:
        """Replace what lies there."""
        with self._condition:
            self._frame = frame
            self._condition.notify_all()

    def close(self) -> None:
        """Wake up all who wait."""
        with self._condition:
            self._is_closed = True
            self._condition.notify_all()

    def get(self, after: int, timeout_s: float) -> _Kept | None:
        """The frame there once its number is above `after`; None after the timeout or when closed."""
        with self._condition:
            self._condition.wait_for(
                lambda: self._is_closed or (self._frame is not None and self._frame.number > after), timeout_s
            )
            frame = self._frame
        return frame if frame is not None and frame.number > after else None


@dataclass(frozen=True, slots=True)
class _Taken:
    """A picture as it came: BGR, or (1 x bytes) still encoded."""

    data: Image
    number: int
    captured_at: float

    def frame(self) -> Frame | None:
        """The picture decoded; None when it is damaged."""
        image = cv2.imdecode(self.data, _AS_IT_IS) if self._is_encoded else self.data
        return None if image is None else Frame(np.asarray(image, np.uint8), self.number, self.captured_at)

    @property
    def fault(self) -> str:
        """Why it should not be decoded: what the camera does and what to do about it; "" where it may be."""
        size = self._size_px()
        if size is None:
            return _DAMAGED
        width, height = size
        if width * height > _MAX_PIXELS:
            return told(
                "many_pixels",
                f"gives pictures of {width} x {height} pixels, more than {_MAX_PIXELS // 10**6} million, which are not "
                "read: set it to 2304 x 1296",
                width=width,
                height=height,
            )
        return ""

    @property
    def _is_encoded(self) -> bool:
        return self.data.ndim < 3

    def _size_px(self) -> tuple[int, int] | None:
        if self._is_encoded:
            return jpeg_size_px(self.data.reshape(-1)[:_HEAD_BYTES].tobytes())
        return self.data.shape[1], self.data.shape[0]


class VideoCaptureSource:
    """A camera that `captures` opens, listened to by a thread of its own.

    Args:
        settings: address, size and patience.
        clock: the time in seconds that frames are stamped with.
    """

    def __init__(self, settings: CameraSettings, clock: Callable[[], float]) -> None:
        self._settings = settings
        self._clock = clock
        self._slot: NewestFrame[_Taken] = NewestFrame()
        self._unread = 0
        """The newest picture that could not be decoded, or was not; 0 since one could."""
        self._fault = ""
        """Why."""
        self._refusal = ""
        """Why the camera could not even be opened, where that is known."""
        self._due_at = -math.inf
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._status = SourceStatus(0, 0, None, sentence("the camera has not been started"))

    def start(self) -> None:
        """Open the camera and wait for its first picture.

        Raises:
            CameraError: the address gave no picture within `answer_within_s`.
        """
        thread = threading.Thread(target=self._run, name="camera", daemon=True)
        thread.start()
        self._thread = thread  # only now: a `stop` beside this call may join what it finds here
        if self._slot.get(after=0, timeout_s=self._settings.answer_within_s) is None:
            self.stop()
            if self._refusal:
                raise CameraError(self._refusal)
            raise CameraError(
                sentence(
                    "the camera at {address} gave no picture within {seconds} s: check that it is switched on and that "
                    "camera.address names it",
                    address=self._settings.address,
                    seconds=f"{self._settings.answer_within_s:g}",
                )
            )

    def next_frame(self, after: int, timeout_s: float) -> Frame | None:
        """The newest frame with a number above `after`; None when none came in time or it cannot be read."""
        taken = self._slot.get(max(after, self._unread), timeout_s)
        if taken is None:
            return None
        fault = taken.fault
        frame = None if fault else taken.frame()
        self._fault = fault or _DAMAGED
        self._unread = taken.number if frame is None else 0
        return frame

    def status(self) -> SourceStatus:
        """How the camera fares; a silence longer than `silent_after_s` is a problem too."""
        status = self._status
        if not status.problem and self._unread:
            return replace(status, problem=self._sentence(self._fault))
        silent_s = self._clock() - status.newest_at if status.newest_at is not None else 0.0
        if not status.problem and silent_s > self._settings.silent_after_s:
            seconds = round(silent_s)
            silence = told("silent", f"the camera has given no picture for {seconds} s", seconds=seconds)
            return replace(status, problem=silence)
        return status

    def stop(self) -> None:
        """End the thread and close the camera; may be called twice."""
        self._ended.set()
        self._slot.close()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(_END_WAIT_S)

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                capture = open_capture(self._settings)
            except CameraError as error:
                self._refusal = said_by(error)
                self._status = replace(self._status, problem=self._refusal)
            else:
                self._refusal = ""
                self._listen(capture)
            self._ended.wait(_REOPEN_WAIT_S)

    def _listen(self, capture: Capture) -> None:
        if capture.isOpened():
            self._status = replace(self._status, opened=self._status.opened + 1)
            self._read_until_silent(capture)
        else:
            self._complain(told("not_opened", "cannot be opened"))
        capture.release()

    def _read_until_silent(self, capture: Capture) -> None:
        while not self._ended.is_set():
            is_there, now = capture.grab(), self._clock()
            if is_there and not self._is_due(now):
                self._status = replace(self._status, newest_at=now)
                continue
            there, data = capture.retrieve() if is_there else (False, None)
            if not there or data is None:
                self._complain(told("stopped", "stopped giving pictures and is being opened again"))
                return
            taken = _Taken(np.asarray(data, np.uint8), self._status.frames + 1, now)
            self._status = replace(self._status, frames=taken.number, newest_at=now, problem="")
            self._slot.put(taken)

    def _is_due(self, now: float) -> bool:
        """Whether the picture grabbed now is wanted: no more of them in the long run than the settings say."""
        if now < self._due_at:
            return False
        self._due_at = max(self._due_at, now - _MAX_BEHIND_S) + 1 / self._settings.most_frames_per_s
        return True

    def _complain(self, what: str) -> None:
        self._status = replace(self._status, problem=self._sentence(what))

    def _sentence(self, what: str) -> str:
        """The whole sentence of what the camera does."""
        (words,) = words_of(what)
        address = self._settings.address
        gaps = {name: str(value) for name, value in words.values.items()}
        return told(words.key, f"the camera at {address} {what}", address=address, **gaps)
