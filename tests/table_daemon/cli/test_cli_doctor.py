"""`jantaku doctor`: a line for each check, and a status that tells of failures."""

from __future__ import annotations

import io
import json
import sys

import pytest
from fake_probe import FakeProbe

from table_daemon.cli.main import main
from table_daemon.doctor.computer import MODEL_FILE
from table_daemon.doctor.devices import BY_ID
from table_daemon.doctor.examination import CHECKS
from table_daemon.doctor.probe import Level


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


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "is_painted"),
    [
        (Terminal(), {"TERM": "xterm"}, True),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {"TERM": "xterm"}, False),
    ],
)
def test_the_level_has_a_colour_on_a_terminal_and_nowhere_else(monkeypatch, stream, environment, is_painted):
    monkeypatch.setattr("table_daemon.doctor.host.HostProbe", FakeProbe)
    monkeypatch.setattr(sys, "stdout", stream)
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream.truncate(0)
    stream.seek(0)
    assert main(["doctor"]) == 0
    first, second, *_ = stream.getvalue().splitlines()
    assert first.startswith("\x1b[33mwarning\x1b[0m  configuration: " if is_painted else "warning  configuration: ")
    assert second.startswith("\x1b[32mok\x1b[0m       python: " if is_painted else "ok       python: ")


def test_it_lists_the_serial_ports_and_cameras_that_are_there(monkeypatch, capsys):
    def there() -> FakeProbe:
        return FakeProbe(
            folders={
                BY_ID: ("usb-MicroPython_Board_in_FS_mode_e66", "usb-Prolific_USB-Serial"),
                "/dev": ("null", "ttyACM0", "ttyUSB0", "video0", "video1", "video2"),
            },
            files={
                MODEL_FILE: "Raspberry Pi 4 Model B Rev 1.5\0",
                "/sys/class/video4linux/video0/name": "HD Webcam\n",
                "/sys/class/video4linux/video0/index": "0\n",
                "/sys/class/video4linux/video1/name": "HD Webcam\n",
                "/sys/class/video4linux/video1/index": "1\n",
            },
        )

    monkeypatch.setattr("table_daemon.doctor.host.HostProbe", there)
    main(["doctor"])
    said = capsys.readouterr().out
    ports = (
        f"{BY_ID}/usb-MicroPython_Board_in_FS_mode_e66 (looks like the motor board), {BY_ID}/usb-Prolific_USB-Serial"
    )
    assert f"ok       serial ports: {ports}\n" in said
    assert "ok       cameras: /dev/video0 (HD Webcam), /dev/video2\n" in said


def test_where_no_port_has_a_lasting_name_the_plain_ones_are_listed(monkeypatch, capsys):
    plain = ("null", "ttyACM0", "ttyS0", "ttyUSB1")
    monkeypatch.setattr("table_daemon.doctor.host.HostProbe", lambda: FakeProbe(folders={BY_ID: (), "/dev": plain}))
    main(["doctor"])
    said = capsys.readouterr().out
    assert "serial ports: /dev/ttyACM0, /dev/ttyUSB1\n" in said
    assert "warning  cameras: none is plugged in; plug one in" in said
