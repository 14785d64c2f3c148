"""Sheets to print at true size: the table's markers, and the board that a lens is measured with.

A page is a list of shapes in millimetres from its lower left corner; `to_pdf` and `to_png` draw the same shapes. Every
page has a ruler of 100 mm: a printer that shrinks pages is caught before its markers are glued on.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.calibrating.charuco import COLUMNS, FAMILY, MARKER_MM, ROWS, SQUARE_MM, first_number
from vision.settings import GeometrySettings

PAGE_MM: Final = (210.0, 297.0)
"""A4, upright."""
RULER_MM: Final = 100
"""Length of the ruler on every page, easy to check with any other."""
_EDGE_MM: Final = 15.0
"""Left free at the page's sides: printers leave up to 10 mm white."""
_HEAD_MM: Final = 22.0
"""Left free at the top for the title."""
_FOOT_MM: Final = 32.0
"""Left free at the bottom for ruler and advice."""
_GAP_MM: Final = 6.0
"""Between two markers, for the scissors."""
_QUIET_CELLS: Final = 1.25
"""White around a marker, in cells: without it the detector sees no border."""
_LABEL_MM: Final = 9.0
"""Below a marker, for two lines of text."""
_LINE_MM: Final = 0.2
"""Width of cutting lines and ticks."""
_POINTS_PER_MM: Final = 72 / 25.4
"""PDF measures in points, 72 to an inch."""
_DOTS_PER_INCH: Final = 600
"""Usual in printing: an edge is then true to 0.04 mm."""
_CORNERS: Final = {0: "south-west", 1: "south-east", 2: "north-east", 3: "north-west"}


class SheetError(ValueError):
    """A sheet that cannot be made."""


@dataclass(frozen=True, slots=True)
class FilledRectangle:
    """A filled rectangle; grey 0 is black, 1 white."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    grey: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of plain letters; (x, y) is where it begins on its base line."""

    x_mm: float
    y_mm: float
    size_mm: float
    text: str


Page = list[FilledRectangle | Text]


