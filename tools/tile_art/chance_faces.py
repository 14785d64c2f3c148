"""The faces of a set by chance (`chance_style`): SVG fragments, and where a drawing of a bird or plant belongs."""

from __future__ import annotations

import math
from typing import Final

from mahjong_rules.tiles import Suit, Tile
from tools.tile_art.bamboo import sticks_of
from tools.tile_art.chance_style import ChanceStyle, RingDot, StickShape
from tools.tile_art.clip_art import Drawing
from tools.tile_art.dots import places_of
from tools.tile_art.glyphs import Box, character_path, letter_path
from tools.tile_art.styles import LATIN
from tools.tile_art.svg import HEIGHT, WIDTH, Point, circle, ellipse, number, path, polar, rectangle, turned

_NUMBERS: Final = "一二三四五六七八九"
_HONOURS: Final = "東南西北白發中"
_LETTERS: Final = "ESWN"
_FLOWERS: Final = "梅蘭菊竹"
_SEASONS: Final = "春夏秋冬"
_ROMAN: Final = ("I", "II", "III", "IV")
_PAPER: Final = "#f4f2ea"
_GREAT_RADIUS: Final = 118.0
_INKS: Final = ("green", "red", "blue")
FIGURE_BOX: Final[Box] = (30, 34, 240, 342)
"""Where a bird stands."""
_PLANT_BOX: Final[Box] = (40, 90, 220, 290)
_CORNERS: Final[tuple[Point, ...]] = ((20, 18), (222, 18), (222, 326), (20, 326))


def figure(style: ChanceStyle, tile: Tile) -> tuple[Drawing, Box] | None:
    """The drawing that a face has besides its strokes, and where it stands."""
    if tile.suit is Suit.BAMBOO and tile.number == 1:
        return (style.bird, FIGURE_BOX)
    if tile.is_bonus:
        place = tile.number - 1 + (4 if tile.suit is Suit.SEASONS else 0)
        return (style.bonus.drawings[place], _PLANT_BOX)
    return None


def strokes(style: ChanceStyle, tile: Tile) -> list[str]:
    """The fragments of a face, in the set's inks; a bird or a plant is not among them."""
    match tile.suit:
        case Suit.CHARACTERS:
            art = _characters(style, tile)
        case Suit.DOTS:
            art = _dots(style, tile)
        case Suit.BAMBOO:
            art = [] if tile.number == 1 else _bamboo(style, tile)
        case Suit.HONOURS:
            art = _honour(style, tile)
        case _:
            return _bonus(style, tile)
    return [*_placed(style, art), *_index(style, tile)]


def _placed(style: ChanceStyle, art: list[str]) -> list[str]:
    x, y = WIDTH * (1 - style.scale) / 2, HEIGHT * (1 - style.scale) / 2
    return [f'<g transform="translate({number(x)} {number(y)}) scale({style.scale:.3f})">{"".join(art)}</g>']


def _ink(style: ChanceStyle, name: str, tile: Tile | None = None) -> str:
    if tile is not None and tile.red:
        return style.inks.red
    return style.inks.black if style.all_one_ink else str(getattr(style.inks, name))


def _character(style: ChanceStyle, text: str, box: Box, ink: str) -> str:
    left, top, width, height = box
    tall = height * style.stretch
    outline = path(
        character_path(style.font, text, (left, top + (height - tall) / 2, width, tall)), ink, ink, style.boldness
    )
    if not style.slant:
        return outline
    middle = number(top + height / 2)
    return f'<g transform="translate(0 {middle}) skewX({-style.slant:.1f}) translate(0 -{middle})">{outline}</g>'


def _characters(style: ChanceStyle, tile: Tile) -> list[str]:
    numeral = style.five if tile.number == 5 else _NUMBERS[tile.number - 1]
    red = _ink(style, "red", tile)
    return [
        _character(style, numeral, (72, 34, 156, 146), _ink(style, style.number_ink, tile)),
        _character(style, style.ten_thousand, (64, 206, 172, 172), red),
    ]


def _honour(style: ChanceStyle, tile: Tile) -> list[str]:
    if tile.number == 5:
        return _white(style)
    name = {6: "green", 7: "red"}.get(tile.number, style.wind_ink)
    return [_character(style, _HONOURS[tile.number - 1], (54, 80, 192, 250), _ink(style, name))]


def _white(style: ChanceStyle) -> list[str]:
    blue = _ink(style, "blue")
    outer = rectangle((40, 46), (220, 318), 14, None, blue, 8 + 3 * style.dot.rim * 10)
    inner = rectangle((66, 72), (168, 266), 8, None, blue, 6)
    match style.white:
        case "blank":
            return []
        case "frame":
            return [outer]
        case "double":
            return [outer, inner]
        case "corners":
            marks = [circle((x, y), 18, None, blue, 8) for x in (56, 244) for y in (62, 348)]
            return [rectangle((40, 46), (220, 318), 4, None, blue, 9), *marks]
        case "p":
            return [path(letter_path(LATIN, "P", (96, 110, 108, 190)), blue)]
        case _:
            return [_character(style, "白", (74, 100, 152, 210), _ink(style, "black"))]


