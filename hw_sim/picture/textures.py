"""The committed tile art: one atlas of faces a style, drawn on white by `tools.tile_art`."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import ALL_KINDS, BONUS_TILES, RED_FIVES, Tile

Image = npt.NDArray[np.uint8]

FACE_ORDER: Final[tuple[Tile, ...]] = (*ALL_KINDS, *RED_FIVES, *BONUS_TILES)
"""Faces in an atlas, row by row."""
# About three times the 33 pixels of a tile in the usual picture, in the proportions of 20.5 x 28 mm.
CELL_WIDTH_PX: Final = 96
CELL_HEIGHT_PX: Final = 131
# 45 faces in five rows.
COLUMNS: Final = 9
ROWS: Final = len(FACE_ORDER) // COLUMNS
_ATLAS_SHAPE: Final = COLUMNS * CELL_WIDTH_PX / (ROWS * CELL_HEIGHT_PX)
# Chosen: separates rounding in a drawing program from a row or a column too many, which changes it by a tenth.
_SHAPE_TOLERANCE: Final = 0.03
FOLDER: Final = Path(__file__).with_name("textures")
HELD_OUT_FOLDER: Final = FOLDER / "held_out"
"""Styles that no training may see."""


class UnknownStyleError(ValueError):
    """A style without an atlas."""


def style_names() -> tuple[str, ...]:
    """The styles that have an atlas, in alphabetical order, but those that are held out of training."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.webp")))


def held_out_style_names() -> tuple[str, ...]:
    """The styles that only judge: no training has seen them."""
    return tuple(sorted(file.stem for file in HELD_OUT_FOLDER.glob("*.webp")))


@lru_cache
def load_faces(style: str) -> dict[Tile, Image]:
    """The faces of a style: BGR, `CELL_HEIGHT_PX` x `CELL_WIDTH_PX`, ink on white; treat them as read-only.

    Args:
        style: one of ours, or the path of an atlas (docs/tile_sets.md).

    Raises:
        UnknownStyleError: there is no such style, or the file is no atlas.
    """
    atlas = _atlas(style)
    faces: dict[Tile, Image] = {}
    for place, tile in enumerate(FACE_ORDER):
        y, x = place // COLUMNS * CELL_HEIGHT_PX, place % COLUMNS * CELL_WIDTH_PX
        faces[tile] = np.ascontiguousarray(atlas[y : y + CELL_HEIGHT_PX, x : x + CELL_WIDTH_PX])
    return faces


def _atlas(style: str) -> Image:
    """In the size of our own."""
    held_out = held_out_style_names()
    is_ours = style in (*style_names(), *held_out)
    file = (HELD_OUT_FOLDER if style in held_out else FOLDER) / f"{style}.webp" if is_ours else Path(style)
    if not file.is_file():
        names = ", ".join((*style_names(), *held_out))
        raise UnknownStyleError(f"no tile style and no file {style!r}; choose one of {names}, or give an atlas")
    picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
    if picture is None:
        raise UnknownStyleError(f"{file} is no picture that can be read: an atlas is a PNG, WebP or JPEG file")
    height, width = picture.shape[:2]
    if not math.isclose(width / height, _ATLAS_SHAPE, rel_tol=_SHAPE_TOLERANCE):
        raise UnknownStyleError(
            f"{file} has {width} x {height} pixels; an atlas has {COLUMNS} columns and {ROWS} rows of faces in the"
            f" proportions of {CELL_WIDTH_PX} x {CELL_HEIGHT_PX}, as docs/tile_sets.md shows"
        )
    size = (COLUMNS * CELL_WIDTH_PX, ROWS * CELL_HEIGHT_PX)
    return np.asarray(picture if (width, height) == size else cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
