"""`python -m hw_sim.picture.atlas FOLDER --out FILE`: an atlas of your own tiles for the simulated table.

The folder has a picture of each face, cut along the tile's edge and upright, named after the tile: `1m.jpg` to
`9s.png`, `1z` to `7z`, `0m 0p 0s` for red fives, `f1`-`f4` and `y1`-`y4` for flowers and seasons.
`jantaku simulate --tiles FILE` plays with them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hw_sim.picture.textures import CELL_HEIGHT_PX, CELL_WIDTH_PX, COLUMNS, FACE_ORDER, ROWS, Image
from mahjong_rules.tiles import ALL_KINDS, BONUS_TILES, RED_FIVES, Tile

_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp")
_PAPER_SHARE: Final = 85
"""Percent of a face's pixels that are no brighter than its bare surface. Chosen: the fullest face, 9p, has 45 % ink."""


class AtlasError(ValueError):
    """The folder lacks faces, or one of its files is no picture."""


def atlas_of(faces: Mapping[Tile, Image]) -> Image:
    """The faces as one BGR picture in the order of `FACE_ORDER`; missing red fives are plain ones, flowers blank."""
    sheet = np.full((ROWS * CELL_HEIGHT_PX, COLUMNS * CELL_WIDTH_PX, 3), 255, np.uint8)
    for place, tile in enumerate(FACE_ORDER):
        face = faces.get(tile, faces.get(tile.plain))
        if face is not None:
            y, x = place // COLUMNS * CELL_HEIGHT_PX, place % COLUMNS * CELL_WIDTH_PX
            sheet[y : y + CELL_HEIGHT_PX, x : x + CELL_WIDTH_PX] = _on_white(face)
    return sheet


def read_folder(folder: Path) -> dict[Tile, Image]:
    """The faces that lie in a folder, BGR, each in its own size.

    Raises:
        AtlasError: a kind that every game has is missing, or a file is no picture.
    """
    faces: dict[Tile, Image] = {}
    for tile in FACE_ORDER:
        file = next((file for ending in _ENDINGS if (file := folder / f"{tile}{ending}").is_file()), None)
        if file is None:
            continue
        picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
        if picture is None:
            raise AtlasError(f"{file} is no picture that can be read: save it as PNG or JPEG")
        faces[tile] = np.asarray(picture, np.uint8)
    missing = [str(tile) for tile in ALL_KINDS if tile not in faces]
    if missing:
        raise AtlasError(f"{folder} has no picture of {', '.join(missing)}: expected files such as {missing[0]}.jpg")
    return faces


def _on_white(face: Image) -> Image:
    """A face in the size of a cell, its bare surface white: the simulated set brings its own ivory and light."""
    cell = cv2.resize(face, (CELL_WIDTH_PX, CELL_HEIGHT_PX), interpolation=cv2.INTER_AREA).astype(np.float32)
    paper = np.maximum(np.percentile(cell.reshape(-1, 3), _PAPER_SHARE, axis=0), 1.0)
    return np.clip(np.rint(cell / paper * 255), 0, 255).astype(np.uint8)


def _write(atlas: Image, file: Path) -> None:
    try:
        is_written = cv2.imwrite(str(file), atlas, [cv2.IMWRITE_WEBP_QUALITY, 100])
    except cv2.error:
        is_written = False
    if not is_written:
        raise AtlasError(f"{file} cannot be written: give a path in a folder of yours that ends with .webp or .png")


def main(arguments: list[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m hw_sim.picture.atlas", description="Makes an atlas of tile faces from a folder of pictures."
    )
    parser.add_argument("folder", type=Path, help="with 1m.jpg, 2m.jpg and so on, each cut along the tile's edge")
    parser.add_argument("--out", type=Path, default=Path("tiles.webp"), help="the atlas (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        faces = read_folder(options.folder)
        _write(atlas_of(faces), options.out)
    except AtlasError as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    for kinds, what in ((RED_FIVES, "red fives: plain ones take their place"), (BONUS_TILES, "flowers: play without")):
        if any(tile not in faces for tile in kinds):
            sys.stdout.write(f"The folder does not have all {what}.\n")
    sys.stdout.write(f"{options.out} has {len(faces)} faces: jantaku simulate --tiles {options.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
