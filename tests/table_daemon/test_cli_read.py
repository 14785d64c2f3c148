from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import pytest

from table_daemon import cli_read
from table_daemon.errors import UserError

SAMPLE = Path(__file__).parent.parent / "data" / "vision" / "parlour.jpg"
FACES_UP = sum(piece["face"] == "up" for piece in json.loads(SAMPLE.with_suffix(".json").read_text())["pieces"])


def read(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    cli_read.add_parser(parser.add_subparsers())
    args = parser.parse_args(["read", *arguments])
    return args.run(args)


def test_a_picture_becomes_a_list_of_pieces_and_an_overlay(tmp_path, capsys):
    out = tmp_path / "overlay.png"
    assert read(str(SAMPLE), "--json", "--overlay", str(out)) == 0
    pieces = json.loads(capsys.readouterr().out)
    assert {"kind", "centre_mm", "rotation_deg", "face", "confidence"} == set(pieces[0])
    assert sum(piece["face"] == "up" for piece in pieces) == FACES_UP
    assert cv2.imread(str(out)).shape == cv2.imread(str(SAMPLE)).shape


def test_text_names_the_face_up_pieces_first(capsys):
    read(str(SAMPLE))
    lines = capsys.readouterr().out.splitlines()
    assert all(" up " in line for line in lines[:FACES_UP])
    assert all(line.startswith("--") for line in lines[FACES_UP:])


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(None, "cannot be read: No such file"), (b"words", "is not a picture"), (b"", "is not a picture")],
)
def test_what_is_no_picture_is_a_sentence(tmp_path, content, sentence):
    file = tmp_path / "table.jpg"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UserError, match=sentence):
        read(str(file))


def test_a_picture_without_markers_names_them(tmp_path):
    file = tmp_path / "black.png"
    cv2.imwrite(str(file), cv2.imread(str(SAMPLE)) * 0)
    with pytest.raises(UserError, match="could not find 0, 1, 2, 3"):
        read(str(file))
