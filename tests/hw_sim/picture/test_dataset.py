"""Labelled pictures for training."""

import json
import shutil

import cv2
import pytest

from hw_sim.picture.dataset import main
from hw_sim.picture.textures import FOLDER
from mahjong_rules.tiles import parse_tile

SIZE = "768x432"


def read(folder):
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def test_a_picture_comes_with_what_it_shows(tmp_path):
    assert main(["--out", str(tmp_path), "--count", "2", "--seed", "4", "--size", SIZE]) == 0
    for number in range(2):
        image = cv2.imread(str(tmp_path / f"{number:05d}.jpg"))
        truth = json.loads((tmp_path / f"{number:05d}.json").read_text(encoding="utf-8"))
        assert image.shape == (432, 768, 3)
        assert sorted(truth["markers_px"]) == ["0", "1", "2", "3"]
        assert len(truth["pieces"]) > 10
        for piece in truth["pieces"]:
            parse_tile(piece["tile"])
            assert piece["face"] in {"up", "down", "standing"}
            assert 0 <= piece["visible_fraction"] <= 1
            assert len(piece["quad_px"]) == 4


def test_the_same_seed_gives_the_same_files_and_another_seed_others(tmp_path):
    for folder, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        assert main(["--out", str(tmp_path / folder), "--count", "1", "--seed", seed, "--size", SIZE]) == 0
    assert read(tmp_path / "a") == read(tmp_path / "b")
    assert read(tmp_path / "a") != read(tmp_path / "c")


def test_a_series_can_be_continued(tmp_path):
    assert main(["--out", str(tmp_path / "whole"), "--count", "2", "--size", SIZE]) == 0
    assert main(["--out", str(tmp_path / "rest"), "--first", "1", "--count", "1", "--size", SIZE]) == 0
    assert read(tmp_path / "rest")["00001.jpg"] == read(tmp_path / "whole")["00001.jpg"]


def test_a_size_that_is_none_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit) as left:
        main(["--out", str(tmp_path), "--size", "large"])
    assert left.value.code == 2
    assert "expected WIDTHxHEIGHT" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    assert main(["--out", str(tmp_path / "file"), "--count", "1"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_each_picture_takes_the_next_atlas_of_a_folder(tmp_path):
    atlases = tmp_path / "atlases"
    atlases.mkdir()
    for name in ("first", "second"):
        shutil.copy(FOLDER / "crayon.webp", atlases / f"{name}.webp")
    assert main(["--out", str(tmp_path), "--count", "3", "--size", "480x270", "--atlases", str(atlases)]) == 0
    styles = [json.loads((tmp_path / f"{number:05d}.json").read_text())["style"] for number in range(3)]
    assert styles == ["first", "second", "first"]


def test_a_folder_without_an_atlas_is_one_sentence(tmp_path, capsys):
    assert main(["--out", str(tmp_path), "--count", "1", "--atlases", str(tmp_path)]) == 1
    assert "holds no atlas" in capsys.readouterr().err
