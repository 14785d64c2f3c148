from __future__ import annotations

import resource
import socket
import threading
import time

import cv2
import numpy as np
import pytest
from eventually import eventually
from hostile_camera import (
    HostileCamera,
    a_length_that_cannot_be,
    endless_headers,
    endless_part_headers,
    nothing_but_a_greeting,
    redirects_to_itself,
    truncated_frames,
)

from vision import captures
from vision.cameras import CameraError, NewestFrame, VideoCaptureSource
from vision.settings import CameraSettings
from vision.sightings import Frame

HOSTILE_KIB = 200 * 1024
"""Chosen: one picture of the largest size that is read takes 100 MB; what a hostile address sends is kept nowhere."""


def source_at(address: str, **settings: float) -> VideoCaptureSource:
    patience = {"answer_within_s": 8.0, "silent_after_s": 1.0, **settings}
    return VideoCaptureSource(CameraSettings(address=address, **patience), time.monotonic)


def frames_after(source: VideoCaptureSource, number: int, count: int) -> list[Frame]:
    frames: list[Frame] = []
    for _ in range(count):
        frame = source.next_frame(number, 15.0)
        assert frame is not None
        frames.append(frame)
        number = frame.number
    return frames


def test_frames_come_in_order_with_rising_times(picture_server):
    source = source_at(picture_server.address)
    source.start()
    try:
        frames = frames_after(source, 0, 3)
    finally:
        source.stop()
    assert frames[0].image.shape == (480, 640, 3)
    assert [f.number for f in frames] == sorted({f.number for f in frames})
    assert frames[0].captured_at < frames[2].captured_at
    assert source.status().problem == ""


def test_a_camera_that_hangs_up_is_opened_again(picture_server):
    source = source_at(picture_server.address)
    source.start()
    try:
        last = frames_after(source, 0, 1)[0].number
        picture_server.hanging_up.set()
        while source.next_frame(last, 0.5) is not None:
            last = source.status().frames
        assert "opened again" in source.status().problem or "cannot be opened" in source.status().problem
        picture_server.hanging_up.clear()
        frames_after(source, last, 2)
        assert source.status().problem == ""
        assert source.status().opened >= 2
    finally:
        source.stop()


def test_a_camera_that_hangs_is_opened_again(picture_server):
    source = source_at(picture_server.address)
    source.start()
    try:
        last = frames_after(source, 0, 1)[0].number
        picture_server.flowing.clear()
        while source.next_frame(last, 0.5) is not None:
            last = source.status().frames
        before = picture_server.connections
        threading.Timer(2.0, picture_server.flowing.set).start()
        frames_after(source, last, 1)
        assert picture_server.connections > before
    finally:
        source.stop()


def test_an_address_that_answers_nothing_is_a_sentence_that_names_it():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/"
    source = source_at(address, answer_within_s=1.0)
    with pytest.raises(CameraError, match=r"the camera at http://127.* gave no picture within 1 s: check"):
        source.start()


def test_a_newer_frame_replaces_one_that_nobody_took(picture_server):
    slot = NewestFrame()
    picture = source_at(picture_server.address)
    picture.start()
    first, second = frames_after(picture, 0, 2)
    picture.stop()
    slot.put(first)
    slot.put(second)
    assert slot.get(after=0, timeout_s=0) is second
    assert slot.get(after=second.number, timeout_s=0) is None


def test_a_stop_in_the_moment_of_the_start_ends_both(picture_server, monkeypatch):
    class StoppedAtItsStart(threading.Thread):
        def start(self) -> None:
            source.stop()  # what another thread's wish does at the worst time
            super().start()

    source = source_at(picture_server.address)
    monkeypatch.setattr(threading, "Thread", StoppedAtItsStart)
    with pytest.raises(CameraError):
        source.start()
    monkeypatch.undo()
    assert "camera" not in [thread.name for thread in threading.enumerate()]


def test_stopping_wakes_up_who_waits_for_a_frame():
    slot = NewestFrame()
    threading.Timer(0.05, slot.close).start()
    assert slot.get(after=0, timeout_s=30.0) is None


