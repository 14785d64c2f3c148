"""The settings file is changed where it stands, and says exactly what was answered."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from table_daemon.config_files import config_path
from table_daemon.errors import UserError
from table_daemon.setting_up.site_file import changed_text, write_site

ANSWERS = {
    "serial": {"port": "/dev/ttyACM0"},
    "camera": {"address": 'http://cam.lan/a "b"', "width": 2304},
    "geometry": {"surface_mm": 699.5, "markers": [{"number": 0, "x_mm": -330.25, "y_mm": 2.0}]},
}


def test_comments_and_other_settings_of_the_packages_file_stay() -> None:
    before = config_path("examples/package.toml").read_text()
    made = changed_text(before, ANSWERS)
    said = tomllib.loads(made)
    assert {section: said[section] for section in ANSWERS} == ANSWERS
    assert said["http"] == tomllib.loads(before)["http"]
    assert [line for line in before.splitlines() if line not in made.splitlines()] == ['port = "/dev/jantaku-board"']


def test_an_empty_file_is_made_and_answered_again_without_a_second_line() -> None:
    once = changed_text("", ANSWERS)
    again = changed_text(once, {"serial": {"port": "/dev/ttyUSB1"}})
    assert tomllib.loads(again) == {**ANSWERS, "serial": {"port": "/dev/ttyUSB1"}}
    assert again.count("port =") == 1
    assert again.startswith("#")


def test_a_form_that_cannot_be_changed_line_by_line_is_written_anew_and_the_old_file_stays(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    old = 'camera = { address = "0" } # mine\nhttp.port = 81\n'
    file.write_text(old)
    write_site(file, {"camera": {"width": 1280}})
    assert tomllib.loads(file.read_text()) == {"camera": {"address": "0", "width": 1280}, "http": {"port": 81}}
    assert (tmp_path / "table.toml.before").read_text() == old


def test_a_file_that_is_no_toml_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("port = ")
    with pytest.raises(UserError, match="is no valid TOML"):
        write_site(file, ANSWERS)
    assert file.read_text() == "port = "
