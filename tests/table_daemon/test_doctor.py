"""The doctor's checks on computers of paper: every outcome, without any of the hardware."""

import json
import os
import socket
from datetime import datetime

import pytest
from fake_probe import BOARD, MODES, NTP, THROTTLED, FakeProbe

from table_daemon.access.passcode_file import PinFile
from table_daemon.access.roles import Role
from table_daemon.access.tls_folder import TlsFolder
from table_daemon.cli.main import main
from table_daemon.doctor.access import check_access, check_certificate
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
from table_daemon.doctor.devices import BY_ID, UDEV_RULES, check_camera, check_grabbers, check_serial_port
from table_daemon.doctor.examination import CHECKS, check_configuration, examine
from table_daemon.doctor.host import HostProbe
from table_daemon.doctor.network import check_broker, check_page
from table_daemon.doctor.pins import BOOT_FILES, COMMAND_LINE, PERSIST_FILES, check_gpio_module, check_released_outputs
from table_daemon.doctor.probe import CameraTrial, CertificateLook, Finding, Level, PinsLook
from table_daemon.settings import load_settings

PI4, PI5 = "Raspberry Pi 4 Model B Rev 1.5\0", "Raspberry Pi 5 Model B Rev 1.0\0"
PINS = ("gpio.driver=rpi", "gpio.enable_relay_pin=27")
OK, WARNING, FAILURE = Level.OK, Level.WARNING, Level.FAILURE


def judge(check, computer, *overrides) -> Finding:
    return check(FakeProbe(**computer), load_settings(None, overrides))


def assert_finding(finding: Finding, level: Level, text: str, remedy: str) -> None:
    assert finding.level is level, finding
    assert text in finding.text, finding
    assert remedy in finding.remedy, finding
    assert (finding.level is OK) == (finding.remedy == ""), "whatever is not in order says what to do"


def test_a_finding_is_one_line_with_what_to_do():
    finding = Finding("clock", WARNING, "not synchronised", "connect to a network")
    assert str(finding) == "warning  clock: not synchronised; connect to a network"
    assert str(Finding("python", OK, "3.11.2")) == "ok       python: 3.11.2"


def test_on_a_table_in_order_every_check_is_ok_and_one_picture_is_taken():
    probe = FakeProbe(packages={"opencv-python": "4.10.0", "RPi.GPIO": "0.7.1"}, files=_strict(PI4))
    findings = examine(probe, load_settings(None, PINS))
    assert [finding for finding in findings if finding.level is not OK] == []
    assert len({finding.name for finding in findings}) == len(findings) == len(CHECKS)
    assert probe.trials == 1


def _strict(model: str) -> dict[str, str]:
    return {MODEL_FILE: model, PERSIST_FILES[0]: "N\n"}


def test_on_a_computer_with_nothing_every_check_says_so_and_none_breaks():
    probe = FakeProbe(
        packages={},
        import_problems={"cv2": "No module named 'cv2'", "iotcore": "No module named 'iotcore'"},
        has_groups=frozenset(),
        file_groups=frozenset(),
        files={},
        devices=frozenset(),
        outputs={},
        free=None,
        unwritable="Permission denied",
    )
    findings = {finding.name: finding for finding in examine(probe, load_settings(None))}
    failed = {name for name, finding in findings.items() if finding.level is FAILURE}
    assert failed == {"opencv", "groups", "serial port", "camera", "broker", "journal"}
    assert findings["clock"].level is WARNING
    assert "no Raspberry Pi" in findings["power"].text
    assert all("\n" not in str(finding) for finding in findings.values())


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
        (check_page, {}, OK, "port 8080 of 127.0.0.1 is free", ""),
        (check_page, {"taken": {8080: "Address already in use"}}, FAILURE, "(Address already in use)", "http.port"),
        (check_page, {"daemons": frozenset({("127.0.0.1", 8080)})}, OK, "runs at http://127.0.0.1:8080/", ""),
        (check_broker, {}, OK, "embedded, port 1883 is free", ""),
        (check_broker, {"import_problems": {"iotcore": "no wheel"}}, FAILURE, "(no wheel)", "mqtt.broker"),
        (check_broker, {"taken": {1883: "Address already in use"}}, FAILURE, "port 1883", "mqtt.port"),
        (
            check_broker,
            {"taken": {1883: "Address already in use"}, "daemons": frozenset({("127.0.0.1", 8080)})},
            OK,
            "brought by the daemon",
            "",
        ),
    ],
)
def test_what_a_computer_shows_is_judged(check, computer, level, text, remedy):
    assert_finding(judge(check, computer), level, text, remedy)