def _index(style: ChanceStyle, tile: Tile) -> list[str]:
    if not style.index or tile.is_bonus or tile.is_dragon:
        return []
    text = _LETTERS[tile.number - 1] if tile.is_honour else str(tile.number)
    ink = _ink(style, "red" if tile.red or not tile.is_honour else "blue")
    return [path(letter_path(LATIN, text, (14, 14, 17 if text == "1" else 30, 48)), ink, ink, 3)]


def _bonus(style: ChanceStyle, tile: Tile) -> list[str]:
    ink = _ink(style, "blue" if tile.suit is Suit.FLOWERS else "red")
    names = _FLOWERS if tile.suit is Suit.FLOWERS else _SEASONS
    number_at, character_at = style.bonus.number_corner, style.bonus.character_corner
    if character_at == number_at:
        character_at = (number_at + 1) % 4
    parts = []
    if number_at >= 0:
        x, y = _CORNERS[number_at]
        for place, letter in enumerate(_ROMAN[tile.number - 1] if style.bonus.roman else str(tile.number)):
            parts.append(
                path(letter_path(LATIN, letter, (x + 20 * place, y, 16 if letter == "I" else 34, 58)), ink, ink, 4)
            )
    if character_at >= 0:
        x, y = _CORNERS[character_at]
        parts.append(_character(style, names[tile.number - 1], (x - 6, y, 66, 70), ink))
    return parts


def _dots(style: ChanceStyle, tile: Tile) -> list[str]:
    if tile.number == 1:
        return _dot(style, style.great_dot, (150, 205), _GREAT_RADIUS, _ink(style, "green", tile))
    places, radius = places_of(tile.number)
    parts = []
    for x, y, name in places:
        is_turned = tile.number == 7 and not style.slant_of_seven
        parts += _dot(style, style.dot, (WIDTH - x if is_turned else x, y), radius, _ink(style, name, tile))
    return parts


def _dot(style: ChanceStyle, dot: RingDot, centre: Point, radius: float, ink: str) -> list[str]:
    heart = ink if not dot.mixed_inks or style.all_one_ink else style.inks.red
    pale = _PAPER if dot.is_disc else ink
    width = radius * dot.rim
    parts = [
        circle(centre, radius * 0.95, ink)
        if dot.is_disc
        else circle(centre, radius * 0.95 - width / 2, None, ink, width)
    ]
    if dot.inner_width:
        parts.append(circle(centre, radius * dot.inner, None, pale, radius * dot.inner_width))
    for petal in range(dot.petals):
        turn = 360 / dot.petals * petal
        size = (radius * dot.petal_size * 1.5, radius * dot.petal_size)
        parts.append(ellipse(polar(centre, radius * 0.55, turn), size, turn, pale))
    filled = (
        (None, heart if not dot.is_disc else _PAPER, radius * 0.1)
        if dot.heart_is_hollow
        else (pale if dot.is_disc else heart, None, 0)
    )
    parts.append(circle(centre, radius * dot.heart, *filled))
    return parts


def _bamboo(style: ChanceStyle, tile: Tile) -> list[str]:
    parts = []
    for x, y, length, lean, name in sticks_of(tile.number, opens_up=style.eight_opens_up):
        drawn = "".join(_stick(style.stick, (x, y), length, _ink(style, name, tile)))
        parts.append(turned(drawn, lean, (x, y)) if lean else drawn)
    return parts


def _stick(shape: StickShape, centre: Point, length: float, ink: str) -> list[str]:
    x, y = centre
    part = length / shape.parts
    parts: list[str] = []
    for place in range(shape.parts):
        top = y - length / 2 + part * place
        parts += _cane(shape, (x, top + part / 2), part * (0.94 if shape.parts > 1 else 1.0), length, ink)
    for knot in range(shape.knots):
        at = y - length / 2 + length * (knot + 1) / (shape.knots + 1)
        half = length * shape.width / 2 * shape.knot_width
        parts.append(rectangle((x - half, at - 6), (2 * half, 12), 5, ink))
    if shape.has_line:
        parts.append(rectangle((x - 3, y - length / 2 + 10), (6, length - 20), 3, _PAPER))
    return parts


def _cane(shape: StickShape, centre: Point, part: float, length: float, ink: str) -> list[str]:
    """One section between two knots, straight, waisted or bulging."""
    x, y = centre
    half, end = part / 2, length * shape.width / 2
    middle = end * shape.waist
    outline = (
        f"M{number(x - end)} {number(y - half)}Q{number(x - middle)} {number(y)} {number(x - end)} {number(y + half)}"
        f"L{number(x + end)} {number(y + half)}Q{number(x + middle)} {number(y)} {number(x + end)} {number(y - half)}Z"
    )
    width = max(4.0, end * 0.5)
    return [path(outline, None if shape.is_hollow else ink, ink, width if shape.is_hollow else math.sqrt(end))]
