"""All checks together, and the configuration that they judge by."""

from __future__ import annotations

from doctor_bench import assert_finding
from fake_probe import FakeProbe

from table_daemon.doctor.computer import MODEL_FILE
from table_daemon.doctor.examination import CHECKS, check_configuration, examine
from table_daemon.doctor.pins import PERSIST_FILES
from table_daemon.doctor.probe import Level
from table_daemon.settings import load_settings

PI4 = "Raspberry Pi 4 Model B Rev 1.5\0"
PINS = ("gpio.driver=rpi", "gpio.enable_relay_pin=27")
OK, WARNING, FAILURE = Level.OK, Level.WARNING, Level.FAILURE


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