@pytest.mark.parametrize(
    ("check", "overrides", "computer", "level", "text", "remedy"),
    [
        (check_groups, ["camera.address=http://cam/"], {"has_groups": frozenset({"dialout"})}, OK, "dialout", ""),
        (check_groups, PINS, {"has_groups": frozenset({"dialout", "video"})}, FAILURE, "gpio yet", "log out"),
        (
            check_serial_port,
            ["serial.port=/dev/ttyACM0"],
            {"devices": frozenset({"/dev/ttyACM0"})},
            WARNING,
            "may",
            "p",
        ),
        (check_serial_port, ["serial.port=/dev/serial0"], {"devices": frozenset({"/dev/serial0"})}, OK, "serial0", ""),
        (check_camera, ["camera.address=http://cam/s"], {"devices": frozenset()}, OK, "http://cam/s gives", ""),
        (check_page, ["http.port=0"], {}, OK, "any free port", ""),
        (check_page, ["http.host=0.0.0.0"], {"daemons": frozenset({("127.0.0.1", 8080)})}, OK, "the daemon runs", ""),
        (check_broker, ["mqtt.broker=none"], {"taken": {1883: "x"}}, OK, "not used", ""),
        (check_broker, ["mqtt.broker=mosquitto"], {}, FAILURE, "not installed", "apt install mosquitto"),
        (check_broker, ["mqtt.broker=mosquitto"], {"programs": frozenset({"mosquitto"})}, OK, "mosquitto, port", ""),
        (check_broker, ["mqtt.broker=external", "mqtt.host=hall"], {}, OK, "hall:1883 accepts", ""),
        (check_broker, ["mqtt.broker=external"], {"unreachable": "timed out"}, FAILURE, "(timed out)", "mqtt.host"),
        (check_broker, ["mqtt.broker=external", "mqtt.password_file=/p"], {}, FAILURE, "/p cannot be read", "line"),
    ],
)
def test_the_settings_decide_what_is_needed(check, overrides, computer, level, text, remedy):
    assert_finding(judge(check, computer, *overrides), level, text, remedy)


@pytest.mark.parametrize(
    ("computer", "level", "text", "remedy"),
    [
        ({"packages": {"RPi.GPIO": "0.7.1"}}, OK, "RPi.GPIO 0.7.1", ""),
        ({"packages": {"rpi-lgpio": "0.6"}, "release": "6.12.1"}, OK, "rpi-lgpio 0.6", ""),
        ({"packages": {"RPi.GPIO": "0.7.1", "rpi-lgpio": "0.6"}}, FAILURE, "both installed", "uninstall both"),
        ({"import_problems": {"RPi.GPIO": "No module"}}, FAILURE, "(No module)", "pip install .[gpio]"),
        (
            {"import_problems": {"RPi.GPIO": "peripheral base"}, "files": {MODEL_FILE: PI5}},
            FAILURE,
            "(peripheral base)",
            "pip install .[gpio-lgpio]",
        ),
        ({"packages": {"RPi.GPIO": "0.7.1"}, "release": "6.6.31+rpt"}, WARNING, "kernel 6.6.31+rpt", "gpio-lgpio"),
        ({"packages": {"RPi.GPIO": "0.7.1"}, "files": {MODEL_FILE: PI5}}, WARNING, "Raspberry Pi 5", "gpio-lgpio"),
        ({"closed": frozenset({"/dev/gpiochip0"})}, FAILURE, "may not be opened", "usermod -aG gpio"),
        ({"files": {}}, FAILURE, "this is no Raspberry Pi", "set gpio.driver to none"),
    ],
)
def test_the_gpio_module_fits_the_computer_or_the_right_one_is_named(computer, level, text, remedy):
    assert_finding(judge(check_gpio_module, computer, *PINS), level, text, remedy)


@pytest.mark.parametrize(
    ("files", "level", "text", "remedy"),
    [
        ({PERSIST_FILES[0]: "N\n"}, OK, "become inputs", ""),
        ({PERSIST_FILES[1]: "N\n"}, OK, "become inputs", ""),
        ({PERSIST_FILES[0]: "Y\n"}, FAILURE, "may leave the enable relay on", "dtparam=strict_gpiod"),
        ({COMMAND_LINE: "quiet pinctrl_bcm2835.persist_gpio_outputs=n"}, OK, "become inputs", ""),
        ({}, FAILURE, "may leave", "dtparam=strict_gpiod"),
        (
            {BOOT_FILES[0]: "# pins\ndtparam=audio=on,strict_gpiod\n"},
            FAILURE,
            "not in force",
            "start the computer anew",
        ),
        ({BOOT_FILES[0]: "#dtparam=strict_gpiod\n"}, FAILURE, "may leave", "add dtparam"),
    ],
)
def test_a_relay_pin_needs_outputs_that_are_released_when_the_daemon_dies(files, level, text, remedy):
    assert_finding(judge(check_released_outputs, {"files": files}, *PINS), level, text, remedy)


