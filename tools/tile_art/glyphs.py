"""Characters as path data, so that nobody who looks at a tile needs the font."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from tools.tile_art.styles import FontFile
from tools.tile_art.svg import number

Box = tuple[float, float, float, float]
"""Left, top, width, height."""

_FULL_SQUARE: Final = "國"
"""A character that fills its square: the measure of all others."""
_SIMPLIFIED: Final = str.maketrans("國東發蘭", "国东发兰")


@lru_cache
def _font(file: FontFile) -> TTFont:
    return TTFont(file.path, fontNumber=file.index)


@lru_cache
def _square(file: FontFile) -> tuple[float, float, float, float]:
    """The bounds (x low, y low, x high, y high) of the full square in font units."""
    return _bounds(file, _FULL_SQUARE)


def _bounds(file: FontFile, character: str) -> tuple[float, float, float, float]:
    glyphs = _font(file).getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[_glyph_name(file, character)].draw(pen)
    if pen.bounds is None:
        raise ValueError(f"{character!r} is empty in {file.path}; choose another font for this style")
    x_low, y_low, x_high, y_high = pen.bounds
    return (x_low, y_low, x_high, y_high)


def _glyph_name(file: FontFile, character: str) -> str:
    form = character.translate(_SIMPLIFIED) if file.simplified else character
    name = _font(file).getBestCmap().get(ord(form))
    if name is None:
        raise ValueError(f"{file.path} has no {character!r}; choose another font for this style")
    return str(name)


def character_path(file: FontFile, character: str, box: Box) -> str:
    """Path data of a CJK character whose full square is stretched to `box`."""
    return _placed(file, character, box, _square(file))


def letter_path(file: FontFile, character: str, box: Box) -> str:
    """Path data of a Latin letter or digit whose own outline is stretched to `box`."""
    return _placed(file, character, box, _bounds(file, character))


def _placed(file: FontFile, character: str, box: Box, source: tuple[float, float, float, float]) -> str:
    left, top, width, height = box
    x_low, y_low, x_high, y_high = source
    x_scale, y_scale = width / (x_high - x_low), height / (y_high - y_low)
    move = Transform(x_scale, 0, 0, -y_scale, left - x_low * x_scale, top + y_high * y_scale)
    glyphs = _font(file).getGlyphSet()
    pen = SVGPathPen(glyphs, ntos=number)
    glyphs[_glyph_name(file, character)].draw(TransformPen(pen, move))
    return str(pen.getCommands())
