"""The computer itself: Python, OpenCV, groups, power, clock, disk."""

from __future__ import annotations

import pytest
from doctor_bench import assert_finding, judge
from fake_probe import NTP, THROTTLED

from table_daemon.doctor.computer import (
    MODEL_FILE,
    SYNCHRONIZED_FILE,
    THROTTLED_FILE,
    check_clock,
    check_disk,
    check_groups,
    check_opencv,
    check_power,
    check_python,
)
from table_daemon.doctor.probe import Level

PI4 = "Raspberry Pi 4 Model B Rev 1.5\0"
PI5 = "Raspberry Pi 5 Model B Rev 1.0\0"
PINS = ("gpio.driver=rpi", "gpio.enable_relay_pin=27")
OK, WARNING, FAILURE = Level.OK, Level.WARNING, Level.FAILURE


@pytest.mark.parametrize(
    ("check", "computer", "level", "text", "remedy"),
    [
        (check_python, {"python": (3, 12, 1)}, OK, "3.12.1", ""),
        (check_python, {"python": (3, 9, 2)}, FAILURE, "3.9.2", "install Python 3.11"),
        (check_opencv, {}, OK, "opencv-python 4.10.0", ""),
        (check_opencv, {"packages": {}}, OK, "of the system", ""),
        (check_opencv, {"import_problems": {"cv2": "libGL.so.1"}}, FAILURE, "cv2 does not start (libGL.so.1)", "pip"),
        (check_opencv, {"import_problems": {"cv2.aruco": "no"}}, FAILURE, "cv2.aruco does not start", "pip"),
        (
            check_opencv,
            {"packages": {"opencv-python": "4.10", "opencv-contrib-python": "4.9"}},
            WARNING,
            "more than once: opencv-python 4.10, opencv-contrib-python 4.9",
            "keep one",
        ),
        (check_groups, {}, OK, "dialout, video", ""),
        (check_groups, {"root": True, "has_groups": frozenset()}, OK, "root needs none", ""),
        (check_groups, {"has_groups": frozenset({"video"})}, FAILURE, "dialout yet", "log out and in"),
        (
            check_groups,
            {"has_groups": frozenset(), "file_groups": frozenset({"video"})},
            FAILURE,
            "not in dialout, video",
            "usermod -aG dialout,video",
        ),
        (check_power, {}, OK, "no undervoltage", ""),
        (check_power, {"outputs": {THROTTLED: "throttled=0x50005\n"}}, FAILURE, "undervoltage, throttling", "supply"),
        (check_power, {"outputs": {THROTTLED: "throttled=0x50000\n"}}, WARNING, "since the start", "supply"),
        (check_power, {"outputs": {THROTTLED: "throttled=0x80008\n"}}, FAILURE, "temperature limit", "cooler"),
        (
            check_power,
            {"outputs": {}, "files": {MODEL_FILE: PI4, THROTTLED_FILE: "10000\n"}},
            WARNING,
            "under",
            "cable",
        ),
        (check_power, {"outputs": {}}, WARNING, "does not tell", "vcgencmd"),
        (check_power, {"files": {}}, OK, "no Raspberry Pi", ""),
        (check_clock, {}, OK, "synchronised", ""),
        (check_clock, {"outputs": {NTP: "no\n"}}, WARNING, "not synchronised", "set-ntp true"),
        (check_clock, {"outputs": {}, "files": {SYNCHRONIZED_FILE: ""}}, OK, "synchronised", ""),
        (check_clock, {"outputs": {}}, WARNING, "nobody here tells", "install"),
        (check_disk, {}, OK, "20000 MiB free", ""),
        (check_disk, {"free": 400}, WARNING, "400 MiB", "make room"),
        (check_disk, {"free": 40}, FAILURE, "40 MiB", "make room"),
        (check_disk, {"free": None}, WARNING, "not known", "df"),
        (check_disk, {"unwritable": "Read-only file system"}, FAILURE, "(Read-only file system)", "table.state_dir"),
    ],
)
def test_what_the_computer_shows_is_judged(check, computer, level, text, remedy) -> None:
    assert_finding(judge(check, computer), level, text, remedy)


@pytest.mark.parametrize(
    ("check", "overrides", "computer", "level", "text", "remedy"),
    [
        (check_groups, ["camera.address=http://cam/"], {"has_groups": frozenset({"dialout"})}, OK, "dialout", ""),
        (check_groups, PINS, {"has_groups": frozenset({"dialout", "video"})}, FAILURE, "gpio yet", "log out"),
    ],
)
def test_the_settings_decide_what_is_needed(check, overrides, computer, level, text, remedy) -> None:
    assert_finding(judge(check, computer, *overrides), level, text, remedy)


@pytest.mark.parametrize(("alarm", "level"), [("0\n", OK), ("1\n", FAILURE)])
def test_a_pi_without_firmware_tools_tells_of_undervoltage_through_the_kernel(alarm, level):
    sensor = "/sys/class/hwmon/hwmon1"
    files = {MODEL_FILE: PI5, f"{sensor}/name": "rpi_volt\n", f"{sensor}/in0_lcrit_alarm": alarm}
    computer = {"outputs": {}, "files": files, "folders": {"/sys/class/hwmon": ("hwmon0", "hwmon1")}}
    finding = judge(check_power, computer)
    assert finding.level is level
    assert "undervoltage" in finding.text
