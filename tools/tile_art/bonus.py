"""Flowers and seasons: a plant, a number and a character."""

from __future__ import annotations

from typing import Final

from tools.tile_art.glyphs import character_path, letter_path
from tools.tile_art.styles import LATIN, Inks, Style
from tools.tile_art.svg import Point, circle, curve, ellipse, mirrored, path, polar

_FLOWERS: Final = "梅蘭菊竹"
_SEASONS: Final = "春夏秋冬"


def _blossom(centre: Point, size: float, petals: int, ink: str, heart: str) -> list[str]:
    step = 360 / petals
    parts = [
        ellipse(polar(centre, size * 0.55, step * petal - 90), (size * 0.5, size * 0.32), step * petal - 90, ink)
        for petal in range(petals)
    ]
    return [*parts, circle(centre, size * 0.26, heart)]


def _plum(inks: Inks) -> list[str]:
    branch = [
        curve(((70, 392), (120, 330), (128, 270), (190, 210), (206, 130)), inks.black, 13),
        curve(((126, 280), (84, 240), (72, 196)), inks.black, 9),
    ]
    for centre, size in (((206, 132), 44), ((74, 190), 36), ((186, 232), 40), ((112, 318), 34)):
        branch += _blossom(centre, size, 5, inks.red, "#e8b73a")
    return branch


def _orchid(inks: Inks) -> list[str]:
    leaves = [
        curve(((150, 392), bend, tip), inks.green, 13)
        for bend, tip in (
            ((110, 280), (40, 210)),
            ((134, 250), (110, 120)),
            ((176, 270), (236, 150)),
            ((200, 320), (268, 260)),
        )
    ]
    for centre in ((152, 150), (216, 228), (84, 262)):
        leaves += _blossom(centre, 38, 3, inks.blue, inks.red)
    return leaves


def _chrysanthemum(inks: Inks) -> list[str]:
    return [
        curve(((150, 396), (156, 320), (150, 240)), inks.green, 12),
        path("M152 340Q80 330 60 286Q120 282 152 340Z", inks.green),
        path("M152 350Q220 340 246 300Q184 290 152 350Z", inks.green),
        *_blossom((150, 200), 96, 14, "#d99a1c", inks.red),
    ]


def _bamboo_plant(inks: Inks) -> list[str]:
    parts: list[str] = []
    for x, top in ((112, 130), (176, 170)):
        parts += [curve(((x, low), (x, low - 60)), inks.green, 17) for low in range(392, top, -74)]
    for x, y in ((40, 196), (246, 150), (262, 250), (46, 290)):
        middle = (144 + x) / 2
        parts.append(path(f"M144 {y + 20}Q{middle} {y - 30} {x} {y}Q{middle} {y + 34} 144 {y + 20}Z", inks.green))
    return parts


def _spring(inks: Inks) -> list[str]:
    return [
        *_plum(inks)[:2],
        *_blossom((200, 140), 50, 6, "#d9598c", "#e8b73a"),
        *_blossom((110, 280), 46, 6, "#d9598c", "#e8b73a"),
    ]


def _summer(inks: Inks) -> list[str]:
    """A lotus on water."""
    petals = [ellipse(polar((150, 250), 62, turn), (70, 24), turn, inks.red) for turn in (-160, -130, -90, -50, -20)]
    waves = [curve(((40, y), (100, y - 14), (150, y), (200, y + 14), (262, y)), inks.blue, 9) for y in (318, 350, 382)]
    return [*petals, ellipse((150, 268), (60, 24), 0, inks.green), *waves]


def _autumn(inks: Inks) -> list[str]:
    """Falling leaves."""
    parts: list[str] = []
    for centre, size in (((196, 160), 58), ((100, 250), 52), ((190, 338), 50)):
        parts += [
            ellipse(polar(centre, size * 0.5, turn), (size * 0.62, size * 0.2), turn, "#c4641c")
            for turn in (-90, -30, -150, 20, 160)
        ]
        parts.append(curve((centre, (centre[0], centre[1] + size)), inks.black, 7))
    return parts


def _winter(inks: Inks) -> list[str]:
    """A snow-laden pine."""
    parts = [curve(((150, 396), (150, 330)), inks.black, 20)]
    for y, half in ((330, 100), (262, 80), (200, 58)):
        parts.append(path(f"M150 {y - 90}L{150 + half} {y}L{150 - half} {y}Z", inks.green))
        parts.append(path(f"M150 {y - 90}L{150 + half * 0.45} {y - 50}L{150 - half * 0.45} {y - 50}Z", "#b9cfe6"))
    return parts


_PLANTS: Final = {
    "f": (_plum, _orchid, _chrysanthemum, _bamboo_plant),
    "y": (_spring, _summer, _autumn, _winter),
}


def bonus(style: Style, suit: str, place: int) -> list[str]:
    """The art of flower (`suit` "f") or season ("y") number `place`."""
    inks = style.inks
    ink = inks.blue if suit == "f" else inks.red
    digit = letter_path(LATIN, str(place), (24, 24, 30, 52))
    character = (_FLOWERS if suit == "f" else _SEASONS)[place - 1]
    name = character_path(style.font, character, (204, 18, 76, 80))
    plant = _PLANTS[suit][place - 1](inks)
    plant = [mirrored(plant)] if style.mirrored else plant
    return [*plant, path(digit, ink, ink, 4), path(name, ink, ink, style.boldness / 3)]
