"""`jantaku calibrate`: from pictures and from a camera, what it stores, prints and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from board_photographs import album
from picture_stream import PictureStream

from table_daemon.cli.main import main
from vision.calibrating.stored_calibration import StoredCalibration
from vision.geometry.lens import Lens

SAMPLE = Path(__file__).parents[2] / "data" / "vision" / "parlour.jpg"


@pytest.fixture
def config(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(f'[table]\nstate_dir = "{tmp_path / "state"}"\n[camera]\nanswer_within_s = 0.5\n')
    return str(file)


def stored(tmp_path) -> StoredCalibration | None:
    return StoredCalibration.load(tmp_path / "state")


def refused(capsys, *arguments: str) -> str:
    assert main(["calibrate", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    return printed.err


def test_a_picture_of_the_table_is_calibrated_shown_and_stored(tmp_path, capsys, config):
    overlay = tmp_path / "seen.png"
    assert main(["calibrate", "--config", config, "--image", str(SAMPLE), "--overlay", str(overlay), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["residual_mm"] < 0.3
    assert report["lens_from"] == "markers"
    assert report["advice"] == []
    assert sorted(report["markers"]) == ["0", "1", "2", "3"]
    assert stored(tmp_path).lens.focal_share == pytest.approx(report["focal_share"])
    assert cv2.imread(str(overlay)).shape == cv2.imread(str(SAMPLE)).shape


def test_text_says_the_same_and_a_dry_run_stores_nothing(tmp_path, capsys, config):
    assert main(["calibrate", "--config", config, "--image", str(SAMPLE), "--dry-run"]) == 0
    printed = capsys.readouterr().out
    assert " mm above the felt" in printed
    assert "stored   nothing" in printed
    assert stored(tmp_path) is None


def test_the_configured_camera_is_calibrated(tmp_path, capsys, config):
    with PictureStream(cv2.imread(str(SAMPLE))) as stream:
        text = Path(config).read_text().replace("answer_within_s = 0.5", "answer_within_s = 20")
        Path(config).write_text(f'{text}address = "{stream.address}"\n')
        assert main(["calibrate", "--config", config]) == 0
    assert stored(tmp_path).camera == stream.address
    assert "fit      0." in capsys.readouterr().out


def test_the_board_measures_the_lens_which_later_calibrations_keep(tmp_path, capsys, config):
    files = []
    for number, picture in enumerate(album(Lens(-0.03), focal_px=0.654 * 1152)):
        files.append(str(tmp_path / f"board{number}.png"))
        cv2.imwrite(files[-1], picture)
    files.append(str(tmp_path / "nothing.png"))
    cv2.imwrite(files[-1], np.zeros((648, 1152, 3), np.uint8))
    assert main(["calibrate", "--config", config, "--image", str(SAMPLE), "--charuco", *files]) == 0
    printed = capsys.readouterr()
    assert "nothing.png: the board is not to be seen" in printed.err
    assert "pictures of the board fit to 0." in printed.err
    lens = stored(tmp_path).lens
    assert stored(tmp_path).lens_from == "charuco"
    assert lens.k1 == pytest.approx(-0.03, abs=0.015)
    assert main(["calibrate", "--config", config, "--image", str(SAMPLE)]) == 0
    assert (stored(tmp_path).lens_from, stored(tmp_path).lens.k1) == ("charuco", lens.k1)
    assert main(["calibrate", "--config", config, "--image", str(SAMPLE), "--new-lens"]) == 0
    assert stored(tmp_path).lens_from == "markers"


@pytest.mark.parametrize("name", ["markers.pdf", "markers.png"])
def test_sheets_are_written_by_their_name(tmp_path, capsys, name):
    for charuco in ((), ("--charuco",)):
        assert main(["calibrate", "--print", str(tmp_path / name), *charuco]) == 0
        assert "the ruler on it must measure 100 mm" in capsys.readouterr().out
        assert (tmp_path / name).stat().st_size > 1000


def test_more_pages_than_one_become_more_pictures(tmp_path, capsys):
    assert main(["calibrate", "--print", str(tmp_path / "m.png"), "--marker-size", "100"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m-2.png", "m-3.png", "m-4.png", "m.png"]
    capsys.readouterr()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--print", "sheet.gif"), "--print sheet.gif: expected a name that ends with .pdf or .png"),
        (("--print", "nowhere/sheet.pdf"), "nowhere/sheet.pdf cannot be written: No such file"),
        (("--image", "nowhere.jpg"), "nowhere.jpg cannot be read: No such file"),
        (("--image", str(SAMPLE), "--charuco", str(SAMPLE)), "4 pictures that show the board are the least, 0"),
        (("--image", str(SAMPLE), "--marker-dictionary", "6X6_50"), "could not find 0, 1, 2, 3: uncover them"),
        ((), "the camera at 0 gave no picture within 0.5 s: check that it is switched on"),
    ],
)
def test_what_is_not_possible_is_a_sentence(tmp_path, capsys, config, arguments, sentence):
    done = main(["calibrate", "--config", config, *arguments])
    assert done == 2
    assert sentence in capsys.readouterr().err
    assert stored(tmp_path) is None
