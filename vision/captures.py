"""Cameras opened by their address: the only file that opens OpenCV's capture; `csi_camera` has those on ribbon cables.

What is locked (exposure, gain, white balance, focus) is asked of a V4L2 camera property by property: its driver takes
those that it has, and says nothing of the others.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

import cv2

from vision.camera_errors import CameraError
from vision.csi_camera import ADDRESS, CsiCapture
from vision.settings import CameraSettings, LockedCamera

_MOTION_JPEG: Final = cv2.VideoWriter.fourcc(*"MJPG")
_ENCODED: Final = -1
"""Instead of a pixel format: OpenCV gives the pictures as they come, without decoding them."""
_V4L2_MANUAL_EXPOSURE: Final = 1
"""V4L2_EXPOSURE_MANUAL."""
_V4L2_EXPOSURE_US: Final = 100
"""Its unit of exposure: V4L2_CID_EXPOSURE_ABSOLUTE counts in 100 microseconds."""
_SETTLING_PICTURES: Final = 45
"""So many pictures a camera's automatic gets before what it has chosen counts: three seconds at 15 a second.

Chosen, not measured."""


class Capture(Protocol):
    """What OpenCV's capture and a camera on a ribbon cable have in common."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether it gives pictures."""

    def grab(self) -> bool:
        """Take the next picture."""

    def retrieve(self) -> tuple[bool, Any]:
        """The picture that was taken."""

    def release(self) -> None:
        """Close it."""


def is_device(address: str) -> bool:
    """Whether an address means a V4L2 camera of this computer."""
    return address.isdecimal() or address.startswith("/dev/video")


def open_capture(settings: CameraSettings) -> Capture:
    """The camera at the settings' address.

    Raises:
        CameraError: a camera on a ribbon cable cannot be opened; of any other `isOpened` says so.
    """
    if ADDRESS.fullmatch(settings.address):
        return CsiCapture(settings)
    return open_device(settings) if is_device(settings.address) else _open_stream(settings)


def _open_stream(settings: CameraSettings) -> Capture:
    patience_ms = round(settings.silent_after_s * 1000)
    # One decoding thread: more of them hold back as many frames.
    options = [
        *(cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, patience_ms),
        *(cv2.CAP_PROP_READ_TIMEOUT_MSEC, patience_ms),
        *(cv2.CAP_PROP_N_THREADS, 1),
    ]
    capture = cv2.VideoCapture(settings.address, cv2.CAP_FFMPEG, options)
    if int(capture.get(cv2.CAP_PROP_FOURCC)) == _MOTION_JPEG:
        capture.set(cv2.CAP_PROP_FORMAT, _ENCODED)
    return capture


def open_device(settings: CameraSettings) -> Capture:
    """A camera of this computer, asked for motion JPEG: uncompressed pictures of this size come too slowly."""
    address = int(settings.address) if settings.address.isdecimal() else settings.address
    capture = cv2.VideoCapture(address, cv2.CAP_V4L2)
    capture.set(cv2.CAP_PROP_FOURCC, _MOTION_JPEG)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, settings.width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, settings.height)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    for name, value in v4l2_properties(settings.locked):
        capture.set(name, value)
    return capture


def v4l2_properties(locked: LockedCamera | None) -> list[tuple[int, float]]:
    """OpenCV's properties for what is locked, in the order that drivers want: the automatic off, then the value."""
    if locked is None:
        return []
    wanted: list[tuple[int, float]] = []
    if locked.exposure_us is not None:
        wanted.append((cv2.CAP_PROP_AUTO_EXPOSURE, _V4L2_MANUAL_EXPOSURE))
        wanted.append((cv2.CAP_PROP_EXPOSURE, max(1, round(locked.exposure_us / _V4L2_EXPOSURE_US))))
    if locked.gain is not None:
        wanted.append((cv2.CAP_PROP_GAIN, locked.gain))
    if locked.white_balance_k is not None:
        wanted += [(cv2.CAP_PROP_AUTO_WB, 0), (cv2.CAP_PROP_WB_TEMPERATURE, locked.white_balance_k)]
    if locked.focus is not None:
        wanted += [(cv2.CAP_PROP_AUTOFOCUS, 0), (cv2.CAP_PROP_FOCUS, locked.focus)]
    return wanted


def _v4l2_locks(capture: cv2.VideoCapture) -> LockedCamera:
    """What the camera has chosen; -1 and 0 stand for a property that its driver has not."""

    def said(name: int) -> float | None:
        value = float(capture.get(name))
        return value if value > 0 else None

    exposure, white = said(cv2.CAP_PROP_EXPOSURE), said(cv2.CAP_PROP_WB_TEMPERATURE)
    return LockedCamera(
        exposure_us=None if exposure is None else round(exposure * _V4L2_EXPOSURE_US),
        gain=said(cv2.CAP_PROP_GAIN),
        white_balance_k=None if white is None else round(white),
        focus=said(cv2.CAP_PROP_FOCUS),
    )


def settled_locks(settings: CameraSettings) -> LockedCamera:
    """What a camera's automatic chooses for the table as it is now, to be locked from then on.

    Raises:
        CameraError: it gives no pictures, or cannot be locked: a network camera has a page of its own for that.
    """
    address = settings.address
    if not (ADDRESS.fullmatch(address) or is_device(address)):
        raise CameraError(f"the camera at {address} is locked on its own page; expected csi:0 or a /dev/video device")
    capture = open_capture(settings.model_copy(update={"locked": None}))
    try:
        if not capture.isOpened() or not all(capture.grab() for _ in range(_SETTLING_PICTURES)):
            raise CameraError(
                f"the camera at {address} gives no pictures: look at its cable, and stop the daemon first"
            )
        locked = capture.locks() if isinstance(capture, CsiCapture) else _v4l2_locks(capture)  # type: ignore[arg-type] # OpenCV's own
    finally:
        capture.release()
    if locked == LockedCamera():
        raise CameraError(
            f"the camera at {address} says nothing of exposure, white balance or focus: it cannot be locked"
        )
    return locked
