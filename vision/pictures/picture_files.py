"""Pictures from files, with everything that can be wrong with a file said in one sentence.

Rules this file keeps:
* The size is read from the file's head before anything is decoded, so that no file can fill the memory.
* A file that was cut off is refused: its lower part would be grey and its tiles missing.
* A picture stands as its camera was held: the orientation in a photograph's EXIF data is obeyed.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.jpeg_head import FRAME_MARKS, SCAN_MARK, jpeg_segments, size_in_segment
from vision.sightings import Image

MAX_PIXELS: Final = 50_000_000
"""A larger picture is refused, or decoded smaller: 50 million pixels are 150 MB, which a Raspberry Pi can spare."""
_MAX_BYTES: Final = 200_000_000
"""A longer file is refused unread. Chosen, not measured: above any photograph of 50 million pixels."""
_REDUCED: Final = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
"""How much smaller a JPEG may be decoded: its decoder then never makes the whole picture."""
_PNG_HEAD: Final = b"\x89PNG\r\n\x1a\n"
_PNG_END: Final = b"IEND\xaeB`\x82"
_HEIC_BRANDS: Final = (b"heic", b"heix", b"mif1", b"msf1", b"avif")


class PictureError(ValueError):
    """A file that gives no picture; the text is one sentence for a person."""


def read_picture(path: Path) -> Image:
    """The picture (BGR, height x width x 3) in a JPEG, PNG or WebP file.

    A JPEG of more than `MAX_PIXELS` is decoded at a half or a quarter of its size.

    Raises:
        PictureError: there is no such file, or it holds no whole picture of a bearable size.
    """
    data = _bytes(path)
    width, height = _size_px(path, data)
    is_jpeg = data.startswith(b"\xff\xd8")
    factor = next((f for f in _REDUCED if width * height <= MAX_PIXELS * f * f), None)
    if factor is None or (factor > 1 and not is_jpeg):
        raise PictureError(
            f"{path} has {width} x {height} pixels, {width * height / 1e6:.0f} million; "
            f"make it smaller, {MAX_PIXELS // 1_000_000} million are the most"
        )
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), _REDUCED[factor])
    except cv2.error:
        image = None
    if image is None:
        raise PictureError(f"{path} is damaged and cannot be decoded; copy it again or take another picture")
    return np.asarray(image, np.uint8)


def write_picture(path: Path, image: Image) -> None:
    """Write a JPEG or PNG file, by the name's end; PNG for any other.

    Raises:
        PictureError: the file cannot be written.
    """
    suffix = path.suffix.lower() if path.suffix.lower() in (".jpg", ".jpeg", ".png") else ".png"
    data = cv2.imencode(suffix, image)[1].tobytes()
    try:
        path.write_bytes(data)
    except OSError as error:
        raise PictureError(f"{path} cannot be written: {error.strerror}; give a file in a folder of yours") from error


def _bytes(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if path.exists() and not path.is_file():
            raise PictureError(f"{path} is no file; give a JPEG, PNG or WebP picture")
        if size > _MAX_BYTES:
            raise PictureError(
                f"{path} has {size / 1e6:.0f} MB; make it smaller, {_MAX_BYTES // 10**6} MB are the most"
            )
        return path.read_bytes()
    except OSError as error:
        raise PictureError(f"{path} cannot be read: {error.strerror}; give a JPEG, PNG or WebP picture") from error


def _size_px(path: Path, data: bytes) -> tuple[int, int]:
    """Width and height as the head of a whole file says."""
    try:
        if data.startswith(b"\xff\xd8"):
            return _jpeg_size_px(path, data)
        if data.startswith(_PNG_HEAD):
            return _png_size_px(path, data)
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp_size_px(path, data)
    except (struct.error, IndexError, StopIteration):
        raise _cut_off(path, data) from None
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC_BRANDS:
        raise PictureError(f"{path} is a HEIC or AVIF picture, which is not known here; export it as JPEG")
    what = "is empty" if not data else "is not a picture"
    raise PictureError(f"{path} {what}; give a JPEG, PNG or WebP picture")


def _cut_off(path: Path, data: bytes) -> PictureError:
    return PictureError(f"{path} ends too early, after {len(data)} bytes; copy it again or take another picture")


def _jpeg_size_px(path: Path, data: bytes) -> tuple[int, int]:
    size: tuple[int, int] | None = None
    for mark, start, end in jpeg_segments(data):
        if mark in FRAME_MARKS:
            size = size_in_segment(data, start)
        if mark == SCAN_MARK:
            # In coded data FF is followed by 00 or a restart mark: the next FFD9 is the end of the picture.
            if size is None or data.find(b"\xff\xd9", end) < 0:
                raise _cut_off(path, data)
            return size
    raise _cut_off(path, data)


def _png_size_px(path: Path, data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", data, 16)
    if _PNG_END not in data[-1024:]:
        raise _cut_off(path, data)
    return (width, height)


def _webp_size_px(path: Path, data: bytes) -> tuple[int, int]:
    (length,) = struct.unpack_from("<I", data, 4)
    if len(data) < length:
        raise _cut_off(path, data)
    kind = data[12:16]
    if kind == b"VP8X":
        return (int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1)
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    width, height = struct.unpack_from("<HH", data, 26)
    return (width & 0x3FFF, height & 0x3FFF)
