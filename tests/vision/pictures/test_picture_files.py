"""Files that people give: pictures, parts of pictures, and what only looks like one."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np
import pytest

from vision.pictures import picture_files
from vision.pictures.picture_files import PictureError, read_picture, write_picture

PICTURE = np.zeros((60, 90, 3), np.uint8)
PICTURE[:30, :45] = (20, 60, 200)
PICTURE[30:, 45:] = (200, 90, 10)


def encoded(suffix: str, image=PICTURE) -> bytes:
    return cv2.imencode(suffix, image)[1].tobytes()


def written(tmp_path, name: str, data: bytes):
    path = tmp_path / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
def test_pictures_are_read_whatever_the_file_is_called(tmp_path, suffix):
    image = read_picture(written(tmp_path, "table.dat", encoded(suffix)))
    assert image.shape == (60, 90, 3)
    assert np.abs(image.astype(int) - PICTURE).mean() < 8


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("share", [0.03, 0.3, 0.97])
def test_a_file_that_was_cut_off_is_refused(tmp_path, suffix, share):
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8)
    data = encoded(suffix, noise)
    with pytest.raises(PictureError, match=r"ends too early, after \d+ bytes; copy it again"):
        read_picture(written(tmp_path, "table" + suffix, data[: max(12, int(len(data) * share))]))


def test_a_jpeg_with_something_behind_it_is_whole(tmp_path):
    assert read_picture(written(tmp_path, "table.jpg", encoded(".jpg") + b"motion picture")).shape == (60, 90, 3)


def test_damage_inside_a_picture_is_a_sentence(tmp_path):
    data = bytearray(encoded(".png"))
    data[45:60] = bytes(15)
    with pytest.raises(PictureError, match="is damaged"):
        read_picture(written(tmp_path, "table.png", bytes(data)))


def exif(orientation: int) -> bytes:
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    content = b"Exif\0\0" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(content) + 2) + content


def test_a_photograph_stands_as_the_camera_was_held(tmp_path):
    data = encoded(".jpg")
    image = read_picture(written(tmp_path, "portrait.jpg", data[:2] + exif(6) + data[2:]))
    assert image.shape == (90, 60, 3)
    assert np.abs(image.astype(int) - np.rot90(PICTURE, -1)).mean() < 12


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read: No such file or directory; give"),
        (b"", "is empty; give a JPEG"),
        (b"a letter to a friend", "is not a picture; give a JPEG"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "HEIC or AVIF picture, which is not known here; export it as JPEG"),
    ],
)
def test_what_is_no_picture_is_a_sentence(tmp_path, content, sentence):
    path = tmp_path / "table.jpg"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PictureError, match=sentence):
        read_picture(path)


def test_a_folder_is_no_picture(tmp_path):
    with pytest.raises(PictureError, match="is no file; give"):
        read_picture(tmp_path)


def test_a_large_jpeg_is_decoded_smaller(tmp_path, monkeypatch):
    monkeypatch.setattr(picture_files, "MAX_PIXELS", 2000)
    assert read_picture(written(tmp_path, "table.jpg", encoded(".jpg"))).shape == (30, 45, 3)


def test_a_picture_of_ten_thousand_pixels_square_is_refused_before_it_is_decoded(tmp_path):
    head = struct.pack(">IIBBBBB", 10_000, 10_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    data += b"\0\0\0\0IEND\xaeB`\x82"
    with pytest.raises(PictureError, match="has 10000 x 10000 pixels, 100 million; make it smaller, 50 million"):
        read_picture(written(tmp_path, "large.png", data))


def test_a_jpeg_beyond_all_measure_is_refused(tmp_path):
    data = bytearray(encoded(".jpg"))
    place = data.index(b"\xff\xc0")
    data[place + 5 : place + 9] = struct.pack(">HH", 65_000, 65_000)
    with pytest.raises(PictureError, match="4225 million; make it smaller"):
        read_picture(written(tmp_path, "large.jpg", bytes(data)))


def test_pictures_are_written_by_their_name(tmp_path):
    for name in ("one.jpg", "two.png", "three"):
        write_picture(tmp_path / name, PICTURE)
        assert read_picture(tmp_path / name).shape == PICTURE.shape
    with pytest.raises(PictureError, match="cannot be written: No such file or directory"):
        write_picture(tmp_path / "nowhere" / "one.png", PICTURE)


@pytest.mark.parametrize("kind", ["alpha", "16 bit", "grey"])
def test_pictures_of_other_depths_and_channels_become_ordinary_ones(tmp_path, kind):
    rows, columns = np.mgrid[0:60, 0:80]
    image = np.dstack([rows * 2, columns * 2, rows + columns]).astype(np.uint8)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    content, expected = {
        "alpha": (np.dstack([image, np.full(image.shape[:2], 255, np.uint8)]), image),
        "16 bit": (image.astype(np.uint16) * 257, image),
        "grey": (grey, np.dstack([grey] * 3)),
    }[kind]
    path = tmp_path / "picture.png"
    cv2.imwrite(str(path), content)
    read = read_picture(path)
    assert read.dtype == np.uint8
    assert np.abs(read.astype(int) - expected).max() <= 1
