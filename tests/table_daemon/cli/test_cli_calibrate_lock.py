"""`jantaku calibrate lock`: what the camera has chosen is told and written, and taken from then on."""

from __future__ import annotations

import sys

import pytest

from hw_sim.picture import fake_picamera2
from hw_sim.picture.fake_picamera2 import IMX708, Plugged
from table_daemon.cli.main import main
from table_daemon.settings import load_settings
from vision.settings import LockedCamera


@pytest.fixture
def config(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", fake_picamera2)
    fake_picamera2.plug_in(Plugged("imx708", "/base/soc/i2c0mux/i2c@1/imx708@1a", IMX708))
    file = tmp_path / "table.toml"
    file.write_text('# mine\n[camera]\naddress = "csi:0"\n')
    yield file
    fake_picamera2.plug_in()


def test_what_the_camera_has_chosen_is_written_into_the_settings(config, capsys):
    assert main(["calibrate", "lock", "--config", str(config), "--write"]) == 0
    assert f"written  {config}" in capsys.readouterr().out
    assert config.read_text().startswith("# mine\n[camera]\n")
    locked = load_settings(config).camera.locked
    assert locked == LockedCamera(exposure_us=9000, gain=2.0, red_gain=1.9, blue_gain=1.6, focus=1.05)


def test_without_write_it_is_told_only(config, capsys):
    before = config.read_text()
    assert main(["calibrate", "lock", "--config", str(config)]) == 0
    assert "locked = { exposure_us = 9000, gain = 2.0, " in capsys.readouterr().out
    assert config.read_text() == before


def test_a_camera_that_is_not_there_is_one_sentence(config, capsys):
    fake_picamera2.plug_in()
    assert main(["calibrate", "lock", "--config", str(config)]) == 2
    assert "(none is plugged in)" in capsys.readouterr().err
