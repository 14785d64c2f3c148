"""Cameras on a Pi's ribbon cable, at a stand-in for Picamera2: only what that has documented is asked for."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import pytest
from eventually import eventually

from hw_sim.picture import fake_picamera2
from hw_sim.picture.fake_picamera2 import IMX219, IMX708, Plugged
from vision.cameras import CameraError, VideoCaptureSource
from vision.captures import settled_locks
from vision.csi_camera import CsiCapture, csi_cameras
from vision.settings import CameraSettings, LockedCamera

PI5 = "/base/axi/pcie@1000120000/rp1"
LOCKED = LockedCamera(exposure_us=12000, gain=3.0, red_gain=2.1, blue_gain=1.4, focus=1.2)


@pytest.fixture
def plugged(monkeypatch) -> Iterator[list[Plugged]]:
    """Two cameras at a Raspberry Pi 5."""
    monkeypatch.setitem(sys.modules, "picamera2", fake_picamera2)
    cameras = [
        Plugged("imx708", f"{PI5}/i2c@88000/imx708@1a", IMX708),
        Plugged("imx219", f"{PI5}/i2c@80000/imx219@10", IMX219, has_focus=False),
    ]
    fake_picamera2.plug_in(*cameras)
    yield cameras
    fake_picamera2.plug_in()


def settings(**changes: object) -> CameraSettings:
    return CameraSettings.model_validate({"address": "csi:0", "answer_within_s": 2.0, "silent_after_s": 1.0, **changes})


def asked_for(camera: Plugged) -> dict[str, object]:
    """The controls that were set, but how often pictures come."""
    return {name: value for name, value in camera.controls.items() if name != "FrameDurationLimits"}


def test_both_cameras_are_listed_by_name_and_place(plugged):
    assert [(camera.address, camera.model, camera.place) for camera in csi_cameras()] == [
        ("csi:0", "imx708", "connector CAM/DISP 0"),
        ("csi:1", "imx219", "connector CAM/DISP 1"),
    ]


@pytest.mark.parametrize("address", ["csi:1", "csi:imx219", "picamera2:1", "picamera2:IMX219", "csi:i2c@80000"])
def test_a_camera_is_meant_by_its_number_its_sensor_or_a_part_of_its_name(plugged, address):
    capture = CsiCapture(settings(address=address))
    assert plugged[1].is_taken
    assert not plugged[0].is_taken
    capture.release()
    assert not plugged[1].is_taken


@pytest.mark.parametrize(("address", "means"), [("csi:2", "none"), ("csi:imx", "2"), ("csi:ov5647", "none")])
def test_an_address_that_means_none_or_several_is_refused_with_those_that_are_there(plugged, address, means):
    with pytest.raises(CameraError, match=rf"means {means} of the cameras .*csi:0 \(imx708\), csi:1 \(imx219\)"):
        CsiCapture(settings(address=address))


def test_frames_come_through_the_usual_source_in_blue_green_and_red(plugged):
    source = VideoCaptureSource(settings(), time.monotonic)
    source.start()
    try:
        first = source.next_frame(0, 2.0)
        second = source.next_frame(first.number, 2.0)
        assert first.image.shape == (1296, 2304, 3)
        assert first.image[0, 0].tolist() == [200, 90, 30]
        assert second.number > first.number
        assert source.status().problem == ""
    finally:
        source.stop()
    assert not plugged[0].is_taken
    assert plugged[0].given_out == 0, "every request was given back"


@pytest.mark.parametrize(
    ("address", "wished", "mode", "size"),
    [
        ("csi:0", {}, (2304, 1296), (2304, 1296)),
        ("csi:0", {"width": 3840, "height": 2160}, (4608, 2592), (3840, 2160)),
        ("csi:1", {}, (3280, 2464), (1726, 1296)),
        ("csi:1", {"width": 1640, "height": 1232}, (1640, 1232), (1640, 1232)),
    ],
)
def test_the_sensor_shows_its_whole_field_at_the_size_that_the_reader_needs(plugged, address, wished, mode, size):
    CsiCapture(settings(address=address, **wished)).release()
    asked = plugged[int(address[-1])].configuration
    assert asked["sensor"]["output_size"] == mode
    assert asked["main"] == {"size": size, "format": "RGB888"}
    assert asked["sensor"]["bit_depth"] == 10


def test_no_more_pictures_are_asked_for_than_are_read(plugged):
    CsiCapture(settings(most_frames_per_s=10.0)).release()
    assert plugged[0].configuration["controls"] == {"FrameDurationLimits": (100_000, 100_000)}
    CsiCapture(settings(most_frames_per_s=60.0, width=4608, height=2592)).release()
    assert plugged[0].configuration["controls"] == {"FrameDurationLimits": (69_686, 69_686)}


def test_what_is_locked_is_no_longer_chosen_by_the_camera(plugged):
    CsiCapture(settings(locked=LOCKED)).release()
    assert asked_for(plugged[0]) == {
        "AeEnable": False,
        "ExposureTime": 12000,
        "AnalogueGain": 3.0,
        "AwbEnable": False,
        "ColourGains": (2.1, 1.4),
        "AfMode": 0,
        "LensPosition": 1.2,
    }


def test_without_locks_the_camera_chooses_and_focuses_by_itself(plugged):
    CsiCapture(settings()).release()
    assert {name: value for name, value in plugged[0].controls.items() if name != "FrameDurationLimits"} == {
        "AfMode": 2
    }


def test_a_camera_without_a_motor_for_its_focus_is_not_asked_to_move_it(plugged):
    CsiCapture(settings(address="csi:1", locked=LOCKED)).release()
    assert "LensPosition" not in plugged[1].controls
    assert plugged[1].controls["ExposureTime"] == 12000


def test_what_the_automatic_has_found_can_be_locked(plugged):
    found = settled_locks(settings(locked=LOCKED))
    assert found == LockedCamera(exposure_us=9000, gain=2.0, red_gain=1.9, blue_gain=1.6, focus=1.05)
    assert settled_locks(settings(address="csi:1")).focus is None
    assert not plugged[0].is_taken


async def test_a_cable_that_is_pulled_is_told_and_the_camera_comes_back(plugged):
    source = VideoCaptureSource(settings(silent_after_s=0.3), time.monotonic)
    source.start()
    try:
        assert source.next_frame(0, 2.0) is not None
        plugged[0].is_dead = True
        await eventually(lambda: "opened again" in source.status().problem)
        plugged[0].is_dead = False
        await eventually(lambda: source.status().problem == "")
        assert source.status().opened >= 2
    finally:
        source.stop()


def test_a_camera_that_another_program_has_is_a_sentence_at_the_start(plugged):
    plugged[0].is_taken = True
    source = VideoCaptureSource(settings(answer_within_s=0.3), time.monotonic)
    with pytest.raises(CameraError, match=r"csi:0 \(imx708\) cannot be opened .*another program may have it"):
        source.start()


def test_without_picamera2_the_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    source = VideoCaptureSource(settings(answer_within_s=0.3), time.monotonic)
    with pytest.raises(CameraError, match="sudo apt install python3-picamera2"):
        source.start()


def test_a_network_camera_is_locked_on_its_own_page():
    with pytest.raises(CameraError, match="is locked on its own page"):
        settled_locks(settings(address="http://cam/stream"))
