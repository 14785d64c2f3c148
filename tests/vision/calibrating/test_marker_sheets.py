"""Sheets for the printer: what is on them can be read, and it has the size that it says."""

from __future__ import annotations

import re
import struct
import zlib

import cv2
import numpy as np
import pytest
from campaign_cases import more

from vision.calibrating.charuco import find_board
from vision.calibrating.marker_sheets import FilledRectangle, SheetError, board_page, marker_pages, to_pdf, to_png
from vision.calibrating.markers import find_markers
from vision.settings import GeometrySettings, MarkerPlace


def picture(page):
    return cv2.imdecode(np.frombuffer(to_png(page), np.uint8), cv2.IMREAD_COLOR)


def dots_per_mm(png: bytes) -> float:
    place = png.index(b"pHYs")
    across, down, unit = struct.unpack_from(">IIB", png, place + 4)
    assert (across, unit) == (down, 1)
    return across / 1000


def side_mm(corners, scale: float) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()) / scale


@pytest.mark.parametrize("marker_mm", [20.0, more(30.0), 60.0])
def test_the_markers_have_the_configured_size(marker_mm):
    pages = marker_pages(GeometrySettings(marker_mm=marker_mm))
    found = {}
    for page in pages:
        image = picture(page)
        for number, corners in find_markers(
            cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        ).items():
            found[number] = side_mm(corners * 2, dots_per_mm(to_png(page)))
    assert sorted(found) == [0, 1, 2, 3]
    assert list(found.values()) == pytest.approx([marker_mm] * 4, abs=0.1)


def test_markers_that_do_not_fit_on_one_page_get_more():
    places = tuple(MarkerPlace(number=n, x_mm=100.0 * n, y_mm=float(n * n)) for n in range(6))
    assert len(marker_pages(GeometrySettings(marker_mm=100, markers=places))) == 6
    with pytest.raises(SheetError, match="4X4_50 has the numbers 0 to 49, not 60: choose a larger family"):
        marker_pages(GeometrySettings(markers=(*places[:3], MarkerPlace(number=60, x_mm=0, y_mm=90))))


def test_a_pdf_is_whole_and_true_to_size():
    pages = [*marker_pages(GeometrySettings()), board_page()]
    data = to_pdf(pages)
    assert data.startswith(b"%PDF-1.4")
    assert b"/PrintScaling /None" in data
    assert data.count(b"/Type /Page ") == len(pages) == 2
    (start,) = re.findall(rb"startxref\n(\d+)\n%%EOF\n$", data)
    assert data[int(start) :].startswith(b"xref")
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", data), start=1):
        assert data[int(place) :].startswith(b"%d 0 obj" % number)
    streams = [zlib.decompress(s) for s in re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)]
    points_per_mm = 72 / 25.4
    assert [float(stream.split()[0]) for stream in streams] == pytest.approx([points_per_mm] * 2)
    black = [tuple(map(float, m)) for m in re.findall(rb"0\.00 g (\S+) (\S+) (\S+) (\S+) re f", streams[0])]
    assert sum((width, height) == (30.0, 30.0) for _, _, width, height in black) == 4
    width, height = map(float, re.findall(rb"MediaBox \[0 0 (\S+) (\S+)\]", data)[0])
    assert (width / points_per_mm, height / points_per_mm) == pytest.approx((210.0, 297.0), abs=0.01)


def test_every_page_has_a_ruler_of_a_hundred_millimetres():
    for page in (*marker_pages(GeometrySettings()), board_page()):
        assert any(isinstance(shape, FilledRectangle) and shape.width_mm == 100 for shape in page)


def test_the_board_on_the_sheet_is_found_whole():
    view = find_board(cv2.resize(picture(board_page()), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA))
    assert len(view.pixels) == 24
