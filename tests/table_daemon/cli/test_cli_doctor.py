"""`jantaku doctor`: a line for each check, and a status that tells of failures."""

from __future__ import annotations

import json

from fake_probe import FakeProbe

from table_daemon.cli.main import main
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
