"""`jantaku calibrate markers`: places from a picture, printed, and written into the table's own file."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from hw_sim.felt.scene import Furniture, Scene
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.renderer import Renderer
from table_daemon.cli.main import main
from table_daemon.settings import load_settings

BY_EYE = Furniture(
    marker_at_mm=345.0, markers_astray=((3.0, 1.0, 40.0), (-2.0, 4.0, 0.0), (0.0, -3.0, 5.0), (2.0, 2.0, 9.0))
)


@pytest.fixture(scope="module")
def picture(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("table") / "table.png"
    cv2.imwrite(str(file), Renderer(BY_EYE, SimulatedCamera(x_mm=30, y_mm=50)).render(Scene()))
    return file


def test_the_places_are_written_into_the_settings_and_calibrate_the_camera(tmp_path, capsys, picture):
    config, overlay = tmp_path / "table.toml", tmp_path / "seen.png"
    config.write_text(f'[table]\nstate_dir = "{tmp_path}"\n[geometry]  # mine\nsurface_mm = 740\nmarker_mm = 30\n')
    arguments = ["--config", str(config), "--image", str(picture)]
    assert main(["calibrate", "markers", *arguments, "--write", "--overlay", str(overlay)]) == 0
    assert f"written  {config}" in capsys.readouterr().out
    assert "# mine" in config.read_text()
    centres = load_settings(config).geometry.marker_centres_mm
    for number in range(4):
        assert centres[number] == pytest.approx(BY_EYE.marker_centre_mm(number), abs=0.5)
    assert cv2.imread(str(overlay)) is not None
    assert main(["calibrate", *arguments, "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["residual_mm"] < 0.3


def test_the_sizes_that_were_typed_are_written_along_with_the_places(tmp_path, picture):
    config = tmp_path / "table.toml"
    config.write_text('[geometry]\nsurface_mm = 900  # guessed\n[camera]\naddress = "0"\n')
    arguments = ["--config", str(config), "--image", str(picture), "--surface-mm", "740", "--marker-size", "30"]
    assert main(["calibrate", "markers", *arguments, "--write"]) == 0
    geometry = load_settings(config).geometry
    assert (geometry.surface_mm, geometry.marker_mm, len(geometry.markers)) == (740, 30, 4)
    assert load_settings(config).camera.address == "0"


def test_as_json_everything_is_told_and_nothing_written(capsys, picture):
    assert main(["calibrate", "markers", "--image", str(picture), "--surface-mm", "740", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [place["number"] for place in told["markers"]] == [0, 1, 2, 3]
    assert told["error_mm"] < 0.75
    assert (told["missing"], told["sides"], told["written"]) == ([], [0, 1, 2, 3], None)


def test_write_without_a_file_is_refused(capsys, picture):
    assert main(["calibrate", "markers", "--image", str(picture), "--write"]) == 2
    assert "say which file with --config" in capsys.readouterr().err