def test_without_a_relay_pin_released_outputs_do_not_matter():
    assert judge(check_released_outputs, {}).level is OK
    assert judge(check_released_outputs, {}, "gpio.driver=rpi", "gpio.enable_relay_pin=none").level is OK


def test_another_module_than_the_usual_one_has_to_start_and_needs_no_raspberry_pi():
    named = ("gpio.driver=rpi", "gpio.module=my_pins")
    assert_finding(judge(check_gpio_module, {"files": {}}, *named), OK, "my_pins", "")
    broken = {"files": {}, "import_problems": {"my_pins": "No module named 'my_pins'"}}
    assert_finding(judge(check_gpio_module, broken, *named), FAILURE, "my_pins does not start", "gpio.module")


@pytest.mark.parametrize(("alarm", "level"), [("0\n", OK), ("1\n", FAILURE)])
def test_a_pi_without_firmware_tools_tells_of_undervoltage_through_the_kernel(alarm, level):
    sensor = "/sys/class/hwmon/hwmon1"
    files = {MODEL_FILE: PI5, f"{sensor}/name": "rpi_volt\n", f"{sensor}/in0_lcrit_alarm": alarm}
    computer = {"outputs": {}, "files": files, "folders": {"/sys/class/hwmon": ("hwmon0", "hwmon1")}}
    finding = judge(check_power, computer)
    assert finding.level is level
    assert "undervoltage" in finding.text


# Who gets in ---------------------------------------------------------------------------------------

PUBLIC = "http.host=0.0.0.0"
STATE = "table.state_dir=/var/lib/jantaku"
NAMES_OF_PAGE = ("jantaku.local", "192.168.1.5")


def certificate(until: str, *, is_due: bool = False) -> CertificateLook:
    return CertificateLook(names=NAMES_OF_PAGE, until=datetime.fromisoformat(f"{until}T00:00:00+00:00"), is_due=is_due)


@pytest.mark.parametrize(
    ("overrides", "computer", "level", "text", "remedy"),
    [
        ([], {}, OK, "nobody is asked", ""),
        ([], {"kept_pins": PinsLook(roles=("table", "admin"))}, OK, "set for table, admin", ""),
        ([PUBLIC], {"kept_pins": PinsLook(roles=("table", "admin"))}, OK, "set for table, admin", ""),
        ([PUBLIC], {}, WARNING, "none is set yet", "jantaku access set-pin"),
        ([], {"kept_pins": PinsLook("pins.json is damaged (line 1): remove it")}, FAILURE, "damaged", "remove it"),
        ([], {"kept_pins": PinsLook("no PINs")}, FAILURE, "no PINs", "as the daemon's user"),
        ([], {"exposed": frozenset({"/var/lib/jantaku/access"})}, FAILURE, "other users", "chmod -R go="),
    ],
)
def test_the_pins_are_looked_at_where_they_are_needed(overrides, computer, level, text, remedy):
    assert_finding(judge(check_access, computer, STATE, *overrides), level, text, remedy)


@pytest.mark.parametrize(
    ("overrides", "computer", "level", "text", "remedy"),
    [
        ([], {}, OK, "none is needed", ""),
        ([PUBLIC], {}, WARNING, "can read a PIN", "jantaku https"),
        ([PUBLIC], {"kept_certificate": certificate("2027-05-01")}, OK, "jantaku.local, 192.168.1.5 until 2027", ""),
        (
            [],
            {"kept_certificate": certificate("2026-12-01", is_due=True)},
            WARNING,
            "until 2026-12-01 only",
            "the daemon renews it",
        ),
        ([], {"kept_certificate": certificate("2026-11-20", is_due=True)}, FAILURE, "was good", "clock"),
        ([], {"kept_certificate": CertificateLook("ca.crt cannot be used (x): run this")}, FAILURE, "(x)", "run this"),
    ],
)
def test_the_certificate_is_looked_at_where_it_is_needed(overrides, computer, level, text, remedy):
    assert_finding(judge(check_certificate, computer, STATE, *overrides), level, text, remedy)


