"""Every face of a style, from tile to SVG."""

from __future__ import annotations

from typing import Final

from mahjong_rules.tiles import Suit, Tile
from tools.tile_art.bamboo import bamboo
from tools.tile_art.birds import bird
from tools.tile_art.bonus import bonus
from tools.tile_art.dots import dots
from tools.tile_art.glyphs import character_path, letter_path
from tools.tile_art.styles import LATIN, Style, White
from tools.tile_art.svg import HEIGHT, WIDTH, curve, number, path, rectangle

_NUMBERS: Final = "一二三四五六七八九"
_HONOURS: Final = "東南西北白發中"
_LETTERS: Final = "ESWN"


def _ink(style: Style, name: str) -> str:
    return str(getattr(style.inks, name))


def _character(style: Style, character: str, box: tuple[float, float, float, float], ink: str) -> str:
    return path(character_path(style.font, character, box), ink, ink, style.boldness)


def _characters(style: Style, tile: Tile) -> list[str]:
    """A number over the character for ten thousand."""
    numeral = style.five if tile.number == 5 else _NUMBERS[tile.number - 1]
    upper = style.inks.red if tile.red else _ink(style, style.number_ink)
    return [
        _character(style, numeral, (70, 28, 160, 150), upper),
        _character(style, style.ten_thousand, (62, 204, 176, 178), style.inks.red),
    ]


def _white(style: Style) -> list[str]:
    blue = style.inks.blue
    outer = rectangle((38, 44), (224, 322), 14, None, blue, 17)
    match style.white:
        case White.BLANK:
            return []
        case White.FRAME:
            return [outer]
        case White.DOUBLE_FRAME:
            return [outer, rectangle((66, 72), (168, 266), 8, None, blue, 7)]
        case White.CORNERED_FRAME:
            corners = [
                curve(((x + 46 * sx, y), (x + 40 * sx, y + 40 * sy), (x, y + 46 * sy)), blue, 9)
                for x, sx in ((52, 1), (248, -1))
                for y, sy in ((58, 1), (352, -1))
            ]
            return [rectangle((36, 42), (228, 326), 4, None, blue, 11), *corners]


def _honours(style: Style, tile: Tile) -> list[str]:
    if tile.number == 5:
        return _white(style)
    ink = {6: style.inks.green, 7: style.inks.red}.get(tile.number, _ink(style, style.wind_ink))
    return [_character(style, _HONOURS[tile.number - 1], (50, 70, 200, 270), ink)]


def _index(style: Style, tile: Tile) -> list[str]:
    """The small number or letter in the corner; dragons but the white have none."""
    if not style.index or tile.is_bonus or tile.is_dragon:
        return []
    text = _LETTERS[tile.number - 1] if tile.is_honour else str(tile.number)
    ink = style.inks.red if tile.red or not tile.is_honour else style.inks.blue
    return [path(letter_path(LATIN, text, (14, 14, 17 if text == "1" else 30, 48)), ink, ink, 3)]


def _art(style: Style, tile: Tile) -> list[str]:
    match tile.suit:
        case Suit.CHARACTERS:
            return _characters(style, tile)
        case Suit.DOTS:
            return dots(style, tile.number, red=tile.red)
        case Suit.BAMBOO:
            return bird(style) if tile.number == 1 else bamboo(style, tile.number, red=tile.red)
        case Suit.HONOURS:
            return _honours(style, tile)
        case Suit.FLOWERS | Suit.SEASONS:
            return bonus(style, tile.suit.value, tile.number)


def face(style: Style, tile: Tile) -> list[str]:
    """The fragments of one face, without the tile's body."""
    size = style.scale * (0.94 if style.index else 1)
    shift_x, shift_y = WIDTH * (1 - size) / 2, HEIGHT * (1 - size) / 2 + (8 if style.index else 0)
    move = f'<g transform="translate({number(shift_x)} {number(shift_y)}) scale({round(size, 3)})">'
    art = "".join(_art(style, tile))
    if not art:
        return []
    return [art if size == 1 else f"{move}{art}</g>", *_index(style, tile)]
