"""What is locked of a V4L2 camera, in the terms of its driver."""

from __future__ import annotations

import cv2
import pytest

from vision.camera_errors import CameraError
from vision.captures import open_device, settled_locks, v4l2_properties
from vision.settings import CameraSettings, LockedCamera


class Driver:
    """Stands where `cv2.VideoCapture` stands: a camera whose driver has no focus."""

    def __init__(self, *_: object) -> None:
        self.asked: list[tuple[int, float]] = []
        self.grabbed = 0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def set(self, name: int, value: float) -> bool:
        self.asked.append((name, value))
        return True

    def get(self, name: int) -> float:
        return {cv2.CAP_PROP_EXPOSURE: 156, cv2.CAP_PROP_GAIN: 20, cv2.CAP_PROP_WB_TEMPERATURE: 4600}.get(name, -1.0)

    def grab(self) -> bool:
        self.grabbed += 1
        return True

    def release(self) -> None:
        """It holds nothing."""


def test_the_automatic_is_switched_off_before_the_value_is_set():
    locked = LockedCamera(exposure_us=15600, gain=20, white_balance_k=4600, focus=35)
    assert v4l2_properties(locked) == [
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1),
        (cv2.CAP_PROP_EXPOSURE, 156),
        (cv2.CAP_PROP_GAIN, 20),
        (cv2.CAP_PROP_AUTO_WB, 0),
        (cv2.CAP_PROP_WB_TEMPERATURE, 4600),
        (cv2.CAP_PROP_AUTOFOCUS, 0),
        (cv2.CAP_PROP_FOCUS, 35),
    ]
    assert v4l2_properties(None) == []
    assert v4l2_properties(LockedCamera(focus=35)) == [(cv2.CAP_PROP_AUTOFOCUS, 0), (cv2.CAP_PROP_FOCUS, 35)]


def test_a_camera_of_this_computer_is_opened_with_what_is_locked(monkeypatch):
    monkeypatch.setattr(cv2, "VideoCapture", Driver)
    driver = open_device(CameraSettings(locked=LockedCamera(gain=20)))
    assert isinstance(driver, Driver)
    assert driver.asked[-1] == (cv2.CAP_PROP_GAIN, 20)


def test_what_the_driver_has_chosen_can_be_locked_and_what_it_has_not_is_left_out(monkeypatch):
    monkeypatch.setattr(cv2, "VideoCapture", Driver)
    assert settled_locks(CameraSettings()) == LockedCamera(exposure_us=15600, gain=20, white_balance_k=4600)


def test_a_camera_that_says_nothing_of_itself_cannot_be_locked(monkeypatch):
    monkeypatch.setattr(cv2, "VideoCapture", Driver)
    monkeypatch.setattr(Driver, "get", lambda *_: -1.0)
    with pytest.raises(CameraError, match="says nothing of exposure"):
        settled_locks(CameraSettings())