def test_the_probe_reads_the_real_files_of_a_table_and_sees_whom_they_are_open_to(tmp_path):
    probe, access, tls = HostProbe(), tmp_path / "access", tmp_path / "tls"
    assert (probe.pins(str(access)), probe.certificate(str(tls))) == (PinsLook(), CertificateLook())
    assert not probe.readable_by_others(str(access))
    PinFile(access).set_pin(Role.TABLE, "4711")
    TlsFolder(tls).make("table1", ["jantaku.local"], probe.now())
    assert set(probe.pins(str(access)).roles) == {"table", "admin"}
    look = probe.certificate(str(tls))
    assert (look.names, look.is_due, look.problem) == (("jantaku.local",), False, "")
    assert not probe.readable_by_others(str(access))
    access.chmod(0o755)
    (access / "pins.json").chmod(0o644)
    assert probe.readable_by_others(str(access))
    (access / "pins.json").write_text("{", encoding="utf-8")
    (tls / "server.crt").write_text("no certificate", encoding="utf-8")
    assert "damaged" in probe.pins(str(access)).problem
    assert "cannot be used" in probe.certificate(str(tls)).problem


# The configuration --------------------------------------------------------------------------------


def test_a_configuration_in_order_is_used_and_a_missing_one_is_said(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text("[http]\nport = 8300\n")
    finding, settings = check_configuration(file, [])
    assert_finding(finding, OK, str(file), "")
    assert settings.http.port == 8300
    assert_finding(check_configuration(None, [])[0], WARNING, "the defaults are judged", "--config")


def test_a_broken_configuration_is_a_failure_and_the_rest_is_judged_by_the_defaults(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text('[http]\nport = "a"\n[camera]\nwidht = 3\n')
    finding, settings = check_configuration(file, [])
    assert_finding(finding, FAILURE, "and 1 more", "config check")
    assert settings.http.port == 8080


# This computer ------------------------------------------------------------------------------------


def test_the_probe_of_this_computer_answers_every_question_truly(tmp_path):
    probe = HostProbe()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert "in use" in probe.listen_problem("127.0.0.1", port)
        assert probe.connect_problem("127.0.0.1", port) == ""
    assert probe.listen_problem("127.0.0.1", port) == ""
    assert "refused" in probe.connect_problem("127.0.0.1", port)
    assert not probe.is_our_daemon("127.0.0.1", port)
    assert probe.write_problem(str(tmp_path / "not" / "yet")) == ""
    assert not (tmp_path / "not").exists()
    assert probe.free_mib(str(tmp_path / "not" / "yet")) is not None
    assert probe.is_device(os.devnull)
    assert probe.may_use(os.devnull)
    assert not probe.is_device(str(tmp_path))
    assert (probe.exists(str(tmp_path)), probe.listing(str(tmp_path / "none"))) == (True, ())
    assert probe.import_problem("json") == ""
    assert "no_such_module" in probe.import_problem("no_such_module")
    assert probe.distribution("pydantic") is not None
    assert probe.distribution("no-such-package") is None
    assert probe.output_of("echo", "a") == "a\n"
    assert probe.output_of("false") is None
    assert probe.output_of("no-such-program") is None
    assert probe.read(str(tmp_path)) is None
    assert any(name.startswith("py") for name in probe.processes())


def test_a_camera_that_is_not_there_is_tried_within_its_patience(tmp_path):
    settings = load_settings(None, [f"camera.address={tmp_path / 'none.avi'}", "camera.answer_within_s=0.2"])
    trial = HostProbe().try_camera(settings.camera)
    assert "gave no picture within 0.2 s" in trial.problem


def test_the_command_prints_a_line_a_check_and_its_status_tells_of_failures(tmp_path, capsys):
    wanted = ["--set", f"serial.port={tmp_path}/board", "--set", "camera.address=/dev/no-camera"]
    status = main(["doctor", *wanted, "--set", f"table.state_dir={tmp_path}"])
    lines = capsys.readouterr().out.splitlines()
    assert status == 1
    assert len(lines) == 1 + len(CHECKS)
    assert all(line.split(maxsplit=1)[0] in tuple(Level) for line in lines)
    assert any(line.startswith(f"failure  serial port: {tmp_path}/board does not exist; ") for line in lines)
    assert main(["doctor", *wanted, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is False
    assert [finding["name"] for finding in document["findings"]][:3] == ["configuration", "python", "opencv"]


def test_the_status_is_0_when_no_check_fails(monkeypatch, capsys):
    monkeypatch.setattr("table_daemon.doctor.host.HostProbe", FakeProbe)
    assert main(["doctor", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is True
    assert [finding["level"] for finding in document["findings"]] == ["warning"] + ["ok"] * len(CHECKS)
