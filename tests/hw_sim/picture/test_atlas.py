"""An atlas made of pictures of somebody's own tiles."""

import cv2
import numpy as np
import pytest

from hw_sim.picture.atlas import AtlasError, main, read_folder
from hw_sim.picture.textures import FACE_ORDER, UnknownStyleError, load_faces
from mahjong_rules.tiles import ALL_KINDS, parse_tile

YELLOWED = (200, 225, 240)


@pytest.fixture
def photographs(tmp_path):
    """The plain faces of a set on yellowed tiles, larger than a cell."""
    for tile, face in load_faces("parlour").items():
        if tile in ALL_KINDS:
            photograph = cv2.resize(cv2.multiply(face, np.full_like(face, YELLOWED), scale=1 / 255), (192, 262))
            cv2.imwrite(str(tmp_path / f"{tile}.png"), photograph)
    return tmp_path


def test_an_atlas_of_photographs_gives_back_their_faces_on_white(photographs, capsys):
    atlas = photographs / "own.webp"
    assert main([str(photographs), "--out", str(atlas)]) == 0
    assert "34 faces" in capsys.readouterr().out
    own, first = load_faces(str(atlas)), load_faces("parlour")
    for tile in ALL_KINDS:
        assert np.abs(own[tile].astype(int) - first[tile]).mean() < 12, str(tile)


def test_without_red_fives_the_plain_ones_take_their_place(photographs):
    atlas = photographs / "own.png"
    assert main([str(photographs), "--out", str(atlas)]) == 0
    faces = load_faces(str(atlas))
    assert (faces[parse_tile("0p")] == faces[parse_tile("5p")]).all()


def test_a_missing_face_is_named(photographs, capsys):
    (photographs / "7p.png").unlink()
    assert main([str(photographs)]) == 1
    assert "has no picture of 7p: expected files such as 7p.jpg" in capsys.readouterr().err


def test_a_file_that_is_no_picture_is_named(photographs):
    (photographs / "7p.png").write_text("no picture")
    with pytest.raises(AtlasError, match=r"7p\.png is no picture"):
        read_folder(photographs)


@pytest.mark.parametrize("out", ["tiles", "no/such/folder/tiles.png"])
def test_a_place_that_takes_no_picture_is_named(photographs, out, capsys):
    assert main([str(photographs), "--out", str(photographs / out)]) == 1
    assert "cannot be written: give a path" in capsys.readouterr().err


def test_an_atlas_of_another_shape_is_refused_with_its_size(tmp_path):
    file = tmp_path / "square.png"
    cv2.imwrite(str(file), np.full((500, 500, 3), 255, np.uint8))
    with pytest.raises(UnknownStyleError, match="500 x 500 pixels; an atlas has 9 columns and 5 rows"):
        load_faces(str(file))


def test_an_atlas_has_a_place_for_every_face():
    assert len(FACE_ORDER) == 45