@pytest.mark.parametrize(("most", "taken"), [(10.0, 20), (30.0, 60), (60.0, 60)])
def test_no_more_pictures_are_decoded_than_are_wanted(monkeypatch, most, taken):
    """A camera of 30 pictures a second, watched for two seconds of its own clock."""
    camera = CountingCamera(pictures=60)
    source = VideoCaptureSource(CameraSettings(most_frames_per_s=most), lambda: camera.grabbed / 30)
    monkeypatch.setattr(captures, "open_device", lambda _: camera)
    source.start()
    camera.ended.wait(10.0)
    source.stop()
    assert abs(camera.decoded - taken) <= 1


async def test_what_a_network_camera_sends_is_decoded_only_when_it_is_read(picture_server, monkeypatch):
    decoded: list[int] = []
    decode = cv2.imdecode
    monkeypatch.setattr(cv2, "imdecode", lambda data, flags: decoded.append(data.size) or decode(data, flags))
    source = source_at(picture_server.address)
    source.start()
    try:
        await eventually(lambda: source.status().frames >= 5)
        assert decoded == []
        assert frames_after(source, 0, 1)[0].number >= 5
    finally:
        source.stop()
    assert len(decoded) == 1


async def test_damaged_pictures_are_told_and_no_frames(picture_server):
    source = source_at(picture_server.address)
    source.start()
    try:
        last = frames_after(source, 0, 1)[0].number
        picture_server.spoiling.set()
        while (frame := source.next_frame(last, 5.0)) is not None:
            last = frame.number
        assert "gives damaged pictures" in source.status().problem
        picture_server.spoiling.clear()
        await eventually(lambda: source.next_frame(last, 0.0) is not None)
        assert source.status().problem == ""
    finally:
        source.stop()


@pytest.mark.parametrize(
    "answer",
    [
        endless_headers,
        endless_part_headers,
        redirects_to_itself,
        a_length_that_cannot_be,
        nothing_but_a_greeting,
        None,
    ],
    ids=lambda answer: "silence" if answer is None else answer.__name__,
)
def test_an_address_that_answers_as_no_camera_does_ends_the_start_in_one_sentence(answer):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with HostileCamera(answer) as camera:
        source = source_at(camera.address, answer_within_s=2.0)
        with pytest.raises(CameraError, match="gave no picture within 2 s: check"):
            source.start()
        assert camera.connections >= 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < HOSTILE_KIB


async def test_frames_that_are_cut_off_are_told_as_damaged_and_none_is_read():
    with HostileCamera(truncated_frames) as camera:
        source = source_at(camera.address)
        source.start()
        try:
            await eventually(
                lambda: source.next_frame(0, 0.2) is not None or "gives damaged pictures" in source.status().problem
            )
            assert source.next_frame(0, 0.0) is None
        finally:
            source.stop()


def large_jpeg(width: int, height: int) -> bytes:
    """A JPEG of few bytes whose head says this size."""
    jpeg = cv2.imencode(".jpg", np.full((16, 16, 3), 90, np.uint8))[1].tobytes()
    place = jpeg.index(b"\xff\xc0") + 5
    return jpeg[:place] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + jpeg[place + 4 :]


@pytest.mark.parametrize("width", [10_000, 65_535])
async def test_a_picture_larger_than_any_cameras_is_told_and_not_decoded(picture_server, monkeypatch, width):
    source = source_at(picture_server.address)
    source.start()
    try:
        last = frames_after(source, 0, 1)[0].number
        picture_server.instead = large_jpeg(width, width)
        decoded: list[tuple[int, ...]] = []
        decode = cv2.imdecode
        monkeypatch.setattr(cv2, "imdecode", lambda data, flags: decoded.append(data.shape) or decode(data, flags))
        while (frame := source.next_frame(last, 5.0)) is not None:
            last = frame.number
        assert f"gives pictures of {width} x {width} pixels, more than 34 million" in source.status().problem
        decoded.clear()
        assert source.next_frame(last, 1.0) is None
        assert decoded == []
        picture_server.instead = b""
        await eventually(lambda: source.next_frame(last, 0.0) is not None)
        assert source.status().problem == ""
    finally:
        source.stop()


class CountingCamera:
    """Gives a number of pictures and then none."""

    def __init__(self, pictures: int) -> None:
        self.grabbed = self.decoded = 0
        self.ended = threading.Event()
        self._pictures = pictures

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return not self.ended.is_set()

    def grab(self) -> bool:
        if self.grabbed == self._pictures:
            self.ended.set()
            return False
        self.grabbed += 1
        return True

    def retrieve(self):
        self.decoded += 1
        return True, np.zeros((480, 640, 3), np.uint8)

    def release(self) -> None:
        pass
