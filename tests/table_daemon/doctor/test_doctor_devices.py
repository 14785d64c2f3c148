"""The devices at the computer: motor board and camera, and programs that seize them."""

from __future__ import annotations

import pytest
from doctor_bench import assert_finding, judge
from fake_probe import BOARD, MODES

from table_daemon.doctor.devices import (
    BY_ID,
    UDEV_RULES,
    check_camera,
    check_cameras,
    check_grabbers,
    check_serial_port,
)
from table_daemon.doctor.probe import CameraTrial, CsiLook, Level

OK, WARNING, FAILURE = Level.OK, Level.WARNING, Level.FAILURE


@pytest.mark.parametrize(
    ("check", "computer", "level", "text", "remedy"),
    [
        (check_serial_port, {}, OK, BOARD, ""),
        (check_serial_port, {"devices": frozenset()}, FAILURE, "does not exist", "plug in the motor board"),
        (
            check_serial_port,
            {"devices": frozenset(), "folders": {BY_ID: ("usb-Pico",)}},
            FAILURE,
            "does not exist",
            f"set serial.port to the motor board: {BY_ID}/usb-Pico",
        ),
        (check_serial_port, {"devices": frozenset(), "files": {BOARD: ""}}, FAILURE, "is no device", "plug in"),
        (check_serial_port, {"closed": frozenset({BOARD})}, FAILURE, "may not be opened", "usermod -aG dialout"),
        (check_grabbers, {}, OK, "neither", ""),
        (check_grabbers, {"running": frozenset({"ModemManager"})}, WARNING, "ModemManager may", "disable --now"),
        (check_grabbers, {"running": frozenset({"brltty"})}, WARNING, "brltty may seize", "apt remove brltty"),
        (check_grabbers, {"folders": {UDEV_RULES[0]: ("85-brltty.rules",)}}, WARNING, "installed", "apt remove"),
        (check_camera, {}, OK, "/dev/video0 gives 2304x1296 (modes 2304x1296)", ""),
        (check_camera, {"devices": frozenset()}, FAILURE, "/dev/video0 does not exist", "plug in the camera"),
        (
            check_camera,
            {"devices": frozenset(), "folders": {"/dev": ("null", "video2", "video10")}},
            FAILURE,
            "does not exist",
            "one of /dev/video2, /dev/video10",
        ),
        (check_camera, {"closed": frozenset({"/dev/video0"})}, FAILURE, "may not be opened", "usermod -aG video"),
        (check_camera, {"trial": CameraTrial("0 gave no picture within 6 s")}, FAILURE, "no picture", "camera.address"),
        (
            check_camera,
            {"trial": CameraTrial("", 1280, 720), "outputs": {MODES: "640x480 (0.03s)\n 1280x720\n 640x480\n"}},
            WARNING,
            "gives 1280x720, not 2304x1296 (modes 1280x720, 640x480)",
            "camera.width",
        ),
        (check_camera, {"trial": CameraTrial("", 4000, 1080), "outputs": {}}, WARNING, "gives 4000x1080", "mode"),
        (check_camera, {"daemons": frozenset({("127.0.0.1", 8080)})}, OK, "is not tried, the daemon that runs", ""),
    ],
)
def test_what_the_computer_shows_is_judged(check, computer, level, text, remedy) -> None:
    assert_finding(judge(check, computer), level, text, remedy)


@pytest.mark.parametrize(
    ("check", "overrides", "computer", "level", "text", "remedy"),
    [
        (
            check_serial_port,
            ["serial.port=/dev/ttyACM0"],
            {"devices": frozenset({"/dev/ttyACM0"})},
            WARNING,
            "may",
            "p",
        ),
        (check_serial_port, ["serial.port=/dev/serial0"], {"devices": frozenset({"/dev/serial0"})}, OK, "serial0", ""),
        (
            check_serial_port,
            ["serial.port=/dev/jantaku-board"],
            {"devices": frozenset({"/dev/jantaku-board"})},
            OK,
            "/dev/jantaku-board",
            "",
        ),
        (
            check_grabbers,
            ["serial.port=/dev/jantaku-board"],
            {"running": frozenset({"ModemManager", "brltty"})},
            OK,
            "off /dev/jantaku-board",
            "",
        ),
        (check_camera, ["camera.address=http://cam/s"], {"devices": frozenset()}, OK, "http://cam/s gives", ""),
    ],
)
def test_the_settings_decide_what_is_needed(check, overrides, computer, level, text, remedy) -> None:
    assert_finding(judge(check, computer, *overrides), level, text, remedy)


def pi_with_cameras(**changes: object) -> dict[str, object]:
    """Two ribbon-cable cameras and a USB camera at a Raspberry Pi 5."""
    names = {"video0": "rp1-cfe-csi2_ch0", "video8": "Arducam B0578", "video20": "pispbe-input", "video35": "rpi-hevc"}
    plugs = "pispbe (platform:1000880000.pisp_be):\n\t/dev/video20\n\nArducam (usb-xhci-hcd.0-1):\n\t/dev/video8\n"
    return {
        "folders": {"/dev": tuple(sorted(names))},
        "files": {f"/sys/class/video4linux/{node}/name": f"{name}\n" for node, name in names.items()},
        "outputs": {("v4l2-ctl", "--list-devices"): plugs},
        "ribbon": CsiLook((("csi:0", "imx708, connector CAM/DISP 0"), ("csi:1", "imx219, connector CAM/DISP 1"))),
        **changes,
    }


def test_every_camera_is_listed_by_name_and_place_and_no_part_of_the_pi_passes_for_one():
    finding = judge(check_cameras, pi_with_cameras())
    assert finding.text == (
        "csi:0 (imx708, connector CAM/DISP 0), csi:1 (imx219, connector CAM/DISP 1), "
        "/dev/video8 (Arducam B0578, usb-xhci-hcd.0-1)"
    )
    assert finding.level is OK


def test_no_camera_at_all_is_in_order_only_where_the_table_s_camera_is_in_the_network():
    nothing = {"devices": frozenset()}
    assert_finding(judge(check_cameras, nothing), WARNING, "none is plugged in", "plug one in")
    assert_finding(judge(check_cameras, nothing, "camera.address=http://cam/s"), OK, "in the network", "")


def test_a_ribbon_cable_camera_without_picamera2_is_told_with_what_to_install():
    without = pi_with_cameras(ribbon=CsiLook(problem="a camera on the ribbon cable needs python3-picamera2"))
    assert_finding(judge(check_cameras, without), WARNING, "needs python3-picamera2", "apt install python3-picamera2")
    asked = judge(check_cameras, without, "camera.address=csi:0")
    assert_finding(asked, FAILURE, "needs python3-picamera2", "apt install python3-picamera2")
    assert judge(check_cameras, {}).level is OK, "a computer without such a camera needs none"


def test_a_ribbon_cable_camera_gives_pictures_of_its_own_shape():
    computer = pi_with_cameras(trial=CameraTrial("", 1724, 1296))
    assert judge(check_camera, computer, "camera.address=csi:1").level is OK
    said = ("camera.address=csi:1", "camera.width=2304", "camera.height=1296")
    assert judge(check_camera, computer, *said).level is WARNING
