"""`python -m tools.tile_art`: writes the page's SVGs and the simulator's texture atlases."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py

from hw_sim.picture.textures import CELL_HEIGHT_PX, CELL_WIDTH_PX, COLUMNS, FACE_ORDER, FOLDER, HELD_OUT_FOLDER
from tools.tile_art.faces import face
from tools.tile_art.hands import HANDS
from tools.tile_art.styles import HELD_OUT, STYLES, Style, White
from tools.tile_art.svg import HEIGHT, WIDTH, document, rectangle

_ROOT: Final = Path(__file__).resolve().parents[2]
_PAGE: Final = _ROOT / "tablet_page" / "static" / "tiles"
_BODY: Final = "#fbf8ef"
_BACK: Final = "#e2a33a"
_BACK_FRAME: Final = "#c98a24"


def _raster(svg: str, width_px: int) -> npt.NDArray[np.uint8]:
    data = resvg_py.svg_to_bytes(svg_string=svg, width=width_px, background="#ffffff", skip_system_fonts=True)
    image = cv2.imdecode(np.frombuffer(bytes(data), np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(image, np.uint8)


def atlas(style: Style) -> npt.NDArray[np.uint8]:
    """All faces in the order of `FACE_ORDER`, nine a row, drawn on white."""
    rows = -(-len(FACE_ORDER) // COLUMNS)
    sheet = np.full((rows * CELL_HEIGHT_PX, COLUMNS * CELL_WIDTH_PX, 3), 255, np.uint8)
    for place, tile in enumerate(FACE_ORDER):
        cell = cv2.resize(
            _raster(document(face(style, tile), None), CELL_WIDTH_PX * 4),
            (CELL_WIDTH_PX, CELL_HEIGHT_PX),
            interpolation=cv2.INTER_AREA,
        )
        y, x = place // COLUMNS * CELL_HEIGHT_PX, place % COLUMNS * CELL_WIDTH_PX
        sheet[y : y + CELL_HEIGHT_PX, x : x + CELL_WIDTH_PX] = cell
    return sheet


def _write_page() -> None:
    # A blank white dragon looks like a hole or a picture that failed to load; with dark faces it vanished.
    main = replace(STYLES[0], white=White.FRAME)
    for tile in FACE_ORDER:
        (_PAGE / f"{tile}.svg").write_text(document(face(main, tile), _BODY), encoding="utf-8")
    frame = rectangle((26, 26), (WIDTH - 52, HEIGHT - 52), 14, None, _BACK_FRAME, 8)
    (_PAGE / "back.svg").write_text(document([frame], _BACK), encoding="utf-8")


def _main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.tile_art", description="Draws the tiles of every style.")
    parser.add_argument("--style", action="append", help="only this style's atlas (may be repeated)")
    arguments = parser.parse_args()
    _PAGE.mkdir(parents=True, exist_ok=True)
    HELD_OUT_FOLDER.mkdir(parents=True, exist_ok=True)
    _write_page()
    for style in (*STYLES, *HANDS, *HELD_OUT):
        if arguments.style is None or style.name in arguments.style:
            file = (HELD_OUT_FOLDER if style in HELD_OUT else FOLDER) / f"{style.name}.webp"
            cv2.imwrite(str(file), atlas(style), [cv2.IMWRITE_WEBP_QUALITY, 92])
            print(f"{file.name}: {file.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    _main()