def marker_pages(geometry: GeometrySettings) -> list[Page]:
    """The markers of a table, each in a square to cut out, with its number and place.

    Raises:
        SheetError: a marker is larger than the page, or the family has no such number.
    """
    pieces = [_marker_piece(geometry, number) for number in sorted(geometry.marker_centres_mm)]
    side = _piece_mm(geometry)
    across = int((PAGE_MM[0] - 2 * _EDGE_MM + _GAP_MM) // (side + _GAP_MM))
    down = int((PAGE_MM[1] - _HEAD_MM - _FOOT_MM + _GAP_MM) // (side + _LABEL_MM + _GAP_MM))
    if across < 1 or down < 1:
        raise SheetError(
            f"markers of {geometry.marker_mm:g} mm do not fit on A4: set geometry.marker_mm to 100 or less"
        )
    pages: list[Page] = []
    for first in range(0, len(pieces), across * down):
        group = pieces[first : first + across * down]
        page = _frame(f"Jantaku: markers {geometry.marker_dictionary}, black square {geometry.marker_mm:g} mm")
        for place, piece in enumerate(group):
            left = _EDGE_MM + place % across * (side + _GAP_MM)
            bottom = PAGE_MM[1] - _HEAD_MM - side - place // across * (side + _LABEL_MM + _GAP_MM)
            page += _moved(piece, left, bottom)
        pages.append(page)
    return pages


def _piece_mm(geometry: GeometrySettings) -> float:
    """Side of the square to cut out."""
    cells = len(_cells(geometry.marker_dictionary, 0))
    return geometry.marker_mm * (1 + 2 * _QUIET_CELLS / cells)


def _marker_piece(geometry: GeometrySettings, number: int) -> Page:
    side = _piece_mm(geometry)
    quiet = (side - geometry.marker_mm) / 2
    x_mm, y_mm = geometry.marker_centres_mm[number]
    corner = "" if geometry.markers else f" {_CORNERS.get(number, '')}"
    return [
        *_outline(0.0, 0.0, side),
        *_marker(geometry.marker_dictionary, number, quiet, quiet, geometry.marker_mm),
        Text(0.0, -3.8, 2.8, f"{number}{corner}"),
        Text(0.0, -7.6, 2.8, f"centre x {x_mm:g}, y {y_mm:g} mm"),
    ]


def board_page() -> Page:
    """The board of `vision.calibrating.charuco` on one page."""
    page = _frame(f"Jantaku: board for the lens, squares {SQUARE_MM:g} mm. Glue it onto something flat and stiff.")
    left = (PAGE_MM[0] - COLUMNS * SQUARE_MM) / 2
    top = PAGE_MM[1] - (_HEAD_MM - 6)
    number = first_number()
    for row in range(ROWS):
        for column in range(COLUMNS):
            x_mm, y_mm = left + column * SQUARE_MM, top - (row + 1) * SQUARE_MM
            if (row + column) % 2 == 0:
                page.append(FilledRectangle(x_mm, y_mm, SQUARE_MM, SQUARE_MM))
                continue
            quiet = (SQUARE_MM - MARKER_MM) / 2
            page += _marker(FAMILY, number, x_mm + quiet, y_mm + quiet, MARKER_MM)
            number += 1
    return page


def _frame(title: str) -> Page:
    """What is on every page: title, advice and ruler."""
    top = PAGE_MM[1] - 10
    advice = f"Print at 100 % (actual size, not fitted to the page): this ruler must measure {RULER_MM} mm."
    ticks = [
        FilledRectangle(
            _EDGE_MM + place - _LINE_MM / 2, 10, _LINE_MM, 6 if place % 50 == 0 else 4 if place % 10 == 0 else 2
        )
        for place in range(RULER_MM + 1)
    ]
    return [
        Text(_EDGE_MM, top, 4.0, title),
        FilledRectangle(_EDGE_MM, 10, RULER_MM, _LINE_MM),
        *ticks,
        *(Text(_EDGE_MM + place - 1.5, 17, 2.6, str(place)) for place in (0, 50, 100)),
        Text(_EDGE_MM, 5, 2.8, advice),
    ]


def _outline(x_mm: float, y_mm: float, side_mm: float) -> Iterator[FilledRectangle]:
    """A thin grey square to cut along."""
    for across in (0.0, side_mm - _LINE_MM):
        yield FilledRectangle(x_mm + across, y_mm, _LINE_MM, side_mm, 0.6)
        yield FilledRectangle(x_mm, y_mm + across, side_mm, _LINE_MM, 0.6)


def _marker(family: str, number: int, x_mm: float, y_mm: float, side_mm: float) -> Iterator[FilledRectangle]:
    """A black square with the marker's white cells."""
    cells = _cells(family, number)
    cell = side_mm / len(cells)
    yield FilledRectangle(x_mm, y_mm, side_mm, side_mm)
    for row, column in np.argwhere(cells > 0):
        yield FilledRectangle(x_mm + column * cell, y_mm + side_mm - (row + 1) * cell, cell, cell, 1.0)


def _cells(family: str, number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{family}"))
    count = len(dictionary.bytesList)
    if number >= count:
        raise SheetError(f"the family {family} has the numbers 0 to {count - 1}, not {number}: choose a larger family")
    side = dictionary.markerSize + 2
    return np.asarray(dictionary.generateImageMarker(number, side), np.uint8)


def _moved(shapes: Iterable[FilledRectangle | Text], x_mm: float, y_mm: float) -> Iterator[FilledRectangle | Text]:
    for shape in shapes:
        match shape:
            case FilledRectangle():
                yield FilledRectangle(shape.x_mm + x_mm, shape.y_mm + y_mm, shape.width_mm, shape.height_mm, shape.grey)
            case Text():
                yield Text(shape.x_mm + x_mm, shape.y_mm + y_mm, shape.size_mm, shape.text)


def to_pdf(pages: Sequence[Page]) -> bytes:
    """A PDF file of the pages that asks printers not to scale it."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    box = " ".join(f"{side * _POINTS_PER_MM:.3f}" for side in PAGE_MM)
    for number, page in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {box}] /Contents {5 + 2 * number} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        drawn = zlib.compress("\n".join(_pdf_operators(page)).encode("ascii"))
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(drawn), drawn))
    return _pdf_file(objects)


def _pdf_operators(page: Page) -> Iterator[str]:
    yield f"{_POINTS_PER_MM:.8f} 0 0 {_POINTS_PER_MM:.8f} 0 0 cm"
    for shape in page:
        match shape:
            case FilledRectangle():
                place = f"{shape.x_mm:.4f} {shape.y_mm:.4f} {shape.width_mm:.4f} {shape.height_mm:.4f}"
                yield f"{shape.grey:.2f} g {place} re f"
            case Text():
                text = shape.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
                yield f"0 g BT /F1 {shape.size_mm:.2f} Tf {shape.x_mm:.3f} {shape.y_mm:.3f} Td ({text}) Tj ET"


def _pdf_file(objects: Sequence[bytes]) -> bytes:
    """Objects numbered from 1 with the table of their places."""
    data = b"%PDF-1.4\n"
    places: list[int] = []
    for number, content in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    return data + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)


def to_png(page: Page) -> bytes:
    """A PNG file of one page, 600 dots an inch, which it says of itself so that it prints at true size."""
    scale = _DOTS_PER_INCH / 25.4
    width, height = (round(side * scale) for side in PAGE_MM)
    image = np.full((height, width), 255, np.uint8)
    for shape in page:
        match shape:
            case FilledRectangle():
                left, right = (round(x * scale) for x in (shape.x_mm, shape.x_mm + shape.width_mm))
                top, bottom = (height - round(y * scale) for y in (shape.y_mm + shape.height_mm, shape.y_mm))
                image[top:bottom, left:right] = round(shape.grey * 255)
            case Text():
                place = (round(shape.x_mm * scale), height - round(shape.y_mm * scale))
                size = shape.size_mm * scale / 29
                cv2.putText(
                    image, shape.text, place, cv2.FONT_HERSHEY_SIMPLEX, size, 0, max(1, round(size * 2)), cv2.LINE_AA
                )
    data = cv2.imencode(".png", image)[1].tobytes()
    dots = round(_DOTS_PER_INCH / 0.0254)
    chunk = b"pHYs" + struct.pack(">IIB", dots, dots, 1)
    # After the signature (8 bytes) and the head (25), before the picture.
    return data[:33] + struct.pack(">I", 9) + chunk + struct.pack(">I", zlib.crc32(chunk)) + data[33:]
