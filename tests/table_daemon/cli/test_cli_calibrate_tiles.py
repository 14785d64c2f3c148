"""`jantaku calibrate tiles` and `jantaku read-tile`, from files of rendered tiles."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import shutil
from pathlib import Path

import cv2
import pytest
from laid_set import WHOLE_SET, invented_face, layout_picture, loose_crop

from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.cli import calibrate as cli_calibrate
from table_daemon.cli import read_tile as cli_read_tile
from table_daemon.errors import UserError
from vision.tile_sets.learnt_set import LearntSet
from vision.tile_sets.set_layout import BASIC_ROWS


def jantaku(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    cli_calibrate.add_parser(commands)
    cli_read_tile.add_parser(commands)
    args = parser.parse_args(arguments)
    return args.run(args)


@pytest.fixture(scope="module")
def whole_set(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("set") / "table.png"
    cv2.imwrite(str(path), layout_picture(tilt_deg=-3))
    return path


@pytest.fixture(scope="module")
def learnt_set(whole_set, tmp_path_factory) -> tuple[Path, str, str]:
    """What the command makes of the laid out set: the file, and what it told on stdout and stderr."""
    out = tmp_path_factory.mktemp("sets") / "parlour.npz"
    told, doubts = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(doubts):
        arguments = ("--image", str(whole_set), "--out", str(out), "--yes", "--name", "Parlour")
        assert jantaku("calibrate", "tiles", *arguments) == 0
    return out, told.getvalue(), doubts.getvalue()


def crops(folder: Path, kinds: str) -> list[str]:
    """Pictures of invented faces in a folder; their names."""
    names = []
    for tile in parse_tiles(kinds):
        names.append(str(folder / f"{tile}.png"))
        cv2.imwrite(names[-1], invented_face(tile))
    return names


def test_a_picture_of_the_laid_out_set_is_learnt_and_shown(learnt_set):
    out, told, doubts = learnt_set
    assert "Found 45 tiles in 6 rows" in doubts
    assert "Parlour: 45 kinds learnt from 45 crops" in told
    assert [sample.tile for sample in LearntSet.load(out).samples] == [tile for row in WHOLE_SET for tile in row]
    assert cv2.imread(str(out.with_suffix(".png"))) is not None


def test_the_set_of_a_table_lies_with_its_journal(whole_set, tmp_path):
    config = tmp_path / "table.toml"
    config.write_text(f'[table]\nstate_dir = "{tmp_path}/state"\n')
    arguments = ("calibrate", "tiles", "--config", str(config), "--tiles", "b", "--image", str(whole_set), "--yes")
    with pytest.raises(UserError, match="cannot be written"):
        jantaku(*arguments, "--overlay", str(tmp_path / "nowhere" / "names.png"))
    assert jantaku(*arguments) == 0
    assert LearntSet.load(tmp_path / "state" / "tile_sets" / "b.npz").name == "set B"


def test_nothing_is_learnt_before_somebody_has_looked_at_the_names(whole_set, tmp_path):
    out = tmp_path / "a.npz"
    with pytest.raises(UserError, match="nobody is at the terminal"):
        jantaku("calibrate", "tiles", "--image", str(whole_set), "--out", str(out))
    assert not out.exists()
    assert out.with_suffix(".png").exists()


def test_a_wrong_count_says_how_many_lie_in_which_row(tmp_path):
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), layout_picture([BASIC_ROWS[0], BASIC_ROWS[1][:8], *BASIC_ROWS[2:]]))
    with pytest.raises(UserError, match=r"but found 9, 8, 9, 7: row 2 \(1p to 9p\) has 8 instead of 9"):
        jantaku("calibrate", "tiles", "--image", str(picture), "--out", str(tmp_path / "a.npz"), "--yes")


def test_two_exchanged_tiles_are_pointed_out(tmp_path, capsys):
    picture = tmp_path / "table.png"
    swapped = (*parse_tiles("132456789m"),)
    cv2.imwrite(str(picture), layout_picture([swapped, *BASIC_ROWS[1:]]))
    jantaku("calibrate", "tiles", "--image", str(picture), "--out", str(tmp_path / "a.npz"), "--yes")
    told = capsys.readouterr().err
    assert "row 1, tile 2 should be 2m but looks like 3m" in told
    assert "row 1, tile 3 should be 3m but looks like 2m" in told


def test_some_kinds_shown_again_are_added_to_the_set(learnt_set, tmp_path):
    out, picture = tmp_path / "a.npz", tmp_path / "again.png"
    shutil.copy(learnt_set[0], out)
    cv2.imwrite(str(picture), layout_picture([parse_tiles("1s5m"), parse_tiles("0m")], seed=4))
    arguments = ("--image", str(picture), "--out", str(out), "--yes", "--again", "1s 5m 0m")
    assert jantaku("calibrate", "tiles", *arguments) == 0
    counts = {str(kind.tile): kind.crops for kind in LearntSet.load(out).learnt}
    assert [counts[kind] for kind in ("1s", "5m", "0m", "1m")] == [2, 2, 2, 1]


def test_showing_kinds_again_needs_a_set_to_add_them_to(whole_set, tmp_path):
    with pytest.raises(UserError, match="make it with `jantaku calibrate tiles`"):
        jantaku("calibrate", "tiles", "--image", str(whole_set), "--out", str(tmp_path / "a.npz"), "--again", "1s")


def test_a_set_learnt_from_crops_names_faces_that_were_unknown_before(tmp_path, capsys):
    kinds = "123456m1234p12z"
    names = crops(tmp_path, kinds)
    tiles = [str(tile) for tile in parse_tiles(kinds)]
    labels, out = tmp_path / "labels.csv", tmp_path / "odd.npz"
    labels.write_text("file,kind,rotation\n" + "".join(f"{tile}.png,{tile},0\n" for tile in tiles))

    def named(*options: str) -> list[str]:
        assert jantaku("read-tile", *names, "--json", *options) == 0
        return [json.loads(line)["kind"] for line in capsys.readouterr().out.splitlines()]

    before = named()
    assert jantaku("calibrate", "tiles", "--from-crops", str(labels), "--out", str(out), "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert [kind["crops"] for kind in report["kinds"]] == [1] * len(tiles)
    after = named("--tile-set", str(out))
    assert sum(a == b for a, b in zip(before, tiles, strict=True)) < 5
    assert sum(a == b for a, b in zip(after, tiles, strict=True)) >= len(tiles) - 1


def test_crops_that_contradict_each_other_teach_nothing_and_that_is_said(tmp_path, capsys):
    labels, out = tmp_path / "labels.csv", tmp_path / "a.npz"
    lines = ["file,kind"]
    for shown in ("1m", "5p", "2z"):
        cv2.imwrite(str(tmp_path / f"{shown}.png"), loose_crop(parse_tile(shown)))
    lines += [f"{shown}.png,{said}" for shown in ("1m", "5p", "2z") for said in ("1m", "5p", "2z")]
    labels.write_text("\n".join(lines) + "\n")
    assert jantaku("calibrate", "tiles", "--from-crops", str(labels), "--out", str(out)) == 0
    told = capsys.readouterr()
    assert "In 6 of 9 crops the tile of the label is not to be seen: 1m.png 5p" in told.err
    assert "5p.png 2z looks like 5p" in told.err
    assert "Nothing was learnt" in told.out
    assert LearntSet.load(out).is_without_effect


def test_mistakes_in_the_list_of_crops_are_told_and_nothing_is_stored(tmp_path):
    labels, out = tmp_path / "labels.csv", tmp_path / "a.npz"
    labels.write_text("file,kind\nnone.png,3m\n")
    with pytest.raises(UserError, match=r"labels.csv line 2: .*none.png cannot be read"):
        jantaku("calibrate", "tiles", "--from-crops", str(labels), "--out", str(out))
    assert not out.exists()


@pytest.mark.parametrize("arguments", [[], ["--tiles", "A", "--out", "a.npz"], ["--tiles", "C"]])
def test_one_place_to_store_it_must_be_named(arguments):
    with pytest.raises(SystemExit):
        jantaku("calibrate", "tiles", *arguments)
