"""`jantaku read-tile`: single cropped tiles are named, one object a line."""

from __future__ import annotations

import argparse
import json

import cv2
import pytest
from laid_set import loose_crop

from mahjong_rules.tiles import parse_tile
from table_daemon.cli import calibrate as cli_calibrate
from table_daemon.cli import read_tile as cli_read_tile
from table_daemon.errors import UserError


def jantaku(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    cli_calibrate.add_parser(commands)
    cli_read_tile.add_parser(commands)
    args = parser.parse_args(arguments)
    return args.run(args)


def test_single_tiles_are_named_one_object_a_line(tmp_path, capsys):
    for kind, turn in (("7m", 0), ("3z", 90), ("0p", 270)):
        cv2.imwrite(str(tmp_path / f"{kind}.png"), loose_crop(parse_tile(kind), turn_deg=turn))
    files = [str(tmp_path / f"{kind}.png") for kind in ("7m", "3z", "0p")]
    assert jantaku("read-tile", *files, "--json") == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [set(one) for one in found] == [{"file", "kind", "rotation", "confidence"}] * 3
    assert [(one["file"], one["kind"]) for one in found] == list(zip(files, ("7m", "3z", "0p"), strict=True))
    assert [one["rotation"] for one in found[:2]] == [0, 90]
    assert all(one["confidence"] > 0.7 for one in found)


def test_a_file_that_is_no_picture_is_told_and_the_others_are_read(tmp_path, capsys):
    good, words, tiny = (tmp_path / name for name in ("7m.png", "words.jpg", "tiny.png"))
    cv2.imwrite(str(good), loose_crop(parse_tile("7m")))
    cv2.imwrite(str(tiny), loose_crop(parse_tile("7m"))[:4, :4])
    words.write_text("no picture")
    assert jantaku("read-tile", str(words), str(tiny), str(good), str(tmp_path / "none.png")) == 2
    told = capsys.readouterr()
    assert told.out.startswith("7m ")
    assert len(told.out.splitlines()) == 1
    assert [line.split(":")[0] for line in told.err.splitlines()] == ["jantaku"] * 3


def test_a_tile_set_that_is_none_is_a_sentence(tmp_path):
    with pytest.raises(UserError, match="cannot be read"):
        jantaku("read-tile", "a.png", "--tile-set", str(tmp_path / "none.npz"))
