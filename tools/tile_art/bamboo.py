"""The suit of bamboo; the one has a bird instead (`birds`)."""

from __future__ import annotations

from typing import Final

from tools.tile_art.styles import Inks, Sticks, Style
from tools.tile_art.svg import circle, path, rectangle, turned

Stick = tuple[float, float, float, float, str]
"""Centre x, centre y, length, lean in degrees clockwise, name of the ink."""

_LEFT, _MIDDLE, _RIGHT = 68.0, 150.0, 232.0


def _row(xs: tuple[float, ...], y: float, length: float, inks: str | tuple[str, ...] = "green") -> list[Stick]:
    colours = (inks,) * len(xs) if isinstance(inks, str) else inks
    return [(x, y, length, 0.0, ink) for x, ink in zip(xs, colours, strict=True)]


_THREE: Final = (_LEFT, _MIDDLE, _RIGHT)
_PLACES: Final[dict[int, list[Stick]]] = {
    2: [*_row((_MIDDLE,), 107, 170, "blue"), *_row((_MIDDLE,), 303, 170)],
    3: [*_row((_MIDDLE,), 107, 160, "blue"), *_row((86, 214), 303, 160)],
    4: [*_row((86, 214), 107, 165, ("green", "blue")), *_row((86, 214), 303, 165, ("blue", "green"))],
    5: [
        *_row((_LEFT, _RIGHT), 105, 165, ("green", "blue")),
        *_row((_MIDDLE,), 205, 165, "red"),
        *_row((_LEFT, _RIGHT), 305, 165, ("blue", "green")),
    ],
    6: [*_row(_THREE, 107, 165), *_row(_THREE, 303, 165, "blue")],
    7: [
        *_row((_MIDDLE,), 74, 112, "red"),
        *_row(_THREE, 205, 118, ("green", "blue", "green")),
        *_row(_THREE, 336, 118, ("green", "blue", "green")),
    ],
    9: [stick for y in (74, 205, 336) for stick in _row(_THREE, y, 118, ("green", "red", "green"))],
}


def _eight(*, opens_up: bool) -> list[Stick]:
    """A W above an M, or the reverse: two upright sticks and two leaning ones in each half."""
    lean = 32.0 if opens_up else -32.0
    sticks: list[Stick] = []
    for y, side in ((107.0, 1.0), (303.0, -1.0)):
        ink = "green" if side > 0 else "blue"
        sticks += [(46, y, 170, 0, ink), (254, y, 170, 0, ink)]
        sticks += [(111, y, 165, lean * side, ink), (189, y, 165, -lean * side, ink)]
    return sticks


def _bone(x: float, y: float, length: float, ink: str) -> list[str]:
    """A stick with thick ends and a waist."""
    half, wide, thin = length / 2, 23.0, 13.0
    right = f"C{x + wide} {y - half + 34} {x + thin} {y - half + 30} {x + thin} {y - half + 50}L{x + thin} {y - 14}"
    right += f"C{x + wide} {y - 12} {x + wide} {y + 12} {x + thin} {y + 14}L{x + thin} {y + half - 50}"
    right += f"C{x + thin} {y + half - 30} {x + wide} {y + half - 34} {x + wide} {y + half - 12}"
    foot = f"C{x + wide} {y + half} {x - wide} {y + half} {x - wide} {y + half - 12}"
    left = f"C{x - wide} {y + half - 34} {x - thin} {y + half - 30} {x - thin} {y + half - 50}L{x - thin} {y + 14}"
    left += f"C{x - wide} {y + 12} {x - wide} {y - 12} {x - thin} {y - 14}L{x - thin} {y - half + 50}"
    left += f"C{x - thin} {y - half + 30} {x - wide} {y - half + 34} {x - wide} {y - half + 12}"
    head = f"C{x - wide} {y - half} {x + wide} {y - half} {x + wide} {y - half + 12}Z"
    outline = f"M{x + wide} {y - half + 12}{right}{foot}{left}{head}"
    shine = rectangle((x - 3, y - half + 14), (6, length - 28), 3, "#f4f2ea")
    return [path(outline, ink), shine]


def _capsule(x: float, y: float, length: float, ink: str) -> list[str]:
    return [
        rectangle((x - 17, y - length / 2), (34, length), 17, ink),
        rectangle((x - 17, y - 5), (34, 10), 0, "#f4f2ea"),
        *(circle((x, y + step), 5, "#f4f2ea") for step in (-length / 4, length / 4)),
    ]


def _jointed(x: float, y: float, length: float, ink: str) -> list[str]:
    part = length / 3
    return [
        rectangle((x - 15, y - length / 2 + part * joint + 2), (30, part - 4), 9, None, ink, 9) for joint in range(3)
    ]


def _slat(x: float, y: float, length: float, ink: str) -> list[str]:
    half = length / 2
    return [
        rectangle((x - 12, y - half), (24, length), 5, ink),
        *(rectangle((x - 21, y + step - 7), (42, 14), 7, ink) for step in (7 - half, 0, half - 7)),
    ]


def _reed(x: float, y: float, length: float, ink: str) -> list[str]:
    """Two slim leaves, tip to tip, with a knot between them."""
    half = length / 2
    leaves = []
    for tip in (y - half, y + half):
        bulge = y + (tip - y) * 0.45
        leaves.append(path(f"M{x} {tip}Q{x - 26} {bulge} {x} {y}Q{x + 26} {bulge} {x} {tip}Z", ink))
    return [*leaves, rectangle((x - 15, y - 6), (30, 12), 6, ink)]


_SHAPES: Final = {
    Sticks.BONES: _bone,
    Sticks.CAPSULES: _capsule,
    Sticks.JOINTED: _jointed,
    Sticks.SLATS: _slat,
    Sticks.REEDS: _reed,
}


def sticks_of(count: int, *, opens_up: bool) -> list[Stick]:
    """Where `count` sticks, 2 to 9, stand; `opens_up`: the upper half of the eight is a W."""
    return _eight(opens_up=opens_up) if count == 8 else _PLACES[count]


def bamboo(style: Style, count: int, *, red: bool = False) -> list[str]:
    """The art of `count` sticks, 2 to 9; every stick red for the red five."""
    sticks = sticks_of(count, opens_up=style.eight_opens_up)
    inks = Inks(style.inks.red, style.inks.red, style.inks.red, style.inks.red) if red else style.inks
    draw = _SHAPES[style.sticks]
    parts: list[str] = []
    for x, y, length, lean, ink in sticks:
        fragment = "".join(draw(x, y, length, getattr(inks, ink)))
        parts.append(turned(fragment, lean, (x, y)) if lean else fragment)
    return parts
